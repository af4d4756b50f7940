//! Pieces in Betza's notation: what is written is read as the same moves.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::mem::discriminant;
use std::sync::Arc;

use beaufort_import::{Unsaid, ability, betza, built_in_names, import_built_in};
use beaufort_rules::game::Definition;
use beaufort_rules::language::ast::{Ability, Path, Power};
use beaufort_rules::{Game, PieceType, Position, Turn, builtin, language, load_game};

/// Returns a game whose pieces have the moves that were written, read again; and the number of these pieces.
fn read_again(definition: &Definition) -> (Definition, usize) {
    let (mut number, mut odd) = (0, String::new());
    let mut again = definition.clone();
    let game = Game::from(definition.clone());
    for kind in game.types() {
        let name = &game.piece(kind).name;
        let written = betza(definition, kind);
        // A power or a castling has its own words, a move that is not said takes the piece out of the comparison.
        let is_move = |why: &Unsaid| {
            ["no such move", "no such bend", "none"].iter().any(|end| why.reason.ends_with(end))
        };
        if written.unsaid.iter().any(is_move) {
            continue;
        }
        let steps = written.text.split_once('O').map_or(written.text.as_str(), |(before, _)| {
            before.trim_end_matches(|letter: char| "isrlj".contains(letter))
        });
        let said = ability(steps).unwrap_or_else(|error| panic!("{name}: {}: {error}", written.text));
        if !said.unsaid.is_empty() {
            writeln!(odd, "{name}: {}: {:?}", written.text, said.unsaid).expect("it is memory");
        }
        let Ability { travels, powers } = if said.text.is_empty() {
            Ability::default()
        } else {
            language::parse(&said.text).unwrap_or_else(|error| panic!("{name}: {}: {error:?}", said.text))
        };
        let piece = &mut again.pieces[kind.index()];
        for power in powers {
            let own = &mut piece.ability.powers;
            match own.iter_mut().find(|own| discriminant(*own) == discriminant(&power)) {
                Some(own) => *own = power,
                None => writeln!(odd, "{name}: {}: {}", written.text, said.text).expect("it is memory"),
            }
        }
        piece.ability.travels = travels;
        number += 1;
    }
    assert!(odd.is_empty(), "{odd}");
    (again, number)
}

/// Numbers that are the same in each run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, number: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % number
    }
}

/// Returns two games with the same random pieces, of all kinds but those that are royal or have first moves.
fn crowds(one: &Definition, other: &Definition, chance: &mut Chance) -> [Arc<Game>; 2] {
    let stays = |kind: PieceType| {
        let ability = &one.pieces[kind.index()].ability;
        ability.powers.iter().any(|power| matches!(power, Power::Royal(_)))
            || ability
                .travels
                .iter()
                .any(|travel| matches!(travel.path, Path::FromRow(_) | Path::FromStart(_)))
    };
    let kinds: Vec<PieceType> = Game::from(one.clone()).types().filter(|&kind| !stays(kind)).collect();
    let mut array = one.array.clone();
    for placed in array.iter_mut().filter(|placed| !stays(placed.piece)) {
        placed.piece = kinds[chance.below(kinds.len())];
    }
    [one, other].map(|definition| {
        let crowd = Definition { array: array.clone(), castlings: Vec::new(), ..definition.clone() };
        Arc::new(Game::from(crowd))
    })
}

/// Checks that two games have the same turns in random games, and in some of random pieces.
fn compare(name: &str, one: &Definition, other: &Definition) {
    let mut chance = Chance(1);
    play(name, &[one, other].map(|definition| Arc::new(Game::from(definition.clone()))), 40, &mut chance);
    for _ in 0..6 {
        let games = crowds(one, other, &mut chance);
        play(name, &games, 8, &mut chance);
    }
}

fn play(name: &str, games: &[Arc<Game>; 2], plies: usize, chance: &mut Chance) {
    let sorted = |position: &Position| {
        position.legal_turns().iter().map(|turn: &Turn| format!("{turn:?}")).collect::<BTreeSet<String>>()
    };
    let start = || games.each_ref().map(Position::initial);
    let [mut first, mut second] = start();
    for _ in 0..plies {
        let turns = first.legal_turns();
        let (own, others) = (sorted(&first), sorted(&second));
        let different: Vec<&String> = own.symmetric_difference(&others).collect();
        assert!(different.is_empty(), "{name}: {first}: {different:?}");
        if turns.is_empty() || first.verdict().is_some() {
            [first, second] = start();
            continue;
        }
        let turn = turns[chance.below(turns.len())];
        first.play_unchecked(turn);
        second.play_unchecked(turn);
    }
}

#[test]
fn pieces_of_built_in_games_are_read_as_they_were_written() {
    let mut pieces = 0;
    for id in builtin::ids() {
        let definition = builtin::definition(id).expect("it is built in");
        let (again, number) = read_again(&definition);
        pieces += number;
        compare(id, &definition, &again);
    }
    assert!(pieces > 750, "{pieces}");
}

#[test]
fn pieces_of_imported_games_are_read_as_they_were_written() {
    let (mut games, mut pieces) = (0, 0);
    for name in built_in_names() {
        let game = import_built_in(name).expect("it is built in");
        if !game.report.is_whole() {
            continue;
        }
        let Ok(definition) = load_game(name, &game.text, &builtin::source) else { continue };
        let (again, number) = read_again(&definition);
        compare(name, &definition, &again);
        (games, pieces) = (games + 1, pieces + number);
    }
    assert!(games > 80 && pieces > 450, "{games} games, {pieces} pieces");
}

#[test]
fn pieces_are_written_as_people_do() {
    let of = |id: &str, name: &str| {
        let definition = builtin::definition(id).expect("it is built in");
        let game = Game::from(definition.clone());
        betza(&definition, game.type_by_any_name(name).expect("the game has the piece"))
    };
    for (game, piece, text) in [
        ("orthochess", "King", "KisO2"),
        ("orthochess", "Queen", "Q"),
        ("orthochess", "Pawn", "fmWifmnDfceF"),
        ("capablanca", "Archbishop", "BN"),
        ("shako", "Cannon", "mRcpR"),
        ("shako", "Elephant", "FA"),
        ("shako", "King", "KisjO2"),
    ] {
        let written = of(game, piece);
        assert_eq!(
            (written.text.as_str(), written.is_whole()),
            (text, true),
            "{game}: {piece}: {:?}",
            written.unsaid
        );
    }
    let dervish = of("scirocco", "Dervish");
    assert!(!dervish.text.is_empty());
}

//! The old games: facts, the rule of trade (R113, R114), promotions (R115), and HaChu's turns.

use std::collections::BTreeSet;
use std::sync::Arc;

use beaufort_rules::game::Setup;
use beaufort_rules::{Game, IllegalTurn, Position, Scope, Turn, builtin};

fn game(id: &str) -> Arc<Game> {
    builtin::game(id).expect("the game is built in")
}

/// Returns a position of Chu Shogi with these pieces, as `[Ln]f6`, besides Kings with a Pawn each, the first player to move.
fn chu(pieces: &str) -> Position {
    let game = game("chu");
    let mut rows = vec![vec![None; 12]; 12];
    for piece in "[K]a1 [P]a5 (K)l12 (P)l8".split(' ').chain(pieces.split(' ')) {
        let (id, square) = piece.split_at(1 + piece.find([']', ')']).expect("an id in brackets"));
        let square = game.size().parse(square).expect("a square");
        let (file, rank) = (game.size().file(square), game.size().rank(square));
        rows[11 - usize::from(rank)][usize::from(file)] = Some(id.to_owned());
    }
    let row = |row: &Vec<Option<String>>| {
        let runs = row.chunk_by(|a, b| a.is_none() && b.is_none());
        runs.map(|run| run[0].clone().unwrap_or_else(|| run.len().to_string())).collect::<String>()
    };
    let board: Vec<String> = rows.iter().map(row).collect();
    Position::parse(&game, &format!("{} w - - - - -", board.join("/"))).expect("a position")
}

fn has(position: &Position, turn: &str) -> bool {
    position.legal_turns().iter().any(|&known| position.coordinates(known) == turn)
}

/// Plays a turn in coordinates.
fn after(mut position: Position, turn: &str) -> Position {
    let turn = position.read_coordinates(turn).expect("a legal turn");
    position.play(turn).expect("a legal turn");
    position
}

/// All pieces of a game have characters or none has, and those of the array have different ones.
#[test]
fn a_game_with_characters_has_one_for_each_piece() {
    let mut with = BTreeSet::new();
    for id in builtin::ids() {
        let game = game(id);
        let (has, lacks): (Vec<_>, Vec<_>) = game.types().partition(|&kind| game.piece(kind).sign.is_some());
        if has.is_empty() {
            continue;
        }
        with.insert(id);
        let names: Vec<&str> = lacks.iter().map(|&kind| game.piece(kind).name.as_str()).collect();
        assert!(names.is_empty(), "{id}: {names:?} have none");
        let mut signs = BTreeSet::new();
        let beginners: BTreeSet<_> =
            game.definition().array.iter().map(|placement| placement.piece).collect();
        for kind in beginners {
            let sign = game.piece(kind).sign.as_ref().expect("each piece has one");
            assert!(signs.insert(sign), "{id}: {sign:?} is that of two pieces");
        }
    }
    assert_eq!(with, ["chu", "dai", "janggi", "shogi", "tenjiku", "xiangqi"].into());
}

#[test]
fn a_lion_takes_no_protected_lion_from_afar() {
    for (pieces, turn, legal) in [
        ("[Ln]f6 (Ln)f8", "f6f8", true),
        ("[Ln]f6 (Ln)f8 (R)f12", "f6f8", false),
        ("[Ln]f6 (Ln)g8 (R)g12", "f6g8", false),
        // On the next square it does.
        ("[Ln]f7 (Ln)f8 (R)f12", "f7f8", true),
        ("[Ln]f7 (Ln)f8 (R)f12", "f7f7:igui@f8", true),
        // The Rook protects through the Lion that takes.
        ("[Ln]f6 (Ln)f8 (R)f2", "f6f8", false),
        // A Pawn on the way is no excuse, a Gold General is.
        ("[Ln]f6 (P)f7 (Ln)f8 (R)f12", "f6f8:strike@f7", false),
        ("[Ln]f6 (G)f7 (Ln)f8 (R)f12", "f6f8:strike@f7", true),
        ("[Ln]f6 (Ln)f7 (Ln)f8 (R)f12", "f6f8:strike@f7", true),
        // The Go-Between, its only protector, is taken on the way.
        ("[Ln]f6 (GB)f7 (Ln)f8", "f6f8", false),
        ("[Ln]f6 (GB)f7 (Ln)f8", "f6f8:strike@f7", true),
        // Other pieces take it wherever it stands.
        ("[R]f2 (Ln)f8 (R)f12", "f2f8", true),
    ] {
        assert_eq!(has(&chu(pieces), turn), legal, "{pieces}: {turn}");
    }
    let mut position = chu("[Ln]f6 (Ln)f8 (R)f12");
    let size = position.game().size();
    let [from, to] = ["f6", "f8"].map(|name| size.parse(name).expect("a square"));
    let step = beaufort_rules::Step::plain(beaufort_rules::StepKind::Own, from, to, None);
    assert_eq!(position.play(step.into()), Err(IllegalTurn::Trade));
}

#[test]
fn a_lion_taken_by_another_piece_is_not_answered_elsewhere() {
    let position = after(chu("[R]f2 [Ln]c6 [P]j2 (Ln)f8 (B)e8 (R)f12 (Ln)c12"), "f2f8");
    assert!(position.to_string().ends_with(" b - - - - f8"), "{position}");
    assert_eq!(Position::parse(position.game(), &position.to_string()).as_ref(), Ok(&position));
    assert!(!has(&position, "e8c6"), "the Bishop may not take the other Lion");
    assert!(has(&position, "f12f8") && !has(&position, "c12c6"));
    let mut other = position.clone();
    other.null_turn();
    other.null_turn();
    assert!(has(&other, "e8c6"), "one turn later it may");
    // A Kirin that has become a Lion may be retaken.
    let promoted = after(chu("[Kr]f7 (Ln)f9 (R)f12"), "f7f9=Ln");
    assert!(promoted.to_string().ends_with(" f9") && has(&promoted, "f12f9"));
}

#[test]
fn what_a_piece_becomes_promotes_no_further() {
    let game = game("chu");
    let promotions = |id: &str| {
        let kind = game.type_by_id(id).expect("a piece");
        let to = game.piece(kind).promotions.iter().map(|one| game.piece(one.to).id.clone());
        to.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    for (id, to) in
        [("P", vec!["Gp"]), ("G", vec!["Rp"]), ("R", vec!["DKp"]), ("Kr", vec!["Ln"]), ("Gp", vec![])]
    {
        assert_eq!(promotions(id), to, "{id}");
    }
    let [rook, copy] = ["R", "Rp"].map(|id| game.piece(game.type_by_id(id).expect("a piece")));
    assert_eq!((&copy.ability, copy.name.as_str()), (&rook.ability, "Rook by promotion"));
}

/// Returns a turn without its promotion.
fn base(turn: Turn) -> String {
    let mut turn = turn;
    turn.first.promotion = None;
    format!("{turn:?}")
}

/// The numbers of turns without promotions in positions of random games, as HaChu lists them; each line holds the game, the number and
/// the position. HaChu's list and ours were the same in each of these positions, and in thousands of others.
#[test]
fn hachu_lists_as_many_turns() {
    for line in include_str!("hachu.txt").lines().filter(|line| !line.starts_with('#')) {
        let (id, rest) = line.split_once(' ').expect("a game");
        let (number, position) = rest.split_once(' ').expect("a number");
        let position = Position::parse(&game(id), position).unwrap_or_else(|error| panic!("{line}: {error}"));
        let turns: BTreeSet<String> = position.turns(Scope::Distinct).into_iter().map(base).collect();
        assert_eq!(turns.len().to_string(), number, "{line}");
    }
}

/// Worked examples: a Rook General takes over pieces of lower rank, a Fire Demon goes round corners.
#[test]
fn generals_leap_over_lower_ranks() {
    let game = game("tenjiku");
    let position = |row: &str| {
        let empty = "16/".repeat(13);
        Position::parse(&game, &format!("(K)15/{empty}{row}/[K]15 w - - - -"))
            .unwrap_or_else(|e| panic!("{e}"))
    };
    for (row, turn, legal) in [
        ("[RG]1(P)[P]1(R)10", "a2f2", true),
        ("[RG]1(P)[P]1(R)10", "a2e2", false),
        ("[RG]1(BG)2(R)10", "a2f2", false),
        ("[RG]1(P)2(GG)10", "a2f2", true),
        ("[GG]1(VG)2(R)10", "a2f2", true),
        ("[GG]1(K)2(R)10", "a2f2", false),
        ("[FD]1(P)2(R)10", "a2c2", true),
        ("[FD](P)3(R)10", "a2b2", true),
        ("[FD](P)3(R)10", "a2d2", true),
        ("[FD](P)3(R)10", "a2e2", false),
    ] {
        assert_eq!(has(&position(row), turn), legal, "{row}: {turn}");
    }
}

/// The arrays, pieces and sides of the old games of Asia, of Seirawan Chess and of Ultima.
#[test]
fn arrays_and_pieces_are_those_of_the_sources() {
    for id in ["makruk", "shatranj", "xiangqi", "janggi", "seirawan", "ultima"] {
        let game = game(id);
        let fen = Position::initial(&game).fen().expect("the ids are letters");
        let mut found = vec![format!("{id} {}", fen.split(' ').next().unwrap_or_default())];
        for kind in game.types() {
            let piece = game.piece(kind);
            let to: Vec<&str> = piece.promotions.iter().map(|one| game.piece(one.to).name.as_str()).collect();
            let to = if to.is_empty() { "-".to_owned() } else { to.join(",") };
            let royal = if game.is_royal(kind) { "royal" } else { "-" };
            found.push(format!("{id} {} {} {to} {royal}", piece.id, piece.name));
        }
        found.push(format!("{id} {}", game.definition().side_names.join(" ")));
        let facts = include_str!("games/older.txt").lines().filter(|row| row.split(' ').next() == Some(id));
        assert_eq!(found, facts.collect::<Vec<_>>());
    }
}

/// Each player of Janggi chooses for his own army (R140).
#[test]
fn horses_and_elephants_of_janggi_are_exchanged_for_one_side() {
    let game = game("janggi");
    let setup = Setup::parse(&game, "b10-c10, g1-h1").expect("both are choices");
    let fen = setup.position(&game).fen().expect("the ids are letters");
    let ranks: Vec<&str> = fen.split(['/', ' ']).collect();
    assert_eq!((ranks[0], ranks[9]), ("reha1aehr", "RHEA1AHER"));
    assert_eq!(Setup::parse(&game, &setup.text(&game)).as_ref(), Ok(&setup));
}

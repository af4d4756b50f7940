//! Adrian King's games, compared with the facts on his pages.

use std::collections::BTreeSet;

use beaufort_rules::game::builtin;
use beaufort_rules::game::definition::{
    BareRoyal, Definition, Ending, PromotionWhen, Repetition, SetupChoice, SetupPhase,
};
use beaufort_rules::language::ast::{Area, Leap, Mode, Path, Power, Reach, Relay, Ride, Royal, Travel};
use beaufort_rules::language::words::{self, Kind};
use beaufort_rules::vocabulary::{PieceType, Side, Square, Vector};

fn game(id: &str) -> Definition {
    builtin::definition(id).unwrap_or_else(|| panic!("{id} is built in"))
}

/// Returns the ids of Adrian King's games.
fn ids() -> impl Iterator<Item = &'static str> {
    builtin::ids().filter(|id| game(id).author == "Adrian King")
}

/// Returns the rows of a table of facts.
fn rows(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn the_pieces_are_those_of_the_inventor() {
    for id in ids() {
        let game = game(id);
        let name = |id: PieceType| game.pieces[id.index()].name.as_str();
        let found: Vec<String> = game
            .pieces
            .iter()
            .map(|piece| {
                let targets: Vec<&str> =
                    piece.promotions.iter().map(|promotion| name(promotion.to)).collect();
                let targets = if targets.is_empty() { "-".to_owned() } else { targets.join("|") };
                let royal = if piece.ability.powers.contains(&Power::Royal(Royal)) { "yes" } else { "no" };
                let promoted = game.pieces.iter().flat_map(|other| &other.promotions);
                let promoted = promoted.map(|promotion| name(promotion.to)).any(|to| to == piece.name);
                let role = if promoted { "promoted" } else { "initial" };
                format!("{id}, {}, {}, {role}, {targets}, {royal}", piece.id, piece.name)
            })
            .collect();
        let facts: Vec<&str> =
            rows(include_str!("games/pieces.txt")).filter(|row| row.split(", ").next() == Some(id)).collect();
        assert_eq!(found, facts);
    }
}

#[test]
fn the_arrays_are_those_of_the_inventor() {
    let facts: Vec<(&str, &str)> =
        rows(include_str!("games/arrays.txt")).map(|row| row.split_once(' ').unwrap()).collect();
    assert!(facts.iter().map(|(id, _)| *id).eq(ids()));
    for (id, position) in facts {
        assert_eq!(format!("{} b", drawn(&game(id))), position, "{id}");
    }
}

/// Writes the array as the board of a position string (K126).
fn drawn(game: &Definition) -> String {
    let ranks = (0..game.size.ranks()).rev().map(|rank| {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..game.size.files() {
            let square = game.size.square(file.into(), rank.into()).expect("the square is on the board");
            let Some(placement) = game.array.iter().find(|placement| placement.square == square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &std::mem::take(&mut empty).to_string();
            }
            let id = &game.pieces[placement.piece.index()].id;
            text += &match placement.side {
                Side::First => format!("[{id}]"),
                Side::Second => format!("({id})"),
            };
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}

#[test]
fn every_piece_has_a_description() {
    for id in ids() {
        for piece in game(id).pieces {
            assert!(piece.description.ends_with('.'), "{id}: {}", piece.name);
        }
    }
}

#[test]
fn the_headings() {
    let expected = [
        ("scirocco", "Scirocco", 2009, 10, 3),
        ("scirocco-2001", "Scirocco (2001)", 2001, 10, 3),
        ("scirocco-1999", "Scirocco (1999)", 1999, 10, 3),
        ("typhoon", "Typhoon", 2009, 12, 4),
        ("typhoon-1999", "Typhoon (1999)", 1999, 12, 4),
        ("jupiter", "Jupiter", 2009, 16, 6),
        ("jupiter-1999", "Jupiter (1999)", 1999, 16, 6),
    ];
    assert_eq!(ids().count(), expected.len());
    for (game, (id, name, year, side, zone)) in ids().map(game).zip(expected) {
        assert_eq!((game.id.as_str(), game.name.as_str(), game.year), (id, name, year));
        assert_eq!((game.size.files(), game.size.ranks(), game.zone_ranks), (side, side, zone), "K8, K104");
        assert_eq!(game.author, "Adrian King");
        assert_eq!(game.side_names, ["Blue", "Tan"]);
        let ending =
            Ending { bare_royal: BareRoyal::Loses, repetition: Repetition::Illegal(3), ..Ending::default() };
        assert_eq!(game.ending, ending);
        assert!(!game.summary.is_empty());
    }
}

#[test]
fn abbreviations_stand_where_the_id_differs() {
    for game in ids().map(game) {
        let mut abbreviated: Vec<(&str, &str)> = game
            .pieces
            .iter()
            .filter_map(|piece| Some((piece.id.as_str(), piece.abbreviation.as_deref()?)))
            .collect();
        abbreviated.sort_unstable();
        let small = game.id.starts_with("scirocco");
        let expected: &[_] = if small { &[("Der", "De")] } else { &[("DEl", "DE"), ("Der", "De")] };
        assert_eq!(abbreviated, expected, "K129");
    }
}

/// Returns the promotions of a piece: the types by name, and the conditions.
fn promotions(game: &Definition, piece: &str) -> Vec<(String, PromotionWhen)> {
    let piece = game.pieces.iter().find(|other| other.name == piece).expect("the game has the piece");
    let name = |id: PieceType| game.pieces[id.index()].name.clone();
    piece.promotions.iter().map(|promotion| (name(promotion.to), promotion.when)).collect()
}

#[test]
fn a_second_emperor_is_an_emperor_of_emperors() {
    for id in ["typhoon", "typhoon-1999", "jupiter", "jupiter-1999"] {
        let game = game(id);
        let emperor = game.pieces.iter().position(|piece| piece.name == "Emperor").unwrap();
        let emperor = PieceType::new(u8::try_from(emperor).unwrap());
        let expected = [
            ("Emperor".to_owned(), PromotionWhen::Absent(emperor)),
            ("Emperor of Emperors".to_owned(), PromotionWhen::Present(emperor)),
        ];
        assert_eq!(promotions(&game, "King"), expected, "K109, {id}");
    }
}

#[test]
fn the_scirocco_of_1999_promotes_by_direction() {
    let expected = [
        ("Vulture".to_owned(), PromotionWhen::DiagonalMove),
        ("Genie".to_owned(), PromotionWhen::OrthogonalMove),
    ];
    assert_eq!(promotions(&game("scirocco-1999"), "Scirocco"), expected, "K111");
}

#[test]
fn the_setup_of_scirocco() {
    let game = game("scirocco");
    let at = |name: &str| game.size.parse(name).unwrap();
    let exchange = |name: &str, a: &str, b: &str| SetupChoice::Exchange {
        name: name.to_owned(),
        squares: [at(a), at(b)],
        one_sided: false,
    };
    let expected = [
        SetupPhase {
            chooser: Side::First,
            choices: vec![exchange("King-Commoner", "d2", "g2"), SetupChoice::Symmetry],
        },
        SetupPhase {
            chooser: Side::Second,
            choices: vec![
                exchange("Chariot-Wagon", "a1", "j1"),
                exchange("Alfil-Dabbaba", "b1", "i1"),
                exchange("Stork-Goat", "c1", "h1"),
                exchange("Knight-Camel", "e1", "f1"),
                exchange("Dervish-empty", "g1", "d1"),
                exchange("Wazir-Firzan", "e2", "f2"),
                exchange("Priest-Marquis", "b2", "i2"),
            ],
        },
    ];
    assert_eq!(game.setup.phases, expected);
}

#[test]
fn the_setup_of_the_older_sciroccos() {
    let reflections =
        vec![SetupChoice::Reflect { side: Side::First }, SetupChoice::Reflect { side: Side::Second }];
    let expected = [SetupPhase { chooser: Side::Second, choices: reflections }];
    assert_eq!(game("scirocco-2001").setup.phases, expected);
    assert_eq!(game("scirocco-1999").setup.phases, expected);
}

/// Returns the exchanges of a large game as the inventor pairs its pieces: that of the Kings, and the others.
fn pairs(id: &str) -> [Vec<SetupChoice>; 2] {
    let game = game(id);
    let exchange = |row: &str| {
        let [a, b, name] = row.splitn(3, ", ").collect::<Vec<_>>().try_into().expect("squares and a name");
        let at = |square: &str| game.size.parse(square).expect("a square of the board");
        SetupChoice::Exchange { name: name.to_owned(), squares: [at(a), at(b)], one_sided: false }
    };
    let rows =
        rows(include_str!("games/pairs.txt")).filter_map(|row| row.strip_prefix(id)?.strip_prefix(", "));
    let (regal, others): (Vec<_>, Vec<_>) = rows.partition(|row| row.ends_with(", Regal"));
    [regal, others].map(|rows| rows.into_iter().map(exchange).collect())
}

#[test]
fn the_setups_of_the_large_games() {
    for (id, count) in [("typhoon", 17), ("jupiter", 38)] {
        let [regal, others] = pairs(id);
        assert_eq!((regal.len(), others.len()), (1, count - 1));
        let blue =
            SetupPhase { chooser: Side::First, choices: [regal, vec![SetupChoice::Symmetry]].concat() };
        let tan = SetupPhase { chooser: Side::Second, choices: others };
        assert_eq!(game(id).setup.phases, [blue, tan], "K21, K24, K25");
    }
}

#[test]
fn in_1999_tan_chooses_everything() {
    let all = |id: &str, more: &[SetupChoice]| {
        [SetupPhase { chooser: Side::Second, choices: [&pairs(id).concat(), more].concat() }]
    };
    assert_eq!(game("typhoon-1999").setup.phases, all("typhoon", &[SetupChoice::Symmetry]), "K24");
    assert_eq!(game("jupiter-1999").setup.phases, all("jupiter", &[]), "K25: rotational only");
}

/// Returns the loans of a piece of a game.
fn relays(game_id: &str, piece: &str) -> Vec<(Vec<Travel>, Reach, Option<Area>)> {
    let game = game(game_id);
    let piece = game.pieces.into_iter().find(|other| other.name == piece).expect("the game has the piece");
    let relays = piece.ability.powers.into_iter().map(|power| match power {
        Power::Relay(Relay { lends, reach, landing }) => (lends, reach, landing),
        other => panic!("{other:?}"),
    });
    relays.collect()
}

fn leap(x: i8, y: i8) -> Travel {
    Travel { path: Path::Leap(Leap(Vector::leaper(x, y))), mode: Mode::Both }
}

/// Returns the squares to which the friend at a vector from the lender may go by a loan, relative to the lender.
fn borrowed(relays: &[(Vec<Travel>, Reach, Option<Area>)], friend: Vector) -> Vec<Vector> {
    let mut ends = Vec::new();
    for (lends, reach, landing) in relays {
        let Reach::At(places) = reach else { panic!("{reach:?}") };
        for travel in lends.iter().filter(|_| places.contains(&friend)) {
            let Path::Leap(Leap(vectors)) = &travel.path else { panic!("{travel:?}") };
            let area = landing.expect("a Dervish wants its friends near").vectors();
            ends.extend(vectors.iter().map(|&vector| friend + vector).filter(|end| area.contains(end)));
        }
    }
    ends.sort();
    ends
}

#[test]
fn the_dervish_of_2009_lends_a_turn_round_it_and_a_leap_across_it() {
    let relays = relays("scirocco", "Dervish");
    // K75: straight beside the lender, across or around it; never from corner to corner along a side.
    let beside = [Vector::new(-1, 0), Vector::new(0, -1), Vector::new(0, 1)];
    assert_eq!(borrowed(&relays, Vector::new(1, 0)), beside);
    assert_eq!(borrowed(&relays, Vector::new(1, 1)), [Vector::new(-1, -1)]);
}

#[test]
fn the_old_dervish_lends_a_leap_across_it() {
    for id in ["scirocco-2001", "scirocco-1999"] {
        let relays = relays(id, "Dervish");
        for friend in Area::Adjacent.vectors() {
            assert_eq!(borrowed(&relays, friend), [-friend], "K76");
        }
    }
}

#[test]
fn the_harpies_lend_to_different_friends() {
    let mut lines = Vector::leaper(1, 0);
    lines.extend(Vector::leaper(1, 1));
    let seen = Reach::Seen(Ride { vectors: lines, min: 1, max: 3 });
    assert_eq!(relays("scirocco", "Harpy"), [(vec![leap(2, 1)], seen, None)], "K77");
    let away = Reach::At(Vector::leaper(2, 1));
    assert_eq!(relays("scirocco-1999", "Harpy"), [(vec![leap(2, 1)], away, None)], "K78");
}

#[test]
fn every_power_and_every_shape_is_used_by_a_piece() {
    let games: Vec<Definition> = builtin::ids().map(game).collect();
    let texts: Vec<&str> =
        games.iter().flat_map(|game| &game.pieces).map(|piece| piece.ability_text.as_str()).collect();
    let is_part = |c: char| c.is_alphabetic() || c == '-';
    let is_used = |word: &str| texts.iter().any(|text| text.split(|c| !is_part(c)).any(|part| part == word));
    let unused: Vec<&str> = [Kind::Power, Kind::Shape]
        .into_iter()
        .flat_map(words::of)
        .map(|word| word.name)
        .filter(|word| !is_used(word))
        .collect();
    // The inventor refers to the single vectors of his asymmetric pieces by their directions; the others are words of games
    // that do not come with the program, such as Atomic Chess and draughts.
    let powers = [
        "jump-capture",
        "explosive-capture",
        "petrifying-capture",
        "blast-proof",
        "immune-to-its-kind",
        "immovable",
        "drown",
        "startle",
    ];
    let shapes = ["exactly", "circular", "reflecting", "wrapped", "anything", "hopping"];
    let conditions = ["until", "aimed", "out", "of", "onto", "royals"];
    let expected: BTreeSet<&str> = powers.into_iter().chain(shapes).chain(conditions).collect();
    assert_eq!(unused.into_iter().collect::<BTreeSet<&str>>(), expected);
}

#[test]
fn a_definition_has_squares_in_order() {
    for game in ids().map(game) {
        let squares: Vec<Square> = game.array.iter().map(|placement| placement.square).collect();
        assert!(squares.is_sorted());
    }
}

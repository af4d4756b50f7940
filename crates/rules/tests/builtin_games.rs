//! The built-in games against the facts of the inventor's pages.

use beaufort_rules::game::builtin;
use beaufort_rules::game::definition::{
    Definition, Ending, PromotionWhen, SetupChoice, SetupPhase, Side, TypeId,
};
use beaufort_rules::geometry::{Square, Vector};
use beaufort_rules::language::ast::{Area, Mode, Path, Power, Reach, Ride, Travel};

fn game(id: &str) -> Definition {
    builtin::definition(id).unwrap_or_else(|| panic!("{id} is built in"))
}

/// Returns the rows of a table of facts.
fn rows(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn the_pieces_are_those_of_the_inventor() {
    for id in builtin::ids() {
        let game = game(id);
        let name = |id: TypeId| game.pieces[id.index()].name.as_str();
        let found: Vec<String> = game
            .pieces
            .iter()
            .map(|piece| {
                let targets: Vec<&str> =
                    piece.promotions.iter().map(|promotion| name(promotion.to)).collect();
                let targets = if targets.is_empty() { "-".to_owned() } else { targets.join("|") };
                let royal = if piece.ability.powers.contains(&Power::Royal) { "yes" } else { "no" };
                format!("{id}, {}, {}, {targets}, {royal}", piece.id, piece.name)
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
    assert!(facts.iter().map(|(id, _)| *id).eq(builtin::ids()));
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
    for id in builtin::ids() {
        for piece in game(id).pieces {
            assert!(piece.description.ends_with('.'), "{id}: {}", piece.name);
        }
    }
}

#[test]
fn the_headings() {
    let heads: Vec<(String, String, String, u16)> =
        builtin::ids().map(game).map(|game| (game.id, game.name, game.author, game.year)).collect();
    let expected = [
        ("scirocco", "Scirocco", 2009),
        ("scirocco-2001", "Scirocco (2001)", 2001),
        ("scirocco-1999", "Scirocco (1999)", 1999),
    ];
    assert_eq!(
        heads,
        expected.map(|(id, name, year)| (id.to_owned(), name.to_owned(), "Adrian King".to_owned(), year))
    );
    for game in builtin::ids().map(game) {
        assert_eq!((game.size.files(), game.size.ranks(), game.zone_ranks), (10, 10, 3));
        assert_eq!(game.side_names, ["Blue", "Tan"]);
        assert_eq!(game.ending, Ending { bare_royal_loses: true, illegal_repetition: 3 });
        assert!(!game.summary.is_empty());
    }
}

#[test]
fn abbreviations_stand_where_the_id_differs() {
    for game in builtin::ids().map(game) {
        let abbreviated: Vec<(&str, &str)> = game
            .pieces
            .iter()
            .filter_map(|piece| Some((piece.id.as_str(), piece.abbreviation.as_deref()?)))
            .collect();
        assert_eq!(abbreviated, [("Der", "De")]);
    }
}

#[test]
fn the_scirocco_of_1999_promotes_by_direction() {
    let game = game("scirocco-1999");
    let scirocco = game.pieces.iter().find(|piece| piece.name == "Scirocco").unwrap();
    let when: Vec<(&str, PromotionWhen)> = scirocco
        .promotions
        .iter()
        .map(|promotion| (game.pieces[promotion.to.index()].name.as_str(), promotion.when))
        .collect();
    assert_eq!(when, [("Vulture", PromotionWhen::DiagonalMove), ("Genie", PromotionWhen::OrthogonalMove)]);
}

#[test]
fn the_setup_of_2009() {
    let game = game("scirocco");
    let at = |name: &str| game.size.parse(name).unwrap();
    let exchange = |name: &str, a: &str, b: &str| SetupChoice::Exchange {
        name: name.to_owned(),
        squares: [at(a), at(b)],
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
fn the_setup_of_the_older_revisions() {
    let reflections =
        vec![SetupChoice::Reflect { side: Side::First }, SetupChoice::Reflect { side: Side::Second }];
    let expected = [SetupPhase { chooser: Side::Second, choices: reflections }];
    assert_eq!(game("scirocco-2001").setup.phases, expected);
    assert_eq!(game("scirocco-1999").setup.phases, expected);
}

/// Returns what a piece of a game lends.
fn relays(game_id: &str, piece: &str) -> Vec<(Vec<Travel>, Reach, Option<Area>)> {
    let game = game(game_id);
    let piece = game.pieces.into_iter().find(|other| other.name == piece).expect("the game has the piece");
    let relays = piece.ability.powers.into_iter().map(|power| match power {
        Power::Relay { lends, reach, landing } => (lends, reach, landing),
        other => panic!("{other:?}"),
    });
    relays.collect()
}

fn leap(x: i8, y: i8) -> Travel {
    Travel { path: Path::Leap(Vector::leaper(x, y)), mode: Mode::Both }
}

/// Returns where the friend at a vector from the lender may go by what is lent, seen from the lender.
fn borrowed(relays: &[(Vec<Travel>, Reach, Option<Area>)], friend: Vector) -> Vec<Vector> {
    let mut ends = Vec::new();
    for (lends, reach, landing) in relays {
        let Reach::At(places) = reach else { panic!("{reach:?}") };
        for travel in lends.iter().filter(|_| places.contains(&friend)) {
            let Path::Leap(vectors) = &travel.path else { panic!("{travel:?}") };
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
    // K75: straight beside it, across or round it; never from corner to corner along a side.
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
fn a_definition_has_squares_in_order() {
    for game in builtin::ids().map(game) {
        let squares: Vec<Square> = game.array.iter().map(|placement| placement.square).collect();
        assert!(squares.is_sorted());
    }
}

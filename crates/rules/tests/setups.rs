//! The set-up phases (K18 to K25).

mod support;

use std::collections::HashSet;

use beaufort_rules::game::SetUp;
use beaufort_rules::game::definition::SetupChoice;
use beaufort_rules::{Position, Side};

use support::{game, games, turned};

/// Returns the positions of every set-up of a game.
fn all(id: &str) -> HashSet<String> {
    let game = game(id);
    let choices: usize = game.definition().setup.phases.iter().map(|phase| phase.choices.len()).sum();
    let set_up = |mut bits: u32| {
        SetUp::choose(&game, |_| {
            let bit = bits & 1 == 1;
            bits >>= 1;
            bit
        })
    };
    (0..1u32 << choices).map(|bits| set_up(bits).position(&game).to_string()).collect()
}

#[test]
fn numbers_of_set_ups() {
    assert_eq!(all("scirocco").len(), 512, "K22");
    assert_eq!(all("scirocco-2001").len(), 4, "K23");
    assert_eq!(all("scirocco-1999").len(), 4, "K23");
}

#[test]
fn numbers_of_set_ups_too_many_to_list() {
    for (id, choices, ruling) in [
        ("typhoon", 18, "K24"),
        ("typhoon-1999", 18, "K24"),
        ("jupiter", 39, "K25"),
        ("jupiter-1999", 38, "K25"),
    ] {
        let game = game(id);
        // Exchanges are of different squares, so that n choices make 2^n set-ups if each of them changes something.
        let single = |wanted: usize| {
            let mut number = 0;
            let set_up = SetUp::choose(&game, |_| {
                number += 1;
                number == wanted
            });
            set_up.position(&game).to_string()
        };
        let positions: HashSet<String> = (0..=choices + 1).map(single).collect();
        assert_eq!(positions.len(), choices + 1, "{ruling}: one for each choice, and the default twice");
    }
}

#[test]
fn texts_round_trip() {
    for game in games() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..50 {
            let set_up = SetUp::choose(&game, |_| rng.bool());
            assert_eq!(SetUp::parse(&game, &set_up.text(&game)), Ok(set_up));
        }
        assert_eq!(SetUp::keep(&game).text(&game), "default");
        assert_eq!(SetUp::parse(&game, "default"), Ok(SetUp::keep(&game)));
        let error = SetUp::parse(&game, "mirror image").unwrap_err().to_string();
        assert!(error.starts_with("`mirror image` is not a set-up choice of this game: expected"), "{error}");
    }
}

#[test]
fn keeping_everything_is_the_default_array() {
    for game in games() {
        assert_eq!(SetUp::keep(&game).position(&game), Position::initial(&game), "K20");
    }
}

#[test]
fn rotational_arrays_look_alike_from_both_sides() {
    let game = game("scirocco");
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..50 {
        let set_up = SetUp::choose(&game, |choice| *choice != SetupChoice::Symmetry && rng.bool());
        let position = set_up.position(&game);
        let mut other = turned(&position);
        other.pass();
        assert_eq!(other, position, "K19");
    }
}

#[test]
fn mirror_symmetry_puts_twins_on_one_file() {
    let game = game("scirocco");
    let size = game.size();
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..50 {
        let position =
            SetUp::choose(&game, |choice| *choice == SetupChoice::Symmetry || rng.bool()).position(&game);
        for square in position.board().side(Side::First).iter() {
            let (piece, twin) = (position.board().at(square), position.board().at(size.flip(square)));
            assert_eq!((piece.kind(), twin.side()), (twin.kind(), Side::Second), "K19");
        }
    }
}

#[test]
fn blue_chooses_the_regal_pair_and_the_symmetry_then_tan_the_rest() {
    let game = game("scirocco");
    let phases = &game.definition().setup.phases;
    let choices = |phase: usize| {
        let names = phases[phase].choices.iter().map(|choice| game.choice_name(choice));
        names.collect::<HashSet<_>>()
    };
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<HashSet<_>>();
    assert_eq!(phases.len(), 2);
    assert_eq!((phases[0].chooser, choices(0)), (Side::First, set(&["King-Commoner", "mirror"])), "K21");
    let others = [
        "Chariot-Wagon",
        "Alfil-Dabbaba",
        "Stork-Goat",
        "Knight-Camel",
        "Dervish-empty",
        "Wazir-Firzan",
        "Priest-Marquis",
    ];
    assert_eq!((phases[1].chooser, choices(1)), (Side::Second, set(&others)), "K22");
}

#[test]
fn the_older_set_ups_are_named_by_the_left_corners() {
    let game = game("scirocco-2001");
    let phases = &game.definition().setup.phases;
    assert_eq!((phases.len(), phases[0].chooser), (1, Side::Second), "K23");
    for (text, corners) in [
        ("default", ("Ch", "Ch")),
        ("reflect Blue, reflect Tan", ("Wa", "Wa")),
        ("reflect Tan", ("Ch", "Wa")),
        ("reflect Blue", ("Wa", "Ch")),
    ] {
        let position = SetUp::parse(&game, text).unwrap().position(&game);
        let corner = |name: &str| {
            let kind =
                position.board().at(game.size().parse(name).unwrap()).kind().expect("corners are held");
            game.piece(kind).id.clone()
        };
        assert_eq!((corner("a1").as_str(), corner("j10").as_str()), corners, "K23, {text}");
    }
}

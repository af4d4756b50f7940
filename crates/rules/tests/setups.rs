//! The setup phases (K18 to K25).

use std::collections::HashSet;
use std::sync::Arc;

use beaufort_rules::game::Setup;
use beaufort_rules::game::definition::{SetupChoice, Symmetry};
use beaufort_rules::load_game;
use beaufort_rules::record::{Record, Replay};
use beaufort_rules::{Game, Position, Side, builtin};

use crate::support::{game, games, king_games, turned};

/// Returns the positions of every setup of a game.
fn all(id: &str) -> HashSet<String> {
    let game = game(id);
    let choices: usize = game.definition().setup.phases.iter().map(|phase| phase.choices.len()).sum();
    let setup = |mut bits: u32| {
        Setup::choose(&game, |_| {
            let bit = bits & 1;
            bits >>= 1;
            bit
        })
    };
    (0..1u32 << choices).map(|bits| setup(bits).position(&game).to_string()).collect()
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
        // Exchanges affect different squares, so n choices make 2^n setups if each of them changes something.
        let single = |wanted: usize| {
            let mut number = 0;
            let setup = Setup::choose(&game, |_| {
                number += 1;
                (number == wanted).into()
            });
            setup.position(&game).to_string()
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
            let setup = Setup::choose(&game, |_| rng.bool().into());
            assert_eq!(Setup::parse(&game, &setup.text(&game)), Ok(setup));
        }
        assert_eq!(Setup::keep(&game).text(&game), "default");
        assert_eq!(Setup::parse(&game, "default"), Ok(Setup::keep(&game)));
        let error = Setup::parse(&game, "mirror image").unwrap_err().to_string();
        let fixed = game.definition().setup.phases.is_empty();
        let allowed = if fixed { "its array is fixed" } else { "expected" };
        let expected = format!("`mirror image` is not a set-up choice of this game: {allowed}");
        assert!(error.starts_with(&expected), "{error}");
    }
}

#[test]
fn keeping_everything_is_the_default_array() {
    for game in games() {
        assert_eq!(Setup::keep(&game).position(&game), Position::initial(&game), "K20");
    }
}

#[test]
fn rotational_arrays_look_alike_from_both_sides() {
    let mut rng = fastrand::Rng::with_seed(2);
    for game in king_games().map(game) {
        for _ in 0..50 {
            // Either both armies are reflected or neither.
            let reflected = rng.bool().into();
            let setup = Setup::choose(&game, |choice| match choice {
                SetupChoice::Symmetry => 0,
                SetupChoice::Reflect { .. } => reflected,
                SetupChoice::Exchange { .. } | SetupChoice::Arrange { .. } => rng.bool().into(),
            });
            let position = setup.position(&game);
            let mut other = turned(&position);
            other.null_turn();
            assert_eq!(other, position, "K19");
        }
    }
}

#[test]
fn mirror_symmetry_puts_twins_on_one_file() {
    let mut rng = fastrand::Rng::with_seed(3);
    for (id, can_mirror) in [
        ("scirocco", true),
        ("scirocco-2001", true),
        ("scirocco-1999", true),
        ("typhoon", true),
        ("typhoon-1999", true),
        ("jupiter", true),
        ("jupiter-1999", false),
    ] {
        let game = game(id);
        for _ in 0..50 {
            let setup = Setup::choose(&game, |choice| match choice {
                SetupChoice::Symmetry | SetupChoice::Reflect { side: Side::Second } => 1,
                SetupChoice::Reflect { side: Side::First } => 0,
                SetupChoice::Exchange { .. } | SetupChoice::Arrange { .. } => rng.bool().into(),
            });
            let position = setup.position(&game);
            let is_mirrored = position.board().side(Side::First).iter().all(|square| {
                let (piece, twin) =
                    (position.board().at(square), position.board().at(game.size().flip(square)));
                (piece.kind(), Side::Second) == (twin.kind(), twin.side())
            });
            assert_eq!(is_mirrored, can_mirror, "K19, K25: {id}");
        }
    }
}

/// A game with mirror symmetry.
const MIRRORED: &str = r#"
id = "mirrored"
name = "Mirrored"
author = "Nobody"
year = 2024
pieces = ["King", "Rook", "Knight"]
[board]
files = 5
ranks = 5
[array]
symmetry = "mirror"
ranks = "R N . K ."
[[setup]]
chooser = "Blue"
choices = ["symmetry", { exchange = "Rook-Knight", squares = ["a1", "b1"] }, { exchange = "King-empty", squares = ["d1", "e1"] }]
"#;

#[test]
fn choices_of_a_mirror_array_change_both_armies_alike() {
    let definition = load_game("mirrored.toml", MIRRORED, &builtin::source).unwrap();
    assert_eq!(definition.symmetry, Symmetry::Mirror);
    let game = Arc::new(Game::from(definition));
    for (text, board) in [
        ("default", "(R)(N)1(K)1/5/5/5/[R][N]1[K]1"),
        ("Rook-Knight", "(N)(R)1(K)1/5/5/5/[N][R]1[K]1"),
        ("King-empty", "(R)(N)2(K)/5/5/5/[R][N]2[K]"),
        ("rotational", "1(K)1(N)(R)/5/5/5/[R][N]1[K]1"),
        ("Rook-Knight, King-empty, rotational", "(K)2(R)(N)/5/5/5/[N][R]2[K]"),
    ] {
        let setup = Setup::parse(&game, text).unwrap();
        assert_eq!(setup.text(&game), text);
        let position = setup.position(&game).to_string();
        assert_eq!(position.split(' ').next(), Some(board), "{text}");
    }
    assert!(Setup::parse(&game, "mirror").is_err(), "it is one already");
}

/// The setup phases of each ruleset (K21 to K25): the chooser and the number of choices of each.
#[test]
fn phases() {
    let (blue, tan) = (Side::First, Side::Second);
    for (id, expected, ruling) in [
        ("scirocco", &[(blue, 2), (tan, 7)][..], "K21, K22"),
        ("scirocco-2001", &[(tan, 2)], "K23"),
        ("scirocco-1999", &[(tan, 2)], "K23"),
        ("typhoon", &[(blue, 2), (tan, 16)], "K21, K24"),
        ("typhoon-1999", &[(tan, 18)], "K24"),
        ("jupiter", &[(blue, 2), (tan, 37)], "K21, K25"),
        ("jupiter-1999", &[(tan, 38)], "K25"),
    ] {
        let game = game(id);
        let phases = &game.definition().setup.phases;
        let found: Vec<_> = phases.iter().map(|phase| (phase.chooser, phase.choices.len())).collect();
        assert_eq!(found, expected, "{ruling}: {id}");
    }
}

#[test]
fn choices_of_another_revision_are_refused() {
    for (id, text) in [
        ("scirocco", "reflect Tan"),
        ("scirocco-2001", "mirror"),
        ("scirocco-1999", "Alfil-Dabbaba"),
        ("typhoon-1999", "reflect Blue"),
        ("jupiter-1999", "mirror"),
    ] {
        assert!(Setup::parse(&game(id), text).is_err(), "{text} in {id}");
    }
}

#[test]
fn records_begin_with_their_set_up() {
    let mut rng = fastrand::Rng::with_seed(4);
    for game in games() {
        let record = |setup: Option<&str>| {
            let mut record = Record::default();
            record.tags.set("Variant", game.definition().id.clone()).unwrap();
            if let Some(text) = setup {
                record.tags.set("Setup", text).unwrap();
            }
            let read = Record::parse(&record.to_string()).unwrap().remove(0);
            Replay::new(&read, &game).unwrap()
        };
        assert_eq!(record(None).start(), &Position::initial(&game), "K20: nobody has chosen");
        assert_eq!(record(Some("default")).start(), &Position::initial(&game), "K20");
        for _ in 0..20 {
            let setup = Setup::choose(&game, |_| rng.bool().into());
            let replay = record(Some(&setup.text(&game)));
            assert_eq!((replay.setup(), replay.start()), (Some(&setup), &setup.position(&game)));
        }
    }
}

#[test]
fn other_programs_tell_the_start_as_fen() {
    let game = game("orthochess");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30";
    let tags = format!("[Variant \"orthochess\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    let read = |text: &str| Record::parse(text).unwrap().remove(0);
    let record = read(&format!("{tags}\n30. e4 *"));
    let replay = Replay::new(&record, &game).unwrap();
    assert_eq!(replay.start(), &Position::parse(&game, fen).unwrap());
    let error = |text: &str| Replay::new(&read(text), &game).unwrap_err();
    let two = error(&format!("{tags}[Setup \"default\"]\n\n*"));
    assert_eq!(two.to_string(), "the tags `Setup` and `FEN` exclude each other");
    let wrong = format!("{}\n\n*", tags.replace("4k3", "9k3"));
    let error = error(&wrong);
    assert!(error.to_string().starts_with("the tag `FEN`: "), "{error}");
    assert_eq!(error.offset, wrong.find("[FEN"));
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
        let position = Setup::parse(&game, text).unwrap().position(&game);
        let corner = |name: &str| {
            let kind =
                position.board().at(game.size().parse(name).unwrap()).kind().expect("corners are held");
            game.piece(kind).id.clone()
        };
        assert_eq!((corner("a1").as_str(), corner("j10").as_str()), corners, "K23, {text}");
    }
}

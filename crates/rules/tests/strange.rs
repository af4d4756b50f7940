//! Games with holes, walls and explosions that Fairy-Stockfish plays, too: `strange.txt` has its counts.

use beaufort_rules::{Position, Scope};

use crate::support::{own, random_game};

const TABLE: &str = include_str!("strange.txt");

/// The game files, by their ids.
const GAMES: [(&str, &str); 11] = [
    ("small-omega", include_str!("games/small-omega.toml")),
    ("duck", include_str!("games/duck.toml")),
    ("amazons", include_str!("games/amazons.toml")),
    ("isolation", include_str!("games/isolation.toml")),
    ("snailtrail", include_str!("games/snailtrail.toml")),
    ("atlantis", include_str!("games/atlantis.toml")),
    ("atomic", include_str!("games/atomic.toml")),
    ("nocheck-atomic", include_str!("games/nocheck-atomic.toml")),
    ("atomar", include_str!("games/atomar.toml")),
    ("petrified", include_str!("games/petrified.toml")),
    ("atomic-duck", include_str!("games/atomic-duck.toml")),
];

/// Returns the number of sequences of turns. Unlike [`beaufort_rules::perft`], it counts turns with the same result separately, as
/// Fairy-Stockfish does.
fn choices(position: &mut Position, depth: u32) -> u64 {
    let turns = position.legal(Scope::Choices);
    if depth == 1 {
        return turns.len() as u64;
    }
    let mut leaves = 0;
    for turn in turns {
        position.play_unchecked(turn);
        leaves += choices(position, depth - 1);
        position.undo();
    }
    leaves
}

#[test]
fn fairy_stockfish_counts_the_same() {
    for (id, text) in GAMES {
        let game = own(text);
        let mut positions = TABLE.split("\n\n").filter_map(|entry| {
            let fields = || entry.lines().filter_map(|line| line.strip_prefix("  ")?.split_once(' '));
            let field = |name| fields().find(|(key, _)| *key == name).map(|(_, text)| text.trim());
            (field("game") == Some(id)).then(|| (field("position").unwrap(), field("leaves").unwrap()))
        });
        let mut tried = 0;
        for (text, leaves) in &mut positions {
            let mut position =
                Position::parse(&game, text).unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
            for (depth, expected) in (1..).zip(leaves.split(' ')) {
                assert_eq!(
                    choices(&mut position, depth).to_string(),
                    expected,
                    "{id}, depth {depth}: {text}"
                );
                tried += 1;
            }
        }
        assert!(tried > 3, "{id}");
    }
}

#[test]
fn turns_are_undone_and_positions_are_read_back() {
    for (id, text) in GAMES {
        let game = own(text);
        for seed in 0..3 {
            random_game(&game, seed, 40, |position, turns| {
                assert_eq!(position.key(), position.recomputed_key(), "{id}: {position}");
                let text = position.to_string();
                assert_eq!(Position::parse(&game, &text).as_ref(), Ok(position), "{id}: {text}");
                let fen = position.fen().expect("all pieces have one letter");
                assert_eq!(Position::parse(&game, &fen).map(|read| read.fen()), Ok(Some(fen)), "{id}");
                let mut after = position.clone();
                for &turn in turns.iter().step_by(turns.len() / 20 + 1) {
                    after.play_unchecked(turn);
                    assert_eq!(after.key(), after.recomputed_key(), "{id}: {text}: {turn:?}");
                    after.undo();
                    assert_eq!(&after, position, "{id}: {turn:?}");
                }
                let Some(&turn) = turns.get((seed as usize + 7) % turns.len().max(1)) else { return };
                if position.ply() % 4 == 0 {
                    let written = position.coordinates(turn);
                    assert_eq!(position.read_coordinates(&written), Ok(turn), "{id}: {text}: {written}");
                    let written = position.turn_text(turn).expect("a legal turn has a text");
                    assert_eq!(position.read_turn(&written).as_ref(), Ok(&turn), "{id}: {text}: {written}");
                }
            });
        }
    }
}

#[test]
fn a_wall_is_part_of_its_turn() {
    let game = own(GAMES[1].1);
    let mut position = Position::initial(&game);
    for (text, written, after) in [
        ("e2e4,e4e6", "e4*e6", "rnbqkbnr/pppppppp/4*3/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("d7d5,d5e3", "d5*e3", "rnbqkbnr/ppp1pppp/8/3p4/4P3/4*3/PPPP1PPP/RNBQKBNR w KQkq - 0 2"),
    ] {
        let turn = position.read_coordinates(text).expect("it is legal");
        assert_eq!(position.turn_text(turn).as_deref(), Some(written));
        assert_eq!(position.read_turn(written), Ok(turn));
        position.play_unchecked(turn);
        assert_eq!(position.fen().as_deref(), Some(after));
    }
    assert!(position.read_coordinates("e4d5").is_err(), "R97: the duck must move");
    assert!(position.read_coordinates("e4d5,d5e3").is_err(), "R97: it must leave its square");
    assert!(position.read_coordinates("d2d4,d4e6").is_ok());
    assert!(position.read_coordinates("f2e3,e3e6").is_err(), "R97: nothing takes it");
}

#[test]
fn a_hole_is_no_square() {
    let game = own(GAMES[0].1);
    for (text, message) in [
        (
            "12/*4K5*/*10*/12/12/12/12/*10*/*4k5*/12 w - - 0 1",
            "column 1: there is no square b10: expected `*`",
        ),
        (
            "1**********1/*4K5*/*10*/12/12/12/12/*3*6*/*4k5*/1**********1 w - - 0 1",
            "column 39: there is no wall here: expected a piece or a number",
        ),
    ] {
        let error = Position::parse(&game, text).expect_err("it is wrong").to_string();
        assert_eq!(error, format!("position, {message}"));
    }
    let text = "1**********1/*4k5*/*10*/12/12/12/12/*10*/*B3K5*/W**********R w - - 0 1";
    let position = Position::parse(&game, text).expect("it is a position");
    let reached = |from: &str| -> Vec<String> {
        let turns = position.legal_turns();
        let names = turns.iter().map(|&turn| position.coordinates(turn));
        names.filter_map(|name| name.strip_prefix(from).map(str::to_owned)).collect()
    };
    assert_eq!(reached("l1"), ["l2"; 0], "R96: a line ends before a hole");
    assert_eq!(reached("a1"), ["d2", "b4"], "R96: a leap goes over holes, and its own Bishop stands on b2");
}

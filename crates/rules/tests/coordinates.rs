//! Turns in coordinates: every legal turn has a unique text, from which it is read back.

use std::collections::HashSet;

use crate::support::{game, games, position, random_game};
use beaufort_rules::{Position, Turn};

/// About 1,000 positions of each game; every turn is written, and some are read.
#[test]
fn texts_are_unique_and_read_back() {
    for game in games() {
        let mut rng = fastrand::Rng::with_seed(7);
        for seed in 0..10 {
            random_game(&game, seed, 100, |position, turns| check(position, turns, &mut rng));
        }
    }
}

fn check(position: &Position, turns: &[Turn], rng: &mut fastrand::Rng) {
    let mut texts = HashSet::new();
    for &turn in turns {
        let text = position.coordinates(turn);
        assert!(!text.contains(char::is_whitespace), "{text}");
        assert!(texts.insert(text.clone()), "{position}: {text} twice");
    }
    for _ in 0..2.min(turns.len()) {
        let turn = turns[rng.usize(..turns.len())];
        assert_eq!(position.read_coordinates(&position.coordinates(turn)), Ok(turn), "{position}");
    }
}

#[test]
fn what_chess_programs_write() {
    let castling = "4k3/p7/8/8/3Pp3/8/1P6/R3K2R w KQ - 0 1";
    for (id, at, notation, text) in [
        ("orthochess", "initial", "e4", "e2e4"),
        ("orthochess", castling, "O-O", "e1g1"),
        ("orthochess", castling, "O-O-O", "e1c1"),
        ("orthochess", "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e8=N", "e7e8n"),
        ("orthochess", "k7/8/8/3Pp3/8/8/8/K7 w - e6 0 1", "dxe6", "d5e6"),
        ("scirocco", "initial", "P-e4", "e3e4"),
    ] {
        let at = if at == "initial" { Position::initial(&game(id)) } else { position(id, at) };
        let turn = at.read_turn(notation).unwrap_or_else(|error| panic!("{notation}: {error}"));
        assert_eq!(at.coordinates(turn), text);
        assert_eq!(at.read_coordinates(text), Ok(turn));
    }
    let at = position("orthochess", castling);
    assert_eq!(at.read_coordinates("e1h1"), at.read_coordinates("e1g1"), "the King's way to the Rook");
}

#[test]
fn what_is_no_turn() {
    let at = Position::initial(&game("orthochess"));
    for text in ["", "e2", "e2e5", "e2e4q", "e2e4,e7e5", "é2e4", "0000", "e7e5"] {
        let error = at.read_coordinates(text).unwrap_err();
        assert_eq!(error.to_string(), format!("`{text}` is not a turn here"));
    }
}

//! Objectives and obligations (R80 to R90): random games of `games/objectives/` as Fairy-Stockfish plays them, in
//! `objectives.txt`. The number of legal turns and the end of each game are compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use beaufort_rules::turn::Outcome;
use beaufort_rules::{Game, Position};

use crate::support::own;
use crate::support::rows::{Row, rows};

/// Returns a game of `games/objectives/`.
fn read(id: &str) -> Arc<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/games/objectives/{id}.toml"));
    own(&fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Plays the game of a row and returns the first difference.
fn difference(row: &Row<'_>, game: &Arc<Game>) -> Option<String> {
    let text = row.get("position")?;
    let mut position = match Position::parse(game, text) {
        Ok(position) => position,
        Err(error) => return Some(format!("{text}: {error}")),
    };
    let mut turns = row.words("turns").into_iter();
    let fails =
        |position: &Position, what: String| Some(format!("{}: {what}", position.fen().unwrap_or_default()));
    let mut played = 0;
    for text in row.words("moves") {
        if let Some(end) = position.verdict() {
            return fails(&position, format!("over after {played} turns: {end:?}"));
        }
        let expected = turns.next().unwrap_or("none");
        let legal = position.legal_turns();
        if legal.len().to_string() != expected {
            let all: Vec<String> = legal.iter().map(|&turn| position.coordinates(turn)).collect();
            return fails(&position, format!("{} turns, not {expected}: {}", legal.len(), all.join(" ")));
        }
        assert_eq!(position.count_legal_turns(), legal.len() as u64, "{position}");
        let turn = match position.read_coordinates(text) {
            Ok(turn) => turn,
            Err(error) => return fails(&position, error.to_string()),
        };
        assert!(position.is_legal(turn), "{text} in {position}");
        let notation = beaufort_rules::Notation::new(&position);
        let written = notation.text(turn).unwrap_or_else(|| panic!("{text} in {position} has no notation"));
        assert_eq!(notation.read(written), Ok(turn), "{written} in {position}");
        let before = position.clone();
        position.play_unchecked(turn);
        assert_eq!(position.key(), position.recomputed_key(), "{position}");
        position.undo();
        assert_eq!(position, before);
        position.play_unchecked(turn);
        let text = position.to_string();
        match Position::parse(game, &text) {
            Ok(read) => assert_eq!(read, position, "{text}"),
            Err(error) => return fails(&position, error.to_string()),
        }
        if let Some(fen) = position.fen() {
            let read = Position::parse(game, &fen);
            if let Err(error) = &read {
                return fails(&position, error.to_string());
            }
            assert_eq!(read.as_ref().map(Position::count), Ok(position.count()), "{fen}");
            assert_eq!(read.as_ref(), Ok(&position), "{fen}");
        }
        played += 1;
    }
    let end = position.verdict().map(|verdict| match verdict.outcome {
        Outcome::Win(side) => game.side_name(side).to_owned(),
        Outcome::Draw => "draw".to_owned(),
    });
    let (end, expected) = (end.as_deref().unwrap_or("none"), row.get("end")?);
    if end != expected {
        let reason = position.verdict().map(|verdict| verdict.reason);
        return fails(&position, format!("after {played} turns: {end} ({reason:?}), not {expected}"));
    }
    None
}

#[test]
fn games_go_and_end_as_in_fairy_stockfish() {
    let mut games: BTreeMap<&str, Arc<Game>> = BTreeMap::new();
    let mut failures = String::new();
    let all = rows(include_str!("objectives.txt"), &["game", "position", "moves", "turns", "end"]);
    for row in &all {
        let id = row.get("game").expect("a row has a game");
        let game = games.entry(id).or_insert_with(|| read(id));
        if let Some(difference) = difference(row, game) {
            failures += &format!("{id}: {difference}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

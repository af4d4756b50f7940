//! Turns as they go back and forth between programs: in coordinates; the inventors' notation is read, too.

use beaufort_rules::{Position, Turn};

/// Returns turns that follow each other in coordinates.
pub(crate) fn texts_of(position: &Position, turns: &[Turn]) -> Vec<String> {
    texts(position, turns, Position::coordinates)
}

/// Returns the texts of turns that follow each other.
pub(crate) fn texts(
    position: &Position,
    turns: &[Turn],
    text: impl Fn(&Position, Turn) -> String,
) -> Vec<String> {
    let mut after = position.clone();
    let text = |&turn: &Turn| {
        let text = text(&after, turn);
        after.play_unchecked(turn);
        text
    };
    turns.iter().map(text).collect()
}

/// Reads a turn that is legal by every rule.
///
/// # Errors
/// If there is no such turn; the text says why.
pub(crate) fn read(position: &Position, text: &str) -> Result<Turn, String> {
    if let Ok(turn) = position.read_coordinates(text) {
        return Ok(turn);
    }
    if position.verdict().is_some() {
        return Err("the game is over".to_owned());
    }
    let turn = position.read_turn(text).map_err(|error| match position.read_coordinates(text) {
        // What begins like a square is meant to be one.
        Err(in_coordinates) if text.starts_with(|c: char| c.is_ascii_lowercase()) => {
            in_coordinates.to_string()
        }
        _ => error.to_string(),
    })?;
    if position.is_repetition(turn) {
        return Err("it repeats a position once too often".to_owned());
    }
    Ok(turn)
}

//! Turns in coordinates. The notation of the inventors is read, too.

use beaufort_rules::{Position, Turn};

/// Returns the coordinates of successive turns.
pub(crate) fn texts_of(position: &Position, turns: &[Turn]) -> Vec<String> {
    texts(position, turns, Position::coordinates)
}

/// Returns the texts of successive turns.
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

/// Reads a legal turn, repetitions excluded.
///
/// # Errors
/// If there is no such turn; the message says why.
pub(crate) fn read(position: &Position, text: &str) -> Result<Turn, String> {
    if let Ok(turn) = position.read_coordinates(text) {
        return Ok(turn);
    }
    if position.verdict().is_some() {
        return Err("the game is over".to_owned());
    }
    let turn = position.read_turn(text).map_err(|error| match position.read_coordinates(text) {
        // A text that begins like a square is meant as coordinates.
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

//! Worked examples of the rulings as data, in the format of [`crate::cases`].
//!
//! The mover is a square, `drop` or `all`. A result is words separated by spaces, in any order, with the differences from the
//! position before, apart from the side to move and the passed squares: `>c5`, the mover goes to c5; `d4=[K]` or `d4=`, the new
//! content of a square; `castling=`, `passed=`, `reserves=` and `kings=` with the new text of a field; or `same`. Parts of a
//! Golem have any number, the same on both squares.

use crate::cases::{Case, parse_with};

use super::NAME;
use super::position::Position;
use super::square::Square;
use super::text;

const FILES: [&str; 5] = [
    include_str!("../../cases/larger-board/chessmen.case"),
    include_str!("../../cases/larger-board/halflings.case"),
    include_str!("../../cases/larger-board/pairs.case"),
    include_str!("../../cases/larger-board/assassins.case"),
    include_str!("../../cases/larger-board/drops.case"),
];

/// Returns all worked examples.
///
/// # Panics
/// Never: the files are part of this crate, and a test parses them.
#[must_use]
pub fn cases() -> Vec<Case> {
    let read = |file| parse_with(file, result).expect("the case files are well formed");
    FILES.into_iter().flat_map(read).collect()
}

fn result(game: &str, position: &str, mover: Option<&str>, result: &str) -> Result<String, String> {
    if game != NAME {
        return Err(format!("the game is {NAME}, not `{game}`"));
    }
    let before = text::parse(position)?;
    let mut after = Position { side: before.side.other(), passed: None, ..before };
    for word in result.split(' ').filter(|&word| word != "same") {
        apply(&mut after, mover, word)?;
    }
    Ok(text::write(&after))
}

fn apply(after: &mut Position, mover: Option<&str>, word: &str) -> Result<(), String> {
    let square = |name: &str| Square::parse(name).ok_or_else(|| format!("`{name}` is no square"));
    if let Some(goal) = word.strip_prefix('>') {
        let from = square(mover.ok_or_else(|| format!("`{word}` needs a mover"))?)?;
        let piece = after.board.at(from);
        after.board.set(from, None);
        after.board.set(square(goal)?, piece);
        return Ok(());
    }
    let (name, text) = word.split_once('=').ok_or_else(|| format!("`{word}` is no change"))?;
    match name {
        "castling" => after.castlings = text::parse_castlings(text)?,
        "passed" => after.passed = text::parse_passed(text)?,
        "reserves" => after.reserves = text::parse_reserves(text)?,
        "kings" => after.kings = text::parse_kings(text)?,
        _ if text.is_empty() => after.board.set(square(name)?, None),
        _ => after.board.set(square(name)?, Some(text::parse_piece(text)?)),
    }
    Ok(())
}

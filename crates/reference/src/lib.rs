//! The reference: a second generator of turns, slow and obvious. This page is about Scirocco, Typhoon and Jupiter;
//! [`larger_board`] is about Antoine Fourrière's game.
//!
//! It is written from the numbered rulings alone and shares nothing with the generator under test: no tables, no game files, no
//! board. Tests compare the two. Every function cites the rulings that it follows, such as K82.
//!
//! ```
//! let array = beaufort_reference::initial("scirocco")?;
//! assert_eq!(beaufort_reference::results("scirocco", array)?.len(), 21);
//! # Ok::<(), String>(())
//! ```
//!
//! The worked examples of the rulings are available as data, [`cases::cases`], to check any generator;
//! [`random::random_positions`] makes positions on which to compare generators.

mod arrival;
mod base;
mod board;
pub mod cases;
mod displace;
mod geometry;
mod handling;
pub mod larger_board;
mod latent;
mod pieces;
mod promotion;
pub mod random;
mod reflecting;
mod relay;
mod rulesets;
mod taking;
mod text;
mod turn;
mod verdict;

use std::collections::BTreeSet;

pub use rulesets::NAMES as RULESETS;

/// Returns the default initial position of a ruleset (K20).
///
/// # Errors
/// If there is no such ruleset.
pub fn initial(ruleset: &str) -> Result<&'static str, String> {
    Ok(rulesets::find(ruleset)?.initial)
}

/// Returns the strings of all distinct positions after a turn from here (K130). Repetition (K117), which depends on the history
/// of a game, is not considered.
///
/// # Errors
/// If there is no such ruleset, or if the text is no position of it (K128).
pub fn results(ruleset: &str, position: &str) -> Result<BTreeSet<String>, String> {
    let rules = rulesets::find(ruleset)?;
    Ok(turn::results(rules, &text::parse(rules, position)?, None))
}

/// Like [`results`], but only for the turns whose first move is made by the piece on a given square, such as `c5`.
///
/// # Errors
/// If there is no such ruleset, or if the texts are no position or square of it.
pub fn results_from(ruleset: &str, position: &str, square: &str) -> Result<BTreeSet<String>, String> {
    let rules = rulesets::find(ruleset)?;
    let position = text::parse(rules, position)?;
    let from = geometry::Square::parse(square).filter(|&square| position.board.contains(square));
    let from = from.ok_or_else(|| format!("`{square}` is no square of {ruleset}"))?;
    Ok(turn::results(rules, &position, Some(from)))
}

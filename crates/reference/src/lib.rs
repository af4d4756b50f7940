//! The judge: a second generator of turns, slow and obvious. This page is about Scirocco, Typhoon and
//! Jupiter; [`larger_board`] judges Antoine Fourrière's game.
//!
//! It is written from the numbered rulings alone and shares nothing with the generator that plays: no
//! tables, no game files, no board. Tests compare the two. Every function cites the rulings that it
//! follows (K82, say).
//!
//! ```
//! let array = beaufort_reference::initial("scirocco")?;
//! assert_eq!(beaufort_reference::results("scirocco", array)?.len(), 21);
//! # Ok::<(), String>(())
//! ```
//!
//! The worked examples of the rulings are data here, [`cases::cases`], so that any generator can be
//! held to them; [`random::random_positions`] makes positions to compare generators on.

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

/// Returns the strings of all distinct positions to which a turn can lead from here (K130). Repetition
/// (K117) needs the record of a game and is not looked at.
///
/// # Errors
/// If there is no such ruleset or the text is no position of it (K128).
pub fn results(ruleset: &str, position: &str) -> Result<BTreeSet<String>, String> {
    let rules = rulesets::find(ruleset)?;
    Ok(turn::results(rules, &text::parse(rules, position)?, None))
}

/// Returns the same for the turns whose first move is made by the piece on one square, like `c5`.
///
/// # Errors
/// If there is no such ruleset, or the texts are no position or square of it.
pub fn results_from(ruleset: &str, position: &str, square: &str) -> Result<BTreeSet<String>, String> {
    let rules = rulesets::find(ruleset)?;
    let position = text::parse(rules, position)?;
    let from = geometry::Square::parse(square).filter(|&square| position.board.contains(square));
    let from = from.ok_or_else(|| format!("`{square}` is no square of {ruleset}"))?;
    Ok(turn::results(rules, &position, Some(from)))
}

//! The reference for Chess on a Larger Board with not so few Pieces Dropped, Antoine Fourrière's game of 2003.
//!
//! Like the reference for the King games it is written from the numbered rulings alone (such as L21) and shares nothing with
//! the generator under test. `check::steps` returns the possible steps of every piece on a board; `turn` combines them to
//! turns. Where the rulings are ambiguous, `docs/rulings.md` (R1, R2, ...) has the chosen interpretation.
//!
//! ```
//! use beaufort_reference::larger_board::{initial, perft, results};
//! assert_eq!(results(initial())?.len(), 38);
//! assert_eq!(perft(initial(), 2)?, 1444);
//! # Ok::<(), String>(())
//! ```

mod arrange;
mod assassin;
mod board;
mod cannon;
mod cases;
mod castling;
mod check;
mod chessmen;
mod drops;
mod elephant;
mod golem;
mod halfling;
mod layout;
mod passing;
mod piece;
mod position;
mod promotion;
mod random;
mod square;
mod step;
mod text;
mod thunder;
mod turn;
mod verdict;
mod wizard;

use std::collections::{BTreeMap, BTreeSet};

pub use cases::cases;
pub use random::random_positions;
pub use verdict::Verdict;

use position::Position;
use square::Square;
use turn::turns;

/// The name of the ruleset.
pub const NAME: &str = "larger-board";

/// The word for drops in a case, in place of the square of the moving piece.
pub const DROP: &str = "drop";

/// Returns the initial position (L51).
#[must_use]
pub fn initial() -> &'static str {
    "(L)(Pa)(R)(N)(B)(Q)(K)(B)(N)(R)(Pa)(L)/(P)(P)(P)(P)(P)(P)(P)(P)(P)(P)(P)(P)/12/12/12/12\
     /[P][P][P][P][P][P][P][P][P][P][P][P]/[L][Pa][R][N][B][Q][K][B][N][R][Pa][L] \
     w KQkq - H,W,E,A,T/H,W,E,A,T -"
}

/// Returns the strings of all distinct positions after a legal turn (L52). Draws are not considered: two bare Kings have turns
/// here.
///
/// # Errors
/// If the text is no position (L51).
pub fn results(position: &str) -> Result<BTreeSet<String>, String> {
    let position = text::parse(position)?;
    Ok(turns(&position).iter().map(|turn| text::write(&turn.after)).collect())
}

/// Like [`results`], but only for the turns of the piece on a given square, such as `c5`, or for the drops with [`DROP`].
/// Castlings are turns of the King; a Golem is identified by its part that comes first in the position string.
///
/// # Errors
/// If the texts are no position or square.
pub fn results_from(position: &str, mover: &str) -> Result<BTreeSet<String>, String> {
    let position = text::parse(position)?;
    let from = match mover {
        DROP => None,
        _ => Some(Square::parse(mover).ok_or_else(|| format!("`{mover}` is no square"))?),
    };
    let own = turns(&position).into_iter().filter(|turn| turn.from == from);
    Ok(own.map(|turn| text::write(&turn.after)).collect())
}

/// Returns whether the side to move is in check (L46).
///
/// # Errors
/// If the text is no position (L51).
pub fn is_in_check(position: &str) -> Result<bool, String> {
    let position = text::parse(position)?;
    Ok(check::is_in_check(&position.board, position.side))
}

/// Returns the state of the game, as far as it follows from the position alone (L49).
///
/// # Errors
/// If the text is no position (L51).
pub fn verdict(position: &str) -> Result<Verdict, String> {
    Ok(verdict::verdict(&text::parse(position)?))
}

/// Returns the number of leaves of the tree of distinct successors at `depth` turns.
///
/// # Errors
/// If the text is no position (L51).
pub fn perft(position: &str, depth: u32) -> Result<u64, String> {
    Ok(leaves(&text::parse(position)?, depth))
}

fn leaves(position: &Position, depth: u32) -> u64 {
    let Some(depth) = depth.checked_sub(1) else { return 1 };
    let distinct: BTreeMap<_, _> =
        turns(position).into_iter().map(|turn| (text::write(&turn.after), turn.after)).collect();
    if depth == 0 { distinct.len() as u64 } else { distinct.values().map(|after| leaves(after, depth)).sum() }
}

//! The rule of check (L46): a turn may not leave the own royal piece where it could be taken.
//!
//! Most pieces travel by leaps and along the Queen's lines. If all pieces of a game on a small board do, [`Tables`] give the
//! attacks on a square and [`Masks`] the legal targets of each piece, so no turn has to be played to find out whether it is
//! legal. In all other games [`Lines`] give the attacks on a square; turns with further effects are tried, against the replies
//! of the pieces that could ever take the royal piece: see `generate/pins.rs` and `generate/check_filter.rs`.

mod build;
mod lines;
mod masks;
mod shifts;
mod tables;

pub(crate) use lines::Lines;
pub(crate) use masks::Masks;
pub(crate) use shifts::{SetwiseType, Shift};
pub(crate) use tables::{Bitboard, Tables, bit, squares};

use crate::language::ast::{FromRow, Path};
use crate::travel::row_of;
use crate::vocabulary::{Geometry, Side, SquareSet};

/// The implementation of the rule of check in a game.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// The rule does not apply: royal pieces may be taken (K113).
    Ignored,
    /// By tables.
    Tables(Box<Tables>),
    /// By checks and pins, and by trying the turns with further effects.
    Trial,
}

/// Returns a path with the squares from which it leads to a square of the board.
fn starts_of(size: Geometry, path: &Path, side: Side) -> (&Path, SquareSet) {
    match path {
        Path::FromRow(FromRow { row, path }) => (path, row_of(size, *row, side == Side::Second)),
        path => (path, size.iter().collect()),
    }
}

//! The rule of check (L46): a turn may not leave the own royal piece where it could be taken.
//!
//! Most pieces travel by leaps and along the Queen's lines. If all of a game do, [`Tables`] tell what attacks a square, and
//! [`Masks`] where each piece may go, so that no turn has to be played to be known as legal. On larger boards, and in any
//! other game, [`Lines`] tell what attacks a square; the turns of which more matters are tried, and the answers to them of those
//! pieces that could ever take the royal piece: see `generate/pins.rs` and `generate/check_filter.rs`.

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

/// How the rule of check is kept in a game.
#[derive(Clone, Debug)]
pub(crate) enum Check {
    /// There is no such rule: royal pieces are taken (K113).
    Ignored,
    /// By tables.
    Tables(Box<Tables>),
    /// By checks and pins, and by trying the turns of which more matters.
    Trial,
}

/// Returns a path with the squares from which it leads anywhere.
fn starts_of(size: Geometry, path: &Path, side: Side) -> (&Path, SquareSet) {
    match path {
        Path::FromRow(FromRow { row, path }) => (path, row_of(size, *row, side == Side::Second)),
        path => (path, size.iter().collect()),
    }
}

//! A position: all data of its string (L51).

use super::board::Board;
use super::castling::{CASTLINGS, Castling};
use super::piece::{Kind, Side};
use super::square::Square;

/// A board, the side to move, and the required history.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) side: Side,
    /// The castlings whose King and Rook were never displaced (L47).
    pub(crate) castlings: Vec<Castling>,
    /// The last passing move, if it can still be answered.
    pub(crate) passed: Option<Passed>,
    /// White's reserve and Black's.
    pub(crate) reserves: [Reserve; 2],
    pub(crate) kings: Kings,
}

/// A move that has passed squares (L32 to L34, L48).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Passed {
    /// The present square of the piece that moved; `None` for an exploded Thunder.
    pub(crate) now: Option<Square>,
    pub(crate) squares: Vec<Square>,
}

/// The items that a player may still drop (L3).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Reserve {
    pub(crate) halflings: Option<Pair>,
    pub(crate) wizards: bool,
    pub(crate) elephants: bool,
    pub(crate) assassins: u8,
    pub(crate) thunder: bool,
}

/// A pair of Halflings in reserve (L3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pair {
    /// The type has not been chosen yet.
    Open,
    /// The type chosen by the other player.
    Of(Kind),
}

/// The history of the Kings (L36).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Kings {
    /// Whether White's King has moved, and Black's.
    pub(crate) moved: [bool; 2],
    /// Whether any King has reached its eighth row.
    pub(crate) on_eighth_row: bool,
}

impl Position {
    pub(crate) fn reserve(&self, side: Side) -> Reserve {
        self.reserves[side as usize]
    }

    /// Returns the reserves with that of one side replaced.
    pub(crate) fn reserves_with(&self, side: Side, reserve: Reserve) -> [Reserve; 2] {
        let mut reserves = self.reserves;
        reserves[side as usize] = reserve;
        reserves
    }
}

impl Kings {
    /// Returns the history of the Kings after a turn between these boards, whether they moved themselves or were moved by a
    /// Wizard (L36).
    pub(crate) fn after(self, before: &Board, after: &Board) -> Self {
        let mut kings = self;
        for side in Side::BOTH {
            kings.moved[side as usize] |= before.king(side) != after.king(side);
            kings.on_eighth_row |= after.king(side).is_some_and(|king| side.is_on_row(8, king));
        }
        kings
    }
}

/// Returns the castlings that are still possible after a turn between these boards: neither piece was displaced (L47).
pub(crate) fn castlings_left(castlings: &[Castling], after: &Board) -> Vec<Castling> {
    CASTLINGS.into_iter().filter(|one| castlings.contains(one) && one.is_set_up(after)).collect()
}

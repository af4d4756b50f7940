//! A position: all that its string tells (L51).

use super::board::Board;
use super::castling::{CASTLINGS, Castling};
use super::piece::{Kind, Side};
use super::square::Square;

/// A board, the side to move, and what has to be known of the past.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) side: Side,
    /// The castlings whose King and Rook were never displaced (L47).
    pub(crate) castlings: Vec<Castling>,
    /// What the last move passed, if that can still be answered.
    pub(crate) passed: Option<Passed>,
    /// White's reserve and Black's.
    pub(crate) reserves: [Reserve; 2],
    pub(crate) kings: Kings,
}

/// What a move passed (L32 to L34, L48).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Passed {
    /// Where the piece that moved stands; none for an exploded Thunder.
    pub(crate) now: Option<Square>,
    pub(crate) squares: Vec<Square>,
}

/// What a player may drop (L3).
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
    /// Nobody has chosen the type yet.
    Open,
    /// The type that the other player chose.
    Of(Kind),
}

/// What Kings have done (L36).
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

    /// Returns the reserves when that of one side has become this.
    pub(crate) fn reserves_with(&self, side: Side, reserve: Reserve) -> [Reserve; 2] {
        let mut reserves = self.reserves;
        reserves[side as usize] = reserve;
        reserves
    }
}

impl Kings {
    /// Returns what the Kings have done after a turn between these boards, whether they moved themselves or
    /// a Wizard moved them (L36).
    pub(crate) fn after(self, before: &Board, after: &Board) -> Self {
        let mut kings = self;
        for side in Side::BOTH {
            kings.moved[side as usize] |= before.king(side) != after.king(side);
            kings.on_eighth_row |= after.king(side).is_some_and(|king| side.is_on_row(8, king));
        }
        kings
    }
}

/// Returns the castlings that are left after a turn between these boards: neither piece was displaced (L47).
pub(crate) fn castlings_left(castlings: &[Castling], after: &Board) -> Vec<Castling> {
    CASTLINGS.into_iter().filter(|one| castlings.contains(one) && one.is_set_up(after)).collect()
}

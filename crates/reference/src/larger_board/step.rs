//! The step of a piece in a turn, without promotion, reserves and legality.

use super::board::Board;
use super::piece::{Kind, Piece, Side};
use super::square::Square;

/// The board after a step, with the data about it that are needed later.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The square where the piece started; `None` for a drop.
    pub(crate) from: Option<Square>,
    /// The square where it stands now; `None` for an exploded Thunder.
    pub(crate) now: Option<Square>,
    pub(crate) board: Board,
    /// The types of the captured pieces; a Golem counts once (L29).
    pub(crate) taken: Vec<Kind>,
    /// The squares that count as passed, in order (L32 to L34).
    pub(crate) passed: Vec<Square>,
}

impl Step {
    /// A step that changes nothing, to be extended by others.
    pub(crate) fn stay(board: &Board, from: Square) -> Self {
        let (taken, passed) = (Vec::new(), Vec::new());
        Self { from: Some(from), now: Some(from), board: board.clone(), taken, passed }
    }

    /// A drop of pieces from the reserve on empty squares.
    pub(crate) fn drop(board: &Board, side: Side, kind: Kind, squares: &[Square]) -> Self {
        let mut board = board.clone();
        for &square in squares {
            board.set(square, Some(Piece::new(side, kind)));
        }
        Self::dropped(board)
    }

    /// A drop with the resulting board.
    pub(crate) fn dropped(board: Board) -> Self {
        Self { from: None, now: None, board, taken: Vec::new(), passed: Vec::new() }
    }

    /// A move to a square, with the capture of a piece on it.
    pub(crate) fn go(board: &Board, from: Square, goal: Square) -> Self {
        let mut step = Self::stay(board, from).taking(goal);
        let piece = step.board.at(from);
        step.board.set(from, None);
        step.board.set(goal, piece);
        step.now = Some(goal);
        step
    }

    /// Captures the piece on a square, if there is one.
    pub(crate) fn taking(mut self, square: Square) -> Self {
        self.taken.extend(self.board.remove(square).map(|piece| piece.kind));
        self
    }

    /// Records the squares that were passed.
    pub(crate) fn passing(mut self, passed: Vec<Square>) -> Self {
        self.passed = passed;
        self
    }

    /// Puts a piece on a square of the present board.
    pub(crate) fn putting(mut self, square: Square, piece: Piece) -> Self {
        self.board.set(square, Some(piece));
        self
    }
}

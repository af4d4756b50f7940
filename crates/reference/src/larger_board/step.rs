//! What a piece does in a turn, before anything is decided about promotion, reserves and legality.

use super::board::Board;
use super::piece::{Kind, Piece, Side};
use super::square::Square;

/// The board after a piece has done something, and what has to be known of how it came about.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// Where the piece stood; none for a drop.
    pub(crate) from: Option<Square>,
    /// Where it stands now; none for an exploded Thunder.
    pub(crate) now: Option<Square>,
    pub(crate) board: Board,
    /// The types that were captured, a Golem once (L29).
    pub(crate) taken: Vec<Kind>,
    /// The squares that count as passed, in order (L32 to L34).
    pub(crate) passed: Vec<Square>,
}

impl Step {
    /// A piece that has not done anything yet; as a turn, one that changes nothing.
    pub(crate) fn stay(board: &Board, from: Square) -> Self {
        let (taken, passed) = (Vec::new(), Vec::new());
        Self { from: Some(from), now: Some(from), board: board.clone(), taken, passed }
    }

    /// A drop of pieces from the reserve on squares which are empty.
    pub(crate) fn drop(board: &Board, side: Side, kind: Kind, squares: &[Square]) -> Self {
        let mut board = board.clone();
        for &square in squares {
            board.set(square, Some(Piece::new(side, kind)));
        }
        Self::dropped(board)
    }

    /// A drop that has led to this board.
    pub(crate) fn dropped(board: Board) -> Self {
        Self { from: None, now: None, board, taken: Vec::new(), passed: Vec::new() }
    }

    /// A piece goes to a square and captures what stands there, if anything does.
    pub(crate) fn go(board: &Board, from: Square, goal: Square) -> Self {
        let mut step = Self::stay(board, from).taking(goal);
        let piece = step.board.at(from);
        step.board.set(from, None);
        step.board.set(goal, piece);
        step.now = Some(goal);
        step
    }

    /// Captures what stands on a square, if anything does.
    pub(crate) fn taking(mut self, square: Square) -> Self {
        self.taken.extend(self.board.remove(square).map(|piece| piece.kind));
        self
    }

    /// Records the squares that were passed.
    pub(crate) fn passing(mut self, passed: Vec<Square>) -> Self {
        self.passed = passed;
        self
    }

    /// Puts a piece on a square of the board as it is now.
    pub(crate) fn putting(mut self, square: Square, piece: Piece) -> Self {
        self.board.set(square, Some(piece));
        self
    }
}

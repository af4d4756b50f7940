//! The squares that a step changes, found without playing it.

use crate::position::Position;
use crate::powers::{Step, StepContext, StepTarget};
use crate::vocabulary::{Observer, Piece, Square, SquareSet};

use super::PlayStep as _;

/// Returns the squares that a step of a position may change, before marks take effect.
pub(crate) fn touched(position: &Position, step: Step) -> SquareSet {
    let mut touched = Touched { position, squares: SquareSet::EMPTY };
    touched.play_step(step, &mut ());
    touched.squares
}

/// A step that changes no position.
struct Touched<'a> {
    position: &'a Position,
    /// The squares changed so far.
    squares: SquareSet,
}

impl StepTarget for Touched<'_> {
    #[inline]
    fn context(&self) -> &impl StepContext {
        self.position
    }

    #[inline]
    fn change(&mut self, _: &mut impl Observer, square: Square, _: Piece) {
        self.squares.insert(square);
    }
}

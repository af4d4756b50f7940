//! The royal pieces after a step, found without playing it.

use crate::position::Position;
use crate::powers::{Step, StepContext, StepTarget};
use crate::vocabulary::{Class, Observer, Piece, Side, Square, SquareSet};

use super::PlayStep as _;

/// Returns the squares of the royal pieces of a side after a step of a position, before marks take effect.
pub(crate) fn royals_after(position: &Position, step: Step, side: Side) -> SquareSet {
    let mut after = RoyalsAfter { position, side, royals: *position.board().royals(side) };
    after.play_step(step, &mut ());
    after.royals
}

/// A step that changes no position.
struct RoyalsAfter<'a> {
    position: &'a Position,
    side: Side,
    /// The royal pieces of the side after the changes so far.
    royals: SquareSet,
}

impl StepTarget for RoyalsAfter<'_> {
    #[inline]
    fn context(&self) -> &impl StepContext {
        self.position
    }

    #[inline]
    fn change(&mut self, _: &mut impl Observer, square: Square, piece: Piece) {
        let is_royal = self.position.game().classes(piece).contains(Class::Royal);
        if is_royal && piece.side() == self.side {
            self.royals.insert(square);
        } else {
            self.royals.remove(square);
        }
    }
}

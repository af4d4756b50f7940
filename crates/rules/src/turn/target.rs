//! The implementation of the steps' interface by positions.

use crate::position::Position;
use crate::powers::{Abilities, Arrived, Step, StepContext, StepTarget};
use crate::vocabulary::{Board, Observer, Piece, Rays, Side, Square};

impl StepContext for Position {
    #[inline]
    fn board(&self) -> &Board {
        self.board()
    }

    #[inline]
    fn rays(&self) -> &Rays {
        self.game().rays()
    }

    #[inline]
    fn side(&self) -> Side {
        self.side()
    }

    #[inline]
    fn abilities(&self, piece: Piece) -> &Abilities {
        self.game().abilities(piece)
    }

    fn arrived(&self, step: Step) -> Arrived<'_> {
        let view = self.game().sight(&self.view(), step.from);
        Arrived::new(&view, self.game().habits(), step.from, step.to)
    }

    fn castled_rook(&self, step: Step) -> Square {
        let castling = self.game().castlings().made_by(step);
        castling.map_or(step.via, |castling| castling.definition.rook.to)
    }
}

impl StepTarget for Position {
    #[inline]
    fn context(&self) -> &impl StepContext {
        self
    }

    #[inline]
    fn change(&mut self, observer: &mut impl Observer, square: Square, piece: Piece) {
        self.change(observer, square, piece);
    }
}

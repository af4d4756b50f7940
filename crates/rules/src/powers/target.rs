//! The interface between steps and the positions on which they are played.

use crate::vocabulary::{Board, Observer, Piece, Rays, Side, Square};

use super::{Abilities, Arrived, Step, twofold::other_part};

/// The data of a position that steps read.
pub(crate) trait StepContext {
    /// Returns the board.
    fn board(&self) -> &Board;

    /// Returns the rays of the game.
    fn rays(&self) -> &Rays;

    /// Returns the side to move.
    fn side(&self) -> Side;

    /// Returns the compiled ability of a piece.
    fn abilities(&self, piece: Piece) -> &Abilities;

    /// Returns the arrival of a piece that is about to make a step (K53).
    fn arrived(&self, step: Step) -> Arrived<'_>;

    /// Returns the square where the piece on `via` ends when it castles (L47).
    fn castled_rook(&self, step: Step) -> Square;
}

/// A position that steps change, or the key of the position after a step.
pub(crate) trait StepTarget: Sized {
    /// Returns the position; for a key, the position before the step.
    fn context(&self) -> &impl StepContext;

    /// See [`StepContext::board`].
    #[inline]
    fn board(&self) -> &Board {
        self.context().board()
    }

    /// See [`StepContext::rays`].
    #[inline]
    fn rays(&self) -> &Rays {
        self.context().rays()
    }

    /// See [`StepContext::side`].
    #[inline]
    fn side(&self) -> Side {
        self.context().side()
    }

    /// See [`StepContext::abilities`].
    #[inline]
    fn abilities(&self, piece: Piece) -> &Abilities {
        self.context().abilities(piece)
    }

    /// Puts a new piece, or [`Piece::NONE`], on a square.
    fn change(&mut self, observer: &mut impl Observer, square: Square, piece: Piece);

    /// Moves pieces from squares to others, all at once. Other pieces on these squares are removed.
    #[inline]
    fn carry<const N: usize>(&mut self, observer: &mut impl Observer, ways: [(Square, Square); N]) {
        carry(self, observer, ways);
    }

    /// Turns the piece on a square into another one, by promotion or conversion; for the latent states of the turn it is still
    /// the same piece (K86).
    #[inline]
    fn transform(&mut self, observer: &mut impl Observer, square: Square, into: Piece) {
        self.change(observer, square, into);
    }

    /// Removes the piece on a square; a piece on two squares is removed from both (L29).
    fn take(&mut self, square: Square, observer: &mut impl Observer) {
        if let Some(other) = other_part(self.rays().size(), self.board(), square) {
            self.change(observer, other, Piece::NONE);
        }
        self.change(observer, square, Piece::NONE);
    }

    /// Makes the piece on a square friendly; its type is unchanged (K10).
    fn convert(&mut self, square: Square, observer: &mut impl Observer) {
        if let Some(kind) = self.board().at(square).kind() {
            let friendly = Piece::new(kind, self.side());
            self.transform(observer, square, friendly);
        }
    }

    /// Moves a piece to a square, taking a piece that stands there.
    #[inline]
    fn relocate(&mut self, from: Square, to: Square, observer: &mut impl Observer) {
        self.carry_taking(to, [(from, to)], observer);
    }

    /// Moves pieces at once, taking the pieces on their targets; one on two squares is removed from both (L29).
    #[inline]
    fn carry_taking<const N: usize>(
        &mut self,
        taken: Square,
        ways: [(Square, Square); N],
        observer: &mut impl Observer,
    ) {
        if self.board().at(taken).other_part().is_some() {
            self.take(taken, observer);
        }
        self.carry(observer, ways);
    }
}

/// Moves pieces from squares to others by individual changes.
#[inline]
pub(crate) fn carry<const N: usize>(
    target: &mut impl StepTarget,
    observer: &mut impl Observer,
    ways: [(Square, Square); N],
) {
    let pieces = ways.map(|(from, _)| target.board().at(from));
    for (left, _) in ways {
        if ways.iter().all(|&(_, to)| to != left) {
            target.change(observer, left, Piece::NONE);
        }
    }
    for ((_, to), piece) in ways.into_iter().zip(pieces) {
        target.change(observer, to, piece);
    }
}

//! What a step is played on.

use crate::vocabulary::{Board, Observer, Piece, Rays, Side, Square};

use super::{Abilities, Arrived, Step, twofold::other_part};

/// What a step asks of the position on which it is played.
pub(crate) trait StepContext {
    /// Returns the board.
    fn board(&self) -> &Board;

    /// Returns the rays of the game.
    fn rays(&self) -> &Rays;

    /// Returns the side to move.
    fn side(&self) -> Side;

    /// Returns what a piece does.
    fn abilities(&self, piece: Piece) -> &Abilities;

    /// Foresees the arrival of a piece that is about to make a step (K53).
    fn arrived(&self, step: Step) -> Arrived<'_>;

    /// Returns where the piece on `via` ends when it castles (L47).
    fn castled_rook(&self, step: Step) -> Square;
}

/// A position, or the key a step leaves of it, that steps change.
pub(crate) trait StepTarget: Sized {
    /// Returns the position; a key after a step returns it as it stood before the step.
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

    /// Puts on a square a piece that comes into being there, or [`Piece::NONE`].
    fn change(&mut self, observer: &mut impl Observer, square: Square, piece: Piece);

    /// Moves pieces from squares to others, all at once. What else stood there is gone.
    #[inline]
    fn carry<const N: usize>(&mut self, observer: &mut impl Observer, ways: [(Square, Square); N]) {
        carry(self, observer, ways);
    }

    /// Makes the piece on a square another one, by promotion or conversion: for what has held since the start of the turn it is
    /// still the same (K86).
    #[inline]
    fn transform(&mut self, observer: &mut impl Observer, square: Square, into: Piece) {
        self.change(observer, square, into);
    }

    /// Removes what stands on a square; a piece on two squares goes from both (L29).
    fn take(&mut self, square: Square, observer: &mut impl Observer) {
        if let Some(other) = other_part(self.rays().size(), self.board(), square) {
            self.change(observer, other, Piece::NONE);
        }
        self.change(observer, square, Piece::NONE);
    }

    /// Makes the piece on a square friendly; it keeps its type (K10).
    fn convert(&mut self, square: Square, observer: &mut impl Observer) {
        if let Some(kind) = self.board().at(square).kind() {
            let friendly = Piece::new(kind, self.side());
            self.transform(observer, square, friendly);
        }
    }

    /// Moves a piece to a square; what stands there is taken.
    #[inline]
    fn relocate(&mut self, from: Square, to: Square, observer: &mut impl Observer) {
        self.carry_taking(to, [(from, to)], observer);
    }

    /// Moves pieces at once; what stands where they take is gone, on both its squares if it has two (L29).
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

/// Moves pieces from squares to others by single changes.
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

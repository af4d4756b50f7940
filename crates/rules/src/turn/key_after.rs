//! The key of the position after a turn, computed without playing it.

use crate::position::{Changes, Position};
use crate::powers::{Step, StepContext, StepTarget, carry};
use crate::vocabulary::{Observer, Piece, Side, Square, SquareSet, piece_key};

use super::Turn;
use super::latent::{Latent, drowns};

impl Position {
    /// Returns the key of the position after a turn, provided that the turn is one plain step and does not change the state;
    /// otherwise an arbitrary key. This guess, for prefetching, costs next to nothing; after playing the turn,
    /// [`Position::key`] is exact.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, Scope, builtin};
    ///
    /// let position = Position::initial(&builtin::game("orthochess").unwrap());
    /// for turn in position.turns(Scope::Distinct) {
    ///     let mut after = position.clone();
    ///     after.play_unchecked(turn);
    ///     assert_eq!(after.key(), position.likely_key_after(turn));
    /// }
    /// ```
    #[inline]
    pub fn likely_key_after(&self, turn: Turn) -> u64 {
        let Step { from, to, promotion, .. } = turn.first;
        let (mover, taken) = (self.board().at(from), self.board().at(to));
        let put = promotion.map_or(mover, |kind| Piece::new(kind, self.side()));
        let taken = if taken.is_none() { 0 } else { piece_key(taken, to) };
        self.key_after() ^ piece_key(mover, from) ^ taken ^ piece_key(put, to)
    }
}

/// The last step of a turn, applied only to the key and not to the position.
///
/// Pieces on squares deadly to them when the turn ends are removed (K100, R161), so they are not part of the key.
#[derive(Debug)]
pub(crate) struct KeyAfterStep<'a> {
    position: &'a Position,
    /// The latent states before the step.
    latent: &'a Latent,
    /// The poisonous pieces that have not left their squares.
    settled: SquareSet,
    /// The pieces that stood in the water when the turn began.
    wet: SquareSet,
    /// The changes by the step so far.
    changes: &'a mut Changes,
    key: u64,
}

impl<'a> KeyAfterStep<'a> {
    /// Begins a step on a position with the given [`surviving_key`]. `changes` is a buffer.
    pub(crate) fn new(
        position: &'a Position,
        key: u64,
        latent: &'a Latent,
        changes: &'a mut Changes,
    ) -> KeyAfterStep<'a> {
        changes.clear();
        let (settled, wet) = (*latent.settled(), *latent.wet());
        KeyAfterStep { position, latent, settled, wet, changes, key }
    }

    /// Returns the key of the board at the end of the turn.
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// Returns the piece on a square after the changes so far.
    #[inline]
    fn at(&self, square: Square) -> Piece {
        let changed = self.changes.iter().rev().find(|(changed, _)| *changed == square);
        changed.map_or_else(|| self.position.board().at(square), |&(_, piece)| piece)
    }

    /// Returns a piece's part of the key of the board at the end of the turn.
    #[inline]
    fn surviving(&self, piece: Piece, square: Square) -> u64 {
        let dies = piece == Piece::NONE
            || self.wet.contains(square) && drowns(self.position.game(), piece, square)
            || !piece.is_wall() && self.latent.kills(piece, square, self.settled.contains(square));
        if dies { 0 } else { piece_key(piece, square) }
    }
}

impl StepTarget for KeyAfterStep<'_> {
    #[inline]
    fn context(&self) -> &impl StepContext {
        self.position
    }

    #[inline]
    fn change(&mut self, _: &mut impl Observer, square: Square, piece: Piece) {
        self.key ^= self.surviving(self.at(square), square);
        self.settled.remove(square);
        self.wet.remove(square);
        self.key ^= self.surviving(piece, square);
        self.changes.push((square, piece));
    }

    #[inline]
    fn carry<const N: usize>(&mut self, observer: &mut impl Observer, ways: [(Square, Square); N]) {
        let wet = ways.map(|(from, _)| self.wet.contains(from));
        carry(self, observer, ways);
        for (_, to) in ways.into_iter().zip(wet).filter_map(|(way, wet)| wet.then_some(way)) {
            let piece = self.at(to);
            self.key ^= self.surviving(piece, to);
            self.wet.insert(to);
            self.key ^= self.surviving(piece, to);
        }
    }

    #[inline]
    fn transform(&mut self, _: &mut impl Observer, square: Square, into: Piece) {
        self.key ^= self.surviving(self.at(square), square) ^ self.surviving(into, square);
        self.changes.push((square, into));
    }
}

/// Returns the key of the present board without the pieces that would die where they stand.
pub(crate) fn surviving_key(position: &Position, latent: &Latent) -> u64 {
    let board = position.board();
    let dying = Side::BOTH.map(|side| latent.dying(position.game(), board, side));
    (dying[0] | dying[1]).iter().fold(board.key(), |key, square| key ^ piece_key(board.at(square), square))
}

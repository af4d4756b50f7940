//! The accumulator: the part of a score that depends only on each piece and its square, updated incrementally.

use beaufort_rules::vocabulary::Observer;
use beaufort_rules::{Piece, Position, Side, Square};

use super::{AccumulatorStack, Evaluation};

/// The piece-square sums of both sides, and the material on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Accumulator {
    /// The sums for opening and ending, by side.
    sides: [[i32; 2]; 2],
    pub(crate) material: i32,
}

impl Accumulator {
    /// Returns the lead of a side in the piece-square sums of the opening.
    #[inline]
    pub(crate) fn balance(self, side: Side) -> i32 {
        let [opening, ending] = self.leads(side);
        (opening + ending) * 2 / 5
    }

    /// Returns the leads of a side in opening and ending.
    #[inline]
    pub(super) fn leads(self, side: Side) -> [i32; 2] {
        let (own, other) = (self.sides[side.index()], self.sides[side.other().index()]);
        [own[0] - other[0], own[1] - other[1]]
    }
}

/// Updates an accumulator while the board changes.
pub(crate) struct EvalObserver<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) accumulator: &'a mut Accumulator,
    /// The accumulators of the network; the top belongs to the position to which the board changes.
    pub(crate) stack: &'a mut AccumulatorStack,
}

impl EvalObserver<'_> {
    #[inline]
    fn change(&mut self, piece: Piece, square: Square, is_put: bool) {
        self.evaluation.add(self.accumulator, piece, square, if is_put { 1 } else { -1 });
        if self.evaluation.network().is_some() {
            self.stack.note(piece, square, is_put);
        }
    }
}

impl Observer for EvalObserver<'_> {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.change(piece, square, true);
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.change(piece, square, false);
    }
}

impl Evaluation {
    /// Returns the index of a piece on a square in the table.
    #[inline]
    fn psqt_index(&self, piece: Piece, square: Square) -> usize {
        piece.code() * self.squares + square.index()
    }

    /// Adds a piece on a square (`times` is 1) or removes it (`times` is -1).
    #[inline]
    fn add(&self, accumulator: &mut Accumulator, piece: Piece, square: Square, times: i32) {
        let [opening, ending] = self.psqt[self.psqt_index(piece, square)];
        let side = &mut accumulator.sides[piece.side().index()];
        side[0] += times * i32::from(opening);
        side[1] += times * i32::from(ending);
        accumulator.material += times * self.basis.worth[piece.code()];
    }

    /// Returns the accumulator of a position, computed from scratch.
    pub(crate) fn accumulate(&self, position: &Position) -> Accumulator {
        let mut accumulator = Accumulator::default();
        for (square, piece) in position.board().pieces() {
            self.add(&mut accumulator, piece, square, 1);
        }
        accumulator
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::{Scope, builtin};

    use super::*;

    #[test]
    fn the_accumulator_follows_the_board() {
        for game in builtin::ids().filter_map(builtin::game) {
            let evaluation = Evaluation::derived(&game);
            let mut rng = fastrand::Rng::with_seed(2);
            let mut position = Position::initial(&game);
            let start = evaluation.accumulate(&position);
            let mut accumulator = start;
            let stack = &mut AccumulatorStack::default();
            let mut observer = EvalObserver { evaluation: &evaluation, accumulator: &mut accumulator, stack };
            for _ in 0..200 {
                let Some(turn) = rng.choice(position.turns(Scope::Distinct)) else { break };
                position.play_unchecked_with(turn, &mut observer);
                assert_eq!(*observer.accumulator, evaluation.accumulate(&position), "{position}");
            }
            while position.ply() > 0 {
                position.undo_with(&mut observer);
            }
            assert_eq!(accumulator, start);
        }
    }
}

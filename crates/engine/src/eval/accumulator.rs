//! The part of a score that depends on each piece and its square alone, kept up to date while the board changes.

use beaufort_rules::position::Observer;
use beaufort_rules::{Piece, Position, Side, Square};

use super::Evaluation;

/// The worth of both sides' pieces where they stand, and the material left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// For the opening and the ending, by side.
    sides: [[i32; 2]; 2],
    pub(super) left: i32,
}

impl Sums {
    /// Returns how much better a side's pieces are than the other's, in the scale of the opening.
    #[inline]
    pub(crate) fn balance(self, side: Side) -> i32 {
        let [opening, ending] = self.leads(side);
        (opening + ending) * 2 / 5
    }

    /// Returns how much better a side's pieces are in the opening and in the ending.
    #[inline]
    pub(super) fn leads(self, side: Side) -> [i32; 2] {
        let (own, other) = (self.sides[side.index()], self.sides[side.other().index()]);
        [own[0] - other[0], own[1] - other[1]]
    }
}

/// Keeps sums up to date while the board changes.
pub(crate) struct Watch<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) sums: &'a mut Sums,
}

impl Watch<'_> {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square, sign: i32) {
        let [opening, ending] = self.evaluation.table[self.evaluation.place(piece, square)];
        let side = &mut self.sums.sides[piece.side().index()];
        side[0] += sign * i32::from(opening);
        side[1] += sign * i32::from(ending);
        self.sums.left += sign * self.evaluation.basis.worth[piece.code()];
    }
}

impl Observer for Watch<'_> {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.add(piece, square, 1);
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.add(piece, square, -1);
    }
}

impl Evaluation {
    /// Returns the place of a piece on a square in the table.
    #[inline]
    fn place(&self, piece: Piece, square: Square) -> usize {
        piece.code() * self.squares + square.index()
    }

    /// Adds up the pieces of a position.
    pub(crate) fn sums(&self, position: &Position) -> Sums {
        let mut sums = Sums::default();
        let mut watch = Watch { evaluation: self, sums: &mut sums };
        for (square, piece) in position.board().pieces() {
            watch.put(piece, square);
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn sums_follow_the_board() {
        for game in builtin::ids().filter_map(builtin::game) {
            let evaluation = Evaluation::derived(&game);
            let mut rng = fastrand::Rng::with_seed(2);
            let mut position = Position::initial(&game);
            let start = evaluation.sums(&position);
            let mut sums = start;
            let mut watch = Watch { evaluation: &evaluation, sums: &mut sums };
            for _ in 0..200 {
                let Some(turn) = rng.choice(position.turns()) else { break };
                position.play_with(turn, &mut watch);
                assert_eq!(*watch.sums, evaluation.sums(&position), "{position}");
            }
            while position.ply() > 0 {
                position.undo_with(&mut watch);
            }
            assert_eq!(sums, start);
        }
    }
}

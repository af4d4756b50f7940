//! The squares that a piece attacks, and the pieces that are pinned: for display, and for programs that ask.

use crate::position::Position;
use crate::vocabulary::{Piece, Side, Square, SquareSet};

impl Position {
    /// Returns the squares that the piece on a square attacks: where its side, if it were to move, could take an opposing piece
    /// with it by one step. On empty squares and on those of its own side an opposing piece is assumed, as by
    /// [`Position::with_target`]. An empty square attacks none.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, builtin};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let position = Position::initial(&game);
    /// let square = |text| game.size().parse(text).unwrap();
    /// let attacked = position.attacks(square("b1"));
    /// assert_eq!(attacked, ["a3", "c3", "d2"].map(square).into_iter().collect());
    /// ```
    pub fn attacks(&self, from: Square) -> SquareSet {
        let piece = self.board().at(from);
        if piece.kind().is_none() {
            return SquareSet::EMPTY;
        }
        let side = piece.side();
        let is_attacked =
            |&to: &Square| to != from && self.with_target(side, to).attackers(side, to).contains(from);
        self.game().size().iter().filter(is_attacked).collect()
    }

    /// Returns the pinned pieces of a side, in the order of their squares: those without which an opposing piece would attack one
    /// of its royal pieces that it does not attack now, each with the squares of such opposing pieces. Royal pieces are not
    /// pinned.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, Side, builtin};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let position = Position::parse(&game, "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").unwrap();
    /// let pins = position.pins(Side::First);
    /// let square = |text| game.size().parse(text).unwrap();
    /// assert_eq!(pins, [(square("e2"), square("e8").into())]);
    /// ```
    pub fn pins(&self, side: Side) -> Vec<(Square, SquareSet)> {
        let royals = self.board().royals(side);
        let other = side.other();
        let now: Vec<SquareSet> = royals.iter().map(|royal| self.attackers(other, royal)).collect();
        let pinned_by = |square: Square| {
            let mut without = self.without_history();
            without.place(square, Piece::NONE);
            let then = royals.iter().zip(&now).map(|(royal, now)| without.attackers(other, royal) - *now);
            then.fold(SquareSet::EMPTY, |all, attackers| all | attackers)
        };
        let shields = self.board().side(side) - royals;
        let pins = shields.iter().map(|square| (square, pinned_by(square)));
        pins.filter(|(_, by)| !by.is_empty()).collect()
    }
}

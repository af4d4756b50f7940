//! Whether a piece could be taken: answered without listing what else there is to take.

use crate::game::{Side, TypeId};
use crate::geometry::{Square, SquareSet};
use crate::moves::View;
use crate::position::Position;
use crate::turn::{PlayStep, Step, StepKind, latent};

use super::steps::{Steps, own, relayed, sight};

impl Position {
    /// Returns whether a side, if it were to move, could take or convert the opposing piece on a square by one step; what
    /// the two moves of a doubled piece could do (K94) is not looked at.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, Side, builtin};
    ///
    /// let game = builtin::game("scirocco").unwrap();
    /// let position = Position::parse(&game, "(K)8(P)/10/10/10/10/10/10/10/10/[R]7[K][P] b").unwrap();
    /// let royal = position.board().royals(Side::Second).first().unwrap();
    /// assert!(position.could_take(Side::First, royal));
    /// ```
    pub fn could_take(&self, side: Side, victim: Square) -> bool {
        let (game, board) = (self.game(), self.board());
        let view = View::new(game.rays(), board, side);
        if !view.enemy.contains(victim) {
            return false;
        }
        let still = latent::immobilized(game, board, side).union(&latent::bewitched(game, board, side));
        let (reaches, wanted) = (game.reaches(), SquareSet::from_iter([victim]));
        let mut hits = Hits { position: self, side, victim, found: false };
        for from in view.own.without(&still) {
            let piece = board.at(from);
            if reaches.touches(piece, from, &wanted) && !game.is_enclosed(piece, from, &view.own) {
                own(game, &sight(game, &view, from), game.abilities(piece), from, true, &mut hits);
                if hits.found {
                    return true;
                }
            }
        }
        let serves = |lender, borrower| reaches.lends(&view, lender, borrower, &wanted);
        relayed(game, &view, &still, serves, &mut hits);
        hits.found
    }
}

/// Notes whether any step takes one piece.
struct Hits<'a> {
    position: &'a Position,
    side: Side,
    victim: Square,
    found: bool,
}

impl Hits<'_> {
    /// Returns whether a step that does more than go where it ends takes the piece, by playing it.
    fn takes(&self, step: Step) -> bool {
        let mut after = self.position.scratch();
        if after.side() != self.side {
            after.pass();
        }
        after.begin_turn();
        after.play_step(step, &mut ());
        !after.board().side(self.side.other()).contains(self.victim)
    }
}

impl Steps for Hits<'_> {
    fn plain(&mut self, _: StepKind, _: Square, to: &SquareSet, _: Option<TypeId>) {
        self.found |= to.contains(self.victim);
    }

    fn special(&mut self, step: Step, takes: bool) {
        self.found = self.found || takes && self.takes(step);
    }
}

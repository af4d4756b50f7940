//! Whether a piece could be taken: answered without listing what else there is to take.

use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::travel::View;
use crate::turn::{PlayStep, Turn, latent};
use crate::vocabulary::{PieceType, Side, Square, SquareSet};

use super::steps::{StepSink, own, relayed};

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
    /// assert!(position.is_attacked_by(Side::First, royal));
    /// ```
    pub fn is_attacked_by(&self, side: Side, victim: Square) -> bool {
        let mut found = false;
        self.each_take(side, victim, &mut |_| {
            found = true;
            false
        });
        found
    }

    /// Adds the turns of one step by which the side to move could take or convert the opposing piece on a square. Whether
    /// the rule of check (L46) allows them is not looked at, and two of them may have one result.
    pub fn generate_captures_on(&self, victim: Square, turns: &mut Vec<Turn>) {
        self.each_take(self.side(), victim, &mut |step| {
            turns.push(step.into());
            true
        });
    }

    /// Finds the steps by which a side could take a piece, as long as more are wanted.
    fn each_take(&self, side: Side, victim: Square, on_step: &mut dyn FnMut(Step) -> bool) {
        let (game, board) = (self.game(), self.board());
        let view = View::new(game.rays(), board, side);
        if !view.enemy.contains(victim) {
            return;
        }
        let still = latent::immobilized(game, board, side) | latent::bewitched(game, board, side);
        let (reaches, wanted) = (game.reaches(), SquareSet::from_iter([victim]));
        let mut hits = Hits { position: self, side, victim, on_step, goes_on: true };
        for from in view.own - still {
            let piece = board.at(from);
            if reaches.touches(piece, from, &wanted) && !game.is_blocked_in(piece, from, &view.own) {
                own(game, &game.sight(&view, from), game.abilities(piece), from, true, &mut hits);
                if !hits.goes_on {
                    return;
                }
            }
        }
        let serves = |lender, borrower| reaches.lends(&view, lender, borrower, &wanted);
        relayed(game, &view, &still, serves, &mut hits);
    }
}

/// Passes on the steps that take one piece.
struct Hits<'a, F> {
    position: &'a Position,
    side: Side,
    victim: Square,
    on_step: F,
    goes_on: bool,
}

impl<F: FnMut(Step) -> bool> Hits<'_, F> {
    fn hit(&mut self, step: Step) {
        self.goes_on = (self.on_step)(step);
    }

    /// Returns whether a step that does more than go where it ends takes the piece, by playing it.
    fn takes(&self, step: Step) -> bool {
        let mut after = self.position.scratch();
        if after.side() != self.side {
            after.null_turn();
        }
        after.begin_turn();
        after.play_step(step, &mut ());
        !after.board().side(self.side.other()).contains(self.victim)
    }
}

impl<F: FnMut(Step) -> bool> StepSink for Hits<'_, F> {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        if self.goes_on && to.contains(self.victim) {
            self.hit(Step::plain(kind, from, self.victim, promotion));
        }
    }

    fn special(&mut self, step: Step, takes: bool) {
        if self.goes_on && takes && self.takes(step) {
            self.hit(step);
        }
    }
}

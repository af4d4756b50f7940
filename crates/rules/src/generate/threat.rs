//! Whether a piece could be taken, and by what: answered without listing what else there is to take.

use std::cell::Cell;

use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::travel::View;
use crate::turn::{PlayStep, Turn, latent};
use crate::vocabulary::{Piece, PieceType, Side, Square, SquareSet};

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
        let first = First::default();
        self.each_take(side, victim, &first);
        first.found.get()
    }

    /// Returns the cheapest turn of one step by which the side to move could take or convert the opposing piece on a square,
    /// where `cost` tells what a piece costs that goes to take it; one that takes from where it stands costs nothing. Of two
    /// turns that cost the same the first that is found is returned. Whether the rule of check (L46) allows it is not looked
    /// at.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, builtin};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let position = Position::parse(&game, "k7/8/8/3p4/4P3/8/8/K2Q4 w - - 0 1").unwrap();
    /// let pawn = game.type_by_id("P");
    /// let cost = |piece: beaufort_rules::Piece| if piece.kind() == pawn { 1 } else { 9 };
    /// let square = |text| game.size().parse(text).unwrap();
    /// let cheapest = position.cheapest_capture_on(square("d5"), cost).unwrap();
    /// assert_eq!(cheapest.first.from, square("e4"));
    /// assert_eq!(position.cheapest_capture_on(square("e4"), cost), None);
    /// ```
    pub fn cheapest_capture_on(&self, victim: Square, cost: impl Fn(Piece) -> i32) -> Option<Turn> {
        let cheapest = Cheapest { position: self, cost, best: Cell::default() };
        self.each_take(self.side(), victim, &cheapest);
        cheapest.best.get().map(|(_, step)| step.into())
    }

    /// Finds the steps by which a side could take a piece, as far as they are wanted.
    fn each_take(&self, side: Side, victim: Square, search: &impl TakeSearch) {
        let (game, board) = (self.game(), self.board());
        let view = View::new(game.rays(), board, side);
        if !view.enemy.contains(victim) {
            return;
        }
        let still = latent::immobilized(game, board, side) | latent::bewitched(game, board, side);
        let reaches = game.reaches();
        let mut hits = Hits { position: self, side, victim, search, goes_on: true };
        for from in view.own - still {
            let piece = board.at(from);
            if reaches.of(piece, from).contains(victim)
                && !game.is_blocked_in(piece, from, &view.own)
                && search.wants(piece)
            {
                own(game, &game.sight(&view, from), game.abilities(piece), from, true, &mut hits);
                if !hits.goes_on {
                    return;
                }
            }
        }
        let serves = |lender, borrower| {
            let lent = reaches.lent(board.at(lender), borrower);
            lent.is_some_and(|reach| reach.contains(victim)) && search.wants(board.at(borrower))
        };
        relayed(game, &view, &still, serves, &mut hits);
    }
}

/// What is wanted of the steps that take a piece.
trait TakeSearch {
    /// Returns whether a step of this piece would still matter.
    fn wants(&self, piece: Piece) -> bool;

    /// Takes a step, and returns whether another one could matter.
    fn found(&self, step: Step) -> bool;
}

/// Whether there is any.
#[derive(Default)]
struct First {
    found: Cell<bool>,
}

impl TakeSearch for First {
    fn wants(&self, _: Piece) -> bool {
        true
    }

    fn found(&self, _: Step) -> bool {
        self.found.set(true);
        false
    }
}

/// The cheapest, with its cost.
struct Cheapest<'a, C> {
    position: &'a Position,
    cost: C,
    best: Cell<Option<(i32, Step)>>,
}

impl<C: Fn(Piece) -> i32> TakeSearch for Cheapest<'_, C> {
    #[inline]
    fn wants(&self, piece: Piece) -> bool {
        // What a special power takes it may take from where it stands.
        let may_stay = || !self.position.game().abilities(piece).specials.is_empty();
        self.best.get().is_none_or(|(least, _)| (self.cost)(piece) < least || may_stay())
    }

    fn found(&self, step: Step) -> bool {
        let cost = if step.to == step.from { 0 } else { (self.cost)(self.position.board().at(step.from)) };
        if self.best.get().is_none_or(|(least, _)| cost < least) {
            self.best.set(Some((cost, step)));
        }
        true
    }
}

/// Passes on the steps that take one piece.
struct Hits<'a, S> {
    position: &'a Position,
    side: Side,
    victim: Square,
    search: &'a S,
    goes_on: bool,
}

impl<S: TakeSearch> Hits<'_, S> {
    fn hit(&mut self, step: Step) {
        self.goes_on = self.search.found(step);
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

impl<S: TakeSearch> StepSink for Hits<'_, S> {
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

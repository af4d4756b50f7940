//! Threats against one piece, found without listing all captures.

use std::cell::Cell;

use crate::game::Game;
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::travel::View;
use crate::turn::{PlayStep, Turn, latent};
use crate::vocabulary::{Piece, PieceType, Side, Square, SquareSet};

use super::steps::{StepSink, own, relayed};

impl Position {
    /// Returns whether a side, if it were to move, could take or convert the opposing piece on a square by one step. The two
    /// moves of a doubled piece (K94) are not considered.
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
        !self.takers(side, victim, false).is_empty()
    }

    /// Returns the squares of the pieces by which a side, if it were to move, could take or convert the opposing piece on a square,
    /// each by one step, as [`Position::is_attacked_by`] means it. A piece that takes by a borrowed move is one of them, its
    /// lender is not.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, Side, builtin};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let position = Position::parse(&game, "4k3/8/8/3p4/4P3/8/8/3QK3 w - - 0 1").unwrap();
    /// let square = |text| game.size().parse(text).unwrap();
    /// let attackers = position.attackers(Side::First, square("d5"));
    /// assert_eq!(attackers, [square("d1"), square("e4")].into_iter().collect());
    /// ```
    pub fn attackers(&self, side: Side, victim: Square) -> SquareSet {
        self.takers(side, victim, true)
    }

    /// Returns the position with an opposing piece on a square, so that [`Position::is_attacked_by`] shows whether `side`
    /// covers the square: the opposing piece that stands there, or else one of the game's plainest type. The result has no
    /// history.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Position, Side, builtin};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let position = Position::initial(&game);
    /// let covers = |name| {
    ///     let square = game.size().parse(name).unwrap();
    ///     position.with_target(Side::First, square).is_attacked_by(Side::First, square)
    /// };
    /// assert!(covers("e3") && covers("d2"), "an empty square, and one with a piece of the side");
    /// assert!(!covers("e4") && !covers("a1"));
    /// ```
    pub fn with_target(&self, side: Side, square: Square) -> Position {
        let mut trial = self.without_history();
        if !self.board().side(side.other()).contains(square) {
            trial.place(square, Piece::new(plainest(self.game()), side.other()));
        }
        trial
    }

    /// Returns the cheapest turn of one step by which the side to move could take or convert the opposing piece on a square.
    /// `cost` is the cost of the piece that goes to take it; a capture without moving costs nothing. Of several cheapest turns
    /// it is the first one found. The rule of check (L46) is not applied.
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
        let (game, board) = (self.game(), self.board());
        let cheapest = Cell::new(None::<(i32, Step)>);
        let is_cheaper = |cost| cheapest.get().is_none_or(|(least, _)| cost < least);
        // Pieces with special powers are always tried: they may take without moving, at no cost.
        let wants = |piece| is_cheaper(cost(piece)) || !game.abilities(piece).specials.is_empty();
        self.each_take(self.side(), victim, wants, |step| {
            let cost = if step.to == step.from { 0 } else { cost(board.at(step.from)) };
            if is_cheaper(cost) {
                cheapest.set(Some((cost, step)));
            }
            true
        });
        cheapest.get().map(|(_, step)| step.into())
    }

    /// Returns the squares of the pieces of a side that could take a piece by one step: of all of them, or of the first one found.
    fn takers(&self, side: Side, victim: Square, all: bool) -> SquareSet {
        let mut found = SquareSet::EMPTY;
        let on_step = |step: Step| {
            found.insert(step.from);
            all
        };
        self.each_take(side, victim, |_| true, on_step);
        found
    }

    /// Calls `on_step` with the steps by which the wanted pieces of a side could take a piece, until it returns `false`.
    fn each_take(
        &self,
        side: Side,
        victim: Square,
        wants: impl Fn(Piece) -> bool,
        on_step: impl FnMut(Step) -> bool,
    ) {
        let (game, board) = (self.game(), self.board());
        let view = View::new(game.rays(), board, side).with_unmoved(self.state().unmoved());
        if !view.enemy.contains(victim) {
            return;
        }
        let bewitched = latent::bewitched(game, board, side);
        let still = latent::immobilized(game, board, side) | bewitched;
        let reaches = game.reaches();
        let mut hits = Hits { position: self, side, victim, on_step, goes_on: true };
        for from in view.near(game.rays().around(victim)) - still {
            let piece = board.at(from);
            if reaches.of(piece, from).contains(victim)
                && !game.is_blocked_in(piece, from, &view.own)
                && wants(piece)
            {
                own(game, &game.sight(&view, from), game.abilities(piece), from, true, &mut hits);
                if !hits.goes_on {
                    return;
                }
            }
        }
        let serves = |lender, borrower| {
            let lent = reaches.lent(board.at(lender), borrower);
            lent.is_some_and(|reach| reach.contains(victim))
                && !bewitched.contains(borrower)
                && wants(board.at(borrower))
        };
        relayed(game, &view, &still, serves, &mut hits);
    }
}

/// Returns the plainest piece of a game: the commonest type of its array that is not royal, if there is one.
fn plainest(game: &Game) -> PieceType {
    let count = |kind: PieceType| game.definition().array.iter().filter(|at| at.piece == kind).count();
    let plainest = game.types().max_by_key(|&kind| (!game.is_royal(kind), count(kind)));
    plainest.expect("a game has pieces")
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

    /// Returns whether a step with further effects takes the piece, by playing it.
    fn takes(&self, step: Step) -> bool {
        let mut after = self.position.without_history();
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

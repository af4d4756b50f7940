//! The generator: the turns of a position.
//!
//! Every turn listed is legal except for the rule against repetition (K130), which [`Position::legal_turns`] adds. The
//! generator works on sets: the destinations of all plain travels of a piece are one set, so two ways to the same square are
//! one turn from the start. Steps and turns pass through these layers, each a generic parameter of the one above:
//!
//! ```text
//! travel/, powers/            where a piece may go, and the steps of its own kind
//!    │ powers::PowerStepSink  one step, with who may promote by it
//! steps.rs, flights.rs        own power with arrivals and promotions; what is lent; flights
//! state_steps.rs, drops.rs    castlings, captures in passing, drops
//!    │ StepSink               plain steps as sets of squares, others one by one
//! turns.rs, doubled.rs        Turns: turns of one step and of two, one for each result (results.rs)
//!    │ TurnSink               turns, as sets of squares where no two have the same result
//! walls.rs                    Walls: moves with their walls
//!    │ TurnSink
//! check_filter.rs, pins.rs    CheckFilter: where a check binds (L46), those that leave no royal piece attacked
//!    │ TurnSink
//! gates.rs                    Gates: moves with the pieces that come in where they have begun
//!    │ TurnSink
//! turn_list.rs, list.rs       TurnList, Counter: lists them while there is time, counts them
//! legal.rs, repetition.rs     Finder: looks for one of them; those that repeat a position too often (K117)
//! obligations.rs              in games that have some (R88): lists all, and passes on those that break none
//! ```
//!
//! If check binds and all pieces only move and take by leaps and rides, `plain.rs` passes the steps of each piece that the checks
//! and pins allow directly to the last sink. `threat.rs` is another receiver of steps, which looks for one victim.

mod attacks;
mod check;
mod check_filter;
mod doubled;
mod drops;
mod flights;
mod gates;
mod idle;
mod illegal;
mod keys;
mod legal;
mod lenders;
mod list;
mod no_drop;
mod obligations;
mod offers;
mod pins;
mod plain;
mod repetition;
mod results;
mod state_steps;
mod steps;
#[cfg(test)]
mod tests;
mod threat;
mod trade;
mod turn_list;
mod turns;
mod walls;

use crate::game::check::Shift;
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{Scope, Turn};
use crate::vocabulary::{PieceType, Square, SquareSet};

use check_filter::CheckFilter;
use gates::Gates;
pub use idle::Idle;
pub use illegal::IllegalTurn;
pub use no_drop::{DropRule, NoDrop};
use turns::Turns;

/// Receives the turns found.
trait TurnSink {
    /// Receives the turns that are one plain step from a square to each square of a set.
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>);
    /// Receives the turns that are one plain step to each square of a set, all by the same shift.
    fn shifted(&mut self, shift: &Shift, to: u64, promotion: Option<PieceType>) {
        for to in SquareSet::from_low_word(to) {
            self.turn(Step::plain(StepKind::Own, shift.start(to), to, promotion).into());
        }
    }
    /// Receives the turns that are a first step and then a plain one from a square to each square of a set.
    fn second(
        &mut self,
        first: Step,
        kind: StepKind,
        from: Square,
        to: &SquareSet,
        promotion: Option<PieceType>,
    ) {
        for to in to.iter() {
            self.turn(Turn { first, second: Some(Step::plain(kind, from, to, promotion)) });
        }
    }
    /// Receives the turns that drop a piece from a hand on each square of a set.
    fn dropped(&mut self, kind: PieceType, to: &SquareSet) {
        to.iter().for_each(|to| self.turn(Step::drop(kind, to, to).into()));
    }
    /// Receives one turn.
    fn turn(&mut self, turn: Turn);
    /// Returns whether more turns are wanted; called before every first move of a doubled piece, of which there may be
    /// thousands.
    #[inline]
    fn goes_on(&mut self) -> bool {
        true
    }
}

impl Position {
    /// Passes the turns of the position to a sink, without regard to repetition (K130); none if the game is decided (K85).
    #[inline]
    fn feed(&self, scope: Scope, sink: &mut impl TurnSink) {
        if self.royal_verdict().is_some() {
            return;
        }
        if self.game().lists_freely() {
            Turns::new(self, scope, sink).list();
        } else {
            self.feed_by_rules(scope, sink);
        }
    }

    /// Passes the turns on that the rules for all turns allow, whether the game is decided or not. There is a virtual call for each
    /// list if the game has no such rule.
    fn feed_by_rules(&self, scope: Scope, sink: &mut impl TurnSink) {
        if self.game().has_obligations() {
            self.feed_obliged(scope, sink);
        } else {
            self.feed_unobliged(scope, sink);
        }
    }

    /// Passes the turns on without regard to obligations.
    fn feed_unobliged(&self, scope: Scope, sink: &mut impl TurnSink) {
        if self.game().lists_by_rare_rules() {
            self.feed_by_rare_rules(scope, None, sink);
        } else {
            self.feed_usual(scope, sink);
        }
    }

    /// Passes the turns on that a rule of trade allows, and those with which a piece comes in by a gate; with `mover` only those that
    /// the piece on this square makes by its own power.
    #[cold]
    fn feed_by_rare_rules(&self, scope: Scope, mover: Option<Square>, sink: &mut impl TurnSink) {
        if let Some(mut gates) = Gates::open(self, mover, sink) {
            self.feed_ungated(scope, mover, &mut gates);
            return;
        }
        self.feed_ungated(scope, mover, sink);
    }

    /// Passes the turns on with which no piece comes in by a gate.
    fn feed_ungated(&self, scope: Scope, mover: Option<Square>, sink: &mut impl TurnSink) {
        match (self.game().trade(), mover) {
            (Some(trade), mover) => {
                self.feed_trades(trade, scope, mover.map(SquareSet::from).as_ref(), sink);
            }
            (None, Some(from)) => self.feed_from(scope, from, sink),
            (None, None) => self.feed_usual(scope, sink),
        }
    }

    /// Passes the turns on that a game has without rare rules.
    #[inline]
    fn feed_usual(&self, scope: Scope, sink: &mut impl TurnSink) {
        if self.game().check_binds() {
            self.feed_legal(scope, sink);
        } else {
            self.list_choices(scope, None, sink);
        }
    }

    /// Lists the turns that do not leave the own royal piece attacked (L46).
    fn feed_legal(&self, scope: Scope, sink: &mut impl TurnSink) {
        match self.plain() {
            Some((lines, royal)) => plain::list(self, lines, royal, scope, sink),
            None => self.list_choices(scope, None, &mut CheckFilter::new(self, sink)),
        }
    }

    /// Lists the turns without regard to check; with `movers` only those that these pieces make by their own power. There is a
    /// virtual call for each list.
    fn list_choices(&self, scope: Scope, movers: Option<&SquareSet>, sink: &mut dyn TurnSink) {
        if let Some(walling) = self.game().walling() {
            return walls::list(self, walling, scope, movers, sink);
        }
        Turns::<dyn TurnSink>::new(self, scope, sink).list_with_flights(movers);
    }
}

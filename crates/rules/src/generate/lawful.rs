//! The rule of check for any game (L46): every turn is tried, and every answer to it.

use crate::check::Check;
use crate::game::TypeId;
use crate::geometry::{Square, SquareSet};
use crate::position::Position;
use crate::turn::{PlayStep, Step, StepKind, Turn};

use super::turns::Turns;
use super::{Scope, Sink};

/// Passes on the turns that leave no royal piece of the side that moves where it could be taken.
pub(super) struct Lawful<'a, S> {
    after: Position,
    sink: &'a mut S,
}

impl<'a, S: Sink> Lawful<'a, S> {
    pub(super) fn new(position: &Position, sink: &'a mut S) -> Lawful<'a, S> {
        Lawful { after: position.scratch(), sink }
    }

    fn is_legal(&mut self, turn: Turn) -> bool {
        if turn.first.kind == StepKind::Castle && !self.way_is_safe(turn.first) {
            return false;
        }
        self.try_out(turn);
        let legal = !self.after.could_take_royal();
        self.after.undo();
        legal
    }

    /// Plays a turn as far as it matters for check: what stands beside the board does not.
    fn try_out(&mut self, turn: Turn) {
        if self.after.game().has_latent_states() {
            return self.after.play(turn);
        }
        self.after.begin_turn();
        turn.steps().for_each(|step| self.after.play_step(step, &mut ()));
        self.after.end_turn();
    }

    /// Returns whether the royal piece of a castling is attacked neither where it stands nor on its way (L47).
    fn way_is_safe(&mut self, step: Step) -> bool {
        let way = self.after.game().castlings().made_by(step).map(|castling| castling.safe);
        way.is_some_and(|way| {
            way.iter().filter(|&square| square != step.to).all(|square| {
                let kind = if square == step.from { StepKind::Pass } else { StepKind::Own };
                self.try_out(Step::plain(kind, step.from, square, None).into());
                let safe = !self.after.could_take_royal();
                self.after.undo();
                safe
            })
        })
    }
}

impl<S: Sink> Sink for Lawful<'_, S> {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<TypeId>) {
        for to in to.iter() {
            self.turn(Step::plain(kind, from, to, promotion).into());
        }
    }

    fn turn(&mut self, turn: Turn) {
        if self.is_legal(turn) {
            self.sink.turn(turn);
        }
    }
}

/// Looks for a turn that takes a royal piece.
struct Threat<'a> {
    position: &'a Position,
    /// A copy of the position, to try turns on; nothing as long as there are none.
    after: Option<Box<Position>>,
    /// The squares of the opponent's royal pieces.
    royals: &'a SquareSet,
    found: bool,
}

impl Sink for Threat<'_> {
    fn plain(&mut self, _: StepKind, _: Square, to: &SquareSet, _: Option<TypeId>) {
        self.found |= to.intersects(self.royals);
    }

    fn turn(&mut self, turn: Turn) {
        if !self.found {
            let after = self.after.get_or_insert_with(|| Box::new(self.position.scratch()));
            after.play(turn);
            // The other side is to move now.
            self.found = after.board().royals(after.side()).len() < self.royals.len();
            after.undo();
        }
    }
}

impl Position {
    /// Returns whether the side to move could take a royal piece, be that turn legal or not (L46).
    pub(crate) fn could_take_royal(&self) -> bool {
        let royals = self.board().royals(self.side().other());
        let mut threat = Threat { position: self, after: None, royals, found: false };
        let search = |threat| Turns::new(self, Scope::Captures, threat);
        match self.game().check() {
            Check::Trial if !self.game().lends_or_doubles() => {
                let (reaches, board) = (self.game().reaches(), self.board());
                let own = board.side(self.side()).iter();
                let menacing: SquareSet =
                    own.filter(|&from| reaches.touches(board.at(from), from, royals)).collect();
                if !menacing.is_empty() {
                    search(&mut threat).list_own(&menacing);
                }
            }
            _ => search(&mut threat).list(),
        }
        threat.found
    }
}

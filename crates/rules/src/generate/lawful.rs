//! The rule of check for any game (L46): every turn is tried, and every answer to it.

use crate::game::{Class, TypeId};
use crate::geometry::{Square, SquareSet};
use crate::position::Position;
use crate::turn::{Step, StepKind, Turn};

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
        self.after.play(turn);
        let legal = !self.after.could_take_royal();
        self.after.undo();
        legal
    }

    /// Returns whether the royal piece of a castling is attacked neither where it stands nor on its way (L47).
    fn way_is_safe(&mut self, step: Step) -> bool {
        let way = self.after.game().castlings().made_by(step).map(|castling| castling.safe);
        way.is_some_and(|way| {
            way.iter().filter(|&square| square != step.to).all(|square| {
                let kind = if square == step.from { StepKind::Pass } else { StepKind::Own };
                self.after.play(Step::plain(kind, step.from, square, None).into());
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

/// Looks for a turn, perhaps of two moves, that takes a royal piece.
struct Threat<'a> {
    /// A copy of the position, to try turns on.
    after: Position,
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
            self.after.play(turn);
            // The other side is to move now.
            self.found = self.after.board().royals(self.after.side()).len() < self.royals.len();
            self.after.undo();
        }
    }
}

impl Position {
    /// Returns whether the side to move could take a royal piece, be that turn legal or not (L46).
    pub(crate) fn could_take_royal(&self) -> bool {
        let royals = self.board().royals(self.side().other());
        if self.board().class_of_both(Class::Doubler).is_empty() {
            return royals.iter().any(|royal| self.could_take(self.side(), royal));
        }
        let mut threat = Threat { after: self.scratch(), royals, found: false };
        Turns::new(self, Scope::Captures, &mut threat).list();
        threat.found
    }
}

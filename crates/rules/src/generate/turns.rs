//! From steps to turns: what doubled pieces add, and one turn for each result.
//!
//! Most steps cannot have the same result as another: a piece has left one square and stands on another. They are passed
//! on as sets. The others are *irregular*, and played on a scratch position to compare the keys of their results: what
//! leaves every piece in its place but one, steps onto deadly squares, everything a doubled piece does, and, while an
//! opposing piece is doomed to die this turn, everything a piece with special powers does.

use crate::game::{Game, TypeId};
use crate::geometry::{Square, SquareSet, walk};
use crate::moves::View;
use crate::position::Position;
use crate::powers::Special;
use crate::turn::{Step, StepKind, Turn, latent};

use super::keys::KeySet;
use super::steps::{Collector, Steps, loans, own, relayed};
use super::{Scope, Sink};

/// The search for the turns of one position.
pub(super) struct Turns<'a, S> {
    position: &'a Position,
    game: &'a Game,
    view: View<'a>,
    scope: Scope,
    sink: &'a mut S,
    /// The squares of the side's pieces that are immobilized (K92).
    immobilized: SquareSet,
    /// The squares of the side's pieces that are doubled (K93).
    doubled: SquareSet,
    /// The squares deadly to each side (K99).
    deadly: [SquareSet; 2],
    /// Whether an opposing piece dies in this turn wherever it stays.
    doomed: bool,
    /// Whether all steps of the piece in hand are irregular.
    irregular: bool,
    results: KeySet,
    scratch: Option<Box<Position>>,
}

impl<'a, S: Sink> Turns<'a, S> {
    pub(super) fn new(position: &'a Position, scope: Scope, sink: &'a mut S) -> Turns<'a, S> {
        let game = position.game();
        let view = position.view();
        let (board, side) = (view.board, view.side);
        let mut turns = Turns {
            position,
            game,
            view,
            scope,
            sink,
            immobilized: SquareSet::EMPTY,
            doubled: SquareSet::EMPTY,
            deadly: [SquareSet::EMPTY; 2],
            doomed: false,
            irregular: false,
            results: KeySet::default(),
            scratch: None,
        };
        if game.has_latent_states() {
            turns.immobilized = latent::immobilized(game, board, side);
            turns.doubled = latent::doubled(game, board).intersection(&view.own).without(&turns.immobilized);
            turns.deadly = latent::deadly(game, board);
            turns.doomed = !turns.deadly[side.other().index()].intersection(&view.enemy).is_empty();
        }
        turns
    }

    /// Lists all turns.
    pub(super) fn list(mut self) {
        let effects = self.scope == Scope::Captures;
        for from in self.view.own {
            if self.immobilized.contains(from) {
                self.special(Step::staying(StepKind::Suicide, from, from), false);
                continue;
            }
            self.irregular = self.is_irregular(from);
            own(self.game, &self.view.clone(), from, effects, &mut self);
        }
        self.irregular = false;
        if !self.view.board.lenders(self.view.side).is_empty() {
            relayed(self.game, &self.view.clone(), &self.immobilized.clone(), None, &mut self);
        }
        for from in self.doubled {
            self.twice(from);
        }
        let lenders = self.doubled.intersection(self.view.board.lenders(self.view.side));
        for lender in lenders {
            self.two_loans(lender);
        }
    }

    /// Returns whether any step of a piece may have the same result as another.
    fn is_irregular(&self, from: Square) -> bool {
        let abilities = self.game.abilities(self.view.board.at(from));
        let special = !abilities.specials.is_empty() || !abilities.arrivals.is_empty() || abilities.kamikaze;
        self.doubled.contains(from)
            || self.doomed && special
            || abilities.specials.iter().any(|special| matches!(special, Special::Shove(_)))
    }

    /// The turns of a doubled piece that makes two moves (K94).
    fn twice(&mut self, from: Square) {
        let last = self.game.abilities(self.view.board.at(from)).travels.final_destinations(&self.view, from);
        let mover = self.view.board.at(from);
        for (first, takes) in self.steps_of(self.position, &self.immobilized.clone(), from) {
            if matches!(first.kind, StepKind::Own | StepKind::Declining) && last.contains(first.to) {
                continue;
            }
            let mut after = self.take_scratch();
            after.begin_turn();
            after.play_step(first, &mut ());
            let stands = after.board().at(first.to);
            if !stands.is_none() && stands.side() == mover.side() {
                let immobilized = follow(&self.view, first, &self.immobilized);
                let seconds = self.steps_of(&after, &immobilized, first.to);
                self.scratch = Some(after);
                for (second, takes_again) in seconds {
                    self.second(first, second, takes || takes_again);
                }
                after = self.take_scratch();
            }
            after.revert(&mut ());
            self.scratch = Some(after);
        }
    }

    /// The turns in which a doubled relay piece lends to two others (K95).
    fn two_loans(&mut self, lender: Square) {
        let (game, view) = (self.game, self.view);
        let lenders = SquareSet::from_iter([lender]);
        let mut firsts = Collector::new(view);
        for loan in loans(game, &view, lenders) {
            for from in loan.relay.borrowers(&view, lender) {
                let to = loan.destinations(game, &view, &self.immobilized, from);
                firsts.plain(StepKind::Relayed, from, &to, None);
            }
        }
        for (first, takes) in firsts.steps {
            let mut after = self.take_scratch();
            after.begin_turn();
            after.play_step(first, &mut ());
            let immobilized = follow(&view, first, &self.immobilized);
            let mut seconds = Collector::new(after.view());
            for loan in loans(game, &after.view(), lenders) {
                let mut borrowers = loan.relay.borrowers(&after.view(), lender);
                borrowers.remove(first.to);
                for from in borrowers {
                    let to = loan.destinations(game, &after.view(), &immobilized, from);
                    seconds.plain(StepKind::Relayed, from, &to, None);
                }
            }
            let seconds = seconds.steps;
            self.scratch = Some(after);
            for (second, takes_again) in seconds {
                self.second(first, second, takes || takes_again);
            }
            let mut after = self.take_scratch();
            after.revert(&mut ());
            self.scratch = Some(after);
        }
    }

    /// All steps of one piece of a position, own and relayed.
    fn steps_of(&self, position: &Position, immobilized: &SquareSet, from: Square) -> Vec<(Step, bool)> {
        let view = position.view();
        let mut steps = Collector::new(view);
        own(self.game, &view, from, true, &mut steps);
        relayed(self.game, &view, immobilized, Some(from), &mut steps);
        steps.steps
    }

    /// Takes a turn of two steps, the first of which has been played on the scratch position.
    fn second(&mut self, first: Step, second: Step, takes: bool) {
        if self.scope == Scope::Captures && !takes {
            return;
        }
        let turn = Turn { first, second: Some(second) };
        if self.scope == Scope::Choices || self.is_new(second) {
            self.sink.turn(turn);
        }
    }

    /// Takes a turn of one step whose result another turn may have, too.
    fn irregular(&mut self, step: Step) {
        if self.scope == Scope::Choices || self.is_new(step) {
            self.sink.turn(step.into());
        }
    }

    /// Returns whether the end of the turn after a step on the scratch position is a new result.
    fn is_new(&mut self, step: Step) -> bool {
        let mut after = self.take_scratch();
        after.begin_turn();
        after.play_step(step, &mut ());
        after.activate(&self.deadly, &mut ());
        let key = after.key_after();
        after.revert(&mut ());
        self.scratch = Some(after);
        self.results.insert(key)
    }

    fn take_scratch(&mut self) -> Box<Position> {
        self.scratch.take().unwrap_or_else(|| Box::new(self.position.scratch()))
    }
}

impl<S: Sink> Steps for Turns<'_, S> {
    #[inline]
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<TypeId>) {
        let to = if self.scope == Scope::Captures { to.intersection(&self.view.enemy) } else { *to };
        let irregular = match self.scope {
            Scope::Choices => SquareSet::EMPTY,
            _ if self.irregular || (kind == StepKind::Relayed && self.is_irregular(from)) => to,
            _ => to.intersection(&self.deadly[self.view.side.index()]),
        };
        self.sink.plain(kind, from, &to.without(&irregular), promotion);
        for to in irregular {
            self.irregular(Step::plain(kind, from, to, promotion));
        }
    }

    fn special(&mut self, step: Step, takes: bool) {
        if self.scope == Scope::Captures && !takes {
            return;
        }
        let moves = match step.kind {
            StepKind::Own
            | StepKind::Declining
            | StepKind::Relayed
            | StepKind::Strike
            | StepKind::Sweep
            | StepKind::LongLeap => true,
            StepKind::Igui
            | StepKind::Convert
            | StepKind::Swap
            | StepKind::Pull
            | StepKind::Push
            | StepKind::Shove
            | StepKind::Birth
            | StepKind::Pass
            | StepKind::Suicide => false,
        };
        if moves && !self.irregular && !self.deadly[self.view.side.index()].contains(step.to) {
            self.sink.turn(step.into());
        } else {
            self.irregular(step);
        }
    }
}

/// Returns where the pieces of a set, all of the moving side, stand after a step: states belong to pieces, not to squares
/// (K86).
fn follow(view: &View<'_>, step: Step, pieces: &SquareSet) -> SquareSet {
    let mut carried = vec![(step.from, step.to)];
    match step.kind {
        StepKind::Swap => carried.push((step.to, step.from)),
        StepKind::Shove => {
            let v = view.rays.size().vector(step.from, step.to);
            let row = walk(view.rays.size(), step.to, v, 2);
            let mut from = step.to;
            for to in row {
                carried.push((from, to));
                if !view.own.contains(to) {
                    break;
                }
                from = to;
            }
        }
        _ => {}
    }
    let mut followed = *pieces;
    for &(from, to) in &carried {
        followed.remove(from);
        followed.remove(to);
    }
    followed.union(&carried.iter().filter(|(from, _)| pieces.contains(*from)).map(|&(_, to)| to).collect())
}

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
use crate::turn::{Step, StepKind, Turn, latent};

use super::beside::beside;
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
    /// The results of irregular turns, and a position to find them on; nothing as long as there are none.
    trial: Option<Box<Trial>>,
}

struct Trial {
    results: KeySet,
    scratch: Position,
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
            trial: None,
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
    #[inline]
    pub(super) fn list(mut self) {
        let (game, view, immobilized) = (self.game, self.view, self.immobilized);
        let effects = self.scope == Scope::Captures;
        for from in view.own {
            if immobilized.contains(from) {
                self.special(Step::staying(StepKind::Suicide, from, from), false);
                continue;
            }
            self.irregular = self.is_irregular(from);
            own(game, &view, from, effects, &mut self);
        }
        if !view.board.lenders(view.side).is_empty() {
            relayed(game, &view, &immobilized, None, &mut self);
        }
        if !self.doubled.is_empty() {
            self.doubled_turns();
        }
        if game.has_state() {
            beside(self.position, |step, takes| self.special(step, takes));
        }
    }

    /// Returns whether any step of a piece may have the same result as another.
    #[inline]
    fn is_irregular(&self, from: Square) -> bool {
        let abilities = self.game.abilities(self.view.board.at(from));
        abilities.shoves || self.doomed && abilities.takes_elsewhere() || self.doubled.contains(from)
    }

    /// The turns of two moves.
    #[cold]
    fn doubled_turns(&mut self) {
        for from in self.doubled {
            self.twice(from);
        }
        for lender in self.doubled.intersection(self.view.board.lenders(self.view.side)) {
            self.two_loans(lender);
        }
    }

    /// The turns of a doubled piece that makes two moves (K94).
    fn twice(&mut self, from: Square) {
        let mover = self.view.board.at(from);
        let last = self.game.abilities(mover).travels.final_destinations(&self.view, from);
        for (first, takes) in self.steps_of(self.position, &self.immobilized.clone(), from) {
            if matches!(first.kind, StepKind::Own | StepKind::Declining) && last.contains(first.to) {
                continue;
            }
            let after = &mut self.trial().scratch;
            after.begin_turn();
            after.play_step(first, &mut ());
            let stands = after.board().at(first.to);
            if !stands.is_none() && stands.side() == mover.side() {
                let immobilized = follow(&self.view, first, &self.immobilized);
                let after = self.trial_position();
                let seconds = self.steps_of(&after, &immobilized, first.to);
                for (second, takes_again) in seconds {
                    self.second(first, second, takes || takes_again);
                }
            }
            self.trial().scratch.revert(&mut ());
        }
    }

    /// The turns in which a doubled relay piece lends to two others (K95).
    fn two_loans(&mut self, lender: Square) {
        let (game, view) = (self.game, self.view);
        for (first, takes) in self.loans_of(&view, lender, &self.immobilized.clone(), None) {
            let after = &mut self.trial().scratch;
            after.begin_turn();
            after.play_step(first, &mut ());
            let immobilized = follow(&view, first, &self.immobilized);
            let after = self.trial_position();
            let seconds = self.loans_of(
                &View::new(game.rays(), after.board(), view.side),
                lender,
                &immobilized,
                Some(first.to),
            );
            for (second, takes_again) in seconds {
                self.second(first, second, takes || takes_again);
            }
            self.trial().scratch.revert(&mut ());
        }
    }

    /// All steps lent by one piece, but not to the piece on a square.
    fn loans_of(
        &self,
        view: &View<'_>,
        lender: Square,
        immobilized: &SquareSet,
        but: Option<Square>,
    ) -> Vec<(Step, bool)> {
        let mut steps = Collector::new(*view);
        for loan in loans(self.game, view, SquareSet::from_iter([lender])) {
            for from in loan.relay.borrowers(view, lender).iter().filter(|&from| Some(from) != but) {
                let to = loan.destinations(self.game, view, immobilized, from);
                steps.plain(StepKind::Relayed, from, &to, None);
            }
        }
        steps.steps
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
        let deadly = self.deadly;
        let Trial { results, scratch } = self.trial();
        scratch.begin_turn();
        scratch.play_step(step, &mut ());
        scratch.activate(&deadly, &mut ());
        if scratch.game().has_state() {
            scratch.update_state(step.into());
        }
        let key = scratch.key_after();
        scratch.revert(&mut ());
        results.insert(key)
    }

    fn trial(&mut self) -> &mut Trial {
        let position = self.position;
        self.trial.get_or_insert_with(|| {
            Box::new(Trial { results: KeySet::default(), scratch: position.scratch() })
        })
    }

    /// Returns a copy of the scratch position, to list steps on while they are tried.
    fn trial_position(&mut self) -> Position {
        self.trial().scratch.scratch()
    }
}

impl<S: Sink> Turns<'_, S> {
    /// Takes plain steps, some of which are irregular.
    fn mixed(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<TypeId>) {
        let all = self.irregular || kind == StepKind::Relayed && self.is_irregular(from);
        let irregular = if all { *to } else { to.intersection(&self.deadly[self.view.side.index()]) };
        self.sink.plain(kind, from, &to.without(&irregular), promotion);
        for to in irregular {
            self.irregular(Step::plain(kind, from, to, promotion));
        }
    }
}

impl<S: Sink> Steps for Turns<'_, S> {
    #[inline(always)]
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<TypeId>) {
        let simple = !self.irregular && kind != StepKind::Relayed;
        let to = if self.scope == Scope::Captures { &to.intersection(&self.view.enemy) } else { to };
        if simple && !to.intersects(&self.deadly[self.view.side.index()]) || self.scope == Scope::Choices {
            self.sink.plain(kind, from, to, promotion);
        } else {
            self.mixed(kind, from, to, promotion);
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
            | StepKind::LongLeap
            | StepKind::Castle
            | StepKind::Drop
            | StepKind::EnPassant => true,
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

//! The turns of a position whose game has tables of attacks: no turn is played to see whether it is legal (L46).

use crate::check::{Attacks, Masks};
use crate::game::{Game, TypeId};
use crate::geometry::{Square, SquareSet};
use crate::moves::View;
use crate::position::Position;
use crate::turn::{Step, StepKind};

use super::beside::{beside, open_castlings};
use super::steps::{Steps, own};
use super::{Scope, Sink};

/// Keeps of the steps found those that leave the royal piece safe.
struct Masked<'a, S> {
    game: &'a Game,
    view: View<'a>,
    attacks: &'a Attacks,
    masks: Masks,
    captures_only: bool,
    sink: &'a mut S,
}

/// Lists the turns of a position with one royal piece of the side to move.
pub(super) fn list(
    position: &Position,
    attacks: &Attacks,
    royal: Square,
    scope: Scope,
    sink: &mut impl Sink,
) {
    let game = position.game();
    let view = position.view();
    let mut asked = game.abilities(view.board.at(royal)).travels.destinations(&view, royal);
    if position.state().any_castling() {
        for castling in open_castlings(position, &view, &SquareSet::EMPTY) {
            asked = asked.union(&castling.safe);
        }
    }
    let masks = Masks::new(attacks, &view, royal, &asked);
    let captures_only = scope == Scope::Captures;
    let mut masked = Masked { game, view, attacks, masks, captures_only, sink };
    if masked.masks.is_double() {
        return own(game, &view, game.abilities(view.board.at(royal)), royal, false, &mut masked);
    }
    for from in view.own {
        let piece = view.board.at(from);
        if !game.is_enclosed(piece, from, &view.own) {
            own(game, &view, game.abilities(piece), from, false, &mut masked);
        }
    }
    if game.has_state() {
        beside(position, &view, &SquareSet::EMPTY, &mut masked);
    }
}

impl<S: Sink> Steps for Masked<'_, S> {
    #[inline(always)]
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<TypeId>) {
        let mut to = self.masks.allowed(from, to);
        if self.captures_only {
            to = to.intersection(&self.view.enemy);
        }
        self.sink.plain(kind, from, &to, promotion);
    }

    fn special(&mut self, step: Step, takes: bool) {
        let legal = match step.kind {
            StepKind::Castle => self.may_castle(step),
            _ => self.is_safe_after(step),
        };
        if legal && (takes || !self.captures_only) {
            self.sink.turn(step.into());
        }
    }
}

impl<S> Masked<'_, S> {
    /// Returns whether the royal piece is attacked nowhere on its way (L47).
    fn may_castle(&self, step: Step) -> bool {
        let castling = self.game.castlings().all.iter().find(|castling| castling.is_made_by(step));
        castling.is_some_and(|castling| {
            let mut way = castling.safe;
            way.remove(step.from);
            self.masks.checkers.is_empty() && way.without(&self.masks.safe).is_empty()
        })
    }

    /// Returns whether the royal piece is safe after a capture in passing (L48).
    fn is_safe_after(&self, step: Step) -> bool {
        let (mut enemies, mut occupied) = (self.view.enemy, self.view.occupied);
        enemies.remove(step.via);
        occupied.remove(step.via);
        occupied.remove(step.from);
        occupied.insert(step.to);
        let royal = if step.from == self.masks.royal { step.to } else { self.masks.royal };
        !self.attacks.reach(self.view.board, &enemies, &occupied, royal)
    }
}

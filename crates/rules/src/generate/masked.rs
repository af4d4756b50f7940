//! The turns of a position whose game has tables: no turn is played to see whether it is legal (L46).

use crate::check::{Masks, Set, Tables, bit, squares};
use crate::game::{CompiledCastling, Game, Piece, TypeId};
use crate::geometry::{Square, SquareSet};
use crate::position::Position;
use crate::turn::{Step, StepKind};

use super::beside::{beside, open_castlings};
use super::{Scope, Sink};

/// Finds the turns of a side with one royal piece.
struct Masked<'a, S> {
    position: &'a Position,
    game: &'a Game,
    tables: &'a Tables,
    own: Set,
    enemy: Set,
    masks: Masks,
    captures_only: bool,
    sink: &'a mut S,
}

/// Lists the turns of a position with one royal piece of the side to move.
pub(super) fn list(position: &Position, tables: &Tables, royal: Square, scope: Scope, sink: &mut impl Sink) {
    let board = position.board();
    let own = board.side(position.side()).narrow();
    let enemy = board.side(position.side().other()).narrow();
    let royal_to = tables.destinations(board.at(royal), royal, own, enemy);
    let mut asked = royal_to;
    if position.state().any_castling() {
        let open = open_castlings(position, &SquareSet::EMPTY);
        asked = open.fold(asked, |asked, castling| asked | castling.safe.narrow());
    }
    let masks = Masks::new(tables, board, royal, own, enemy, asked);
    let captures_only = scope == Scope::Captures;
    let mut masked =
        Masked { position, game: position.game(), tables, own, enemy, masks, captures_only, sink };
    masked.pass_on(board.at(royal), royal, royal_to & masks.safe);
    if masks.targets == 0 {
        return;
    }
    for from in squares(own & !bit(royal)) {
        let piece = board.at(from);
        let to = tables.destinations(piece, from, own, enemy);
        masked.pass_on(piece, from, masks.allowed(tables, from, to));
    }
    if position.game().has_state() {
        beside(position, &SquareSet::EMPTY, |step, takes| masked.special(step, takes));
    }
}

impl<S: Sink> Masked<'_, S> {
    /// Passes on the steps of a piece to some squares, with its promotions.
    #[inline]
    fn pass_on(&mut self, piece: Piece, from: Square, to: Set) {
        let to = if self.captures_only { to & self.enemy } else { to };
        if to == 0 {
            return;
        }
        if self.tables.promotions(piece).is_empty() {
            self.plain(from, to, None);
        } else {
            self.with_promotions(piece, from, to);
        }
    }

    /// Passes on the steps of a piece that may promote (K105, L42).
    #[inline]
    fn with_promotions(&mut self, piece: Piece, from: Square, to: Set) {
        let zone = self.game.zone(piece.side()).narrow();
        let eligible = if zone & bit(from) != 0 { to } else { to & zone };
        let must = self.game.definition().must_promote;
        self.plain(from, if must { to & !eligible } else { to }, None);
        if eligible != 0 {
            for &kind in self.tables.promotions(piece) {
                self.plain(from, eligible, Some(kind));
            }
        }
    }

    #[inline]
    fn plain(&mut self, from: Square, to: Set, promotion: Option<TypeId>) {
        self.sink.plain(StepKind::Own, from, &SquareSet::from_narrow(to), promotion);
    }

    /// Passes on a castling or a capture in passing if it is legal.
    fn special(&mut self, step: Step, takes: bool) {
        let legal = match self.game.castlings().made_by(step) {
            Some(castling) => self.may_castle(castling),
            None => self.is_safe_after(step),
        };
        if legal && (takes || !self.captures_only) {
            self.sink.turn(step.into());
        }
    }

    /// Returns whether the royal piece is attacked nowhere on its way (L47).
    fn may_castle(&self, castling: &CompiledCastling) -> bool {
        let way = castling.safe.narrow() & !bit(self.masks.royal);
        self.masks.checkers == 0 && way & !self.masks.safe == 0
    }

    /// Returns whether the royal piece is safe after a capture in passing (L48).
    fn is_safe_after(&self, step: Step) -> bool {
        let enemy = self.enemy & !bit(step.via);
        let occupied = (self.own | enemy) & !bit(step.from) | bit(step.to);
        let royal = if step.from == self.masks.royal { step.to } else { self.masks.royal };
        !self.tables.is_attacked(self.position.board(), enemy, occupied, royal)
    }
}

//! Legal turns in games whose pieces only move and take by leaps and rides: checks and pins decide which turns are legal, and
//! none is played to find out (L46).

use crate::game::Reaches;
use crate::game::check::{Lines, SetwiseType};
use crate::game::definition::{Castling, PromotionDuty};
use crate::position::{Passed, Position};
use crate::powers::{Step, StepKind};
use crate::travel::View;
use crate::turn::Scope;
use crate::vocabulary::{Class, Piece, PieceType, Square, SquareSet};

use super::TurnSink;
use super::drops::hand_drops;
use super::pins::{Pins, attacked, is_attacked};
use super::state_steps::{in_passing, open_castlings};
use super::steps::{StepSink, own};
use super::turns::is_idle;

/// The generator of the turns of a side with one royal piece.
struct Plain<'a, S> {
    position: &'a Position,
    lines: &'a Lines,
    view: &'a View<'a>,
    /// The reaches of the pieces, if only captures are listed.
    reaches: Option<&'a Reaches>,
    royal: Square,
    pins: Pins,
    /// The requested squares that are attacked once the royal piece has left its own.
    attacked: SquareSet,
    sink: &'a mut S,
}

/// Lists the turns of a position with one royal piece of the side to move.
pub(super) fn list(
    position: &Position,
    lines: &Lines,
    royal: Square,
    scope: Scope,
    sink: &mut impl TurnSink,
) {
    let (game, view) = (position.game(), position.view());
    let castles = position.state().any_castling() && scope != Scope::Captures;
    let mut asked = game.abilities(view.board.at(royal)).travels.destinations(&view, royal);
    if castles {
        asked =
            open_castlings(position, &SquareSet::EMPTY).fold(asked, |asked, castling| asked | castling.safe);
    }
    let Some(mut plain) = Plain::new(position, lines, &view, royal, &asked, scope, sink) else { return };
    plain.one(royal);
    if !plain.pins.targets.is_empty() {
        let mut others = view.own;
        others.remove(royal);
        if let Some(setwise) = game.setwise_type() {
            let movers = view.board.class(Class::Setwise, view.side) - plain.pins.pinned;
            plain.all(setwise, &movers);
            others -= movers;
        }
        others.iter().for_each(|from| plain.one(from));
    }
    if castles && !plain.pins.is_check() {
        plain.castlings();
    }
    if let Some(passed) = position.state().passed() {
        plain.in_passing(&passed);
    }
    if let Some(hands) = game.hands().filter(|_| scope != Scope::Captures) {
        let targets = plain.pins.targets;
        hand_drops(position, hands, &view, &targets, |kind, squares| plain.sink.dropped(kind, squares));
    }
}

/// Lists the turns that one piece of the side to move makes by its own power, likewise.
pub(super) fn list_from(
    position: &Position,
    lines: &Lines,
    royal: Square,
    from: Square,
    scope: Scope,
    sink: &mut impl TurnSink,
) {
    let view = position.view();
    let travels = &position.game().abilities(view.board.at(royal)).travels;
    let asked = if from == royal { travels.destinations(&view, from) } else { SquareSet::EMPTY };
    if let Some(mut plain) = Plain::new(position, lines, &view, royal, &asked, scope, sink) {
        plain.one(from);
    }
}

impl<'a, S: TurnSink> Plain<'a, S> {
    /// Finds the checks and pins, and which of the requested squares are attacked. `None` cannot occur: all pieces are plain.
    #[inline]
    fn new(
        position: &'a Position,
        lines: &'a Lines,
        view: &'a View<'a>,
        royal: Square,
        asked: &SquareSet,
        scope: Scope,
        sink: &'a mut S,
    ) -> Option<Plain<'a, S>> {
        let menacing = view.enemy & lines.attackers(royal, view.side.other());
        let pins = Pins::new(position, lines, &menacing)?;
        let (attacked, _) = attacked(position, lines, royal, asked);
        let reaches = (scope == Scope::Captures).then(|| position.game().reaches());
        Some(Plain { position, lines, view, reaches, royal, pins, attacked, sink })
    }

    /// Passes on the steps of one piece.
    #[inline]
    fn one(&mut self, from: Square) {
        let (game, view) = (self.position.game(), self.view);
        let piece = view.board.at(from);
        if !is_idle(game, view, self.reaches, piece, from) {
            own(game, view, game.abilities(piece), from, false, self);
        }
    }

    /// Passes on the steps of many pieces of one type, with their promotions (K105, L42).
    #[inline]
    fn all(&mut self, setwise: &SetwiseType, movers: &SquareSet) {
        let (game, side) = (self.position.game(), self.view.side);
        let mut wanted = self.pins.targets;
        if self.reaches.is_some() {
            wanted &= self.view.enemy;
        }
        let [own, enemy, movers, wanted, zone] =
            [&self.view.own, &self.view.enemy, movers, &wanted, game.zone(side)].map(SquareSet::low_word);
        let promotions = &game.abilities(Piece::new(setwise.kind, side)).promotions;
        let must = game.definition().promotion_duty == PromotionDuty::Must && !promotions.is_empty();
        for shift in setwise.shifts(side) {
            let to = shift.destinations(movers, own, enemy) & wanted;
            let promoting = to & (zone | shift.ends(zone));
            self.sink.shifted(shift, if must { to & !promoting } else { to }, None);
            if promoting != 0 {
                promotions.iter().for_each(|one| self.sink.shifted(shift, promoting, Some(one.to)));
            }
        }
    }

    /// Passes on the castlings in which the royal piece is not attacked on its way or where it ends (L47).
    fn castlings(&mut self) {
        let size = self.position.game().size();
        for castling in open_castlings(self.position, &SquareSet::EMPTY) {
            let Castling { king, rook, .. } = castling.definition;
            // There is no square beyond a piece at the edge of the board from which its departure could uncover an attack.
            let is_safe = if size.file(rook.from) == 0 || size.file(rook.from) == size.files() - 1 {
                !castling.safe.intersects(&self.attacked)
            } else {
                let mut attacked = self.attacked;
                attacked.remove(king.to);
                !castling.safe.intersects(&attacked) && self.is_safe_after_castling(&castling.definition)
            };
            if is_safe {
                self.sink.turn(castling.step().into());
            }
        }
    }

    /// Returns whether the royal piece is safe after castling: the departure of the other piece may expose it, its arrival may
    /// shield it.
    fn is_safe_after_castling(&self, Castling { king, rook, .. }: &Castling) -> bool {
        let left = SquareSet::from_iter([king.from, rook.from]);
        let occupied = (self.view.occupied - left) | SquareSet::from_iter([king.to, rook.to]);
        !is_attacked(self.position, self.lines, &self.view.enemy, &occupied, king.to)
    }

    /// Passes on the legal captures in passing.
    #[cold]
    fn in_passing(&mut self, passed: &Passed) {
        in_passing(self.position, passed, |step, takes| {
            if self.is_safe_after(step) && (takes || self.reaches.is_none()) {
                self.sink.turn(step.into());
            }
        });
    }

    /// Returns whether the royal piece is safe after a capture in passing (L48).
    fn is_safe_after(&self, step: Step) -> bool {
        let enemy = self.view.enemy - SquareSet::from(step.via);
        let occupied = ((self.view.own | enemy) - SquareSet::from(step.from)) | SquareSet::from(step.to);
        let royal = if step.from == self.royal { step.to } else { self.royal };
        !is_attacked(self.position, self.lines, &enemy, &occupied, royal)
    }
}

impl<S: TurnSink> StepSink for Plain<'_, S> {
    #[inline]
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        let mut to = if from == self.royal { to - self.attacked } else { self.pins.allowed(from, to) };
        if self.reaches.is_some() {
            to &= self.view.enemy;
        }
        if !to.is_empty() {
            self.sink.plain(kind, from, &to, promotion);
        }
    }

    /// There is none: the pieces of these games have no special powers.
    fn special(&mut self, _: Step, _: bool) {}
}

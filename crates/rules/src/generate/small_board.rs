//! Legal turns in games with tables: no turn is played to find out whether it is legal (L46).

use crate::game::check::{Bitboard, Masks, SetwiseType, Tables, bit, squares};
use crate::game::definition::{Castling, PromotionDuty};
use crate::position::{Passed, Position};
use crate::powers::{Step, StepKind};
use crate::turn::Scope;
use crate::vocabulary::{Class, Piece, PieceType, Square, SquareSet};

use super::TurnSink;
use super::state_steps::{in_passing, open_castlings};

/// The generator of the turns of a side with one royal piece.
struct SmallBoard<'a, S> {
    position: &'a Position,
    tables: &'a Tables,
    own: Bitboard,
    enemy: Bitboard,
    /// The promotion zone of the side.
    zone: Bitboard,
    masks: Masks,
    captures_only: bool,
    sink: &'a mut S,
}

/// Lists the turns of a position with one royal piece of the side to move.
pub(super) fn list(
    position: &Position,
    tables: &Tables,
    royal: Square,
    scope: Scope,
    sink: &mut impl TurnSink,
) {
    let (board, side) = (position.board(), position.side());
    let [own, enemy] = both_sides(position);
    let royal_to = tables.destinations(board.at(royal), royal, own, enemy);
    let mut castling_ways = 0;
    if position.state().any_castling() {
        let open = open_castlings(position, &SquareSet::EMPTY);
        castling_ways = open.fold(0, |ways, castling| ways | castling.safe.low_word());
    }
    let mut masked = SmallBoard::new(position, tables, royal, royal_to | castling_ways, scope, sink);
    let masks = masked.masks;
    masked.one(board.at(royal), royal, royal_to & masks.safe);
    if masks.targets != 0 {
        let mut others = own & !bit(royal);
        if let Some(setwise) = tables.setwise_type() {
            let movers = board.class(Class::Setwise, side).low_word() & !masks.pinned;
            masked.all(setwise, movers);
            others &= !movers;
        }
        for from in squares(others) {
            let piece = board.at(from);
            if !tables.is_blocked_in(piece, from, own) {
                let to = tables.destinations(piece, from, own, enemy);
                masked.one(piece, from, masks.allowed(tables, from, to));
            }
        }
    }
    if castling_ways != 0 && masks.checkers == 0 && !masked.captures_only {
        masked.castlings();
    }
    if let Some(passed) = position.state().passed() {
        masked.in_passing(&passed);
    }
}

/// Lists the turns that one piece of the side to move makes by its own power, likewise.
pub(super) fn list_from(
    position: &Position,
    tables: &Tables,
    royal: Square,
    from: Square,
    scope: Scope,
    sink: &mut impl TurnSink,
) {
    let piece = position.board().at(from);
    let [own, enemy] = both_sides(position);
    let to = tables.destinations(piece, from, own, enemy);
    let asked = if from == royal { to } else { 0 };
    let mut masked = SmallBoard::new(position, tables, royal, asked, scope, sink);
    let allowed = if from == royal { masked.masks.safe } else { masked.masks.allowed(tables, from, to) };
    masked.one(piece, from, allowed);
}

/// Returns the squares of the side to move and of the opponent.
#[inline]
fn both_sides(position: &Position) -> [Bitboard; 2] {
    let side = position.side();
    [side, side.other()].map(|side| position.board().side(side).low_word())
}

impl<'a, S: TurnSink> SmallBoard<'a, S> {
    /// Computes the checks and pins, and which of the requested squares are safe for the royal piece.
    #[inline]
    fn new(
        position: &'a Position,
        tables: &'a Tables,
        royal: Square,
        asked: Bitboard,
        scope: Scope,
        sink: &'a mut S,
    ) -> SmallBoard<'a, S> {
        let [own, enemy] = both_sides(position);
        let masks = Masks::new(tables, position.board(), royal, own, enemy, asked);
        let zone = position.game().zone(position.side()).low_word();
        SmallBoard {
            position,
            tables,
            own,
            enemy,
            zone,
            masks,
            captures_only: scope == Scope::Captures,
            sink,
        }
    }

    /// Passes on the steps of one piece.
    #[inline]
    fn one(&mut self, piece: Piece, from: Square, to: Bitboard) {
        let promoting = if self.zone & bit(from) != 0 { to } else { to & self.zone };
        self.pass_on(piece, to, promoting, |sink, to, promotion| {
            sink.plain(StepKind::Own, from, &SquareSet::from_low_word(to), promotion);
        });
    }

    /// Passes on the steps of many pieces.
    #[inline]
    fn all(&mut self, setwise: &SetwiseType, movers: Bitboard) {
        let side = self.position.side();
        for shift in setwise.shifts(side) {
            let to = shift.destinations(movers, self.own, self.enemy) & self.masks.targets;
            let promoting = to & (self.zone | shift.ends(self.zone));
            self.pass_on(Piece::new(setwise.kind, side), to, promoting, |sink, to, promotion| {
                sink.shifted(shift, to, promotion);
            });
        }
    }

    /// Passes on the steps of one kind to some squares, with their promotions (K105, L42).
    #[inline]
    fn pass_on(
        &mut self,
        piece: Piece,
        to: Bitboard,
        promoting: Bitboard,
        mut pass: impl FnMut(&mut S, Bitboard, Option<PieceType>),
    ) {
        let wanted = if self.captures_only { self.enemy } else { Bitboard::MAX };
        let (to, promoting) = (to & wanted, promoting & wanted);
        let promotions = if promoting == 0 { &[] } else { self.tables.promotions(piece) };
        if promotions.is_empty() {
            if to != 0 {
                pass(self.sink, to, None);
            }
            return;
        }
        let must = self.position.game().definition().promotion_duty == PromotionDuty::Must;
        pass(self.sink, if must { to & !promoting } else { to }, None);
        promotions.iter().for_each(|&kind| pass(self.sink, promoting, Some(kind)));
    }

    /// Passes on the castlings in which the royal piece is not attacked on its way or where it ends (L47).
    fn castlings(&mut self) {
        let attacked = !self.masks.safe & !bit(self.masks.royal);
        let size = self.position.game().size();
        for castling in open_castlings(self.position, &SquareSet::EMPTY) {
            let Castling { king, rook, .. } = castling.definition;
            // There is no square beyond a piece at the edge of the board from which its departure could uncover an attack.
            let is_safe = if size.file(rook.from) == 0 || size.file(rook.from) == size.files() - 1 {
                castling.safe.low_word() & attacked == 0
            } else {
                castling.safe.low_word() & !bit(king.to) & attacked == 0
                    && self.is_safe_after_castling(&castling.definition)
            };
            if is_safe {
                self.sink.turn(castling.step().into());
            }
        }
    }

    /// Returns whether the royal piece is safe after castling: the departure of the other piece may expose it, its arrival may
    /// shield it.
    fn is_safe_after_castling(&self, Castling { king, rook, .. }: &Castling) -> bool {
        let left = bit(king.from) | bit(rook.from);
        let occupied = (self.own | self.enemy) & !left | bit(king.to) | bit(rook.to);
        let side = self.position.side().other();
        !self.tables.is_attacked(self.position.board(), side, self.enemy, occupied, king.to)
    }

    /// Passes on the legal captures in passing.
    #[cold]
    fn in_passing(&mut self, passed: &Passed) {
        in_passing(self.position, passed, |step, takes| {
            if self.is_safe_after(step) && (takes || !self.captures_only) {
                self.sink.turn(step.into());
            }
        });
    }

    /// Returns whether the royal piece is safe after a capture in passing (L48).
    fn is_safe_after(&self, step: Step) -> bool {
        let enemy = self.enemy & !bit(step.via);
        let occupied = (self.own | enemy) & !bit(step.from) | bit(step.to);
        let royal = if step.from == self.masks.royal { step.to } else { self.masks.royal };
        let side = self.position.side().other();
        !self.tables.is_attacked(self.position.board(), side, enemy, occupied, royal)
    }
}

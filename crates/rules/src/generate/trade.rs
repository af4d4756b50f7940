//! The rule of trade: which captures of guarded pieces are legal (R113, R114).

use smallvec::SmallVec;

use crate::game::TradeTable;
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{Scope, Turn};
use crate::vocabulary::{Piece, PieceType, Square, SquareSet};

use super::TurnSink;
use super::check_filter::CheckFilter;

/// Passes on the turns that the rule of trade allows.
pub(super) struct TradeFilter<'a> {
    position: &'a Position,
    trade: &'a TradeTable,
    /// The opposing guarded pieces.
    guarded: SquareSet,
    /// A copy of the position for trying turns, made when it is first needed.
    after: Option<Position>,
    sink: &'a mut dyn TurnSink,
}

impl<'a> TradeFilter<'a> {
    pub(super) fn new(position: &'a Position, trade: &'a TradeTable, sink: &'a mut dyn TurnSink) -> Self {
        let board = position.board();
        let opposing = board.side(position.side().other()).iter();
        let guarded = opposing.filter(|&square| trade.is_guarded(board.at(square))).collect();
        TradeFilter { position, trade, guarded, after: None, sink }
    }

    /// Returns whether the rule allows a turn.
    fn allows(&mut self, turn: Turn) -> bool {
        if self.guarded.is_empty() {
            return true;
        }
        let taken = self.taken(turn);
        let guarded: SmallVec<[Square; 2]> =
            taken.iter().map(|(square, _)| *square).filter(|square| self.guarded.contains(*square)).collect();
        if guarded.is_empty() {
            return true;
        }
        let (board, from) = (self.position.board(), turn.first.from);
        if !self.trade.is_bound(board.at(from)) {
            return self.trade.is_guarded(board.at(from))
                || self.position.state().traded().is_none_or(|last| guarded.iter().all(|&at| at == last));
        }
        let size = self.position.game().size();
        let is_near = |square: &Square| {
            let v = size.vector(from, *square);
            v.dx.abs() <= 1 && v.dy.abs() <= 1
        };
        !self.trade.adjacent && guarded.iter().all(is_near)
            || guarded.len() > 1
            || taken.iter().any(|&(square, piece)| square != guarded[0] && !self.trade.is_trifle(piece))
            || !self.could_be_retaken(turn)
    }

    /// Returns the opposing pieces that a turn takes, with their squares.
    fn taken(&mut self, turn: Turn) -> SmallVec<[(Square, Piece); 2]> {
        let board = self.position.board();
        let opposing = board.side(self.position.side().other());
        let step = turn.first;
        if turn.second.is_none()
            && matches!(step.kind, StepKind::Own | StepKind::Relayed | StepKind::Strike | StepKind::Igui)
            && self.position.game().abilities(board.at(step.from)).arrivals.is_empty()
        {
            let mut squares: SmallVec<[Square; 2]> = SmallVec::from_slice(&[step.to]);
            if step.via != step.to {
                squares.push(step.via);
            }
            let taken = squares.into_iter().filter(|square| opposing.contains(*square));
            return taken.map(|square| (square, board.at(square))).collect();
        }
        let side = self.position.side();
        self.tried_out(turn, |after| {
            let gone = |square: Square| {
                after.board().at(square).is_none() || after.board().at(square).side() == side
            };
            opposing.iter().filter(|&square| gone(square)).map(|square| (square, board.at(square))).collect()
        })
    }

    /// Returns whether the piece that has moved could be taken in answer to a turn (R113).
    fn could_be_retaken(&mut self, turn: Turn) -> bool {
        let other = self.position.side().other();
        self.tried_out(turn, |after| after.is_attacked_by(other, turn.last().to))
    }

    fn tried_out<T>(&mut self, turn: Turn, find: impl FnOnce(&Position) -> T) -> T {
        let after = self.after.get_or_insert_with(|| self.position.without_history());
        after.play_unchecked(turn);
        let found = find(after);
        after.undo();
        found
    }
}

impl TurnSink for TradeFilter<'_> {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        let mut allowed = *to;
        for square in to & self.guarded {
            if !self.allows(Step::plain(kind, from, square, promotion).into()) {
                allowed.remove(square);
            }
        }
        self.sink.plain(kind, from, &allowed, promotion);
    }

    fn turn(&mut self, turn: Turn) {
        if self.allows(turn) {
            self.sink.turn(turn);
        }
    }

    fn goes_on(&mut self) -> bool {
        self.sink.goes_on()
    }
}

impl Position {
    /// Passes on the turns that the rule of trade allows, of some pieces or of all.
    #[cold]
    pub(super) fn feed_trades(
        &self,
        trade: &TradeTable,
        scope: Scope,
        movers: Option<&SquareSet>,
        sink: &mut dyn TurnSink,
    ) {
        let mut filter = TradeFilter::new(self, trade, sink);
        match movers {
            None if self.game().check_binds() => self.feed_legal(scope, &mut filter),
            Some(_) if self.game().check_binds() => {
                self.list_choices(scope, movers, &mut CheckFilter::new(self, &mut filter));
            }
            _ => self.list_choices(scope, movers, &mut filter),
        }
    }
}

//! The rule of check for any game (L46): every turn is tried, and every answer to it.

use crate::game::check::Check;
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{PlayStep, Scope, Turn};
use crate::vocabulary::{Board, Class, Piece, PieceType, Side, Square, SquareSet};

use super::TurnSink;
use super::turns::Turns;

/// Passes on the turns that leave no royal piece of the side that moves where it could be taken.
pub(super) struct CheckFilter<'a> {
    position: &'a Position,
    /// A copy of the position, to try turns on.
    after: Position,
    /// The opposing pieces that could take a royal piece from where they stand if nothing were in their way; `None` where a
    /// piece may also take in other ways than by its own power, and where a royal piece burns.
    menacing: Option<SquareSet>,
    sink: &'a mut dyn TurnSink,
}

impl<'a> CheckFilter<'a> {
    pub(super) fn new(position: &'a Position, sink: &'a mut dyn TurnSink) -> CheckFilter<'a> {
        let is_burning = !position.burning_royals(position.side()).is_empty();
        let menacing = if is_burning { None } else { position.menacing(position.side().other()) };
        CheckFilter { position, after: position.without_history(), menacing, sink }
    }

    fn is_legal(&mut self, turn: Turn) -> bool {
        if turn.first.kind == StepKind::Castle && !self.way_is_safe(turn.first) {
            return false;
        }
        self.try_out(turn);
        let legal = self.has_royal() && !self.is_attacked();
        self.after.undo();
        legal
    }

    /// Returns whether the side has a royal piece after the turn that is tried out: it may not remove its last one itself (R35).
    fn has_royal(&self) -> bool {
        !self.after.board().royals(self.position.side()).is_empty()
    }

    /// Returns whether a royal piece could be taken after the turn that is tried out: by a piece that menaced it before, or by
    /// one that the turn has changed.
    fn is_attacked(&self) -> bool {
        let (board, attacker) = (self.after.board(), self.after.side());
        let royals = |board: &Board| *board.royals(attacker.other());
        if self.after.burns_royal() {
            return true;
        }
        match self.menacing.filter(|_| royals(board) == royals(self.position.board())) {
            Some(menacing) => {
                let changed: SquareSet = self.after.changed().iter().map(|&(square, _)| square).collect();
                self.after.attacks_royal_by(&((menacing | changed) & board.side(attacker)))
            }
            None => self.after.takes_royal(),
        }
    }

    /// Returns whether a piece is safe to travel to every empty square: no royal piece is menaced, and none comes or
    /// goes.
    fn is_safe(&self, kind: StepKind, from: Square, promotion: Option<PieceType>) -> bool {
        let (game, mover) = (self.position.game(), self.position.board().at(from));
        let is_royal = |piece: Piece| game.classes(piece).contains(Class::Royal);
        let becomes_royal = promotion.is_some_and(|kind| is_royal(Piece::new(kind, mover.side())));
        kind == StepKind::Own
            && self.menacing.is_some_and(|menacing| menacing.is_empty())
            && !is_royal(mover)
            && !becomes_royal
            && game.abilities(mover).arrivals.is_empty()
    }

    /// Plays a turn as far as it matters for check: what stands beside the board does not.
    fn try_out(&mut self, turn: Turn) {
        if self.after.game().has_latent_states() {
            return self.after.play_unchecked(turn);
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
                let safe = self.has_royal() && !self.after.attacks_royal();
                self.after.undo();
                safe
            })
        })
    }
}

impl TurnSink for CheckFilter<'_> {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        let mut to = *to;
        if self.is_safe(kind, from, promotion) {
            // Among what is taken may be a friend (K72).
            let taken = to & self.position.view().occupied;
            self.sink.plain(kind, from, &(to - taken), promotion);
            to = taken;
        }
        for to in to {
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

impl TurnSink for Threat<'_> {
    fn plain(&mut self, _: StepKind, _: Square, to: &SquareSet, _: Option<PieceType>) {
        self.found |= to.intersects(self.royals);
    }

    fn turn(&mut self, turn: Turn) {
        if !self.found {
            let after = self.after.get_or_insert_with(|| Box::new(self.position.without_history()));
            after.play_unchecked(turn);
            // The other side is to move now.
            self.found = after.board().royals(after.side()).len() < self.royals.len();
            after.undo();
        }
    }
}

impl Position {
    /// Returns whether the side to move could take a royal piece, be that turn legal or not (L46).
    pub(crate) fn attacks_royal(&self) -> bool {
        self.burns_royal() || self.takes_royal()
    }

    /// Returns whether an opposing royal piece dies at the end of this turn, whatever is played, if it stays where it is (K99, R36).
    fn burns_royal(&self) -> bool {
        !self.burning_royals(self.side().other()).is_empty()
    }

    /// Returns the royal pieces of a side that burn at the end of this turn (K99).
    fn burning_royals(&self, side: Side) -> SquareSet {
        if !self.game().has_latent_states() {
            return SquareSet::EMPTY;
        }
        self.burning(side) & self.board().royals(side)
    }

    /// Returns whether the side to move could take a royal piece by a turn, be that legal or not.
    fn takes_royal(&self) -> bool {
        match self.menacing(self.side()) {
            Some(menacing) => self.attacks_royal_by(&menacing),
            None => self.finds_royal(|search| search.list()),
        }
    }

    /// Returns whether one of some pieces of the side to move could take a royal piece by its own power.
    fn attacks_royal_by(&self, menacing: &SquareSet) -> bool {
        !menacing.is_empty() && self.finds_royal(|search| search.list_own(menacing))
    }

    fn finds_royal(&self, search: impl FnOnce(Turns<'_, dyn TurnSink + '_>)) -> bool {
        let royals = self.board().royals(self.side().other());
        let mut threat = Threat { position: self, after: None, royals, found: false };
        search(Turns::new(self, Scope::Captures, &mut threat));
        threat.found
    }

    /// Returns the pieces of a side that could take an opposing royal piece from where they stand if nothing were in their
    /// way; `None` where a piece may also take in other ways than by its own power.
    fn menacing(&self, side: Side) -> Option<SquareSet> {
        if !matches!(self.game().check(), Check::Trial) || self.game().lends_or_doubles() {
            return None;
        }
        let (reaches, board) = (self.game().reaches(), self.board());
        let royals = board.royals(side.other());
        Some(board.side(side).iter().filter(|&from| reaches.touches(board.at(from), from, royals)).collect())
    }
}

//! Gates: after the first move of a piece from a gate, one from the hand may come to the square that it has left (R104 to R106).
//! Every turn is passed on without such a piece and then with each.

use smallvec::SmallVec;

use crate::game::check::Shift;
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{PlayStep as _, Turn};
use crate::vocabulary::{PieceType, Square, SquareSet};

use super::TurnSink;

/// Passes on every turn without and with each piece that may come in.
pub(super) struct Gates<'a> {
    position: &'a Position,
    /// The squares on which pieces stand that have not moved and leave a gate.
    open: SquareSet,
    /// The pieces that may come in, with their squares.
    entering: SmallVec<[(PieceType, SquareSet); 8]>,
    /// Whether a piece that comes in may bring its own royal piece into check, as the piece over which another one takes.
    exposes: bool,
    /// A copy of the position for trying turns, made when it is first needed.
    after: Option<Position>,
    sink: &'a mut dyn TurnSink,
}

impl<'a> Gates<'a> {
    /// Returns what passes turns on to `sink`; `None` if nothing can come in: no piece of the side, or not that on the square
    /// `mover`, has yet to leave a gate, or the hand is empty.
    pub(super) fn open(
        position: &'a Position,
        mover: Option<Square>,
        sink: &'a mut dyn TurnSink,
    ) -> Option<Gates<'a>> {
        let (game, side) = (position.game(), position.side());
        let hands = game.hands()?;
        let open = hands.gates(side) & position.state().unmoved() & position.board().side(side);
        let reserve = position.state().reserve(side);
        let leaves = mover.is_none_or(|mover| open.contains(mover));
        if reserve.is_empty() || open.is_empty() || !leaves {
            return None;
        }
        let held = hands.forms().iter().enumerate().filter(|(item, _)| reserve.count(*item) > 0);
        let entering =
            held.flat_map(|(_, forms)| forms).map(|form| (form.kind, form.squares(side))).collect();
        let exposes = game.check_binds() && position.plain().is_none();
        Some(Gates { position, open, entering, exposes, after: None, sink })
    }

    /// Passes on a turn with each piece that may come to where it began.
    fn with_entering(&mut self, turn: Turn) {
        let step = turn.first;
        if turn.second.is_some() || step.kind == StepKind::Drop || !self.open.contains(step.from) {
            return;
        }
        let castling = self.position.game().castlings().made_by(step);
        let gates: SmallVec<[Square; 2]> = match castling {
            Some(castling) => {
                castling.squares().into_iter().filter(|&from| self.open.contains(from)).collect()
            }
            None => SmallVec::from_slice(&[step.from]),
        };
        for gate in gates {
            if !self.sink.goes_on() {
                return;
            }
            if !self.is_left(turn, gate) {
                continue;
            }
            for index in 0..self.entering.len() {
                let (kind, squares) = self.entering[index];
                let turn = Turn { first: step, second: Some(Step::drop(kind, gate, gate)) };
                if squares.contains(gate) && !(self.exposes && self.leaves_check(turn)) {
                    self.sink.turn(turn);
                }
            }
        }
    }

    /// Returns whether a gate is empty after a turn.
    fn is_left(&mut self, turn: Turn, gate: Square) -> bool {
        let step = turn.first;
        let is_known = matches!(step.kind, StepKind::Own) && !self.position.game().has_latent_states();
        if is_known {
            return step.to != gate;
        }
        let after = self.after.get_or_insert_with(|| self.position.without_history());
        after.begin_turn();
        after.play_step(step, &mut ());
        let is_left = after.board().at(gate).is_none();
        after.revert(&mut ());
        is_left
    }

    /// Returns whether the side's royal piece is attacked after a turn, although it was not before the piece came in.
    fn leaves_check(&mut self, turn: Turn) -> bool {
        let after = self.after.get_or_insert_with(|| self.position.without_history());
        after.play_unchecked(turn);
        let is_attacked = after.attacks_royal();
        after.undo();
        is_attacked
    }
}

impl TurnSink for Gates<'_> {
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<PieceType>) {
        self.sink.plain(kind, from, to, promotion);
        if self.open.contains(from) {
            to.iter().for_each(|to| self.with_entering(Step::plain(kind, from, to, promotion).into()));
        }
    }

    fn shifted(&mut self, shift: &Shift, to: u64, promotion: Option<PieceType>) {
        self.sink.shifted(shift, to, promotion);
        for to in SquareSet::from_low_word(to) {
            self.with_entering(Step::plain(StepKind::Own, shift.start(to), to, promotion).into());
        }
    }

    fn second(
        &mut self,
        first: Step,
        kind: StepKind,
        from: Square,
        to: &SquareSet,
        promotion: Option<PieceType>,
    ) {
        self.sink.second(first, kind, from, to, promotion);
    }

    fn dropped(&mut self, kind: PieceType, to: &SquareSet) {
        self.sink.dropped(kind, to);
    }

    fn turn(&mut self, turn: Turn) {
        self.sink.turn(turn);
        self.with_entering(turn);
    }

    fn goes_on(&mut self) -> bool {
        self.sink.goes_on()
    }
}

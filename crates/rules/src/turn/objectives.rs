//! Objectives: the conditions besides the loss of royal pieces that decide a game (R81 to R83).

use crate::game::definition::{Condition, Dropped, Goal, Lack, Objective, Value};
use crate::position::Position;
use crate::vocabulary::{PieceType, Side, Square, SquareSet};

use super::{Reason, Verdict};

impl Position {
    /// Returns the verdict by the objectives of the game, by two passes (R89) or by a draw that was accepted (R136). Of two
    /// conditions that hold at once, that of the side which has just moved decides (R81).
    #[cold]
    pub(super) fn objective_verdict(&self) -> Option<Verdict> {
        let objectives = &self.game().definition().ending.objectives;
        let sides = [self.side().other(), self.side()];
        let decided = objectives.iter().find_map(|objective| match &objective.condition {
            Condition::Reaches(goal) => self.goal_verdict(objective, goal),
            _ => sides.into_iter().find_map(|side| self.decided_by(objective, side)),
        });
        decided.or_else(|| {
            let passed = self.game().may_pass() && self.both_passed();
            let accepted = || self.game().has_offers() && self.has_accepted();
            match passed {
                true => Some(self.drawn(Reason::Passes)),
                false => accepted().then(|| self.drawn(Reason::Facing)),
            }
        })
    }

    /// Returns the verdict by an objective about pieces or checks for one side.
    fn decided_by(&self, objective: &Objective, side: Side) -> Option<Verdict> {
        if objective.only.is_some_and(|only| only != side) {
            return None;
        }
        let (holds, reasons) = match &objective.condition {
            Condition::Lacks(lack) => (self.lacks(side, lack), [Reason::Extinction, Reason::GivenAway]),
            Condition::Checks(number) => {
                (self.state().checks_given(side) >= *number, [Reason::Checks, Reason::Checks])
            }
            Condition::Forms(pattern) => (self.forms(side, pattern), [Reason::Goal, Reason::Goal]),
            Condition::Reaches(_) => (false, [Reason::Goal, Reason::Goal]),
        };
        holds.then(|| verdict(objective.result, side, reasons))
    }

    /// Returns whether a side has lost what it must not lose, or all that it wants to lose.
    fn lacks(&self, side: Side, lack: &Lack) -> bool {
        let other_has = lack.other_has + u16::from(lack.may_answer && side == self.side());
        let lacks = |group: Option<&[PieceType]>| {
            !self.has_more(side, group, lack.left)
                && (other_has == 0 || self.has_more(side.other(), group, other_has - 1))
        };
        match lack.groups.as_slice() {
            [] => lacks(None),
            groups => groups.iter().any(|group| lacks(Some(group))),
        }
    }

    /// Returns whether a side has more than `number` pieces of some kinds, or of all if no kinds are given, on the board and in
    /// reserve.
    fn has_more(&self, side: Side, kinds: Option<&[PieceType]>, number: u16) -> bool {
        let reserve = self.state().reserve(side);
        let mut found = 0;
        if !reserve.is_empty() {
            for (index, item) in self.game().definition().drops.items.iter().enumerate() {
                let counts = |kind| kinds.is_none_or(|kinds| kinds.contains(&kind));
                let pieces = match &item.what {
                    Dropped::Pair(kind, _) | Dropped::BesideRoyal(kind) if counts(*kind) => 2,
                    Dropped::Single(kind, _) if counts(*kind) => 1,
                    Dropped::Held(held) if counts(held.piece) => 1,
                    Dropped::Choice(_) if kinds.is_none() => 1,
                    _ => 0,
                };
                found += pieces * u16::from(reserve.count(index));
            }
        }
        let Some(kinds) = kinds else { return self.board().count(side) + found > number };
        found > number
            || self.squares_of(side, kinds).any(|_| {
                found += 1;
                found > number
            })
    }

    /// Returns the squares of a side's pieces of some kinds.
    pub(crate) fn squares_of(&self, side: Side, kinds: &[PieceType]) -> impl Iterator<Item = Square> {
        let is_one =
            |square: &Square| self.board().at(*square).kind().is_some_and(|kind| kinds.contains(&kind));
        self.board().side(side).iter().filter(is_one)
    }

    /// Returns the verdict by a goal (R83).
    fn goal_verdict(&self, objective: &Objective, goal: &Goal) -> Option<Verdict> {
        let (mover, next) = (self.side().other(), self.side());
        let decided = |side| verdict(objective.result, side, [Reason::Goal, Reason::Goal]);
        let counts = |side| objective.only.is_none_or(|only| only == side);
        // The side to move may have reached its goal with its last turn, and kept it.
        if (goal.last_turn || goal.safe || goal.held) && counts(next) && self.reaches(next, goal) {
            let both = !goal.held && counts(mover) && self.reaches(mover, goal);
            let draws = both && if goal.last_turn { next == Side::First } else { goal.safe };
            return Some(if draws { Verdict::draw(Reason::Goal) } else { decided(next) });
        }
        // A goal that has to be held wins at once only if it is known to be safe (R127).
        if !counts(mover) || goal.held && !goal.safe || !self.reaches(mover, goal) {
            return None;
        }
        let answers =
            goal.last_turn && !goal.safe && counts(next) && next == Side::Second && self.can_reach(goal);
        (!answers).then(|| decided(mover))
    }

    /// Returns whether a side has reached its goal.
    fn reaches(&self, side: Side, goal: &Goal) -> bool {
        let squares = goal.squares[side.index()];
        let there = self.squares_of_any(side, &goal.pieces) & squares;
        let number = there.len() as u16;
        let occupied = self.board().side(Side::First) | self.board().side(Side::Second);
        let full = || goal.full && (squares - occupied).is_empty();
        if number == 0 || number < goal.number && !full() {
            return false;
        }
        let waits = goal.last_turn || goal.held;
        let must_be_safe = goal.safe && (!waits || side != self.side()) && number == goal.number;
        !must_be_safe || there.iter().all(|square| !self.is_attacked_by(side.other(), square))
    }

    /// Returns the squares of a side's pieces of some kinds, of all kinds if none are given.
    pub(super) fn squares_of_any(&self, side: Side, kinds: &[PieceType]) -> SquareSet {
        match kinds {
            [] => *self.board().side(side),
            kinds => self.squares_of(side, kinds).collect(),
        }
    }

    /// Returns whether the side to move can reach its goal with its next turn.
    fn can_reach(&self, goal: &Goal) -> bool {
        let side = self.side();
        let mut turns = Vec::new();
        self.list_undecided(&mut turns);
        let mut after = self.without_history();
        turns.into_iter().any(|turn| {
            after.play_unchecked(turn);
            let reached = after.reaches(side, goal);
            after.undo();
            reached
        })
    }
}

/// Returns the verdict for a side that fulfils a condition; the reasons are those of a loss and of a win.
fn verdict(result: Value, side: Side, [lost, won]: [Reason; 2]) -> Verdict {
    match result {
        Value::Loses => Verdict::win(side.other(), lost),
        Value::Wins => Verdict::win(side, won),
        Value::Draws | Value::FewerWins => Verdict::draw(lost),
    }
}

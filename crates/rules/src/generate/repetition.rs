//! The rule against repetition (K117, K130): a turn may not bring about a position once too often.

use smallvec::SmallVec;

use crate::game::definition::Repetition;
use crate::position::Position;
use crate::turn::{Scope, Turn};

impl Position {
    /// Removes the turns that repeat a position too often.
    pub(crate) fn remove_repetitions(&self, turns: &mut Vec<Turn>) {
        if self.could_repeat() {
            let mut after = self.clone();
            turns.retain(|&turn| !after.repeats(turn));
        }
    }

    /// Returns whether every turn would bring about a position once too often, which holds if there are no turns.
    pub(crate) fn is_stuck_by_repetition(&self) -> bool {
        if !self.could_repeat() {
            return false;
        }
        let mut after = self.clone();
        self.turns(Scope::Distinct).into_iter().all(|turn| after.repeats(turn))
    }

    /// Returns whether a turn of this position would bring about a position once too often and is illegal for that reason
    /// (K117).
    pub fn is_repetition(&self, turn: Turn) -> bool {
        self.could_repeat() && self.clone().repeats(turn)
    }

    /// Returns whether some turn could bring about a position once too often: a position with the other side to move has
    /// occurred as often as allowed. A cheap test, which saves trying every turn.
    pub(crate) fn could_repeat(&self) -> bool {
        let Some(limit) = self.illegal_repetition() else { return false };
        let mut keys: SmallVec<[u64; 32]> = self.repeatable_keys().step_by(2).collect();
        keys.sort_unstable();
        keys.windows(limit - 1).any(|alike| alike.first() == alike.last())
    }

    /// Returns the number of the occurrence of a position that is illegal, if the game has such a rule.
    fn illegal_repetition(&self) -> Option<usize> {
        match self.game().definition().ending.repetition {
            Repetition::Illegal(times) => Some(times.into()),
            Repetition::Allowed | Repetition::Draws(_) | Repetition::Judged(_) => None,
        }
    }

    fn repeats(&mut self, turn: Turn) -> bool {
        self.play_unchecked(turn);
        let repeats = self.occurs_too_often();
        self.undo();
        repeats
    }

    /// Returns whether the last turn was illegal because it brought about this position once too often (K117).
    pub fn occurs_too_often(&self) -> bool {
        self.illegal_repetition().is_some_and(|limit| self.earlier_occurrences() + 1 >= limit)
    }
}

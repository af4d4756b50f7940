//! The rule against repetition (K117, K130): a turn may not bring about a position once too often.

use crate::game::definition::Repetition;
use crate::position::Position;
use crate::turn::Turn;

impl Position {
    /// Returns those of some turns that do not repeat a position too often.
    pub(super) fn without_repetition(&self, mut turns: Vec<Turn>) -> Vec<Turn> {
        if self.could_repeat() {
            let mut after = self.clone();
            turns.retain(|&turn| !after.repeats(turn));
        }
        turns
    }

    /// Returns whether a turn of this position is illegal only because it would bring about a position once too often
    /// (K117).
    pub fn is_repetition(&self, turn: Turn) -> bool {
        self.could_repeat() && self.clone().repeats(turn)
    }

    /// Returns whether enough turns have been played for a position to occur too often; a cheap test.
    fn could_repeat(&self) -> bool {
        self.illegal_repetition().is_some_and(|limit| self.ply() + 1 >= limit)
    }

    /// Returns the occurrence of a position that may not be brought about, if there is one.
    fn illegal_repetition(&self) -> Option<usize> {
        match self.game().definition().ending.repetition {
            Repetition::Illegal(times) => Some(times.into()),
            Repetition::Allowed | Repetition::Draws(_) => None,
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

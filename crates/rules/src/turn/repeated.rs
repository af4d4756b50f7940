//! The verdict on a position that has been repeated too often, by who has brought it about, has given check (R86) or has chased
//! (R137).

use crate::game::definition::{Judged, Repeated, Value};
use crate::position::Position;

use super::{Reason, Verdict};

impl Position {
    /// Returns the verdict if this position occurs for the time that ends the game.
    pub(super) fn repeated_verdict(&self, judged: Judged) -> Option<Verdict> {
        let key = self.key();
        let earlier =
            self.repeatable_keys().enumerate().skip(1).step_by(2).filter(|&(_, earlier)| earlier == key);
        let turns = 1 + earlier.map(|(index, _)| index).nth(usize::from(judged.times).saturating_sub(2))?;
        Some(self.judge_repetition(turns, judged))
    }

    /// Returns the verdict if the turns of both sides since this position occurred `turns` turns ago are judged (R86).
    pub fn judge_repetition(&self, turns: usize, judged: Judged) -> Verdict {
        let (next, mover) = (self.side(), self.side().other());
        if judged.perpetual_check {
            match self.checks_since(turns) {
                [true, false] => return Verdict::win(next, Reason::PerpetualCheck),
                [false, true] => return Verdict::win(mover, Reason::PerpetualCheck),
                [true, true] => return self.drawn(Reason::Repetition),
                [false, false] => {}
            }
        }
        if let Some(rule) = &self.game().definition().ending.perpetual_chase {
            match self.chases_since(turns, rule) {
                [true, false] => return Verdict::win(next, Reason::PerpetualChase),
                [false, true] => return Verdict::win(mover, Reason::PerpetualChase),
                [true, true] => return self.drawn(Reason::Repetition),
                [false, false] => {}
            }
        }
        match judged.result {
            Repeated::Mover(Value::Loses) => Verdict::win(next, Reason::Repeated),
            Repeated::Mover(Value::Wins) => Verdict::win(mover, Reason::Repeated),
            Repeated::Mover(Value::Draws | Value::FewerWins) => self.drawn(Reason::Repetition),
            Repeated::Wins(side) => Verdict::win(side, Reason::Repeated),
        }
    }

    /// Returns whether the side that has just moved, and the other one, have given check with each of their last turns.
    fn checks_since(&self, turns: usize) -> [bool; 2] {
        let mut checks = [true; 2];
        let mut before = self.clone();
        for back in 0..=turns {
            checks[back % 2] = checks[back % 2] && before.is_check();
            if checks == [false; 2] || back == turns {
                break;
            }
            before.undo();
        }
        checks
    }
}

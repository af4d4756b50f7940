//! The warning before a turn that loses the last royal piece.

use beaufort_rules::turn::{Reason, Verdict};
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Position, Scope, Turn};

use super::deed::{Deed, after};
use super::outlook::{Decision, Outlook};

/// The replies that are tried before a turn is warned of: those to the turn itself and, to find one that loses nothing at once, to others.
pub(super) const MAX_TRIAL_REPLIES: usize = 20_000;
/// The work of listing turns that costs as much as trying one, as [`Position::generate_while`] counts it.
const GENERATION_PER_TRIAL: usize = 8;

/// The result of the check of a turn before it is played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Warning {
    /// How it would lose the game at once, in a sentence.
    pub(crate) danger: Option<Phrase>,
    /// Whether there are more replies than are tried, and none of those that were loses the game.
    pub(crate) is_incomplete: bool,
}

/// Returns how a turn would lose the game at once: the opponent could take the last royal piece, and another turn would not let it.
pub(crate) fn warning(before: &Position, turn: Turn) -> Warning {
    warning_within(before, turn, MAX_TRIAL_REPLIES)
}

pub(super) fn warning_within(before: &Position, turn: Turn, most: usize) -> Warning {
    let mut trials = Trials { left: most };
    let danger = match trials.fatal_reply(before, turn) {
        Ok(danger) => danger.and_then(|(after, reply)| Deed::of(&after, reply).taken_royal()),
        Err(TooMany) => return Warning { danger: None, is_incomplete: true },
    };
    let danger = danger.filter(|_| {
        let always = trials.leaves_royal_always(before);
        let best = if always { Outlook::LosesRoyal } else { Outlook::Open };
        Decision::of(best, Outlook::LosesRoyal).is_some()
    });
    Warning { danger, is_incomplete: false }
}

/// The replies that may still be tried.
pub(super) struct Trials {
    pub(super) left: usize,
}

/// There are more replies than may be tried.
pub(super) struct TooMany;

impl Trials {
    /// Returns whether every turn leaves the last royal piece where it is taken. Where that would take too long to find out, some turn is
    /// taken not to.
    pub(super) fn leaves_royal_always(&mut self, before: &Position) -> bool {
        let Ok(turns) = self.turns(before) else { return false };
        turns
            .into_iter()
            .all(|turn| before.is_repetition(turn) || matches!(self.fatal_reply(before, turn), Ok(Some(_))))
    }

    /// Returns the position after a turn with the reply by which the opponent wins at once, taking the last royal piece, if there is one.
    pub(super) fn fatal_reply(
        &mut self,
        before: &Position,
        turn: Turn,
    ) -> Result<Option<(Position, Turn)>, TooMany> {
        let them = before.side().other();
        let after = after(before, turn);
        if after.royal_verdict().or_else(|| after.draw_verdict()).is_some() {
            return Ok(None);
        }
        let (replies, is_all) = match self.turns(&after) {
            Ok(replies) => (replies, true),
            Err(Incomplete(replies)) => (replies, false),
        };
        let win = Some(Verdict::win(them, Reason::NoRoyal));
        let mut trial = after.clone();
        for reply in replies {
            self.left = self.left.checked_sub(1).ok_or(TooMany)?;
            // The pieces on the board tell: what turns there are after it does not matter.
            trial.play_unchecked(reply);
            let is_fatal = trial.royal_verdict() == win;
            trial.undo();
            if is_fatal && !after.is_repetition(reply) {
                return Ok(Some((after, reply)));
            }
        }
        if is_all { Ok(None) } else { Err(TooMany) }
    }

    /// Returns the turns of a position, or those that were found until that was too much work.
    fn turns(&mut self, position: &Position) -> Result<Vec<Turn>, Incomplete> {
        let mut turns = Vec::new();
        let (most, mut work) = (GENERATION_PER_TRIAL * self.left, 0);
        position.generate_while(Scope::Distinct, &mut turns, &mut |done| {
            work += done;
            work <= most
        });
        self.left = self.left.saturating_sub(work / GENERATION_PER_TRIAL);
        if work <= most { Ok(turns) } else { Err(Incomplete(turns)) }
    }
}

/// Turns, of which there are more.
struct Incomplete(Vec<Turn>);

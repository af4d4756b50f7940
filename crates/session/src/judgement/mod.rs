//! The judgement of a turn: its cost, whether it decides the game, and the reason in a sentence from the position itself. The
//! warning before a turn and the review after it use it. The effect of a turn, good or bad, is described apart from that: in a hint, for the
//! lines of an analysis, and for a turn that is looked at.
//!
//! Most of it follows from the expected points that a turn loses. Near the end of a game that is not enough: a player who is far
//! behind has hardly any points to lose, and one who is far ahead keeps nearly all of them without the win. A turn that loses the
//! game where the best turn does not is therefore a blunder whatever the score, and a turn that misses a forced win is classified
//! by the thresholds of lichess.

mod deed;
mod merit;
mod outlook;
mod place;
#[cfg(test)]
mod tests;
mod warning;

use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Position, Side, Turn, phrase};

use crate::view::{Judgement, Score};

use deed::{Deed, Form, after};
use outlook::{Decision, Outlook};

pub(crate) use merit::merit;
pub use place::PlaceBefore;
pub(crate) use place::score_of;
pub(crate) use warning::{Warning, warning};

const INACCURACY: u8 = 6;
const MISTAKE: u8 = 2;
const BLUNDER: u8 = 4;

/// The least loss of expected points, in thousandths, that is called something, and what.
const GLYPHS: [(u16, u8); 3] = [(150, BLUNDER), (100, MISTAKE), (50, INACCURACY)];
/// The same where a forced win has been missed: an inaccuracy if the score stays above what 10 Pawns are for lichess, a mistake
/// above 7 Pawns.
const MISSED_WIN_GLYPHS: [(u16, u8); 3] = [(71, BLUNDER), (25, MISTAKE), (0, INACCURACY)];
/// A turn that loses this much is half as accurate as the best one.
const HALVING_LOSS: f64 = 150.0;

/// A turn to be judged, with what is known about it.
pub(crate) struct Case<'a> {
    /// The position in which it is played, its score, the best turn there, and the opponent's best reply to that.
    pub(crate) before: &'a Position,
    pub(crate) score: &'a Score,
    pub(crate) best: Option<Turn>,
    pub(crate) best_reply: Option<Turn>,
    /// The turn, and the score of the position after it.
    pub(crate) turn: Turn,
    pub(crate) score_after: &'a Score,
    /// The opponent's best reply; `None` where the game is over.
    pub(crate) reply: Option<Turn>,
}

impl Case<'_> {
    /// Returns what the turn costs.
    pub(crate) fn judge(&self) -> Judgement {
        let points = |score: &Score| match self.before.side() {
            Side::First => score.points,
            Side::Second => 1000 - score.points,
        };
        let is_best = self.best.is_some_and(|best| is_same(self.before, best, self.turn));
        let loss = if is_best { 0 } else { points(self.score).saturating_sub(points(self.score_after)) };
        let decision = if is_best { None } else { self.decision() };
        let glyph =
            |glyphs: &[(u16, u8)]| glyphs.iter().find(|&&(least, _)| loss >= least).map(|&(_, nag)| nag);
        let nag = match decision {
            Some(Decision::LosesGame) => Some(BLUNDER),
            Some(Decision::MissesWin) => glyph(&MISSED_WIN_GLYPHS),
            None => glyph(&GLYPHS),
        };
        // The accuracy of a turn is capped by the least loss that gets the same glyph.
        let least = GLYPHS.iter().find(|&&(_, other)| Some(other) == nag).map_or(0, |&(least, _)| least);
        let accuracy = (100.0 * (-f64::from(loss.max(least)) / HALVING_LOSS).exp2()).round() as u8;
        let reason = nag.and_then(|_| self.reason(decision));
        Judgement { loss, accuracy, nag, reason }
    }

    fn decision(&self) -> Option<Decision> {
        let us = self.before.side();
        let takes_royal =
            |after: &Position| self.reply_deed(after).is_some_and(|deed| deed.taken_royal().is_some());
        let best = match Outlook::of(self.score, us) {
            Outlook::Loses if self.score.plies <= Some(2) => Outlook::LosesRoyal,
            other => other,
        };
        let turn = match Outlook::of(self.score_after, us) {
            Outlook::Loses if self.score_after.plies <= Some(1) && takes_royal(&self.after()) => {
                Outlook::LosesRoyal
            }
            other => other,
        };
        Decision::of(best, turn)
    }

    /// Returns the position after the turn.
    fn after(&self) -> Position {
        after(self.before, self.turn)
    }

    fn reply_deed<'b>(&self, after: &'b Position) -> Option<Deed<'b>> {
        self.reply.map(|reply| Deed::of(after, reply))
    }

    /// Returns why the turn is bad, if it can be said plainly: the threat of the reply, or the missed chance. A threat that also
    /// follows the best turn is no reason, nor is a chance that the turn keeps.
    fn reason(&self, decision: Option<Decision>) -> Option<Phrase> {
        let (us, after) = (self.before.side(), self.after());
        let after_best = self.best.map(|best| deed::after(self.before, best));
        let allowed = after_best.as_ref().zip(self.best_reply).map(|(after, reply)| Deed::of(after, reply));
        let is_new = |deed: &Deed<'_>, known: &Option<Deed<'_>>| {
            !known.as_ref().is_some_and(|known| known.includes(deed))
        };
        let reply = self.reply_deed(&after).filter(|deed| is_new(deed, &allowed));
        let own = Some(Deed::of(self.before, self.turn));
        let best = self.best.map(|turn| Deed::of(self.before, turn)).filter(|deed| is_new(deed, &own));
        if let Some(danger) = reply.as_ref().and_then(Deed::taken_royal) {
            return Some(danger);
        }
        if let Some(deed) = best.as_ref().filter(|deed| deed.taken_royal().is_some()) {
            return Some(deed.missed());
        }
        match decision {
            Some(Decision::LosesGame) if Outlook::of(self.score, us) > Outlook::Loses => {
                return Some(phrase!("Now {score}.", score = self.score_after.text.clone()));
            }
            Some(Decision::MissesWin) => {
                return Some(phrase!("It misses a forced win: {score}.", score = self.score.text.clone()));
            }
            _ => {}
        }
        if let Some(deed) = reply.filter(Deed::is_plain) {
            return Some(phrase!(
                "It lets {actor} {deed}.",
                actor = deed.actor(),
                deed = deed.in_words(Form::Infinitive)
            ));
        }
        let deed = best.filter(Deed::is_plain)?;
        Some(deed.missed())
    }
}

/// Returns whether two turns have the same result.
fn is_same(position: &Position, one: Turn, other: Turn) -> bool {
    one == other || position.turn_text(one) == position.turn_text(other)
}

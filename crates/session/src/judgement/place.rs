//! The findings of a review about the places of a game, one after the other.

use beaufort_engine::MATE;
use beaufort_rules::turn::{Outcome, Verdict};
use beaufort_rules::{Game, Position, Side, Turn};

use super::Case;
use crate::assessment;
use crate::view::{Judgement, NodeScore, Score};

/// The place before a turn that is to be judged.
#[derive(Clone, Copy, Debug)]
pub struct PlaceBefore<'a> {
    /// Its position.
    pub position: &'a Position,
    /// The score that the review has found for it.
    pub found: &'a NodeScore,
    /// The turn that is played there.
    pub turn: Turn,
}

impl PlaceBefore<'_> {
    /// Returns what the turn costs, by the score of the position after it and the opponent's best reply; `None` where the game is over.
    pub(crate) fn judge(&self, score_after: &Score, reply: Option<Turn>) -> Judgement {
        let PlaceBefore { position: before, found, turn } = *self;
        let read = |position: &Position, text: &Option<String>| position.read_turn(text.as_deref()?).ok();
        let best = read(before, &found.best);
        let best_reply = best.and_then(|best| {
            let mut after = before.clone();
            after.play_unchecked(best);
            read(&after, &found.reply)
        });
        Case { before, score: &found.score, best, best_reply, turn, score_after, reply }.judge()
    }
}

impl NodeScore {
    /// Returns what a review finds about a place of a game: the score of its position, by the rules where the game is over and else
    /// by a search, which gives the score of the side to move and a line, and what the turn that led there has cost.
    pub fn found(
        node: u32,
        position: &Position,
        (score, pv): (i32, &[Turn]),
        before: Option<PlaceBefore<'_>>,
    ) -> NodeScore {
        let (score, texts) = match position.verdict() {
            Some(verdict) => (score_of(position.game(), verdict), Vec::new()),
            None => (assessment::score(position, score), assessment::pv_texts(position, pv)),
        };
        let mut texts = texts.into_iter();
        let (best, reply) = (texts.next(), texts.next());
        let turn = pv.first().copied().filter(|_| best.is_some());
        let judgement = before.map(|before| before.judge(&score, turn));
        NodeScore { node, score, best, reply, judgement }
    }
}

/// Returns the score of a game that is over.
pub(crate) fn score_of(game: &Game, verdict: Verdict) -> Score {
    let value = match verdict.outcome {
        Outcome::Win(Side::First) => MATE,
        Outcome::Win(Side::Second) => -MATE,
        Outcome::Draw => 0,
    };
    Score::new(value, Some(0), beaufort_draw::words::verdict(game, verdict))
}

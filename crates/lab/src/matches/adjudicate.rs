//! When a game is ended because both players agree on its result.

use beaufort_rules::Side;
use beaufort_rules::turn::Outcome;

use super::PlayedTurn;

/// When games are ended before their end by the rules; never, by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// When a game is won.
    pub win: Option<WinRule>,
    /// When a game is drawn.
    pub draw: Option<DrawRule>,
}

/// A game is won if both players' scores say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinRule {
    /// For how many turns of each player on end.
    pub turns: u32,
    /// How much the winner's score must be at least, and the loser's at most below zero.
    pub score: i32,
}

/// A game is drawn if both players' scores are near zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// How many turns each player must have played before.
    pub after: u32,
    /// For how many turns of each player on end.
    pub turns: u32,
    /// How far from zero the scores may be.
    pub score: i32,
}

impl Adjudication {
    /// Returns the result of a game after these turns, the last of `plies`, if it ends now.
    pub(super) fn outcome(&self, turns: &[PlayedTurn], plies: usize) -> Option<Outcome> {
        let lately = |count: u32| {
            let count = 2 * count as usize;
            (count > 0 && turns.len() >= count).then(|| &turns[turns.len() - count..])
        };
        let win = |rule: WinRule| {
            let lately = lately(rule.turns)?;
            let winner = |side: &Side| lately.iter().all(|turn| score_for(turn, *side) >= Some(rule.score));
            Side::BOTH.into_iter().find(winner).map(Outcome::Win)
        };
        let draw = |rule: DrawRule| {
            let quiet = |turn: &PlayedTurn| turn.info.score.is_some_and(|score| score.abs() <= rule.score);
            let late = plies >= 2 * rule.after as usize;
            (late && lately(rule.turns)?.iter().all(quiet)).then_some(Outcome::Draw)
        };
        self.win.and_then(win).or_else(|| self.draw.and_then(draw))
    }
}

/// Returns the score that a player has given, as a side sees it.
fn score_for(turn: &PlayedTurn, side: Side) -> Option<i32> {
    turn.info.score.map(|score| if turn.side == side { score } else { -score })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use beaufort_rules::{Square, Step, StepKind};

    use super::*;
    use crate::players::SearchInfo;

    /// Turns of both sides in turn with these scores of their players.
    fn turns(scores: &[i32]) -> Vec<PlayedTurn> {
        let step = Step::plain(StepKind::Own, Square::new(0), Square::new(1), None);
        let turn = |(index, &score): (usize, &i32)| PlayedTurn {
            turn: step.into(),
            side: Side::BOTH[index % 2],
            info: SearchInfo { score: Some(score), ..SearchInfo::default() },
            time: Duration::ZERO,
        };
        scores.iter().enumerate().map(turn).collect()
    }

    #[test]
    fn a_win_needs_both_players() {
        let rule = Adjudication { win: Some(WinRule { turns: 2, score: 500 }), draw: None };
        let outcome = |scores: &[i32]| rule.outcome(&turns(scores), scores.len());
        assert_eq!(outcome(&[500, -500, 501, -1_000]), Some(Outcome::Win(Side::First)));
        assert_eq!(outcome(&[0, 0, -500, 500, -600, 600]), Some(Outcome::Win(Side::Second)));
        assert_eq!(outcome(&[500, -500, 501, -499]), None);
        assert_eq!(outcome(&[500, 500, 500, 500]), None);
        assert_eq!(outcome(&[500, -500, 501]), None);
    }

    #[test]
    fn a_draw_needs_time() {
        let rule = Adjudication { win: None, draw: Some(DrawRule { after: 3, turns: 1, score: 5 }) };
        let outcome = |scores: &[i32]| rule.outcome(&turns(scores), scores.len());
        assert_eq!(outcome(&[0, 0, 0, 0]), None);
        assert_eq!(outcome(&[90, 0, 0, 0, -5, 5]), Some(Outcome::Draw));
        assert_eq!(outcome(&[0, 0, 0, 0, 0, 6]), None);
    }

    #[test]
    fn who_says_nothing_ends_nothing() {
        let rule = Adjudication {
            win: Some(WinRule { turns: 1, score: -2_000_000 }),
            draw: Some(DrawRule { after: 0, turns: 1, score: i32::MAX }),
        };
        let mut silent = turns(&[0, 0]);
        silent[1].info = SearchInfo::default();
        assert_eq!(rule.outcome(&silent, 2), None);
    }
}

//! Finished games.

use std::time::Duration;

use beaufort_lab::matches::{GameEnd, PlayedGame};
use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct FinishedGame {
    /// The number of the game, from 0 on.
    pub(super) number: u32,
    /// The points of the first contender, in halves.
    pub(super) points: u32,
    /// The mistake with which it ended, if a player made one.
    pub(super) mistake: Option<Mistake>,
    /// The search effort of each contender that reports it.
    pub(super) effort: [Effort; 2],
    /// The record.
    pub(super) record: String,
}

/// A mistake that lost a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mistake {
    /// The contender who made it, 0 or 1.
    pub(super) contender: usize,
    /// The number of the turn, from 1 on.
    pub(super) turn: usize,
    pub(super) kind: MistakeKind,
    /// The description, such as `took 0.3 s for a turn`.
    pub(super) what: String,
}

/// The kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum MistakeKind {
    /// An illegal turn.
    Illegal,
    /// A turn that took too long.
    Overrun,
    /// A failure of the program.
    Failure,
}

/// Positions searched, and the time for that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Effort {
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// The number of turns.
    pub(super) turns: u64,
    /// The sum of the depths reached, in plies.
    pub(super) depths: u64,
}

impl FinishedGame {
    pub(super) fn new(played: &PlayedGame, record: String) -> FinishedGame {
        let mut effort = [Effort::default(); 2];
        for turn in &played.course.turns {
            let effort = &mut effort[played.contender(turn.side)];
            if let Some(nodes) = turn.info.nodes {
                effort.nodes += nodes;
                effort.time += turn.time;
                effort.turns += 1;
                effort.depths += u64::from(turn.info.depth.unwrap_or(0));
            }
        }
        let (number, points) = (played.number, played.points());
        FinishedGame { number, points, mistake: Mistake::of(played), effort, record }
    }

    /// Returns whether a game that was read can have been played.
    pub(super) fn is_possible(&self) -> bool {
        self.points <= 2 && self.mistake.as_ref().is_none_or(|mistake| mistake.contender <= 1)
    }
}

impl Mistake {
    /// Returns the mistake with which a game ended.
    pub(super) fn of(played: &PlayedGame) -> Option<Mistake> {
        let what = played.course.ending.mistake()?;
        let side = played.course.ending.winner()?.other();
        let kind = match &played.course.ending {
            GameEnd::Illegal { .. } => MistakeKind::Illegal,
            GameEnd::Overrun { .. } => MistakeKind::Overrun,
            _ => MistakeKind::Failure,
        };
        let turn = played.turns().count() / 2 + 1;
        Some(Mistake { contender: played.contender(side), turn, kind, what })
    }
}

impl Effort {
    /// Returns the sum, saturating.
    pub(super) fn plus(self, other: Effort) -> Effort {
        Effort {
            nodes: self.nodes.saturating_add(other.nodes),
            time: self.time.saturating_add(other.time),
            turns: self.turns.saturating_add(other.turns),
            depths: self.depths.saturating_add(other.depths),
        }
    }
}

//! One game of a match.

use std::time::{Duration, Instant};

use beaufort_engine::Signal;
use beaufort_rules::turn::{Outcome, Verdict};
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::xboard::legs;
use beaufort_rules::{Position, Side, Turn};

use super::clocks::Clocks;
use super::{MatchSettings, Opening};
use crate::players::{Player, PlayerError, SearchInfo, TurnRequest};

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The number of the game in the match, from 0 on; the games `2n` and `2n + 1` are a pair.
    pub number: u32,
    /// How it began.
    pub opening: Opening,
    /// Which contender, 0 or 1, had the first side.
    pub first: usize,
    /// How it went on.
    pub course: Course,
}

/// The course of a game after its opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The turns, with the searches behind them.
    pub turns: Vec<PlayedTurn>,
    /// How it ended.
    pub ending: GameEnd,
}

/// A turn of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// The turn.
    pub turn: Turn,
    /// The side that played it.
    pub side: Side,
    /// The search behind it.
    pub info: SearchInfo,
    /// How long it took.
    pub time: Duration,
}

impl PlayedGame {
    /// Returns the half points of the first contender: 0, 1 or 2.
    pub fn points(&self) -> u32 {
        let Some(winner) = self.course.ending.winner() else { return 1 };
        if winner.index() == self.first { 2 } else { 0 }
    }

    /// Returns which contender, 0 or 1, had a side.
    pub fn contender(&self, side: Side) -> usize {
        (side.index() + self.first) % 2
    }

    /// Returns all turns from the start of the game on.
    pub fn turns(&self) -> impl Iterator<Item = Turn> {
        self.opening.turns.iter().copied().chain(self.course.turns.iter().map(|played| played.turn))
    }
}

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// By the rules.
    Decided(Verdict),
    /// As a draw, because it was too long.
    TooLong,
    /// Because both players thought so.
    Adjudicated(Outcome),
    /// A player gave up.
    Resigned(Side),
    /// A player lost by answering with something that is no legal turn.
    Illegal {
        /// The player's side.
        side: Side,
        /// The answer.
        answer: String,
    },
    /// A player lost by taking too long for a turn.
    Overrun {
        /// The player's side.
        side: Side,
        /// How long the turn took.
        time: Duration,
    },
    /// A player lost because he could not go on.
    Failed {
        /// The player's side.
        side: Side,
        /// Why.
        reason: String,
    },
}

impl GameEnd {
    /// Returns the side that won, if any.
    pub fn winner(&self) -> Option<Side> {
        match self {
            GameEnd::Decided(Verdict { outcome, .. }) | GameEnd::Adjudicated(outcome) => outcome.winner(),
            GameEnd::TooLong => None,
            GameEnd::Resigned(side)
            | GameEnd::Illegal { side, .. }
            | GameEnd::Overrun { side, .. }
            | GameEnd::Failed { side, .. } => Some(side.other()),
        }
    }

    /// Returns the mistake that cost a player the game, as the predicate of a sentence about it: `took 0.512 s for a turn`.
    pub fn mistake(&self) -> Option<String> {
        match self {
            GameEnd::Decided(_) | GameEnd::TooLong | GameEnd::Adjudicated(_) | GameEnd::Resigned(_) => None,
            GameEnd::Illegal { answer, .. } => {
                let answer = if answer.is_empty() { "nothing" } else { answer };
                Some(format!("gave an illegal turn, `{}`", quoted(answer)))
            }
            GameEnd::Overrun { time, .. } => Some(format!("took {:.3} s for a turn", time.as_secs_f64())),
            GameEnd::Failed { reason, .. } => Some(reason.clone()),
        }
    }
}

/// Plays a game from a position and the turns of its opening to its end; the player number `first` has the first side. Returns
/// `None` if a player was stopped.
pub fn play_game(
    start: &Position,
    opening: &[Turn],
    players: &mut [Box<dyn Player>; 2],
    first: usize,
    settings: &MatchSettings,
) -> Option<Course> {
    let never = Signal::new();
    let mut position = start.clone();
    opening.iter().for_each(|&turn| position.play_unchecked(turn));
    let mut all = opening.to_vec();
    let mut turns = Vec::new();
    let mut clocks =
        Clocks::new([players[first].time_control(), players[1 - first].time_control()], settings.tolerance);
    let ending = loop {
        if let Some(verdict) = position.verdict() {
            break GameEnd::Decided(verdict);
        }
        if all.len() >= settings.max_plies {
            break GameEnd::TooLong;
        }
        if let Some(outcome) = settings.adjudication.outcome(&turns, all.len()) {
            break GameEnd::Adjudicated(outcome);
        }
        let side = position.side();
        let (clocks_shown, tolerance) = (clocks.shown(), settings.tolerance);
        let request = TurnRequest {
            start,
            turns: &all,
            position: &position,
            clocks: clocks_shown,
            tolerance,
            stop: &never,
        };
        let began = Instant::now();
        let reply = players[(side.index() + first) % 2].choose(&request);
        let time = began.elapsed();
        if !clocks.press(side, time) && reply != Err(PlayerError::Stopped) {
            break GameEnd::Overrun { side, time };
        }
        match reply {
            Ok(reply) if position.legal_turns().contains(&reply.turn) => {
                position.play_unchecked(reply.turn);
                all.push(reply.turn);
                turns.push(PlayedTurn { turn: reply.turn, side, info: reply.info, time });
            }
            Ok(reply) => {
                // It may be no turn of any position: its squares can be told.
                break GameEnd::Illegal { side, answer: legs(position.game().size(), reply.turn) };
            }
            Err(PlayerError::Illegal(answer)) => break GameEnd::Illegal { side, answer },
            Err(PlayerError::Silent) => break GameEnd::Overrun { side, time },
            Err(PlayerError::Failed(reason)) => break GameEnd::Failed { side, reason },
            Err(PlayerError::Resigned) => break GameEnd::Resigned(side),
            Err(PlayerError::Stopped) => return None,
        }
    };
    Some(Course { turns, ending })
}

//! One game of a match.

use std::time::Duration;

use beaufort_rules::game::SetUp;
use beaufort_rules::turn::{Outcome, Verdict};
use beaufort_rules::{Position, Side, Turn};
use web_time::Instant;

use super::Settings;
use crate::players::Player;

/// A game as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The number of the game in the match, from 0 on; the games `2n` and `2n + 1` are a pair.
    pub number: u32,
    /// The set-up.
    pub set_up: SetUp,
    /// Which contender, 0 or 1, had the first side.
    pub first: usize,
    /// The turns.
    pub turns: Vec<Turn>,
    /// How it ended.
    pub ending: Ending,
}

impl PlayedGame {
    /// Returns the half points of the first contender: 0, 1 or 2.
    pub fn points(&self) -> u32 {
        let Some(winner) = self.ending.winner() else { return 1 };
        if winner.index() == self.first { 2 } else { 0 }
    }
}

/// How a game of a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Decided(Verdict),
    /// As a draw, because it was too long.
    TooLong,
    /// A player lost by answering with something that is no legal turn, or not at all.
    Illegal {
        /// The player's side.
        side: Side,
        /// What he answered.
        turn: Option<Turn>,
    },
    /// A player lost by taking too long for a turn.
    Overrun {
        /// The player's side.
        side: Side,
        /// How long the turn took.
        time: Duration,
    },
}

impl Ending {
    /// Returns the side that won, if any.
    pub fn winner(&self) -> Option<Side> {
        match self {
            Ending::Decided(Verdict { outcome: Outcome::Win(side), .. }) => Some(*side),
            Ending::Decided(_) | Ending::TooLong => None,
            Ending::Illegal { side, .. } | Ending::Overrun { side, .. } => Some(side.other()),
        }
    }
}

/// Plays a game from a position to its end; the player number `first` has the first side.
pub fn play_game(
    start: &Position,
    players: &mut [Box<dyn Player>; 2],
    first: usize,
    settings: &Settings,
) -> (Vec<Turn>, Ending) {
    let mut position = start.clone();
    let mut turns = Vec::new();
    let ending = loop {
        if let Some(verdict) = position.final_verdict() {
            break Ending::Decided(verdict);
        }
        if turns.len() >= settings.max_plies {
            break Ending::TooLong;
        }
        let side = position.side();
        let player = &mut players[(side.index() + first) % 2];
        let start = Instant::now();
        let turn = player.choose(&position);
        let time = start.elapsed();
        if player.budget().is_some_and(|budget| time > budget + settings.tolerance) {
            break Ending::Overrun { side, time };
        }
        match turn {
            Some(legal) if position.legal_turns().contains(&legal) => {
                position.play(legal);
                turns.push(legal);
            }
            turn => break Ending::Illegal { side, turn },
        }
    };
    (turns, ending)
}

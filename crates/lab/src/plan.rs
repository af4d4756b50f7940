//! How games of the engine against itself are played.

use std::sync::Arc;

use beaufort_engine::Evaluation;
use beaufort_rules::{Position, Turn};
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::matches::play_random_turns;
use crate::workers::game_rng;

/// The settings on which games depend, and nothing else: not how many there are, nor on how many threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The id of the game.
    pub game: String,
    /// The positions that the engine looks at for a turn.
    pub nodes: u64,
    /// The seed of the set-ups, the openings and all other random choices.
    pub seed: u64,
    /// The random plies before the players begin.
    pub opening: usize,
    /// The plies after which a game is stopped, those of the opening included.
    pub max_plies: usize,
}

impl Plan {
    /// Returns the random number generator of a game.
    pub fn rng(&self, number: u64) -> Rng {
        game_rng(self.seed, number)
    }

    /// Plays the random plies, fewer where there is no turn any more, and returns them.
    pub fn open(&self, position: &mut Position, rng: &mut Rng) -> Vec<Turn> {
        play_random_turns(position, self.opening.min(self.max_plies), rng)
    }
}

/// The settings on which games of the engine against itself depend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfPlayPlan {
    /// How the games are played.
    #[serde(flatten)]
    pub plan: Plan,
    /// The fingerprint of the evaluation by which both sides play.
    pub evaluation: String,
}

impl SelfPlayPlan {
    /// Returns the plan of games that are played by an evaluation.
    pub fn new(plan: Plan, evaluation: &Arc<Evaluation>) -> SelfPlayPlan {
        SelfPlayPlan { plan, evaluation: format!("{:08x}", evaluation.fingerprint()) }
    }
}

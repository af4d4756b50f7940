//! How the games are played from which the engine learns.

use serde::{Deserialize, Serialize};

/// The settings on which the games depend, and nothing else: not how many there are, nor on how many threads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The id of the game.
    pub game: String,
    /// The positions that the engine looks at for a turn.
    pub nodes: u64,
    /// What the set-ups, the openings and the choice of positions depend on.
    pub seed: u64,
    /// The plies that are drawn by lot before the engine begins.
    pub opening: usize,
    /// The plies after which a game is a draw, those of the opening included.
    pub max_plies: usize,
}

impl Plan {
    /// Returns the usual plan for a game.
    pub fn new(game: &str) -> Plan {
        Plan { game: game.to_owned(), nodes: 400, seed: 1, opening: 12, max_plies: 1_000 }
    }
}

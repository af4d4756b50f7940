//! Plays any legal turn.

use beaufort_rules::{Position, Turn};
use fastrand::Rng;

use super::Player;

/// A player who plays any legal turn, each with the same probability.
#[derive(Debug)]
pub struct Random(Rng);

impl Random {
    /// Returns the player with the seed 0.
    pub fn new() -> Random {
        Random(Rng::with_seed(0))
    }
}

impl Default for Random {
    fn default() -> Random {
        Random::new()
    }
}

impl Player for Random {
    fn new_game(&mut self, seed: u64) {
        self.0 = Rng::with_seed(seed);
    }

    fn choose(&mut self, position: &Position) -> Option<Turn> {
        self.0.choice(position.legal_turns())
    }
}

//! Plays any legal turn.

use fastrand::Rng;

use super::{Player, Refusal, Reply, Scene};

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

    fn choose(&mut self, scene: &Scene<'_>) -> Result<Reply, Refusal> {
        self.0.choice(scene.position.legal_turns()).map(Reply::from).ok_or(Refusal::Resigned)
    }
}

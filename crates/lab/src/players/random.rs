//! Plays any legal turn.

use fastrand::Rng;

use super::{Player, PlayerError, Reply, TurnRequest};

/// A player who plays any legal turn, each with the same probability.
#[derive(Debug)]
pub struct RandomPlayer(Rng);

impl RandomPlayer {
    /// Returns the player with the seed 0.
    pub fn new() -> RandomPlayer {
        RandomPlayer(Rng::with_seed(0))
    }
}

impl Default for RandomPlayer {
    fn default() -> RandomPlayer {
        RandomPlayer::new()
    }
}

impl Player for RandomPlayer {
    fn new_game(&mut self, seed: u64) {
        self.0 = Rng::with_seed(seed);
    }

    fn choose(&mut self, request: &TurnRequest<'_>) -> Result<Reply, PlayerError> {
        self.0.choice(request.position.legal_turns()).map(Reply::from).ok_or(PlayerError::Resigned)
    }
}

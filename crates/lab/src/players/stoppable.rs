//! A player that can be stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Player, PlayerError, Reply, TimeControl, TurnRequest};

/// A player who gives up instead of playing a turn as soon as it is stopped.
pub struct StoppablePlayer {
    player: Box<dyn Player>,
    stop: Arc<AtomicBool>,
}

impl StoppablePlayer {
    /// Returns a player who plays until `stop` is set.
    pub fn new(player: Box<dyn Player>, stop: Arc<AtomicBool>) -> StoppablePlayer {
        StoppablePlayer { player, stop }
    }
}

impl Player for StoppablePlayer {
    fn new_game(&mut self, seed: u64) {
        self.player.new_game(seed);
    }

    fn choose(&mut self, request: &TurnRequest<'_>) -> Result<Reply, PlayerError> {
        if self.stop.load(Ordering::Relaxed) {
            Err(PlayerError::Resigned)
        } else {
            self.player.choose(request)
        }
    }

    fn time_control(&self) -> TimeControl {
        self.player.time_control()
    }
}

impl fmt::Debug for StoppablePlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoppablePlayer").field("stop", &self.stop).finish_non_exhaustive()
    }
}

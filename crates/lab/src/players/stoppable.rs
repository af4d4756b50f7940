//! A player that can be stopped.

use std::fmt;
use std::sync::Arc;

use beaufort_engine::Signal;

use super::{Player, PlayerError, Reply, TimeControl, TurnRequest};

/// A player that ends its search and returns no turn as soon as it is stopped.
pub struct StoppablePlayer {
    player: Box<dyn Player>,
    stop: Arc<Signal>,
}

impl StoppablePlayer {
    /// Wraps a player, which plays until `stop` is raised.
    pub fn new(player: Box<dyn Player>, stop: Arc<Signal>) -> StoppablePlayer {
        StoppablePlayer { player, stop }
    }
}

impl Player for StoppablePlayer {
    fn new_game(&mut self, seed: u64) {
        self.player.new_game(seed);
    }

    fn choose(&mut self, request: &TurnRequest<'_>) -> Result<Reply, PlayerError> {
        if self.stop.is_stopped() {
            return Err(PlayerError::Stopped);
        }
        let reply = self.player.choose(&TurnRequest { stop: &self.stop, ..*request });
        // The result of an interrupted search is not played.
        if self.stop.is_stopped() { Err(PlayerError::Stopped) } else { reply }
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

//! The engine as a player.

use std::time::Duration;

use beaufort_rules::{Position, Turn};

use super::Player;
use crate::engine::Engine;
use crate::limits::Limits;
use crate::task::Signal;

/// The engine with the same limits for every turn.
#[derive(Debug)]
pub struct Searching {
    engine: Engine,
    limits: Limits,
}

impl Searching {
    /// Returns the player.
    pub fn new(engine: Engine, limits: Limits) -> Searching {
        Searching { engine, limits }
    }
}

impl Player for Searching {
    fn new_game(&mut self, _: u64) {
        self.engine.new_game();
    }

    fn choose(&mut self, position: &Position) -> Option<Turn> {
        self.engine.search(position, self.limits, &Signal::new(), |_| {}).turn
    }

    fn budget(&self) -> Option<Duration> {
        self.limits.time
    }
}

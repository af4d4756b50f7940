//! The engine as a player.

use std::time::Duration;

use beaufort_rules::{Position, Turn};

use super::Player;
use crate::engine::Engine;
use crate::task::{Signal, Task};

/// The engine with the same task for every turn.
#[derive(Debug)]
pub struct Searching {
    engine: Engine,
    task: Task<'static>,
}

impl Searching {
    /// Returns the player.
    pub fn new(engine: Engine, task: impl Into<Task<'static>>) -> Searching {
        Searching { engine, task: task.into() }
    }
}

impl Player for Searching {
    fn new_game(&mut self, seed: u64) {
        self.engine.new_game();
        self.task.skill = self.task.skill.map(|skill| skill.with_seed(seed));
    }

    fn choose(&mut self, position: &Position) -> Option<Turn> {
        self.engine.search(position, self.task, &Signal::new(), |_| {}).turn
    }

    fn budget(&self) -> Option<Duration> {
        self.task.limits.time
    }
}

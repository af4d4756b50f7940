//! The engine as a player.

use super::{Pace, Player, Refusal, Reply, Scene, Thought};
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

    fn choose(&mut self, scene: &Scene<'_>) -> Result<Reply, Refusal> {
        let clock = self.limits.clock.and(scene.clock());
        let result =
            self.engine.search(scene.position, Limits { clock, ..self.limits }, &Signal::new(), |_| {});
        let turn = result.turn.ok_or(Refusal::Resigned)?;
        let thought =
            Thought { score: Some(result.score), depth: Some(result.depth), nodes: Some(result.nodes) };
        Ok(Reply { turn, thought })
    }

    fn pace(&self) -> Pace {
        Pace::of(&self.limits)
    }
}

//! The engine as a player.

use beaufort_engine::{Engine, Limits, Signal, Task};

use super::{Pace, Player, Refusal, Reply, Scene, Thought};

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

    fn choose(&mut self, scene: &Scene<'_>) -> Result<Reply, Refusal> {
        let clock = self.task.limits.clock.and(scene.clock());
        let task = Task { limits: Limits { clock, ..self.task.limits }, ..self.task };
        let result = self.engine.search(scene.position, task, &Signal::new(), |_| {});
        let turn = result.turn.ok_or(Refusal::Resigned)?;
        let thought =
            Thought { score: Some(result.score), depth: Some(result.depth), nodes: Some(result.nodes) };
        Ok(Reply { turn, thought })
    }

    fn pace(&self) -> Pace {
        Pace::of(&self.task.limits)
    }
}

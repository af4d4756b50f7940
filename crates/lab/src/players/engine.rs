//! The engine as a player.

use beaufort_engine::{Engine, Limits, Task};

use super::{Player, PlayerError, Reply, SearchInfo, TimeControl, TurnRequest};

/// The engine with the same task for every turn.
#[derive(Debug)]
pub struct EnginePlayer {
    engine: Engine,
    task: Task<'static>,
}

impl EnginePlayer {
    /// Returns the player.
    pub fn new(engine: Engine, task: impl Into<Task<'static>>) -> EnginePlayer {
        EnginePlayer { engine, task: task.into() }
    }
}

impl Player for EnginePlayer {
    fn new_game(&mut self, seed: u64) {
        self.engine.new_game();
        self.task.skill = self.task.skill.map(|skill| skill.with_seed(seed));
    }

    fn choose(&mut self, request: &TurnRequest<'_>) -> Result<Reply, PlayerError> {
        let clock = self.task.limits.clock.and(request.clock());
        let task = Task { limits: Limits { clock, ..self.task.limits }, ..self.task };
        let result = self.engine.search(request.position, task, request.stop, |_| {});
        let turn = result.turn.ok_or(PlayerError::Resigned)?;
        let info =
            SearchInfo { score: Some(result.score), depth: Some(result.depth), nodes: Some(result.nodes) };
        Ok(Reply { turn, info })
    }

    fn time_control(&self) -> TimeControl {
        TimeControl::of(&self.task.limits)
    }
}

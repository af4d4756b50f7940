//! Players for matches: one that plays anything, one that takes what it sees, and the engine.

mod greedy;
mod random;
mod searching;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::{Game, Position, Turn};

use crate::engine::{Engine, Options};
use crate::eval::Evaluation;
use crate::task::Task;

pub use greedy::Greedy;
pub use random::Random;
pub use searching::Searching;

/// Somebody who plays.
pub trait Player {
    /// Begins a new game; whatever is random in it depends on the seed alone.
    fn new_game(&mut self, seed: u64);

    /// Returns the turn to play; `None` only if there is no legal one.
    fn choose(&mut self, position: &Position) -> Option<Turn>;

    /// Returns how long a turn may take, if that is limited.
    fn budget(&self) -> Option<Duration> {
        None
    }
}

/// One side of a match: makes as many players as there are games at a time.
pub struct Contender {
    name: String,
    make: Box<dyn Fn() -> Box<dyn Player> + Send + Sync>,
}

impl Contender {
    /// Returns a contender of one's own.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn() -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Contender {
        Contender { name: name.into(), make: Box::new(make) }
    }

    /// Returns the contender that plays any legal turn.
    pub fn random() -> Contender {
        Contender::new("random", || Box::new(Random::new()))
    }

    /// Returns the contender that looks one turn ahead.
    pub fn greedy(evaluation: &Arc<Evaluation>) -> Contender {
        let evaluation = Arc::clone(evaluation);
        Contender::new("greedy", move || Box::new(Greedy::new(Arc::clone(&evaluation))))
    }

    /// Returns the engine as a contender, with the same task for every turn; its skill, if any, gets a new seed for each
    /// game.
    pub fn engine(
        name: impl Into<String>,
        game: &Arc<Game>,
        evaluation: &Arc<Evaluation>,
        options: Options,
        task: impl Into<Task<'static>>,
    ) -> Contender {
        let task = task.into();
        let (game, evaluation) = (Arc::clone(game), Arc::clone(evaluation));
        Contender::new(name, move || {
            let engine = Engine::with_evaluation(Arc::clone(&game), Arc::clone(&evaluation), options);
            Box::new(Searching::new(engine, task))
        })
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns a new player.
    pub fn player(&self) -> Box<dyn Player> {
        (self.make)()
    }
}

impl fmt::Debug for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contender").field("name", &self.name).finish_non_exhaustive()
    }
}

//! Players for matches: random, greedy, the engine. Others can be added.

mod engine;
mod greedy;
mod random;
mod stoppable;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Clock, Engine, Evaluation, Limits, Options, Signal, Task};
use beaufort_rules::{Game, Position, Turn};

pub use beaufort_protocol::client::{Reply, SearchInfo};
pub use engine::EnginePlayer;
pub use greedy::GreedyPlayer;
pub use random::RandomPlayer;
pub use stoppable::StoppablePlayer;

/// A player of a match.
pub trait Player {
    /// Begins a new game; all random choices in it depend on the seed alone.
    fn new_game(&mut self, seed: u64);

    /// Returns the turn to play, or why there is none.
    ///
    /// # Errors
    /// If the player does not play on.
    fn choose(&mut self, request: &TurnRequest<'_>) -> Result<Reply, PlayerError>;

    /// Returns the time control of the player.
    fn time_control(&self) -> TimeControl {
        TimeControl::Unlimited
    }
}

/// The state of a game in which a player has to move.
#[derive(Clone, Copy, Debug)]
pub struct TurnRequest<'a> {
    /// The position in which the game began.
    pub start: &'a Position,
    /// The turns since.
    pub turns: &'a [Turn],
    /// The position now.
    pub position: &'a Position,
    /// The clocks of both sides, where they have one.
    pub clocks: [Option<Clock>; 2],
    /// By how much a turn may take longer than the player has.
    pub tolerance: Duration,
    /// Raised when the turn is no longer needed; a player that thinks long checks it.
    pub stop: &'a Signal,
}

impl TurnRequest<'_> {
    /// Returns the clock of the side to move.
    pub fn clock(&self) -> Option<Clock> {
        self.clocks[self.position.side().index()]
    }
}

/// Why a player gives no turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// The answer is no legal turn.
    Illegal(String),
    /// There is no answer in time.
    Silent,
    /// The player cannot go on, for this reason.
    Failed(String),
    /// The player gives up.
    Resigned,
    /// The player was stopped: the game is not played to its end.
    Stopped,
}

/// A time control: how much time a player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeControl {
    /// Without a limit.
    Unlimited,
    /// This time for each turn.
    PerTurn(Duration),
    /// A clock for the game.
    Clock {
        /// The time at the beginning.
        base: Duration,
        /// The time that each turn adds.
        increment: Duration,
    },
}

impl TimeControl {
    /// Returns the time control that limits give.
    pub fn of(limits: &Limits) -> TimeControl {
        match (limits.clock, limits.time) {
            (Some(clock), _) => TimeControl::Clock { base: clock.remaining, increment: clock.increment },
            (None, Some(time)) => TimeControl::PerTurn(time),
            (None, None) => TimeControl::Unlimited,
        }
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
        Contender::new("random", || Box::new(RandomPlayer::new()))
    }

    /// Returns the contender that looks one turn ahead.
    pub fn greedy(evaluation: &Arc<Evaluation>) -> Contender {
        let evaluation = Arc::clone(evaluation);
        Contender::new("greedy", move || Box::new(GreedyPlayer::new(Arc::clone(&evaluation))))
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
            Box::new(EnginePlayer::new(engine, task))
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

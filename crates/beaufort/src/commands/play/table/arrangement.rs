//! How the array of a new game comes about.

use std::sync::Arc;

use beaufort_rules::Game;
use beaufort_rules::game::Setup;
use beaufort_session::Session;
use fastrand::Rng;

/// How the array of a new game comes about.
#[derive(Clone, Debug)]
pub(in crate::commands::play) enum Arrangement {
    /// People choose for their sides, chance for the engine's.
    Ask,
    /// By lot.
    Random,
    /// As named on the command line.
    Fixed(Setup),
}

impl Arrangement {
    /// Begins a game.
    pub(in crate::commands::play) fn begin(&self, game: &Arc<Game>, rng: &mut Rng) -> Session {
        match self {
            Arrangement::Ask => Session::new(game),
            Arrangement::Random => Session::from_set_up(game, Setup::choose(game, |_| rng.bool())),
            Arrangement::Fixed(set_up) => Session::from_set_up(game, set_up.clone()),
        }
    }
}

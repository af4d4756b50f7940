//! Random set-ups.

use beaufort_rules::Game;
use beaufort_rules::game::Setup;
use fastrand::Rng;

/// Returns a random set-up of a game.
pub(crate) fn random_setup(game: &Game, rng: &mut Rng) -> Setup {
    Setup::choose(game, |choice| {
        game.random_option(choice, |below| match below {
            2 => rng.bool().into(),
            _ => rng.u32(..below),
        })
    })
}

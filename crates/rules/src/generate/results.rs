//! The results of turns that may be those of other turns, too.

use crate::position::{Changes, Position};
use crate::powers::Step;
use crate::turn::{KeyAfterStep, Latent, PlayStep, Playing};

use super::keys::KeySet;

/// The results found so far.
#[derive(Debug, Default)]
pub(super) struct Results {
    keys: KeySet,
    /// Room for the changes of a step.
    changes: Changes,
}

impl Results {
    /// Returns whether what a turn leaves whose last step is made on a position has not been found before. The position
    /// comes with its [`surviving_key`](crate::turn::surviving_key) and what holds there.
    pub(super) fn is_new(&mut self, (position, key): (&Position, u64), latent: &Latent, step: Step) -> bool {
        if position.game().has_state() {
            return self.keys.insert(played(position, latent, step));
        }
        let mut result = KeyAfterStep::new(position, key, latent, &mut self.changes);
        result.play_step(step, &mut ());
        let key = result.key();
        self.keys.insert(key)
    }
}

/// Returns the key of what the end of a turn leaves in a game with something beside the board, which only a turn that is
/// played brings up to date.
#[cold]
fn played(position: &Position, latent: &Latent, step: Step) -> u64 {
    let mut after = position.scratch();
    after.begin_turn();
    let mut playing = Playing::new(&mut after, *latent);
    playing.play_step(step, &mut ());
    let latent = playing.latent;
    after.activate(&latent, &mut ());
    after.update_state(step.into());
    after.key_after()
}

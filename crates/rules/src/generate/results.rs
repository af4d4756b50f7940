//! The results of turns that may coincide with those of others.

use crate::position::{Changes, Position};
use crate::turn::{KeyAfterStep, Latent, PlayStep, Playing, Turn};

use super::keys::KeySet;

/// The results found so far.
#[derive(Debug, Default)]
pub(super) struct Results {
    keys: KeySet,
    /// A buffer for the changes of a step.
    changes: Changes,
}

impl Results {
    /// Records the result of a turn and returns whether it is new. All steps except the last have been played on the position;
    /// `key` is its [`surviving_key`](crate::turn::surviving_key) and `latent` its latent states.
    pub(super) fn is_new(&mut self, (position, key): (&Position, u64), latent: &Latent, turn: Turn) -> bool {
        if position.game().has_state() {
            return self.keys.insert(played(position, latent, turn));
        }
        let mut result = KeyAfterStep::new(position, key, latent, &mut self.changes);
        result.play_step(turn.last(), &mut ());
        let key = result.key();
        self.keys.insert(key)
    }
}

/// Returns the key after a turn in a game with state. The state follows from all changes of the turn, so the turn has to be
/// played.
#[cold]
fn played(position: &Position, latent: &Latent, turn: Turn) -> u64 {
    let mut after = if turn.second.is_some() {
        position.clone()
    } else {
        let mut after = position.without_history();
        after.begin_turn();
        after
    };
    let mut playing = Playing::new(&mut after, *latent);
    playing.play_step(turn.last(), &mut ());
    let latent = playing.latent;
    after.activate(&latent, &mut ());
    after.update_state(turn);
    after.key_after()
}

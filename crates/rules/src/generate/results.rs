//! The results of turns that may be those of other turns, too.

use crate::position::{Changes, Position};
use crate::turn::{KeyAfterStep, Latent, PlayStep, Playing, Turn};

use super::keys::KeySet;

/// The results found so far.
#[derive(Debug, Default)]
pub(super) struct Results {
    keys: KeySet,
    /// Room for the changes of a step.
    changes: Changes,
}

impl Results {
    /// Returns whether what a turn leaves has not been found before. All of its steps have been played on the position but the
    /// last; with it come its [`surviving_key`](crate::turn::surviving_key) and what holds there.
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

/// Returns the key of what the end of a turn leaves in a game with something beside the board, which only a turn that is
/// played brings up to date: from all that it has changed.
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

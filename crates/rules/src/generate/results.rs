//! The results of turns that may coincide with those of others.

use smallvec::SmallVec;

use crate::position::{Changes, Position};
use crate::turn::{KeyAfterStep, Latent, PlayStep, Playing, Turn};

use super::keys::KeySet;

/// The results found so far.
#[derive(Debug, Default)]
pub(super) struct Results {
    keys: KeySet,
    /// A buffer for the changes of a step.
    changes: Changes,
    /// The further data of a game with state.
    states: Option<States>,
}

/// The results in a game with state, which differ if the boards differ: only turns that leave the same board are played to compare
/// the states.
#[derive(Debug, Default)]
struct States {
    /// The turns whose boards no other turn has left so far, with the keys of these boards.
    alone: SmallVec<[(u64, Turn); 16]>,
    /// The results of all other turns.
    played: KeySet,
}

impl Results {
    /// Records the result of a turn and returns whether it is new. All steps except the last have been played on the position;
    /// `key` is its [`surviving_key`](crate::turn::surviving_key) and `latent` its latent states.
    pub(super) fn is_new(&mut self, (position, key): (&Position, u64), latent: &Latent, turn: Turn) -> bool {
        let game = position.game();
        // After the first of two moves an earlier turn could not be played any more.
        if game.has_state() && game.lends_or_doubles() {
            return self.keys.insert(played(position, latent, turn));
        }
        let mut result = KeyAfterStep::new(position, key, latent, &mut self.changes);
        result.play_step(turn.last(), &mut ());
        let board = result.key();
        let is_new = self.keys.insert(board);
        if !game.has_state() {
            return is_new;
        }
        let states = self.states.get_or_insert_default();
        if is_new {
            states.alone.push((board, turn));
            return true;
        }
        if let Some(index) = states.alone.iter().position(|&(other, _)| other == board) {
            let (_, first) = states.alone.swap_remove(index);
            states.played.insert(played(position, latent, first));
        }
        states.played.insert(played(position, latent, turn))
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

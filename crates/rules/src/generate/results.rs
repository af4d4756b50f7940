//! The results of turns that may be those of other turns, too.

use crate::geometry::SquareSet;
use crate::position::{Changes, Position};
use crate::turn::{Draft, PlayStep, Step};

use super::keys::KeySet;

/// The results found so far.
#[derive(Debug, Default)]
pub(super) struct Results {
    keys: KeySet,
    /// Room for drafts.
    changes: Changes,
}

impl Results {
    /// Returns whether what a turn leaves whose last step is made on a position has not been found before. The position
    /// comes with its [`lasting_key`](crate::turn::lasting_key).
    pub(super) fn is_new(
        &mut self,
        (position, key): (&Position, u64),
        deadly: &[SquareSet; 2],
        step: Step,
    ) -> bool {
        if position.game().has_state() {
            return self.keys.insert(played(position, deadly, step));
        }
        let mut draft = Draft::new(position, key, deadly, &mut self.changes);
        draft.play_step(step, &mut ());
        let key = draft.key();
        self.keys.insert(key)
    }
}

/// Returns the key of what the end of a turn leaves in a game with something beside the board, which only a turn that is
/// played brings up to date.
#[cold]
fn played(position: &Position, deadly: &[SquareSet; 2], step: Step) -> u64 {
    let mut after = position.scratch();
    after.begin_turn();
    after.play_step(step, &mut ());
    after.activate(deadly, &mut ());
    after.update_state(step.into());
    after.key_after()
}

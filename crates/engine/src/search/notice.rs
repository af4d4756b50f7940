//! What a weak player does not notice: turns that are never looked at.

use beaufort_rules::Turn;

use super::Search;

impl Search<'_> {
    /// Returns whether a turn is overlooked; never at full strength.
    #[inline]
    pub(super) fn overlooks(&self, ply: usize, turn: Turn) -> bool {
        self.shared
            .oversight
            .is_some_and(|oversight| oversight.hides(&self.position, self.evaluation, turn, ply))
    }

    /// Puts the turns of the root that are overlooked behind the others.
    pub(super) fn overlooked_last(&self, turns: &mut [Turn]) {
        turns.sort_by_key(|&turn| self.overlooks(0, turn));
    }

    /// Leaves out the turns of the root that are overlooked, which are the last ones, unless they are all there is.
    pub(super) fn drop_overlooked(&self, turns: &mut Vec<Turn>) {
        let noticed = turns.iter().take_while(|&&turn| !self.overlooks(0, turn)).count();
        turns.truncate(noticed.max(1));
    }
}

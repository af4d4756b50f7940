//! Turns that a weak level misses: they are never searched.

use beaufort_rules::Turn;

use super::Search;

impl Search<'_> {
    /// Returns whether the level misses a turn; never at full strength.
    #[inline]
    pub(super) fn misses(&self, ply: usize, turn: Turn) -> bool {
        self.shared
            .blindness
            .is_some_and(|blindness| blindness.misses(&self.position, self.evaluation, turn, ply))
    }

    /// Puts the turns of the root that are missed behind the others.
    pub(super) fn missed_last(&self, turns: &mut [Turn]) {
        turns.sort_by_key(|&turn| self.misses(0, turn));
    }

    /// Leaves out the turns of the root that are missed, which are the last ones, unless they are all there is.
    pub(super) fn drop_missed(&self, turns: &mut Vec<Turn>) {
        let noticed = turns.iter().take_while(|&&turn| !self.misses(0, turn)).count();
        turns.truncate(noticed.max(1));
    }
}

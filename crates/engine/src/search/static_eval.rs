//! The static eval: from the evaluation, or from the position's entry in the transposition table, with the correction of the
//! correction history.

use crate::correction::CorrectionIndex;
use crate::score::MATE_IN_MAX_PLY;
use crate::tt::{Bound, Entry};

use super::Search;
use super::move_loop::NodeContext;

impl Search<'_> {
    /// Returns the static eval of the position, kept below the scores of forced wins.
    #[inline]
    pub(super) fn evaluate(&mut self) -> i32 {
        let score = self
            .evaluation
            .evaluate_with(&self.position, self.state.accumulator, self.accumulators)
            .clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1);
        if self.gives_away { -score } else { score }
    }

    /// Returns the static eval of the position, from its entry in the transposition table if it is there.
    #[inline]
    pub(super) fn raw_eval(&mut self, entry: Option<&Entry>) -> i32 {
        entry.and_then(|entry| entry.raw_eval).unwrap_or_else(|| self.evaluate())
    }

    /// Returns the indices of the position in the correction history.
    #[inline]
    pub(super) fn correction_index(&self, ply: usize) -> CorrectionIndex {
        CorrectionIndex::new(&self.state.keys, self.position.side(), self.continuations(ply))
    }

    /// Returns the corrected static eval, kept below the scores of forced wins.
    #[inline]
    pub(super) fn corrected(&self, raw_eval: i32, index: CorrectionIndex) -> i32 {
        let corrected = raw_eval + self.correction.get(index);
        corrected.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1)
    }

    /// Updates the correction history with the score of a search, if its bound proves the static eval wrong.
    pub(super) fn update_correction(&mut self, context: &NodeContext, score: i32, bound: Bound) {
        let error = score - context.corrected_eval;
        let is_proven = match bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        if is_proven && score.abs() < MATE_IN_MAX_PLY {
            self.correction.update(context.correction, context.depth, error);
        }
    }
}

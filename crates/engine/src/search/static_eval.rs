//! The static eval: from the evaluation, or from the position's entry in the transposition table, with the correction of the
//! correction history.

use crate::correction::CorrectionIndex;
use crate::params::qsearch::lazy_margin;
use crate::score::MATE_IN_MAX_PLY;
use crate::tt::{Bound, Entry};

use super::Search;
use super::move_loop::NodeContext;

/// The static eval of a position before its correction.
#[derive(Clone, Copy)]
pub(super) struct RawEval {
    pub(super) score: i32,
    /// Whether it has been computed, not expected.
    is_computed: bool,
}

impl RawEval {
    /// Returns the score if it has been computed: what the transposition table keeps.
    #[inline]
    pub(super) fn computed(self) -> Option<i32> {
        self.is_computed.then_some(self.score)
    }
}

/// How wrong an expected static eval is: the mean of the absolute error, for which the last hundred positions count most.
#[derive(Clone, Copy)]
pub(super) struct ExpectationError {
    /// In 1/256 centipawn.
    mean: i32,
}

impl Default for ExpectationError {
    /// Nothing is expected until some positions are known.
    fn default() -> ExpectationError {
        ExpectationError { mean: MATE_IN_MAX_PLY << 8 }
    }
}

impl ExpectationError {
    /// Adds an error, in centipawns.
    #[inline]
    fn update(&mut self, error: i32) {
        let error = error.abs().min(MATE_IN_MAX_PLY) << 8;
        self.mean += (error - self.mean) >> 6;
    }

    /// Returns what an error hardly ever exceeds, in centipawns.
    #[inline]
    fn margin(self) -> i32 {
        (self.mean >> 8).saturating_mul(lazy_margin())
    }
}

impl Search<'_> {
    /// Returns the static eval of the position: from its entry in the transposition table if it is there; what it is expected to
    /// be if that is far outside the window (lazy evaluation); or else computed.
    ///
    /// The change of the incremental part by the last turn is known; the rest is expected to be as it was before that turn.
    #[inline]
    pub(super) fn raw_eval(&mut self, ply: usize, entry: Option<&Entry>, alpha: i32, beta: i32) -> RawEval {
        let known = entry.and_then(|entry| entry.raw_eval);
        let incremental = self.evaluation.evaluate_incremental(&self.position, self.state.accumulator);
        let Some(incremental) = incremental.filter(|_| !self.gives_away) else {
            self.stack[ply].rest = 0;
            return RawEval { score: known.unwrap_or_else(|| self.evaluate()), is_computed: true };
        };
        let rest = ply.checked_sub(1).map_or(0, |before| -self.stack[before].rest);
        let (expected, margin) = (incremental + rest, self.expectation.margin());
        let is_far = expected - margin >= beta || expected + margin <= alpha;
        if known.is_none() && is_far && expected.abs() < MATE_IN_MAX_PLY {
            self.stack[ply].rest = rest;
            return RawEval { score: expected, is_computed: false };
        }
        let score = known.unwrap_or_else(|| {
            let score = self.evaluate();
            self.expectation.update(score - expected);
            score
        });
        self.stack[ply].rest = score - incremental;
        RawEval { score, is_computed: true }
    }

    /// Returns the static eval of the position, kept below the scores of forced wins.
    #[inline]
    pub(super) fn evaluate(&mut self) -> i32 {
        let score = self
            .evaluation
            .evaluate_with(&self.position, self.state.accumulator, self.accumulators, self.rides)
            .clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1);
        if self.gives_away { -score } else { score }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_follows_the_errors() {
        let mut errors = ExpectationError::default();
        assert!(errors.margin() >= MATE_IN_MAX_PLY);
        let mut rng = fastrand::Rng::with_seed(1);
        for mean in [40, 400] {
            for _ in 0..2_000 {
                errors.update(rng.i32(-2 * mean..=2 * mean));
            }
            let expected = mean * lazy_margin();
            assert!((expected / 2..2 * expected).contains(&errors.margin()), "{mean}: {}", errors.margin());
        }
    }
}

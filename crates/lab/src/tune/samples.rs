//! The positions of many games, as the quantities that the evaluation sees in them.

use std::sync::Arc;

use beaufort_engine::{EvalTerms, Evaluation};
use beaufort_rules::Game;

use crate::selfplay::{DataError, QuietPosition, SelfPlayGame};

/// One of this many quiet positions is read: neighbours say nearly the same.
const STRIDE: usize = 4;

/// A position: its terms for the side to move, and the result of its game.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) terms: EvalTerms,
    /// The score that the residual adds to that of the weights.
    pub(crate) residual: f64,
    /// The score of the search.
    pub(crate) score: f64,
    /// The points of the side to move: 0, 1/2 or 1.
    pub(crate) points: f64,
}

/// The positions of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Samples {
    pub(crate) games: Vec<Vec<Sample>>,
}

impl Samples {
    /// Reads the quiet positions of games, one of every [`STRIDE`], but those in which only a bare royal piece is left to
    /// be mated; games without any are left out.
    pub(crate) fn read(
        game: &Arc<Game>,
        evaluation: &Evaluation,
        games: &[SelfPlayGame],
    ) -> Result<Samples, DataError> {
        let has_residual = !evaluation.residual().is_empty();
        let mut samples = Samples::default();
        for played in games {
            let mut positions = Vec::new();
            let mut number = played.number as usize;
            played.replay(game, |QuietPosition { position, score, points }| {
                number += 1;
                if number.is_multiple_of(STRIDE) && !evaluation.mops_up(position) {
                    let terms = evaluation.terms(position);
                    let residual = match has_residual {
                        true => f64::from(evaluation.evaluate(position)) - terms.score(evaluation.weights()),
                        false => 0.0,
                    };
                    positions.push(Sample {
                        terms,
                        residual,
                        score: f64::from(score),
                        points: points.into(),
                    });
                }
            })?;
            if !positions.is_empty() {
                samples.games.push(positions);
            }
        }
        Ok(samples)
    }

    /// Returns the number of positions.
    pub(crate) fn positions(&self) -> usize {
        self.games.iter().map(Vec::len).sum()
    }
}

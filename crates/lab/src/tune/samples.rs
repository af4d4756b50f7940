//! The positions of many games, as the quantities that the evaluation sees in them.

use std::sync::Arc;

use beaufort_engine::{EvalTerms, Evaluation};
use beaufort_rules::{Game, Position};

use crate::tune::error::TuneError;
use crate::tune::row::SampleRow;

/// A position: what is seen in it, for the side to move, and what came of it.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) terms: EvalTerms,
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
    /// Reads the positions of rows, which come in the order of their numbers; games without any are left out.
    pub(crate) fn read(
        game: &Arc<Game>,
        evaluation: &Evaluation,
        rows: &[SampleRow],
    ) -> Result<Samples, TuneError> {
        let mut samples = Samples::default();
        for row in rows {
            let wrong = |what: String| TuneError { number: row.number, what };
            if row.won.is_some_and(|side| side > 1) {
                return Err(wrong("the winner must be 0, 1 or nobody".to_owned()));
            }
            let read = |(text, score): &(String, i32)| {
                let position = Position::parse(game, text)
                    .map_err(|error| wrong(format!("`{text}` is no position: {error}")))?;
                let points = match row.won {
                    None => 0.5,
                    Some(side) if side == position.side().index() => 1.0,
                    Some(_) => 0.0,
                };
                Ok(Sample { terms: evaluation.terms(&position), score: f64::from(*score), points })
            };
            let positions = row.positions.iter().map(read).collect::<Result<Vec<Sample>, TuneError>>()?;
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

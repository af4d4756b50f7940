//! Learning from games, for `tune` and `train`: the loss, the optimizer, the learning rate, the
//! validation set and the progress.
//!
//! The optimizer works in either precision. Tuning fits a few hundred weights whose bounds come from refits, and solves for them
//! in `f64`; training has millions of weights, of which the engine keeps eight to sixteen bits, so `f32` is enough and twice as fast.

mod adam;
mod loss;
mod progress;

use fastrand::Rng;

use crate::selfplay::DataError;

pub(crate) use adam::{Parameters, StepSize, cosine};
pub(crate) use loss::{best_scale, expected, loss, target};
pub use progress::Progress;

/// The number of independent positions as which the positions of one game count: they share its result.
pub(crate) const POSITIONS_PER_GAME: f64 = 6.0;
/// One of this many games is kept apart as validation set.
const VALIDATION_EVERY: usize = 8;

/// Divides games at random into the validation set and those to learn from.
///
/// # Errors
/// If there are fewer than two; `last` is the number of the last game.
pub(crate) fn divide<T>(
    mut games: Vec<T>,
    last: Option<u32>,
    rng: &mut Rng,
) -> Result<(Vec<T>, Vec<T>), DataError> {
    if games.len() < 2 {
        let what = "at least two games with quiet positions are needed".to_owned();
        return Err(DataError { number: last.unwrap_or(0), what });
    }
    rng.shuffle(&mut games);
    let learned = games.split_off((games.len() / VALIDATION_EVERY).max(1));
    Ok((games, learned))
}

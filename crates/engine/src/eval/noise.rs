//! The evaluation with noise per piece type, for weak levels.

use beaufort_rules::game::Game;
use beaufort_rules::{Piece, Side};
use fastrand::Rng;

use super::Evaluation;

impl Evaluation {
    /// Returns the evaluation with the worth of each piece type changed by a pseudorandom amount of up to `percent` percent,
    /// which depends on `seed`.
    pub(crate) fn with_noise(&self, game: &Game, percent: i32, seed: u64) -> Evaluation {
        let mut noisy = self.clone();
        let mut rng = Rng::with_seed(seed);
        for kind in game.types() {
            let factor = 100 + rng.i32(-percent..=percent);
            if game.is_royal(kind) {
                continue;
            }
            for code in Side::BOTH.map(|side| Piece::new(kind, side).code()) {
                noisy.worth[code] = self.worth[code] * factor / 100;
                noisy.capture_values[code] = self.capture_values[code] * factor / 100;
                for value in noisy.psqt[code * self.squares..][..self.squares].as_flattened_mut() {
                    *value =
                        (i32::from(*value) * factor / 100).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                }
            }
        }
        noisy
    }
}

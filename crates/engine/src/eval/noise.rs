//! What somebody thinks of the pieces who does not know them well.

use beaufort_rules::game::Game;
use beaufort_rules::{Piece, Side};
use fastrand::Rng;

use super::Evaluation;

impl Evaluation {
    /// Returns the opinion of a player who misjudges the types of pieces by at most so many percent, each by a part that
    /// follows from the seed.
    pub(crate) fn misjudged(&self, game: &Game, percent: i32, seed: u64) -> Evaluation {
        let mut opinion = self.clone();
        let mut rng = Rng::with_seed(seed);
        for kind in game.types() {
            let factor = 100 + rng.i32(-percent..=percent);
            if game.is_royal(kind) {
                continue;
            }
            for code in Side::BOTH.map(|side| Piece::new(kind, side).code()) {
                opinion.worth[code] = self.worth[code] * factor / 100;
                opinion.prizes[code] = self.prizes[code] * factor / 100;
                for value in opinion.table[code * self.squares..][..self.squares].as_flattened_mut() {
                    *value =
                        (i32::from(*value) * factor / 100).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                }
            }
        }
        opinion
    }
}

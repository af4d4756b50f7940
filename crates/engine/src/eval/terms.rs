//! The terms of an evaluation, from which weights are learned.

use beaufort_rules::{Position, Side};

use super::weights::{FIRST_LIVE, MOBILITY, PIECE_TERMS, PROMOTION, SHARED_TERMS, Weights, piece_term};
use super::{Evaluation, RideCache};

/// The terms of a position, from the side to move's point of view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvalTerms {
    /// The material on the board as a share of the initial material, 0 to 2; the weight of the opening in the taper.
    pub left: f64,
    /// The quantities that are not zero, each with the index of its weight in [`Weights::values`], in ascending order.
    pub quantities: Vec<(usize, f64)>,
}

impl EvalTerms {
    /// Returns the sum of the quantities times their weights: the score in centipawns, except for rounding.
    ///
    /// # Panics
    /// If the weights are fewer than those of the position's game.
    pub fn score(&self, weights: &Weights) -> f64 {
        let weigh = |&(place, quantity): &(usize, f64)| {
            let [opening, ending] = weights.values()[place];
            quantity * (self.left * opening + (1.0 - self.left) * ending)
        };
        self.quantities.iter().map(weigh).sum()
    }
}

impl Evaluation {
    /// Returns the terms of a position. They do not depend on the weights of the evaluation.
    ///
    /// # Panics
    /// May panic if the position belongs to another game.
    pub fn terms(&self, position: &Position) -> EvalTerms {
        let basis = &*self.basis;
        let types = basis.squares.len();
        let shared = PIECE_TERMS.len() * types;
        let mut all = vec![0.0; shared + SHARED_TERMS.len()];
        for (square, piece) in position.board().pieces() {
            let Some(kind) = piece.kind() else { continue };
            let (sign, square) = match piece.side() {
                Side::First => (1.0, square),
                Side::Second => (-1.0, basis.game.size().rotate(square)),
            };
            let here = basis.squares[kind.index()][square.index()];
            for (term, quantity) in [1.0, here.advance, here.centre].into_iter().enumerate() {
                all[piece_term(kind, term)] += sign * quantity;
            }
            all[shared + MOBILITY] += sign * f64::from(here.mobility);
            all[shared + PROMOTION] += sign * f64::from(here.promotion);
        }
        if position.side() == Side::Second {
            all.iter_mut().for_each(|quantity| *quantity = -*quantity);
        }
        let live = self.live(position, basis.latents, Some(&basis.attacks), &mut RideCache::default());
        for (quantity, seen) in all[shared + FIRST_LIVE..].iter_mut().zip(live) {
            *quantity = f64::from(seen);
        }
        let (left, start) = self.phase(basis.material(position));
        EvalTerms {
            left: left as f64 / start as f64,
            quantities: all.into_iter().enumerate().filter(|&(_, quantity)| quantity != 0.0).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::{Scope, builtin};

    use super::*;

    /// The score of the engine is the sum of the terms with any weights.
    #[test]
    fn the_score_is_the_sum_of_the_terms() {
        for game in builtin::ids().filter_map(builtin::game) {
            let derived = Evaluation::derived(&game);
            let mut rng = fastrand::Rng::with_seed(7);
            let spreads = derived.spreads();
            let mut moved = |(&[opening, ending], spread): (&[f64; 2], &[f64; 2])| {
                [opening + rng.f64() * spread[0], ending + rng.f64() * spread[1]]
            };
            let values = derived.weights().values().iter().zip(&spreads).map(&mut moved).collect();
            let evaluation = derived.with_weights(Weights::from_values(values));
            let mut rng = fastrand::Rng::with_seed(8);
            for _ in 0..5 {
                let mut position = Position::initial(&game);
                for _ in 0..120 {
                    let Some(turn) = rng.choice(position.turns(Scope::Distinct)) else { break };
                    position.play_unchecked(turn);
                    if derived.mops_up(&position) {
                        break;
                    }
                    for evaluation in [&derived, &evaluation] {
                        let terms = derived.terms(&position);
                        let (sum, score) =
                            (terms.score(evaluation.weights()), evaluation.evaluate(&position));
                        // Each piece is rounded, and so is each live term.
                        let most = 8.0 + position.board().pieces().count() as f64 / 4.0;
                        assert!((sum - f64::from(score)).abs() < most, "{sum} {score} {position}");
                    }
                    if position.royal_verdict().is_some() {
                        break;
                    }
                }
            }
        }
    }
}

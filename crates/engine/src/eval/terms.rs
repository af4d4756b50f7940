//! The evaluation taken apart: what weights are learned from.

use beaufort_rules::{Position, Side};

use super::Evaluation;
use super::weights::{FIRST_LIVE, MOBILITY, PIECE_TERMS, PROMOTION, SHARED_TERMS, Weights, piece_term};

/// What the evaluation sees in a position, for the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EvalTerms {
    /// The share of the material that is left: 1 at the start, less as pieces are taken.
    pub left: f64,
    /// The quantities that are not zero, each with the place of its weight among [`Weights::values`], in ascending order.
    pub quantities: Vec<(usize, f64)>,
}

impl EvalTerms {
    /// Returns the sum of the quantities, each times its weight: the score, but for rounding.
    pub fn score(&self, weights: &Weights) -> f64 {
        let weigh = |&(place, quantity): &(usize, f64)| {
            let [opening, ending] = weights.values()[place];
            quantity * (self.left * opening + (1.0 - self.left) * ending)
        };
        self.quantities.iter().map(weigh).sum()
    }
}

impl Evaluation {
    /// Takes a position apart. The weights make no difference.
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
        let live = self.live(position, basis.latents, Some(&basis.attacks));
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

    /// Whatever the weights, the engine adds up what the tuner sees.
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
                        // Every piece is rounded, and every term that is looked at.
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

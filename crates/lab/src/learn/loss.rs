//! The loss: points follow from scores by the logistic curve.

use num_traits::Float;

/// Returns the expected points of a score in units of the scale.
pub(crate) fn expected<F: Float>(score: F) -> F {
    F::one() / (F::one() + (-score).exp())
}

/// Returns the cross-entropy of the points expected of a score and the points to be learned: least where they are the same.
pub(crate) fn loss(score: f64, points: f64) -> f64 {
    // ln(1 + e^x) without overflow.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    softplus(score) - points * score
}

/// Returns the points that a position teaches: those of the game, and by the share `trust` those that the search expects, with
/// its score in units of the scale.
pub(crate) fn target<F: Float>(points: F, score: F, trust: F) -> F {
    (F::one() - trust) * points + trust * expected(score)
}

/// Returns the scale at which scores that are given predict the results best.
pub(crate) fn best_scale(samples: impl Iterator<Item = (f64, f64)> + Clone, around: f64) -> f64 {
    // Golden section: the loss has one minimum in the inverse of the scale.
    let lost =
        |inverse: f64| samples.clone().map(|(score, points)| loss(score * inverse, points)).sum::<f64>();
    let ratio = (5_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.01 / around, 100.0 / around);
    let mut inner = [high - ratio * (high - low), low + ratio * (high - low)];
    let mut losses = inner.map(lost);
    for _ in 0..60 {
        if losses[0] < losses[1] {
            high = inner[1];
            inner = [high - ratio * (high - low), inner[0]];
            losses = [lost(inner[0]), losses[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + ratio * (high - low)];
            losses = [losses[1], lost(inner[1])];
        }
    }
    2.0 / (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_is_the_cross_entropy() {
        for (score, points) in [(0.0, 0.5), (2.0, 1.0), (-3.0, 0.25), (12.0, 0.0)] {
            let p = expected(score);
            let entropy = -points * f64::ln(p) - (1.0 - points) * f64::ln(1.0 - p);
            assert!((loss(score, points) - entropy).abs() < 1e-6, "{score} {points}");
        }
        assert!(loss(1e9, 1.0).abs() < 1e-12 && loss(1e9, 0.0).is_finite());
    }
}

//! The model that is fitted: the points of a game follow from the score of its positions by the logistic curve.

use beaufort_engine::Taper;

use crate::learn::{self, expected, loss};
use crate::tune::samples::Sample;

/// The model: weights as a function of the parameters that are fitted.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    /// The weights from which learning begins, and to which the pull goes.
    pub(crate) start: Vec<Taper>,
    /// How far from them weights may well be. Learning changes weights in these units, its *parameters*.
    pub(crate) spreads: Vec<Taper>,
    /// The score at which the stronger side gets 73% of the points.
    pub(crate) scale: f64,
    /// The weight of the search's score in the target; the rest is the result of the game.
    pub(crate) trust: f64,
}

impl Model {
    /// Returns the weights for parameters.
    pub(crate) fn weights(&self, parameters: &[f64]) -> Vec<Taper> {
        let moved = |((start, spread), parameters): ((&Taper, &Taper), &[f64])| {
            [start[0] + spread[0] * parameters[0], start[1] + spread[1] * parameters[1]]
        };
        self.start.iter().zip(&self.spreads).zip(parameters.chunks_exact(2)).map(moved).collect()
    }

    /// Returns the points that a sample teaches.
    pub(crate) fn target(&self, sample: &Sample) -> f64 {
        learn::target(sample.points, sample.score / self.scale, self.trust)
    }

    /// Returns the score of a sample by parameters, divided by the scale.
    pub(crate) fn score(&self, sample: &Sample, parameters: &[f64]) -> f64 {
        let left = sample.terms.left;
        let weigh = |&(place, quantity): &(usize, f64)| {
            let (start, spread) = (self.start[place], self.spreads[place]);
            let weight = |phase: usize| start[phase] + spread[phase] * parameters[2 * place + phase];
            quantity * (left * weight(0) + (1.0 - left) * weight(1))
        };
        (sample.residual + sample.terms.quantities.iter().map(weigh).sum::<f64>()) / self.scale
    }

    /// Returns the loss of a sample, and adds its gradient, times a factor.
    pub(crate) fn learn(
        &self,
        sample: &Sample,
        parameters: &[f64],
        factor: f64,
        gradient: &mut [f64],
    ) -> f64 {
        let score = self.score(sample, parameters);
        let target = self.target(sample);
        let error = factor * (expected(score) - target) / self.scale;
        let left = sample.terms.left;
        for &(place, quantity) in &sample.terms.quantities {
            let spread = self.spreads[place];
            gradient[2 * place] += error * quantity * left * spread[0];
            gradient[2 * place + 1] += error * quantity * (1.0 - left) * spread[1];
        }
        factor * loss(score, target)
    }
}

#[cfg(test)]
mod tests {
    use beaufort_engine::EvalTerms;

    use super::*;

    fn model() -> Model {
        Model {
            start: vec![[100.0, 150.0], [300.0, 420.0], [0.5, 0.0]],
            spreads: vec![[30.0, 40.0], [90.0, 100.0], [0.1, 0.2]],
            scale: 250.0,
            trust: 0.3,
        }
    }

    fn sample() -> Sample {
        let quantities = vec![(0, 2.0), (1, -1.0), (2, 40.0)];
        Sample { terms: EvalTerms { left: 0.7, quantities }, residual: 55.0, score: 80.0, points: 1.0 }
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let (model, sample) = (model(), sample());
        let parameters = [0.3, -0.5, 1.2, 0.1, -2.0, 0.7];
        let mut gradient = [0.0; 6];
        model.learn(&sample, &parameters, 1.0, &mut gradient);
        for (place, slope) in gradient.into_iter().enumerate() {
            let loss = |step: f64| {
                let mut parameters = parameters;
                parameters[place] += step;
                model.learn(&sample, &parameters, 1.0, &mut [0.0; 6])
            };
            let measured = (loss(1e-5) - loss(-1e-5)) / 2e-5;
            assert!((slope - measured).abs() < 1e-8, "{place}: {slope} {measured}");
            assert!(slope.abs() > 1e-5, "{place}");
        }
    }

    #[test]
    fn the_score_is_that_of_the_weights() {
        let (model, sample) = (model(), sample());
        let parameters = [0.3, -0.5, 1.2, 0.1, -2.0, 0.7];
        let weights = model.weights(&parameters);
        let by_hand = |phase: usize| 2.0 * weights[0][phase] - weights[1][phase] + 40.0 * weights[2][phase];
        let score = 55.0 + 0.7 * by_hand(0) + 0.3 * by_hand(1);
        assert!((model.score(&sample, &parameters) - score / 250.0).abs() < 1e-12);
    }
}

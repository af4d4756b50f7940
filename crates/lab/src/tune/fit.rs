//! Fitting: the parameters that make the results of games likeliest.

use fastrand::Rng;

use crate::learn::{POSITIONS_PER_GAME, Parameters, StepSize, cosine, loss};
use crate::tune::model::Model;
use crate::tune::samples::Sample;

/// The positions of a batch.
const BATCH_SIZE: usize = 1024;
/// The learning rate at first.
const LEARNING_RATE: f64 = 0.01;
/// See [`StepSize::epsilon`]: a weight that games say nothing of follows the prior as fast as any other.
const EPSILON: f64 = 1e-8;

/// The positions of a game, and how often the game counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeightedGame<'a> {
    pub(crate) samples: &'a [Sample],
    pub(crate) times: f64,
}

impl WeightedGame<'_> {
    /// Returns as how many positions each of the game's counts.
    fn factor(&self) -> f64 {
        self.times * (POSITIONS_PER_GAME / self.samples.len() as f64).min(1.0)
    }
}

/// Returns the weighted mean loss of games.
pub(crate) fn mean_loss(model: &Model, games: &[WeightedGame<'_>], parameters: &[f64]) -> f64 {
    let of_game = |game: &WeightedGame<'_>| {
        let losses =
            game.samples.iter().map(|sample| loss(model.score(sample, parameters), model.target(sample)));
        game.factor() * losses.sum::<f64>()
    };
    games.iter().map(of_game).sum::<f64>() / total(games)
}

/// Returns how many independent positions there are.
fn total(games: &[WeightedGame<'_>]) -> f64 {
    games.iter().map(|game| game.factor() * game.samples.len() as f64).sum::<f64>().max(1.0)
}

/// Fits the parameters of a model to games.
pub(crate) struct Fit<'a> {
    model: &'a Model,
    /// All positions, each with its factor.
    samples: Vec<(&'a Sample, f64)>,
    /// The mean of the Gaussian prior, towards which parameters are regularized.
    prior: Vec<f64>,
    /// The weight of the prior, for each position that counts.
    prior_weight: f64,
    parameters: Parameters<f64>,
    gradient: Vec<f64>,
    steps: i32,
    /// The epochs until the learning rate is 0, and those that are done.
    epochs: usize,
    done: usize,
}

impl<'a> Fit<'a> {
    /// Begins at some parameters; `prior` is the mean of the prior.
    pub(crate) fn new(
        model: &'a Model,
        games: &[WeightedGame<'a>],
        prior: Vec<f64>,
        parameters: Vec<f64>,
        epochs: usize,
    ) -> Fit<'a> {
        let weighted = games.iter().filter(|game| game.times > 0.0);
        let samples =
            weighted.flat_map(|game| game.samples.iter().map(|sample| (sample, game.factor()))).collect();
        Fit {
            model,
            samples,
            prior,
            prior_weight: 1.0 / total(games),
            gradient: vec![0.0; parameters.len()],
            // Decay would pull towards 0: the prior is part of the gradient.
            parameters: Parameters::new(parameters, 0.0),
            steps: 0,
            epochs,
            done: 0,
        }
    }

    /// Returns the parameters.
    pub(crate) fn parameters(&self) -> &[f64] {
        &self.parameters.values
    }

    /// Goes through all positions once, in random order (an epoch), and returns the mean loss met on the way.
    pub(crate) fn epoch(&mut self, rng: &mut Rng) -> f64 {
        rng.shuffle(&mut self.samples);
        let rate = LEARNING_RATE * cosine(self.done as f64 / self.epochs as f64);
        let (mut lost, mut counted) = (0.0, 0.0);
        for batch in self.samples.chunks(BATCH_SIZE) {
            let weight: f64 = batch.iter().map(|(_, factor)| factor).sum();
            self.gradient.fill(0.0);
            for &(sample, factor) in batch {
                lost += self.model.learn(sample, &self.parameters.values, factor, &mut self.gradient);
            }
            counted += weight;
            let prior = self.parameters.values.iter().zip(&self.prior);
            for (gradient, (parameter, prior)) in self.gradient.iter_mut().zip(prior) {
                *gradient = *gradient / weight + self.prior_weight * (parameter - prior);
            }
            self.steps += 1;
            let size = StepSize { rate, number: self.steps, decay: 0.0, epsilon: EPSILON };
            self.parameters.step(&self.gradient, size);
        }
        self.done += 1;
        lost / counted.max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use beaufort_engine::EvalTerms;

    use super::*;
    use crate::learn::{best_scale, expected};

    /// Returns games whose results follow from hidden weights.
    fn planted(weights: &[[f64; 2]], scale: f64) -> Vec<Vec<Sample>> {
        let mut rng = Rng::with_seed(3);
        let mut game = || {
            let left = rng.f64();
            let quantities: Vec<(usize, f64)> =
                (0..weights.len()).map(|place| (place, f64::from(rng.i32(-3..=3)))).collect();
            let score: f64 = quantities
                .iter()
                .map(|&(place, quantity)| {
                    quantity * (left * weights[place][0] + (1.0 - left) * weights[place][1])
                })
                .sum();
            let points = if rng.f64() < expected(score / scale) { 1.0 } else { 0.0 };
            vec![Sample { terms: EvalTerms { left, quantities }, residual: 0.0, score, points }]
        };
        (0..20_000).map(|_| game()).collect()
    }

    #[test]
    fn planted_weights_are_found() {
        let hidden = [[120.0, 200.0], [330.0, 310.0], [-20.0, 40.0]];
        let games = planted(&hidden, 300.0);
        let model = Model {
            start: vec![[100.0, 150.0], [250.0, 375.0], [0.0, 0.0]],
            spreads: vec![[50.0, 75.0], [125.0, 180.0], [50.0, 50.0]],
            scale: 300.0,
            trust: 0.0,
        };
        let games: Vec<WeightedGame<'_>> =
            games.iter().map(|samples| WeightedGame { samples, times: 1.0 }).collect();
        let prior = vec![0.0; 6];
        let before = mean_loss(&model, &games, &prior);
        let mut fit = Fit::new(&model, &games, prior.clone(), prior, 40);
        let mut rng = Rng::with_seed(1);
        for _ in 0..40 {
            fit.epoch(&mut rng);
        }
        assert!(mean_loss(&model, &games, fit.parameters()) < before);
        for (found, hidden) in model.weights(fit.parameters()).iter().zip(hidden) {
            for phase in [0, 1] {
                assert!((found[phase] - hidden[phase]).abs() < 15.0, "{found:?} instead of {hidden:?}");
            }
        }
    }

    #[test]
    fn without_games_the_weights_stay_at_home() {
        let model = Model { start: vec![[1.0, 1.0]], spreads: vec![[1.0, 1.0]], scale: 1.0, trust: 0.0 };
        let terms = EvalTerms { left: 1.0, quantities: vec![] };
        let sample = Sample { terms, residual: 0.0, score: 0.0, points: 1.0 };
        let games = [WeightedGame { samples: &[sample], times: 1.0 }];
        let mut fit = Fit::new(&model, &games, vec![0.05, -0.1], vec![0.0, 0.0], 200);
        let mut rng = Rng::with_seed(1);
        for _ in 0..200 {
            fit.epoch(&mut rng);
        }
        assert!((fit.parameters()[0] - 0.05).abs() < 0.01 && (fit.parameters()[1] + 0.1).abs() < 0.01);
    }

    #[test]
    fn the_scale_is_found() {
        let games = planted(&[[100.0, 100.0]], 420.0);
        let samples = games.iter().flatten().map(|sample| (sample.score, sample.points));
        let scale = best_scale(samples, 100.0);
        assert!((scale - 420.0).abs() < 20.0, "{scale}");
    }
}

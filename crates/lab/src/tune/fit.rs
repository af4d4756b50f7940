//! Learning: weights that make the results of games likely, by Adam.

use fastrand::Rng;

use crate::tune::model::{Model, loss};
use crate::tune::samples::Sample;

/// The positions of a batch.
const BATCH_SIZE: usize = 1024;
/// The learning rate at first, and by what it is multiplied after each epoch.
const LEARNING_RATE: f64 = 0.01;
const LEARNING_RATE_DECAY: f64 = 0.93;
/// The decay rates of the moving averages of the gradient and of its square in Adam.
const ADAM_BETAS: [f64; 2] = [0.9, 0.999];
/// As how many independent positions the positions of one game count: they share its result.
pub(crate) const POSITIONS_PER_GAME: f64 = 6.0;

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

/// Returns how well parameters predict games: the mean loss of what counts.
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

/// Gradient descent by Adam.
pub(crate) struct AdamOptimizer<'a> {
    model: &'a Model,
    /// All positions, each with what it counts.
    samples: Vec<(&'a Sample, f64)>,
    /// The mean of the Gaussian prior, towards which parameters are regularized.
    prior: Vec<f64>,
    /// The weight of the prior, for each position that counts.
    prior_weight: f64,
    pub(crate) parameters: Vec<f64>,
    moments: [Vec<f64>; 2],
    gradient: Vec<f64>,
    steps: i32,
    step: f64,
}

impl<'a> AdamOptimizer<'a> {
    /// Begins at some parameters; `prior` is the mean of the prior.
    pub(crate) fn new(
        model: &'a Model,
        games: &[WeightedGame<'a>],
        prior: Vec<f64>,
        parameters: Vec<f64>,
    ) -> AdamOptimizer<'a> {
        let weighted = games.iter().filter(|game| game.times > 0.0);
        let samples =
            weighted.flat_map(|game| game.samples.iter().map(|sample| (sample, game.factor()))).collect();
        let zeros = vec![0.0; parameters.len()];
        AdamOptimizer {
            model,
            samples,
            prior,
            prior_weight: 1.0 / total(games),
            moments: [zeros.clone(), zeros.clone()],
            gradient: zeros,
            parameters,
            steps: 0,
            step: LEARNING_RATE,
        }
    }

    /// Goes through all positions once, in random order (an epoch), and returns the mean loss met on the way.
    pub(crate) fn epoch(&mut self, rng: &mut Rng) -> f64 {
        rng.shuffle(&mut self.samples);
        let (mut lost, mut counted) = (0.0, 0.0);
        for start in (0..self.samples.len()).step_by(BATCH_SIZE) {
            let batch = &self.samples[start..(start + BATCH_SIZE).min(self.samples.len())];
            let weight: f64 = batch.iter().map(|(_, factor)| factor).sum();
            self.gradient.fill(0.0);
            for &(sample, factor) in batch {
                lost += self.model.learn(sample, &self.parameters, factor, &mut self.gradient);
            }
            counted += weight;
            self.change(weight);
        }
        self.step *= LEARNING_RATE_DECAY;
        lost / counted.max(f64::MIN_POSITIVE)
    }

    /// Changes the parameters by the gradient of a batch of positions.
    fn change(&mut self, weight: f64) {
        self.steps += 1;
        let [first, second] = ADAM_BETAS;
        let unbiased = [1.0 - first.powi(self.steps), 1.0 - second.powi(self.steps)];
        for (place, parameter) in self.parameters.iter_mut().enumerate() {
            let gradient =
                self.gradient[place] / weight + self.prior_weight * (*parameter - self.prior[place]);
            let [mean, square] = &mut self.moments;
            mean[place] = first * mean[place] + (1.0 - first) * gradient;
            square[place] = second * square[place] + (1.0 - second) * gradient * gradient;
            let (mean, square) = (mean[place] / unbiased[0], square[place] / unbiased[1]);
            *parameter -= self.step * mean / (square.sqrt() + 1e-8);
        }
    }
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
    use beaufort_engine::EvalTerms;

    use super::*;
    use crate::tune::model::expected;

    /// Games whose results follow from weights that nobody told.
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
        let mut optimizer = AdamOptimizer::new(&model, &games, prior.clone(), prior);
        let mut rng = Rng::with_seed(1);
        for _ in 0..40 {
            optimizer.epoch(&mut rng);
        }
        assert!(mean_loss(&model, &games, &optimizer.parameters) < before);
        for (found, hidden) in model.weights(&optimizer.parameters).iter().zip(hidden) {
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
        let mut optimizer = AdamOptimizer::new(&model, &games, vec![0.05, -0.1], vec![0.0, 0.0]);
        let mut rng = Rng::with_seed(1);
        for _ in 0..200 {
            optimizer.epoch(&mut rng);
        }
        assert!(
            (optimizer.parameters[0] - 0.05).abs() < 0.01 && (optimizer.parameters[1] + 0.1).abs() < 0.01
        );
    }

    #[test]
    fn the_scale_is_found() {
        let games = planted(&[[100.0, 100.0]], 420.0);
        let samples = games.iter().flatten().map(|sample| (sample.score, sample.points));
        let scale = best_scale(samples, 100.0);
        assert!((scale - 420.0).abs() < 20.0, "{scale}");
    }
}

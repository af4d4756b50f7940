//! A tuning: the learned weights, how well they predict other games, and their confidence intervals.

use std::sync::Arc;

use beaufort_engine::{Evaluation, PIECE_TERMS, Weights};
use beaufort_rules::{Game, PieceType};
use fastrand::Rng;

use crate::learn::{Progress, best_scale, divide};
use crate::matches::QUANTILE_95;
use crate::selfplay::{DataError, SelfPlayGame};
use crate::tune::fit::{Fit, WeightedGame, mean_loss};
use crate::tune::model::Model;
use crate::tune::samples::{Sample, Samples};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuneSettings {
    /// The seed of all random choices.
    pub seed: u64,
    /// The weight of the search's score in the target, 0 to 1; the rest is the result of the game.
    pub trust: f64,
    /// The greatest number of epochs.
    pub epochs: usize,
    /// The number of refits for the bounds (a bootstrap by games).
    pub repeats: usize,
}

impl Default for TuneSettings {
    fn default() -> TuneSettings {
        TuneSettings { seed: 1, trust: 0.5, epochs: 40, repeats: 20 }
    }
}

/// The epochs without progress on the validation set after which learning ends (patience of early stopping).
const PATIENCE: usize = 8;
/// The times through the games when everything is learned anew.
const REFIT_PASSES: usize = 30;

/// The result of a tuning.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The weights.
    pub weights: Weights,
    /// The bounds that hold the true worth of each type with 95% probability.
    pub bounds: Vec<[f64; 2]>,
    /// The number of games learned from, and of the validation set.
    pub games: [usize; 2],
    /// The positions of all of them.
    pub positions: usize,
    /// In how many games each type makes a difference: one side has more of it.
    pub seen: Vec<usize>,
    /// The number of refits for the bounds.
    pub repeats: usize,
    /// The score at which the stronger side gets 73% of the points.
    pub scale: f64,
    /// The losses; the weights are those of the best epoch.
    pub progress: Progress,
}

impl Tuning {
    /// Learns from games. Learning begins with the weights of an evaluation, usually the one derived from the rules, which are also
    /// the mean of the prior; the residual of that evaluation is added to every score. `on_step` gets the number of steps done and
    /// of all steps, and returns whether to go on.
    ///
    /// # Errors
    /// If a game is not by the rules, or there are fewer than two games with positions. Returns `None` if `on_step` says
    /// stop.
    pub fn learn(
        game: &Arc<Game>,
        begun: &Evaluation,
        played: &[SelfPlayGame],
        settings: &TuneSettings,
        on_step: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Option<Tuning>, DataError> {
        let samples = Samples::read(game, begun, played)?;
        let positions = samples.positions();
        let mut rng = Rng::with_seed(settings.seed);
        let games = samples.games.iter().map(|samples| WeightedGame { samples, times: 1.0 }).collect();
        let (kept, learned) = divide(games, played.last().map(|last| last.number), &mut rng)?;
        let scored = learned.iter().flat_map(|game| game.samples);
        let scored =
            scored.map(|sample| (sample.residual + sample.terms.score(begun.weights()), sample.points));
        let scale = best_scale(scored, 300.0);
        let model = Model {
            start: begun.weights().values().to_vec(),
            spreads: begun.spreads(),
            scale,
            trust: settings.trust,
        };
        let steps = settings.epochs + settings.repeats;
        let prior = vec![0.0; 2 * model.start.len()];
        let judge = |parameters: &[f64]| {
            [mean_loss(&model, &learned, parameters), mean_loss(&model, &kept, parameters)]
        };
        let mut progress = Progress::new(judge(&prior));
        let mut parameters = prior.clone();
        let mut fit = Fit::new(&model, &learned, prior.clone(), prior, settings.epochs);
        for epoch in 1..=settings.epochs {
            fit.epoch(&mut rng);
            if progress.add(judge(fit.parameters())) {
                parameters = fit.parameters().to_vec();
            }
            if !on_step(epoch, steps) {
                return Ok(None);
            }
            if progress.is_stuck(PATIENCE) {
                break;
            }
        }
        let mut repeats = Vec::new();
        for repeat in 0..settings.repeats {
            repeats.push(learn_again(&model, &learned, &parameters, &mut rng));
            if !on_step(settings.epochs + repeat + 1, steps) {
                return Ok(None);
            }
        }
        let weights = Weights::from_values(model.weights(&parameters));
        let bounds = game.types().map(|kind| {
            let worths =
                repeats.iter().map(|parameters| Weights::from_values(model.weights(parameters)).worth(kind));
            let error = deviation(worths, weights.worth(kind));
            [-1.0, 1.0].map(|sign| weights.worth(kind) + sign * QUANTILE_95 * error)
        });
        Ok(Some(Tuning {
            bounds: bounds.collect(),
            games: [learned.len(), kept.len()],
            positions,
            seen: game.types().map(|kind| games_with(&samples.games, kind)).collect(),
            repeats: settings.repeats,
            scale,
            progress,
            weights,
        }))
    }
}

/// Learns anew from games drawn at random from the same ones, some of them several times, and with a pull that goes elsewhere
/// by as much as the weights may well be wrong: so a type that hardly occurs is as uncertain as it was before.
fn learn_again(model: &Model, games: &[WeightedGame<'_>], from: &[f64], rng: &mut Rng) -> Vec<f64> {
    let mut drawn: Vec<WeightedGame<'_>> =
        games.iter().map(|game| WeightedGame { times: 0.0, ..*game }).collect();
    for _ in 0..drawn.len() {
        let place = rng.usize(..drawn.len());
        drawn[place].times += 1.0;
    }
    let prior: Vec<f64> = from.iter().map(|_| normal(rng)).collect();
    // Parameters that only the prior determines start at their final value.
    let start = from.iter().zip(&prior).map(|(from, prior)| from + prior).collect();
    let mut fit = Fit::new(model, &drawn, prior, start, REFIT_PASSES);
    for _ in 0..REFIT_PASSES {
        fit.epoch(rng);
    }
    fit.parameters().to_vec()
}

/// Returns a number drawn from the normal distribution, by the sum of twelve.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.f64()).sum::<f64>() - 6.0
}

/// Returns the standard deviation from a value.
fn deviation(values: impl ExactSizeIterator<Item = f64>, from: f64) -> f64 {
    let count = values.len().max(1) as f64;
    (values.map(|value| (value - from).powi(2)).sum::<f64>() / count).sqrt()
}

/// Returns in how many games a type makes a difference.
fn games_with(games: &[Vec<Sample>], kind: PieceType) -> usize {
    let place = PIECE_TERMS.len() * kind.index();
    let differs = |sample: &Sample| sample.terms.quantities.iter().any(|&(term, _)| term == place);
    games.iter().filter(|game| game.iter().any(differs)).count()
}

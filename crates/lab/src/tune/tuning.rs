//! A tuning: what was learned from games, how well it predicts others, and how sure it is.

use std::sync::Arc;

use beaufort_engine::{Evaluation, PIECE_TERMS, Weights};
use beaufort_rules::{Game, PieceType};
use fastrand::Rng;

use crate::matches::QUANTILE_95;
use crate::selfplay::{DataError, SelfPlayGame};
use crate::tune::fit::{AdamOptimizer, WeightedGame, best_scale, mean_loss};
use crate::tune::model::Model;
use crate::tune::samples::{Sample, Samples};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuneSettings {
    /// What everything random depends on.
    pub seed: u64,
    /// The share of the search's opinion in what is learned, 0 to 1; the rest is the result of the game.
    pub trust: f64,
    /// The most times through all games.
    pub epochs: usize,
    /// How often everything is learned anew, to see how sure it is.
    pub repeats: usize,
}

impl Default for TuneSettings {
    fn default() -> TuneSettings {
        TuneSettings { seed: 1, trust: 0.5, epochs: 40, repeats: 20 }
    }
}

/// One of this many games is kept apart as validation set, to tell when to stop.
pub(crate) const VALIDATION_EVERY: usize = 8;
/// The epochs without progress on the validation set after which learning ends (patience of early stopping).
const PATIENCE: usize = 8;
/// The times through the games when everything is learned anew.
const REFIT_PASSES: usize = 30;

/// What was learned.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The weights.
    pub weights: Weights,
    /// The bounds that hold the true worth of each type with 95% probability.
    pub bounds: Vec<[f64; 2]>,
    /// The games learned from, and those kept apart.
    pub games: [usize; 2],
    /// The positions of all of them.
    pub positions: usize,
    /// In how many games each type makes a difference: one side has more of it.
    pub seen: Vec<usize>,
    /// How often everything was learned anew for the bounds.
    pub repeats: usize,
    /// The score at which the stronger side gets 73% of the points.
    pub scale: f64,
    /// The mean losses before, and after each time through the games: of those learned from, and of those kept apart.
    pub losses: Vec<[f64; 2]>,
    /// Which of the losses belongs to the weights.
    pub best: usize,
}

impl Tuning {
    /// Learns from games. Learning begins with the weights of an evaluation, usually what the rules say, and is pulled to them; what
    /// was learned beyond its weights is kept and added to every score. `on_step` is told how many steps of how many are done, and says
    /// whether to go on.
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
        let mut games: Vec<&[Sample]> = samples.games.iter().map(Vec::as_slice).collect();
        if games.len() < 2 {
            let number = played.last().map_or(0, |last| last.number);
            return Err(DataError {
                number,
                what: "at least two games with quiet positions are needed".to_owned(),
            });
        }
        rng.shuffle(&mut games);
        let apart = (games.len() / VALIDATION_EVERY).max(1);
        let weigh = |samples| WeightedGame { samples, times: 1.0 };
        let (kept, learned): (Vec<WeightedGame<'_>>, Vec<WeightedGame<'_>>) = (
            games[..apart].iter().copied().map(weigh).collect(),
            games[apart..].iter().copied().map(weigh).collect(),
        );
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
        let mut losses = vec![judge(&prior)];
        let (mut best, mut parameters) = (0, prior.clone());
        let mut optimizer = AdamOptimizer::new(&model, &learned, prior.clone(), prior.clone());
        for epoch in 1..=settings.epochs {
            optimizer.epoch(&mut rng);
            losses.push(judge(&optimizer.parameters));
            if losses[epoch][1] < losses[best][1] {
                best = epoch;
                parameters.clone_from(&optimizer.parameters);
            }
            if !on_step(epoch, steps) {
                return Ok(None);
            }
            if epoch - best >= PATIENCE {
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
            seen: game.types().map(|kind| games_with(&games, kind)).collect(),
            repeats: settings.repeats,
            scale,
            losses,
            best,
            weights,
        }))
    }

    /// Returns the losses before and after on the games that were kept apart.
    pub fn gain(&self) -> [f64; 2] {
        [self.losses[0][1], self.losses[self.best][1]]
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
    // What nothing but the pull decides is there at once.
    let start = from.iter().zip(&prior).map(|(from, prior)| from + prior).collect();
    let mut optimizer = AdamOptimizer::new(model, &drawn, prior, start);
    for _ in 0..REFIT_PASSES {
        optimizer.epoch(rng);
    }
    optimizer.parameters
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
fn games_with(games: &[&[Sample]], kind: PieceType) -> usize {
    let place = PIECE_TERMS.len() * kind.index();
    let differs = |sample: &Sample| sample.terms.quantities.iter().any(|&(term, _)| term == place);
    games.iter().filter(|game| game.iter().any(differs)).count()
}

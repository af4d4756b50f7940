//! A training: the games, the settings and the result.

use std::sync::Arc;

use beaufort_engine::{Evaluation, MAX_SHIFT, Residual};
use beaufort_rules::Game;
use fastrand::Rng;

use super::dataset::{Dataset, Sample};
use super::gradient::Gradient;
use super::model::Model;
use crate::learn::{Progress, StepSize, best_scale, cosine, divide};
use crate::selfplay::{DataError, SelfPlayGame};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainSettings {
    /// The seed of all random choices.
    pub seed: u64,
    /// The hidden units of each perspective, a multiple of 16; 0 for a table without a network.
    pub hidden: usize,
    /// By how many binary digits weights of the network may be finer than its activations, 0 to [`MAX_SHIFT`].
    pub max_shift: u8,
    /// The number of epochs.
    pub epochs: usize,
    /// The positions of a batch.
    pub batch: usize,
    /// The learning rate at first; it falls to nothing along a cosine.
    pub rate: f32,
    /// The weight of the search's score in the target, 0 to 1; the rest is the result of the game.
    pub trust: f32,
    /// Whether to start from the residual of the evaluation, as far as it has as many hidden units.
    pub warm_start: bool,
    /// The number of threads. The result does not depend on it.
    pub threads: usize,
}

impl Default for TrainSettings {
    fn default() -> TrainSettings {
        TrainSettings {
            seed: 1,
            hidden: 32,
            max_shift: MAX_SHIFT,
            epochs: 10,
            batch: 4096,
            rate: 0.002,
            trust: 0.5,
            warm_start: false,
            threads: 1,
        }
    }
}

/// The parts of a batch whose gradients are summed apart, so that their sum does not depend on the number of threads.
const SHARDS: usize = 4;
/// See [`StepSize::epsilon`]: a weight that is hardly ever used takes small steps.
const EPSILON: f32 = 3e-4;
/// Where there are more places of pieces than games to learn them from, weights decay faster, in proportion, up to this many
/// times.
const MAX_DECAY: f32 = 16.0;

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Training {
    /// The evaluation with the learned residual.
    pub evaluation: Evaluation,
    /// The number of games learned from, and of the validation set.
    pub games: [usize; 2],
    /// The positions of all of them.
    pub positions: usize,
    /// The score at which the stronger side gets 73% of the points.
    pub scale: f32,
    /// The losses, of the games learned from as met on the way; the evaluation is that of the best epoch.
    pub progress: Progress,
}

/// A training in progress.
#[derive(Debug)]
pub struct Trainer<'a> {
    settings: &'a TrainSettings,
    /// The evaluation without a residual.
    pub(super) base: Evaluation,
    data: Dataset,
    /// The positions that are learned, and those of games kept apart, by their places.
    learned: Vec<usize>,
    kept: Vec<usize>,
    /// How many games are learned from, and how many are kept apart.
    games: [usize; 2],
    pub(super) model: Model,
    shards: Vec<Gradient>,
    pub(super) progress: Progress,
    /// The residual of the best epoch.
    pub(super) residual: Residual,
    /// A number for the games and the settings.
    pub(super) fingerprint: u32,
}

impl<'a> Trainer<'a> {
    /// Begins to learn a residual for an evaluation from games. The residual that it has is replaced, unless the start is warm.
    ///
    /// # Errors
    /// If a game is not by the rules, or there are fewer than two games with quiet positions.
    pub fn new(
        game: &Arc<Game>,
        evaluation: &Evaluation,
        played: &[SelfPlayGame],
        settings: &'a TrainSettings,
    ) -> Result<Trainer<'a>, DataError> {
        let base = evaluation.with_residual(Residual::default());
        let data = Dataset::read(game, &base, played, settings.threads)?;
        let mut rng = Rng::with_seed(settings.seed);
        let games = (0..data.ends.len()).collect();
        let (kept, learned) = divide(games, played.last().map(|last| last.number), &mut rng)?;
        let games = [learned.len(), kept.len()];
        let [kept, learned] = [kept, learned].map(|games| data.places(&games));
        let scored = learned.iter().map(|&place| &data.samples[place]);
        let scored = scored.map(|sample| (f64::from(sample.base), f64::from(sample.points)));
        let scale = best_scale(scored, 300.0) as f32;
        let mut model = Model::new(base.features(), settings.hidden, scale, settings.trust, &mut rng);
        let begun = if settings.warm_start { evaluation } else { &base };
        model.begin_with(begun.residual());
        let mut trainer = Trainer {
            settings,
            fingerprint: data.fingerprint() ^ begun.fingerprint() ^ settings.fingerprint(),
            // It stays if no epoch improves on it.
            residual: begun.residual().clone(),
            base,
            data,
            learned,
            kept,
            games,
            model,
            shards: vec![Gradient::default(); SHARDS],
            progress: Progress::default(),
        };
        let learned = std::mem::take(&mut trainer.learned);
        let before = [trainer.judge(&learned), trainer.judge_kept()];
        trainer.learned = learned;
        trainer.progress = Progress::new(before);
        Ok(trainer)
    }

    /// Returns the factor of all decays. Decay is a prior: it has the more influence, the fewer games there are for each place of a
    /// piece.
    fn decay(&self) -> f32 {
        let places = self.base.features().rows_of_owner() as f32;
        (places / self.games[0] as f32).clamp(1.0, MAX_DECAY)
    }

    /// Returns how many epochs are done.
    pub fn epochs(&self) -> usize {
        self.progress.epochs()
    }

    /// Goes through all positions once, and returns the mean losses: of those learned from, met on the way, and of those
    /// kept apart.
    pub fn epoch(&mut self) -> [f64; 2] {
        let epoch = self.progress.epochs() + 1;
        // A training that was stopped goes on with the same order.
        let seed = self.settings.seed.wrapping_add(epoch as u64);
        let mut places = self.learned.clone();
        self.data.reflect(&places, seed);
        Rng::with_seed(seed).shuffle(&mut places);
        let (mut lost, mut weight) = (0.0, 0.0);
        for batch in places.chunks(self.settings.batch) {
            self.pass(batch, true);
            let number = self.progress.steps + 1;
            let size = StepSize { rate: self.rate(), number, decay: self.decay(), epsilon: EPSILON };
            self.progress.steps = number;
            let gradient = &mut self.shards[0];
            lost += gradient.loss;
            weight += gradient.weight;
            gradient.average();
            gradient.step(&mut self.model, size);
        }
        let losses = [lost / f64::max(weight, f64::MIN_POSITIVE), self.judge_kept()];
        if self.progress.add(losses) {
            self.residual = self.model.residual(self.base.features(), self.settings.max_shift);
        }
        losses
    }

    /// Returns the result so far.
    pub fn finish(self) -> Training {
        Training {
            evaluation: self.base.with_residual(self.residual),
            games: self.games,
            positions: self.data.samples.len(),
            scale: self.model.scale,
            progress: self.progress,
        }
    }

    /// Returns the learning rate, which falls along a cosine.
    fn rate(&self) -> f32 {
        let batches = self.learned.len().div_ceil(self.settings.batch);
        let done = self.progress.steps as f32 / (self.settings.epochs * batches) as f32;
        self.settings.rate * cosine(done)
    }

    fn judge_kept(&mut self) -> f64 {
        let kept = std::mem::take(&mut self.kept);
        let loss = self.judge(&kept);
        self.kept = kept;
        loss
    }

    /// Returns the mean loss of positions.
    fn judge(&mut self, places: &[usize]) -> f64 {
        self.pass(places, false);
        self.shards[0].loss / self.shards[0].weight.max(f64::MIN_POSITIVE)
    }

    /// Sums the loss of positions, and the gradient if they are to be learned, into the first of the shards.
    fn pass(&mut self, places: &[usize], learn: bool) {
        let Trainer { model, data, shards, settings, .. } = self;
        run_shards(model, data, places, shards, settings.threads, learn);
    }
}

impl TrainSettings {
    /// Returns a checksum of the settings on which the result depends.
    fn fingerprint(&self) -> u32 {
        let TrainSettings { seed, hidden, max_shift, epochs, batch, rate, trust, warm_start, threads: _ } =
            self;
        let all = format!("{seed} {hidden} {max_shift} {epochs} {batch} {rate} {trust} {warm_start}");
        crc32fast::hash(all.as_bytes())
    }
}

/// Processes parts of the positions on several threads, and sums their gradients in a fixed order.
fn run_shards(
    model: &Model,
    data: &Dataset,
    places: &[usize],
    shards: &mut [Gradient],
    threads: usize,
    learn: bool,
) {
    let part = places.len().div_ceil(shards.len()).max(1);
    let run = |(index, shard): (usize, &mut Gradient)| {
        shard.clear(model);
        let first = (index * part).min(places.len());
        for &place in &places[first..(first + part).min(places.len())] {
            let sample: &Sample = &data.samples[place];
            if learn {
                shard.learn(model, data, sample);
            } else {
                shard.judge(model, data, sample);
            }
        }
    };
    let together = shards.len().div_ceil(threads.clamp(1, shards.len()));
    std::thread::scope(|scope| {
        for (chunk, shards) in shards.chunks_mut(together).enumerate() {
            scope.spawn(move || {
                let numbered = shards.iter_mut().enumerate();
                numbered.for_each(|(place, shard)| run((chunk * together + place, shard)));
            });
        }
    });
    let (sum, others) = shards.split_first_mut().expect("there are shards");
    others.iter().for_each(|other| sum.add(other));
}

//! The model that is learned: the table and the network in floating-point numbers.

use std::sync::Arc;

use beaufort_engine::{BUCKETS, Features, Network, NetworkWeights, Residual};
use fastrand::Rng;

use super::factors::FactoredRows;
use crate::learn::Parameters;

/// How far from zero the rows of the types begin.
const ROW_START: f32 = 0.1;
/// How far from zero the output weights begin.
const OUTPUT_START: f32 = 0.05;
/// The start of the hidden values: the middle of the range of the activation.
const BIAS_START: f32 = 0.3;

/// The weights, all in units of the output: an output of one is a score of [`Model::scale`].
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) hidden: usize,
    /// The table: pairs for the opening and the ending by own row.
    pub(crate) table: FactoredRows,
    /// The first layer, by row.
    pub(crate) rows: FactoredRows,
    pub(crate) bias: Parameters<f32>,
    /// By bucket: the weights for the side to move, those for the other.
    pub(crate) output: Parameters<f32>,
    pub(crate) output_bias: Parameters<f32>,
    /// The score at which the stronger side gets 73% of the points.
    pub(crate) scale: f32,
    /// The weight of the search's score in the target; the rest is the result of the game.
    pub(crate) trust: f32,
}

impl Model {
    /// Returns a model that has learned nothing yet. Without hidden units it is the table alone.
    pub(crate) fn new(features: &Features, hidden: usize, scale: f32, trust: f32, rng: &mut Rng) -> Model {
        let mut around = |most: f32| (2.0 * rng.f32() - 1.0) * most;
        let rows = FactoredRows::new(features, 2, hidden.max(1), || around(ROW_START));
        let output = (0..BUCKETS * 2 * hidden).map(|_| around(OUTPUT_START)).collect();
        Model {
            hidden,
            table: FactoredRows::new(features, 1, 2, || 0.0),
            rows,
            bias: Parameters::new(vec![BIAS_START; hidden], 0.0),
            output: Parameters::new(output, 0.01),
            output_bias: Parameters::new(vec![0.0; BUCKETS], 0.0),
            scale,
            trust,
        }
    }

    /// Starts from a residual: its table, and its network if it has as many hidden units.
    pub(crate) fn begin_with(&mut self, learned: &Residual) {
        if !learned.table.is_empty() {
            let table = learned.table.as_flattened();
            self.table.begin_with(table.iter().map(|&value| f32::from(value) / self.scale));
        }
        let network = learned.network.as_ref().filter(|network| network.hidden() == self.hidden);
        let Some(NetworkWeights { rows, bias, output, output_bias, scale }) =
            network.map(|network| network.weights())
        else {
            return;
        };
        let ratio = scale / self.scale;
        self.rows.begin_with(rows.into_iter());
        self.bias.values = bias;
        self.output.values = output.into_iter().flatten().map(|weight| weight * ratio).collect();
        self.output_bias.values = output_bias.into_iter().map(|bias| bias * ratio).collect();
    }

    /// Returns everything that is learned, in a fixed order.
    pub(crate) fn parameters(&mut self) -> impl Iterator<Item = &mut Parameters<f32>> {
        let Model { table, rows, bias, output, output_bias, .. } = self;
        table.parameters().chain(rows.parameters()).chain([bias, output, output_bias])
    }

    /// Restores the parameters of a checkpoint; returns `false` if they belong to a model of another size.
    pub(crate) fn restore(&mut self, known: Vec<Parameters<f32>>) -> bool {
        let fits = {
            let mut mine = self.parameters();
            known.iter().all(|known| mine.next().is_some_and(|mine| mine.is_like(known)))
                && mine.next().is_none()
        };
        if fits {
            self.parameters().zip(known).for_each(|(mine, known)| *mine = known);
            self.table.sum();
            self.rows.sum();
        }
        fits
    }

    /// Returns the residual, quantised for the engine; weights of the network are at most `max_shift` binary digits finer than its activations.
    pub(crate) fn residual(&self, features: &Features, max_shift: u8) -> Residual {
        let score =
            |value: f32| (value * self.scale).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
        let table = self.table.rows.chunks_exact(2).map(|pair| [score(pair[0]), score(pair[1])]).collect();
        let network = (self.hidden > 0).then(|| {
            let buckets = self.output.values.chunks_exact(2 * self.hidden).map(<[f32]>::to_vec);
            let weights = NetworkWeights {
                rows: self.rows.rows.clone(),
                bias: self.bias.values.clone(),
                output: buckets.collect::<Vec<_>>().try_into().expect("there is a set for each bucket"),
                output_bias: self
                    .output_bias
                    .values
                    .clone()
                    .try_into()
                    .expect("there is one for each bucket"),
                scale: self.scale,
            };
            Arc::new(Network::quantise(features, &weights, max_shift))
        });
        Residual { table, network }
    }
}

//! The loss of positions and its gradient.

use super::dataset::{Dataset, Sample};
use super::model::Model;
use crate::learn::{self, StepSize, expected, loss};

/// The sums of the gradient over positions, and of their loss.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gradient {
    pub(crate) table: Vec<f32>,
    pub(crate) rows: Vec<f32>,
    pub(crate) bias: Vec<f32>,
    pub(crate) output: Vec<f32>,
    pub(crate) output_bias: Vec<f32>,
    pub(crate) loss: f64,
    pub(crate) weight: f64,
    /// Room for the hidden values and their gradient, for the side to move and the other.
    hidden: [Vec<f32>; 2],
    change: [Vec<f32>; 2],
}

impl Model {
    /// Returns the points that a sample teaches.
    fn target(&self, sample: &Sample) -> f32 {
        learn::target(sample.points, sample.score / self.scale, self.trust)
    }
}

impl Gradient {
    /// Begins again, for a model of the same sizes.
    pub(crate) fn clear(&mut self, model: &Model) {
        let zero = |sums: &mut Vec<f32>, length: usize| {
            sums.clear();
            sums.resize(length, 0.0);
        };
        zero(&mut self.table, model.table.rows.len());
        if model.hidden > 0 {
            zero(&mut self.rows, model.rows.rows.len());
        }
        zero(&mut self.bias, model.hidden);
        zero(&mut self.output, model.output.values.len());
        zero(&mut self.output_bias, model.output_bias.values.len());
        (self.loss, self.weight) = (0.0, 0.0);
    }

    /// Adds the sums of another.
    pub(crate) fn add(&mut self, other: &Gradient) {
        let pairs = [
            (&mut self.table, &other.table),
            (&mut self.rows, &other.rows),
            (&mut self.bias, &other.bias),
            (&mut self.output, &other.output),
            (&mut self.output_bias, &other.output_bias),
        ];
        for (sums, others) in pairs {
            sums.iter_mut().zip(others).for_each(|(sum, other)| *sum += other);
        }
        self.loss += other.loss;
        self.weight += other.weight;
    }

    /// Divides the gradient by the weight of its positions.
    pub(crate) fn average(&mut self) {
        let share = 1.0 / self.weight.max(f64::MIN_POSITIVE) as f32;
        let all = [&mut self.table, &mut self.rows, &mut self.bias, &mut self.output, &mut self.output_bias];
        all.into_iter().flatten().for_each(|value| *value *= share);
    }

    /// Moves the weights of a model a step against the gradient.
    pub(crate) fn step(&self, model: &mut Model, size: StepSize<f32>) {
        model.table.step(&self.table, size);
        if model.hidden > 0 {
            model.rows.step(&self.rows, size);
            model.bias.step(&self.bias, size);
            model.output.step(&self.output, size);
            model.output_bias.step(&self.output_bias, size);
        }
    }

    /// Returns the score of a sample in units of the scale, and keeps the hidden values.
    pub(crate) fn score(&mut self, model: &Model, data: &Dataset, sample: &Sample) -> f32 {
        let rows = data.rows(sample);
        let own = model.table.rows.len() / 2;
        let mut leads = [0.0_f32; 2];
        for &row in rows {
            let (row, sign) = owned(data, row, own);
            leads[0] += sign * model.table.rows[2 * row];
            leads[1] += sign * model.table.rows[2 * row + 1];
        }
        let mut score = sample.base / model.scale + sample.left * leads[0] + (1.0 - sample.left) * leads[1];
        if model.hidden == 0 {
            return score;
        }
        for values in &mut self.hidden {
            values.clear();
            values.extend(&model.bias.values);
        }
        for &row in rows {
            let seen = [row, data.seen_by_other[row as usize]];
            for (values, row) in self.hidden.iter_mut().zip(seen) {
                let weights = &model.rows.rows[row as usize * model.hidden..][..model.hidden];
                values.iter_mut().zip(weights).for_each(|(value, weight)| *value += weight);
            }
        }
        score += model.output_bias.values[sample.bucket];
        let weights = &model.output.values[sample.bucket * 2 * model.hidden..][..2 * model.hidden];
        for (values, weights) in self.hidden.iter().zip(weights.chunks_exact(model.hidden)) {
            let terms =
                values.iter().zip(weights).map(|(value, weight)| value.clamp(0.0, 1.0).powi(2) * weight);
            score += terms.sum::<f32>();
        }
        score
    }

    /// Adds the loss of a sample.
    pub(crate) fn judge(&mut self, model: &Model, data: &Dataset, sample: &Sample) {
        let score = self.score(model, data, sample);
        self.loss += f64::from(sample.weight) * loss(score.into(), model.target(sample).into());
        self.weight += f64::from(sample.weight);
    }

    /// Adds the loss of a sample and its gradient.
    pub(crate) fn learn(&mut self, model: &Model, data: &Dataset, sample: &Sample) {
        let score = self.score(model, data, sample);
        let target = model.target(sample);
        self.loss += f64::from(sample.weight) * loss(score.into(), target.into());
        self.weight += f64::from(sample.weight);
        let error = sample.weight * (expected(score) - target);
        let rows = data.rows(sample);
        let own = model.table.rows.len() / 2;
        for &row in rows {
            let (row, sign) = owned(data, row, own);
            self.table[2 * row] += sign * error * sample.left;
            self.table[2 * row + 1] += sign * error * (1.0 - sample.left);
        }
        if model.hidden == 0 {
            return;
        }
        let hidden = model.hidden;
        self.output_bias[sample.bucket] += error;
        let place = sample.bucket * 2 * hidden;
        for perspective in 0..2 {
            let weights = &model.output.values[place + perspective * hidden..][..hidden];
            let sums = &mut self.output[place + perspective * hidden..][..hidden];
            let change = &mut self.change[perspective];
            change.clear();
            for ((value, weight), sum) in self.hidden[perspective].iter().zip(weights).zip(sums) {
                let clipped = value.clamp(0.0, 1.0);
                *sum += error * clipped * clipped;
                // The slope of the clipped square; beyond the clip there is none.
                let slope = if clipped == *value { 2.0 * clipped } else { 0.0 };
                change.push(error * weight * slope);
            }
            self.bias.iter_mut().zip(change.iter()).for_each(|(sum, change)| *sum += change);
        }
        for &row in rows {
            let seen = [row, data.seen_by_other[row as usize]];
            for (change, row) in self.change.iter().zip(seen) {
                let sums = &mut self.rows[row as usize * hidden..][..hidden];
                sums.iter_mut().zip(change).for_each(|(sum, change)| *sum += change);
            }
        }
    }
}

/// Returns the own row of a piece as its owner sees it, and whether it counts for the side to move or against it.
#[inline]
fn owned(data: &Dataset, row: u32, own: usize) -> (usize, f32) {
    match row as usize {
        row if row < own => (row, 1.0),
        row => (data.seen_by_other[row] as usize, -1.0),
    }
}

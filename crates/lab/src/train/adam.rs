//! AdamW: gradient descent by moving averages, with decoupled weight decay.

use serde::{Deserialize, Serialize};

/// The decay rates of the moving averages of the gradient and of its square.
const BETAS: [f32; 2] = [0.9, 0.999];
/// What is added to the root of the mean square: a weight that is hardly ever used takes small steps.
const EPSILON: f32 = 3e-4;
/// The least share of a weight that a step leaves, however much it decays.
const LEAST_KEPT: f32 = 0.5;

/// How far weights go in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepSize {
    /// The learning rate.
    pub(crate) rate: f32,
    /// The number of the step, from 1 on.
    pub(crate) number: i32,
    /// What all decays are multiplied by.
    pub(crate) decay: f32,
}

/// Weights, and what the optimizer remembers of their gradient.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Parameters {
    pub(crate) values: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The share of a weight that is lost for each unit of the learning rate.
    decay: f32,
}

impl Parameters {
    pub(crate) fn new(values: Vec<f32>, decay: f32) -> Parameters {
        let zeros = vec![0.0; values.len()];
        Parameters { values, means: zeros.clone(), squares: zeros, decay }
    }

    /// Returns whether these may take the place of others.
    pub(crate) fn is_like(&self, other: &Parameters) -> bool {
        let lengths = |of: &Parameters| [&of.values, &of.means, &of.squares].map(Vec::len);
        lengths(self) == lengths(other)
    }

    /// Takes a step against a gradient.
    pub(crate) fn step(&mut self, gradient: &[f32], StepSize { rate, number, decay }: StepSize) {
        let [first, second] = BETAS;
        let unbiased = [1.0 - first.powi(number), 1.0 - second.powi(number)];
        let keep = (1.0 - rate * decay * self.decay).max(LEAST_KEPT);
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((value, (mean, square)), &gradient) in self.values.iter_mut().zip(moments).zip(gradient) {
            *mean = first * *mean + (1.0 - first) * gradient;
            *square = second * *square + (1.0 - second) * gradient * gradient;
            let step = (*mean / unbiased[0]) / ((*square / unbiased[1]).sqrt() + EPSILON);
            *value = keep * *value - rate * step;
        }
    }
}

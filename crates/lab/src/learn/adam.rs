//! AdamW: gradient descent by moving averages, with decoupled weight decay.

use num_traits::Float;
use serde::{Deserialize, Serialize};

/// The decay rates of the moving averages of the gradient and of its square.
const BETAS: [f64; 2] = [0.9, 0.999];
/// The least share of a weight that a step leaves, however much it decays.
const LEAST_KEPT: f64 = 0.5;

/// How far weights go in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepSize<F> {
    /// The learning rate.
    pub(crate) rate: F,
    /// The number of the step, from 1 on.
    pub(crate) number: i32,
    /// The factor of all decays.
    pub(crate) decay: F,
    /// The number added to the root of the mean square: the larger, the smaller the steps of a weight with small gradients.
    pub(crate) epsilon: F,
}

/// Weights, and the moving averages of their gradient.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Parameters<F> {
    pub(crate) values: Vec<F>,
    means: Vec<F>,
    squares: Vec<F>,
    /// The share of a weight that is lost for each unit of the learning rate.
    decay: F,
}

impl<F: Float> Parameters<F> {
    pub(crate) fn new(values: Vec<F>, decay: F) -> Parameters<F> {
        let zeros = vec![F::zero(); values.len()];
        Parameters { values, means: zeros.clone(), squares: zeros, decay }
    }

    /// Returns whether these may take the place of others.
    pub(crate) fn is_like(&self, other: &Parameters<F>) -> bool {
        let lengths = |of: &Parameters<F>| [&of.values, &of.means, &of.squares].map(Vec::len);
        lengths(self) == lengths(other)
    }

    /// Takes a step against a gradient.
    pub(crate) fn step(&mut self, gradient: &[F], StepSize { rate, number, decay, epsilon }: StepSize<F>) {
        let one = F::one();
        let [first, second] = BETAS.map(number_of::<F>);
        let unbiased = [one - first.powi(number), one - second.powi(number)];
        let keep = (one - rate * decay * self.decay).max(number_of(LEAST_KEPT));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((value, (mean, square)), &gradient) in self.values.iter_mut().zip(moments).zip(gradient) {
            *mean = first * *mean + (one - first) * gradient;
            *square = second * *square + (one - second) * gradient * gradient;
            let step = (*mean / unbiased[0]) / ((*square / unbiased[1]).sqrt() + epsilon);
            *value = keep * *value - rate * step;
        }
    }
}

/// Returns the factor of the learning rate once a share of the steps is done: it falls from 1 to 0 along a cosine.
pub(crate) fn cosine<F: Float>(done: F) -> F {
    let half: F = number_of(0.5);
    half * (F::one() + (number_of::<F>(std::f64::consts::PI) * done.min(F::one())).cos())
}

fn number_of<F: Float>(number: f64) -> F {
    F::from(number).expect("a float has a value for every number")
}

//! How far learning is.

use serde::{Deserialize, Serialize};

/// The losses so far, and which of them was best.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The steps of the optimizer.
    pub(crate) steps: i32,
    /// The mean losses before the first epoch and after each one: of the games learned from, and of the validation set.
    pub losses: Vec<[f64; 2]>,
    /// The epoch with the least loss of the validation set: the index of its losses.
    pub best: usize,
}

impl Progress {
    /// Begins with the losses before the first epoch.
    pub(crate) fn new(before: [f64; 2]) -> Progress {
        Progress { steps: 0, losses: vec![before], best: 0 }
    }

    /// Returns the number of epochs that are done.
    pub fn epochs(&self) -> usize {
        self.losses.len() - 1
    }

    /// Returns the losses of the validation set, before and at its best.
    pub fn gain(&self) -> [f64; 2] {
        [self.losses[0][1], self.losses[self.best][1]]
    }

    /// Adds the losses of an epoch, and returns whether it is the best.
    pub(crate) fn add(&mut self, losses: [f64; 2]) -> bool {
        self.losses.push(losses);
        let is_best = losses[1] < self.losses[self.best][1];
        if is_best {
            self.best = self.epochs();
        }
        is_best
    }

    /// Returns whether this number of epochs has passed since the best one.
    pub(crate) fn is_stuck(&self, patience: usize) -> bool {
        self.epochs() - self.best >= patience
    }
}

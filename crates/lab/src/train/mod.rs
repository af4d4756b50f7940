//! Training: the residual of the evaluation, a piece-square table and a network (NNUE), learned from games of
//! [`selfplay`](crate::selfplay).
//!
//! Both are added to the score of the weights and trained together to predict the results of games and the search's scores of
//! quiet positions. The gradient is exact, the optimizer is AdamW; the result depends
//! on the games, the settings and the seed alone, not on the number of threads.

mod checkpoint;
mod dataset;
mod factors;
mod gradient;
mod model;
mod training;

pub use checkpoint::CheckpointError;
pub use training::{TrainSettings, Trainer, Training};

#[cfg(test)]
mod tests;

//! Training: the residual of the evaluation, a piece-square table and a network (NNUE), learned from games of
//! [`selfplay`](crate::selfplay).
//!
//! Both are added to the score that the weights give, and together they make the results of games, and what the search
//! thought of quiet positions, as likely as they can. The gradient is exact, the optimizer is AdamW; what is learned depends
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

//! Tuning: the worths of the pieces, learned from games of the engine against itself.
//!
//! A [`Tuning`] is learned from games of [`selfplay`](crate::selfplay): the weights with which the evaluation predicts the
//! results best, starting from what the rules say and pulled back to it where the games say little.

mod fit;
mod model;
mod page;
mod samples;
mod tuning;

pub use tuning::{TuneSettings, Tuning};

//! What pieces are worth, learned from games of the engine against itself.
//!
//! A [`Plan`](crate::Plan) says how the games are played. [`SelfPlay`] plays them on several threads and keeps a
//! [`SampleRow`] of each: who won, and some quiet positions on the way. Game number n is the same game whoever plays it
//! when. A [`Tuning`] is learned from rows alone: the weights with which the evaluation predicts the results best, starting
//! from what the rules say and pulled back to it where the games say little. Where rows are kept is the caller's business.

mod error;
mod fit;
mod model;
mod page;
mod play;
mod row;
mod samples;
mod tuning;

pub use error::TuneError;
pub use play::SelfPlay;
pub use row::SampleRow;
pub use tuning::{TuneSettings, Tuning};

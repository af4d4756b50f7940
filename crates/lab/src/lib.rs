//! The laboratory: games between players, and what they teach.
//!
//! - [`players`]: whoever plays a turn when shown a game: the engine, simple opponents, others of one's own;
//! - [`matches`](mod@matches): two players, many games, clocks, adjudication, SPRT;
//! - [`study`]: what a game is like, from many games of the engine against itself;
//! - [`tune`]: the weights of the evaluation, learned from such games.
//!
//! Game number n of a [`Plan`] or a match is the same game on every machine and on any number of threads. The laboratory
//! does no I/O: games are handed to the caller as they end, and where they are kept is the caller's business.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! use beaufort_engine::Evaluation;
//! use beaufort_lab::matches::{self, Finished, Settings};
//! use beaufort_lab::players::Contender;
//! use beaufort_rules::builtin;
//!
//! let game = builtin::game("scirocco").unwrap();
//! let evaluation = Arc::new(Evaluation::new(&game));
//! let contenders = [&Contender::greedy(&evaluation), &Contender::random()];
//! let settings = Settings { pairs: 1, max_plies: 40, ..Settings::default() };
//! let tally = matches::play(&game, contenders, &settings, Finished::new(), &AtomicBool::new(false), |_, _| {});
//! assert_eq!(tally.games(), 2);
//! ```

pub mod matches;
mod plan;
pub mod players;
pub mod study;
pub mod tune;
mod workers;

pub use plan::Plan;

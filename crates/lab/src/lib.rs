//! The laboratory: games between players, their statistics, and learning from them.
//!
//! - [`players`]: players of games: the engine, simple opponents, and your own;
//! - [`external`]: players that are other programs;
//! - [`matches`](mod@matches): two players, many games, clocks, adjudication, SPRT;
//! - [`store`]: files of games that grow, so that work that was stopped goes on;
//! - `row`: a game of the engine against itself as a row of data; this and the following need the feature `plots`:
//! - `study`: statistics of a game, from many such games;
//! - `selfplay`: the games from which the engine learns, and `learn`: loss and optimizer;
//! - `tune`: the weights of the evaluation, learned from them;
//! - `train`: the residual of the evaluation, a table and a network, learned from them;
//! - `puzzles`: positions of such games with a unique best turn, graded.
//!
//! Game number n of a [`Plan`] or a match is the same game on every machine and on any number of threads. Games are
//! handed to the caller as they end. The laboratory does no I/O but in [`external`], whose programs are processes behind
//! pipes, and where games are kept between runs: in [`store`] and in the folder
//! of a study.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! use beaufort_engine::Evaluation;
//! use beaufort_lab::matches::{self, Finished, MatchSettings};
//! use beaufort_lab::players::Contender;
//! use beaufort_rules::builtin;
//!
//! let game = builtin::game("scirocco").unwrap();
//! let evaluation = Arc::new(Evaluation::new(&game));
//! let contenders = [&Contender::greedy(&evaluation), &Contender::random()];
//! let settings = MatchSettings { pairs: 1, max_plies: 40, ..MatchSettings::default() };
//! let tally = matches::play(&game, contenders, &settings, Finished::new(), &AtomicBool::new(false), |_, _| {});
//! assert_eq!(tally.games(), 2);
//! ```

pub mod external;
#[cfg(feature = "plots")]
pub mod learn;
pub mod matches;
mod plan;
pub mod players;
#[cfg(feature = "plots")]
pub mod puzzles;
#[cfg(feature = "plots")]
mod quiet;
#[cfg(feature = "plots")]
pub mod row;
#[cfg(feature = "plots")]
pub mod selfplay;
mod setup;
pub mod store;
#[cfg(feature = "plots")]
pub mod study;
#[cfg(feature = "plots")]
pub mod train;
#[cfg(feature = "plots")]
pub mod tune;
mod workers;

pub use plan::{Plan, SelfPlayPlan};

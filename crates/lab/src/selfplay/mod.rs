//! Self-play: games of the engine against itself, from which it learns.
//!
//! A [`SelfPlayPlan`](crate::SelfPlayPlan) says how the games are played. [`SelfPlay`] plays them on several threads and gives the
//! [`GameRow`](crate::row::GameRow) of each, which a [`StudyFolder`](crate::store::StudyFolder) keeps. Game number n is the same
//! game on every machine. A [`SelfPlayGame`] is what the learners and the search for puzzles need of a row.

mod error;
mod game;
mod lead;
mod play;
mod played;
mod rows;

pub use error::DataError;
pub use game::SelfPlayGame;
pub(crate) use game::{QuietPosition, ReplayedTurn};
pub use play::SelfPlay;
pub use played::PlayedGame;

#[cfg(test)]
mod tests;

//! Studies: many games of the engine against itself, and a report about the game.
//!
//! A [`Plan`](crate::Plan) says how the games are played. A [`Study`] plays them on several threads and keeps a small
//! [`GameRow`](crate::row::GameRow) of each; game number n is the same game on every machine. A
//! [`StudyFolder`](crate::store::StudyFolder) keeps the rows, and a [`StudyReport`] is made of rows alone.
//!
//! ```
//! use std::sync::Arc;
//!
//! use beaufort_engine::Evaluation;
//! use beaufort_lab::Plan;
//! use beaufort_lab::row::{GameNumber, PlayerKind};
//! use beaufort_lab::study::{StudiedGames, Study, StudyReport};
//! use beaufort_rules::builtin;
//!
//! let game = builtin::game("scirocco").unwrap();
//! let plan = Plan { game: "scirocco".to_owned(), nodes: 10, seed: 1, opening: 4, max_plies: 30 };
//! let evaluation = Arc::new(Evaluation::new(&game));
//! let study = Study::new(&game, &evaluation, plan);
//! let wanted = [PlayerKind::Engine, PlayerKind::Random].map(|player| GameNumber { player, game: 0 });
//! let mut games = StudiedGames::default();
//! study.play(&wanted, 1, &Arc::default(), |row| games.add(row));
//!
//! let report = StudyReport::new(&study, games, "beaufort study scirocco");
//! assert!(report.text().starts_with("# Scirocco, studied\n"));
//! ```

mod chart;
mod numbers;
mod play;
mod report;
mod scores;
mod share;

pub use chart::losses;

pub use play::Study;
pub use report::{Plot, StudiedGames, StudyReport};

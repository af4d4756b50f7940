//! The rules of large chess variants: games as data, turns, notation, records.
//!
//! A game file is read and compiled once; positions of it list their turns, play and undo them.
//!
//! ```
//! use beaufort_rules::{Notation, Position, builtin};
//!
//! // Load a game ...
//! let game = builtin::game("scirocco").expect("scirocco comes with the library");
//! let mut position = Position::initial(&game);
//!
//! // ... list its turns in the inventor's notation ...
//! let notation = Notation::new(&position);
//! assert_eq!(notation.iter().count(), 21);
//! let turn = notation.read("P-e4")?;
//!
//! // ... play one, and undo it.
//! position.play(turn);
//! assert!(position.to_string().ends_with(" t"));
//! position.undo();
//! assert_eq!(position, Position::initial(&game));
//! # Ok::<(), beaufort_rules::NotationError>(())
//! ```
//!
//! [`game::load`] reads a file of your own, [`record`] keeps games, [`perft`] counts.
//! Numbers such as K75 or L12 in these pages are those of the rules in `docs/rules/`, which also settle what the inventors'
//! texts leave open.

pub mod game;
mod generate;
mod grammar;
pub mod help;
pub mod language;
mod notation;
mod perft;
pub mod position;
mod powers;
pub mod record;
mod travel;
pub mod turn;
pub mod vocabulary;

pub use game::Game;
#[cfg(feature = "builtin")]
pub use game::builtin;
pub use notation::{CoordinatesError, Notation, NotationError};
pub use perft::perft;
pub use position::Position;
pub use powers::{Step, StepKind};
pub use turn::Turn;
pub use vocabulary::{Geometry, Piece, PieceType, Side, Square, SquareSet};

/// The names that most programs need, to be imported together: `use beaufort_rules::prelude::*`.
pub mod prelude {
    #[cfg(feature = "builtin")]
    pub use crate::builtin;
    pub use crate::record::{GameResult, Record};
    pub use crate::turn::{Outcome, Verdict};
    pub use crate::{
        Game, Geometry, Notation, Piece, PieceType, Position, Side, Square, SquareSet, Step, StepKind, Turn,
    };
}

//! The rules of large chess variants: games as data, turns, notation, records.
//!
//! # A tour
//! A [`Game`] is compiled from a text, once. Some come with the library: [`builtin`].
//!
//! ```
//! use beaufort_rules::prelude::*;
//!
//! let game = builtin::game("scirocco").expect("scirocco comes with the library");
//! assert_eq!((game.definition().name.as_str(), game.types().count()), ("Scirocco", 36));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Position`] belongs to a game and lists its turns. A [`Turn`] is a small value: one or two [`Step`]s.
//! [`Position::play`] rejects an illegal turn with the reason; [`Position::play_unchecked`] does not check.
//!
//! ```
//! # use beaufort_rules::prelude::*;
//! # let game = builtin::game("scirocco").unwrap();
//! let mut position = Position::initial(&game);
//! let turns = position.legal_turns();
//! assert_eq!(turns.len(), 21);
//!
//! position.play(turns[0])?;
//! assert!(position.play(turns[0]).is_err(), "now the other side is to move");
//! position.undo();
//! assert_eq!(position, Position::initial(&game));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Turns are written in the notation of the game, positions as one line. [`Notation`] holds all turns of a position with their
//! texts; for a single turn there are [`Position::read_turn`] and [`Position::turn_text`].
//!
//! ```
//! # use beaufort_rules::prelude::*;
//! # let game = builtin::game("scirocco").unwrap();
//! let text = "9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b";
//! let mut position = Position::parse(&game, text)?;
//! let turn = position.read_turn("K-a2")?;
//! assert_eq!(position.turn_text(turn).as_deref(), Some("K-a2"));
//! position.play(turn)?;
//! assert!(position.to_string().ends_with("/[K]9/10 t"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The board has the pieces, and [`Position::verdict`] says whether the game is over, and why.
//!
//! ```
//! # use beaufort_rules::prelude::*;
//! # let game = builtin::game("scirocco").unwrap();
//! let position = Position::parse(&game, "10/10/10/10/10/10/10/10/10/[R]7[K][P] t")?;
//! for (square, piece) in position.board().pieces() {
//!     let kind = piece.kind().expect("an occupied square has a piece");
//!     println!("{}: {}", game.size().name(square), game.piece(kind).name);
//! }
//! let verdict = position.verdict().expect("the second side has no piece left");
//! assert_eq!(verdict.outcome, Outcome::Win(Side::First));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to find things
//!
//! | Task | See |
//! |---|---|
//! | list, count and find turns | [`Position::legal_turns`], [`Position::captures`], [`Position::is_legal`], [`Scope`] |
//! | list turns repeatedly without allocating | [`Position::generate`] |
//! | load a game file of your own | [`load_game`], [`own_game`] |
//! | choose a setup | [`game::Setup`] |
//! | read and write records of games | [`record`] |
//! | find the name of an opening | [`openings`] |
//! | observe changes of a board, for an evaluation of your own | [`vocabulary::Observer`], [`Position::play_unchecked_with`] |
//! | ask what a turn does | [`changes`] |
//! | ask what is attacked and pinned | [`Position::attackers`], [`Position::attacks`], [`Position::pins`] |
//! | count positions | [`perft`] |
//! | explain the rules to players | [`help`], [`language`] |
//!
//! # Features
//! `builtin` (default) includes the built-in games; `diagnostics` (default) shows errors of a game file with the source line.
//!
//! Numbers such as K75 or L12 refer to the rules in `docs/rules/`, which also settle questions that the inventors' texts leave
//! open.

pub mod changes;
pub mod game;
mod generate;
mod grammar;
pub mod help;
pub mod language;
mod load_game;
mod notation;
pub mod openings;
#[cfg(feature = "builtin")]
mod own_game;
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
pub use generate::{DropRule, Idle, IllegalTurn, NoDrop};
pub use load_game::load_game;
pub use notation::{CoordinatesError, Notation, NotationError, xboard};
#[cfg(feature = "builtin")]
pub use own_game::{MAX_OWN_TEXT, OWN_FILE, OWN_PREFIX, is_own_id, own_definition, own_game, own_id};
pub use perft::{PerftTable, perft, perft_while, perft_with};
pub use position::Position;
pub use powers::{Step, StepKind};
pub use turn::{Scope, Turn};
pub use vocabulary::{Geometry, Piece, PieceType, Side, Square, SquareSet};

#[cfg(all(doctest, feature = "builtin"))]
#[doc = include_str!("../README.md")]
struct Readme;

/// The names that most programs need, for import: `use beaufort_rules::prelude::*`.
pub mod prelude {
    #[cfg(feature = "builtin")]
    pub use crate::builtin;
    pub use crate::record::{GameResult, Record};
    pub use crate::turn::{Outcome, Verdict};
    pub use crate::{
        Game, Geometry, Notation, Piece, PieceType, Position, Side, Square, SquareSet, Step, StepKind, Turn,
    };
}

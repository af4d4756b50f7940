//! Games as data: the definition of a game, the files it is read from and the built-in games.
//!
//! ```
//! use beaufort_rules::game::builtin;
//!
//! let scirocco = builtin::definition("scirocco").unwrap();
//! assert_eq!(scirocco.pieces.len(), 36);
//! assert_eq!(scirocco.size.files(), 10);
//! ```
//!
//! A file passes four stages: `file` reads the TOML, `inherit` lays it over the game it extends, `resolve` turns names
//! and texts into a [`definition::Definition`], with `array` and `setup` for the two largest parts. Each reports all it
//! finds wrong.

mod array;
pub mod builtin;
pub mod definition;
mod error;
mod file;
mod inherit;
mod load;
mod read;
mod resolve;
mod setup;
mod source;

pub use error::{LoadError, LoadErrors};
pub use load::{BESTIARY, load};
pub use source::Source;

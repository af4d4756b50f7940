//! The language in which the inventors describe their pieces: the text of an ability and its meaning.
//!
//! ```
//! use beaufort_rules::language::{self, ast::{Power, Royal}};
//!
//! let king = language::parse("W + F; royal").unwrap();
//! assert_eq!(king.travels.len(), 2);
//! assert_eq!(king.powers, [Power::Royal(Royal)]);
//!
//! let problems = language::parse("W + F; royl").unwrap_err();
//! assert_eq!(problems[0].hint, Some(language::Hint::Meant("royal".to_owned())));
//! ```
//!
//! [`words`] is the registry of all words, used by the parser, its messages and the reference page. The types of [`ast`] are
//! the meaning of the words. Nothing here depends on a board.

pub mod ast;
mod page;
mod parse;
mod problem;
mod suggest;
pub mod words;

pub use page::{EXAMPLE, reference_page};
pub(crate) use parse::{AbilityParser, Split};
pub use parse::{parse, parse_in};
pub use problem::Problem;
pub(crate) use problem::alternatives;
pub use suggest::{Hint, nearest};

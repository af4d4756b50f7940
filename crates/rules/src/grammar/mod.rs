//! The grammar of abilities but for the powers: words, leaps, lines and travels, and which squares and pieces are meant.
//!
//! Each power reads its own text with the rules of this module; `language` puts all together.

pub(crate) mod ast;
mod leg;
mod rule;
mod squares;
mod token;
mod track;
mod travel;
pub(crate) mod words;

pub(crate) use leg::{leaps, ride};
pub(crate) use rule::{Rule, joiner, one_of, phrase, sign, word};
pub(crate) use squares::{along, area, on_squares, pieces};
pub(crate) use token::{Token, tokens, words_of};
pub(crate) use track::paths;
pub(crate) use travel::{Term, bearing, beside_royal, check_bearing, circle, term, terms};

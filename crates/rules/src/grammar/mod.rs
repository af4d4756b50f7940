//! The common parts of the grammar of abilities: words, leaps and lines, bearings, and references to squares and pieces.
//!
//! Each way of travelling and each power parses its own text with the rules of this module; `language` combines them.

pub(crate) mod ast;
mod bearing;
mod leg;
mod region;
mod rule;
mod squares;
mod token;
pub(crate) mod words;

pub(crate) use bearing::{BEARINGS, bearing, check_bearing, check_directions, turning};
pub(crate) use leg::{Leg, MAX_COORDINATE, leaps, leg, range, ride};
pub(crate) use region::region;
pub(crate) use rule::{Extra, Regions, Rule, Tokens, joiner, one_of, phrase, sign, word, word_of};
pub(crate) use squares::{along, area, near_squares, on_squares, pieces};
pub(crate) use token::{Token, tokens, words_of};

//! Fairy-Stockfish's `variants.ini`: sections, keys, values, inheritance.

pub(crate) mod chasing;
pub(crate) mod counting;
pub(crate) mod enclosing;
pub(crate) mod fen;
pub(crate) mod keys;
pub(crate) mod sections;
pub(crate) mod value;
pub(crate) mod variant;

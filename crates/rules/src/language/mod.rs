//! The language in which the inventors describe their pieces.

pub mod ast;

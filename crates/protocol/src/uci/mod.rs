//! The messages of UCI.

pub(crate) mod command;
pub(crate) mod go;

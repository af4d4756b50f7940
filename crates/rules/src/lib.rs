//! The rules of large chess variants.

pub mod game;
pub mod geometry;
pub mod language;

//! What pieces are worth, learned from games of the engine against itself.
//!
//! A [`Plan`] says how the games are played. [`SelfPlay`] plays them on several threads and keeps a [`Row`] of each: who
//! won, and some quiet positions on the way. Game number n is the same game whoever plays it when. Where rows are kept is
//! the caller's business.

mod plan;
mod play;
mod row;

pub use plan::Plan;
pub use play::SelfPlay;
pub use row::Row;

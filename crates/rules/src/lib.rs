//! The rules of large chess variants.

pub mod game;
mod generate;
pub mod geometry;
pub mod language;
mod moves;
mod notation;
mod perft;
pub mod position;
mod powers;
pub mod record;
pub mod turn;

pub use game::{Game, Piece, Side, TypeId, builtin};
pub use geometry::{BoardSize, Square};
pub use notation::{Notation, NotationError};
pub use perft::perft;
pub use position::Position;
pub use turn::{Step, StepKind, Turn};

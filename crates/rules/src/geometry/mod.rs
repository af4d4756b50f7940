//! Squares, sets of squares, steps and rays.

mod set;
mod square;
mod vector;

pub use set::SquareSet;
pub use square::{BoardSize, Square, SquareError};
pub use vector::Vector;

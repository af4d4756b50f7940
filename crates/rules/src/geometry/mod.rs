//! Squares, sets of squares, steps and rays.

mod rays;
mod set;
mod square;
mod vector;

pub use rays::{LineId, Rays, between, walk};
pub use set::SquareSet;
pub use square::{BoardSize, Square, SquareError};
pub use vector::Vector;

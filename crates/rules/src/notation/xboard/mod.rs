//! Positions and turns in the formats of XBoard: pieces as letters ([`Shape`]), turns as legs ([`legs()`]), or as in saved
//! games.

mod betza;
mod legs;
mod saved;
mod shape;

pub use legs::{legs, square_name};
pub use shape::Shape;

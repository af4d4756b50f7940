//! Positions and turns as XBoard tells them: pieces by letters ([`Shape`]), turns in legs ([`legs()`]), or as in the games that it
//! saves.

mod betza;
mod legs;
mod saved;
mod shape;

pub use legs::{legs, square_name};
pub use shape::Shape;

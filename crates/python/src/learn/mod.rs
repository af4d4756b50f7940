//! Positions and turns as numbers, for learners.

mod actions;
mod batch;
mod planes;
mod views;

pub(crate) use actions::Actions;
pub(crate) use batch::{PyBatch, unpickled_batch};
use planes::Planes;

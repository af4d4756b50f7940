//! Positions and turns as numbers, for learners.

mod actions;
mod batch;
mod planes;

pub(crate) use actions::Actions;
pub(crate) use batch::PyBatch;
pub(crate) use planes::Planes;

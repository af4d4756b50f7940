//! The efficiently updatable neural network (NNUE), which adds a residual to the other terms of the evaluation.
//!
//! - [`features`]: one input for each piece type of either owner on each square, in two perspectives;
//! - [`network`]: the quantised weights, one hidden layer for each of the two perspectives, and the output;
//! - [`stack`]: the hidden layers along the path to the current position, computed lazily.
//!
//! The output corrects the score of the other terms. So an insufficiently trained network does little harm, and a game without
//! one needs none.

mod features;
mod network;
mod stack;

pub use features::Features;
pub use network::{BUCKETS, LANES, MAX_HIDDEN, MAX_SHIFT, Network, NetworkWeights};
pub(crate) use stack::AccumulatorStack;

#[cfg(test)]
pub(super) mod tests;

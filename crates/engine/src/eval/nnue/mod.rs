//! The efficiently updatable neural network (NNUE), a residual on the other terms of the evaluation.
//!
//! - [`features`]: one input for each piece type of each side on each square, seen from either side;
//! - [`network`]: the quantised weights, one hidden layer for each of the two perspectives, and the output;
//! - [`stack`]: the hidden layers of the positions on the way to the one that is looked at, computed only when asked for.
//!
//! The output adds to the score what the piece-square table, the royal safety and the latent powers do not say. So a network
//! that has learned little does little harm, and a game without one loses nothing.

mod features;
mod network;
mod stack;

pub use features::Features;
pub use network::{BUCKETS, LANES, MAX_HIDDEN, MAX_SHIFT, Network, NetworkWeights};
pub(crate) use stack::AccumulatorStack;

#[cfg(test)]
pub(super) mod tests;

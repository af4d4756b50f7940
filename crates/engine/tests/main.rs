//! The tests of this package in one program: what they share is compiled, and loaded, once.

mod crowded;
mod examples;
mod hands;
mod larger_board;
mod laws;
mod levels;
mod mates;
mod objectives;
mod repetition;
mod sense;
mod support;
mod tasks;
mod worth;

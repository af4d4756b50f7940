//! The rule of check (L46): a turn may not leave the own royal piece where it could be taken.
//!
//! [`Lines`] give the attacks on a square, on boards of every size; `generate/pins.rs` finds the checks and pins with them. If all
//! pieces of a game only move and take by leaps and rides, these decide which turns are legal (`generate/plain.rs`). In all other
//! games, turns with further effects are tried against the replies of the pieces that could ever take the royal piece
//! (`generate/check_filter.rs`).

mod lines;
mod shifts;

pub(crate) use lines::Lines;
pub(crate) use shifts::{SetwiseType, Shift};

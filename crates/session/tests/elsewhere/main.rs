//! Games between two people elsewhere: by mail, with conditional turns, and against who stays away.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod by_mail;
mod claims;
mod game;
mod letters;
mod offers;
mod plans;
mod repeats;
mod resent;
mod said;
mod telling;

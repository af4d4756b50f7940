//! The names of sessions: each is the key to its session.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::identity::hex;

/// The longest name of a session, in bytes.
const MAX_NAME_BYTES: usize = 64;

/// Returns whether a session may have this name.
pub(crate) fn is_session_name(name: &str) -> bool {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (1..=MAX_NAME_BYTES).contains(&name.len()) && name.chars().all(is_fit)
}

/// Draws the name of a session that another one begins: 128 random bits, which cannot be guessed.
pub(crate) fn draw_session_name() -> String {
    let mut name = [0; 16];
    getrandom::fill(&mut name).expect("the system has random numbers");
    hex(&name)
}

/// Returns what the log calls a session: the name itself is the key to it, and stands in no log.
pub(crate) fn log_tag(name: &str) -> String {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    format!("{:08x}", hasher.finish() as u32)
}

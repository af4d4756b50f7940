//! Levels of the engine, as arguments and commands name them.

use beaufort_engine::{Level, Skill, level, levels};

/// Reads the id of a level.
///
/// # Errors
/// If there is no such level: what the levels are.
pub(crate) fn read(id: &str) -> Result<&'static Level, String> {
    level(&id.to_ascii_lowercase()).ok_or_else(|| format!("expected {}", expected()))
}

/// Returns what the id of a level may be.
pub(crate) fn expected() -> String {
    format!("one of the levels: {}", ids().join(", "))
}

/// Returns the ids of all levels, the weakest first.
pub(crate) fn ids() -> Vec<&'static str> {
    levels().iter().map(|level| level.id).collect()
}

/// Returns how badly a level plays in a game that begins, drawn at random; `None`: as well as it can.
pub(crate) fn skill_of_game(level: &Level) -> Option<Skill> {
    level.skill.map(|skill| skill.with_seed(fastrand::u64(..)))
}

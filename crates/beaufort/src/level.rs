//! Levels of the engine, as arguments and commands name them.

use beaufort_engine::{Level, level, levels};

/// Reads the id of a level.
///
/// # Errors
/// If there is no such level: what the levels are.
pub(crate) fn read(id: &str) -> Result<&'static Level, String> {
    level(&id.to_ascii_lowercase()).ok_or_else(|| format!("expected {}", expected()))
}

/// Returns what the id of a level may be.
pub(crate) fn expected() -> String {
    let ids: Vec<&str> = levels().iter().map(|level| level.id).collect();
    format!("one of the levels: {}", ids.join(", "))
}

//! The names of the engine's levels.

use beaufort_engine::{Level, level, levels};

/// Reads a level: its id, or its force on Beaufort's scale.
///
/// # Errors
/// If there is no such level; the text lists the levels.
pub(crate) fn read(text: &str) -> Result<&'static Level, String> {
    let by_force = || levels().iter().find(|level| level.force.to_string() == text);
    level(&text.to_ascii_lowercase()).or_else(by_force).ok_or_else(|| format!("expected {}", expected()))
}

/// Returns the valid names of levels.
pub(crate) fn expected() -> String {
    let forces: Vec<String> = levels().iter().map(|level| level.force.to_string()).collect();
    format!("one of the levels: {}; or its force: {}", ids().join(", "), forces.join(", "))
}

/// Returns the ids of all levels, the weakest first.
fn ids() -> Vec<&'static str> {
    levels().iter().map(|level| level.id).collect()
}

//! How other programs write positions and turns: in [`coordinates`] (UCI), or as XBoard has them ([`xboard`]).
//!
//! Both ends of a protocol write alike, so the engine's own side of UCI and CECP uses these modules, too.

pub mod coordinates;
pub mod xboard;

use beaufort_rules::Position;

/// The characters of a text of another program that an error repeats.
pub(crate) const MAX_QUOTED: usize = 60;

/// Returns the beginning of what another program has said, for an error.
pub fn quoted(text: &str) -> String {
    let beginning: String = text.chars().take(MAX_QUOTED).collect();
    beginning.escape_debug().to_string()
}

/// Returns a position as other programs read it: FEN where the game has it.
pub(crate) fn position_text(position: &Position) -> String {
    position.fen().unwrap_or_else(|| position.to_string())
}

//! How other programs write positions and turns: in [`coordinates`] (UCI), or as XBoard has them ([`xboard`]).
//!
//! Both ends of a protocol write alike, so the engine's own side of UCI and CECP uses these modules, too.

pub(crate) mod coordinates;
pub(crate) mod xboard;

use beaufort_rules::Position;

/// Returns a position as other programs read it: FEN where the game has it.
pub(crate) fn position_text(position: &Position) -> String {
    position.fen().unwrap_or_else(|| position.to_string())
}

//! The notation of positions and turns in other programs: [`coordinates`] in UCI, [`xboard`] in CECP.

pub(crate) mod coordinates;
pub(crate) mod xboard;

use beaufort_rules::Position;

/// Returns the text of a position: FEN where the game has it.
pub(crate) fn position_text(position: &Position) -> String {
    position.fen().unwrap_or_else(|| position.to_string())
}

//! What the importer waits for.

/// `[hand]` and `[[drop]]` of captured pieces.
pub(crate) const HANDS: bool = false;
/// `[turns]` with the obligations of both sides.
pub(crate) const OBLIGATIONS: bool = true;

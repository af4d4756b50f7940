//! The rule against perpetual chase.

/// The worth of the pieces that may not chase for ever, by the rule `axf` of the key `chasingRule`: one that takes a piece of a greater
/// worth gains even if it is retaken.
pub(crate) const WORTH: [(&str, u8); 5] =
    [("rook", 3), ("cannon", 2), ("horse", 2), ("elephant", 1), ("fers", 1)];

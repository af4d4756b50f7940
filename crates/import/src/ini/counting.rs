//! The rules by which a weakened side is to be mated in a number of moves.

/// A rule of the key `countingRule`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountingRule {
    pub(crate) name: &'static str,
    /// The moves for a side with more than one piece, 0 if none are counted.
    pub(crate) board: u16,
    /// The number of its pieces up to which they are counted, whether there are Pawns or not.
    pub(crate) board_at_most: Option<u16>,
    /// The moves for a lone King if no other limit fits.
    pub(crate) otherwise: u16,
    /// Whether that count begins with 0.
    pub(crate) from_zero: bool,
    /// Kinds of the stronger side, their least numbers, and the moves for a lone King against them.
    pub(crate) limits: &'static [(&'static str, u16, u16)],
}

/// All rules.
pub(crate) const RULES: [CountingRule; 3] = [
    CountingRule {
        name: "makruk",
        board: 64,
        board_at_most: None,
        otherwise: 64,
        from_zero: false,
        limits: &[("rook", 2, 8), ("rook", 1, 16), ("silver", 2, 22), ("knight", 2, 32), ("silver", 1, 44)],
    },
    CountingRule {
        name: "cambodian",
        board: 63,
        board_at_most: Some(3),
        otherwise: 63,
        from_zero: false,
        limits: &[("rook", 2, 7), ("rook", 1, 15), ("silver", 2, 21), ("knight", 2, 31), ("silver", 1, 43)],
    },
    CountingRule {
        name: "asean",
        board: 0,
        board_at_most: None,
        otherwise: 0,
        from_zero: true,
        limits: &[("rook", 1, 16), ("silver", 1, 44), ("knight", 1, 64)],
    },
];

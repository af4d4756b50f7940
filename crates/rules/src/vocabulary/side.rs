//! The two players.

/// A side: the first or the second player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Side {
    /// The player who moves first (Blue), up the ranks.
    First = 0,
    /// The other player (Tan), down the ranks.
    Second = 1,
}

impl Side {
    /// Both sides, the first player's first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// Returns 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

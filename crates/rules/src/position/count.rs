//! The count of moves in which a weakened side must be mated (R90).

/// A limit in plies, and the plies counted; both 0 while nothing is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The limit, in plies.
    pub limit: u16,
    /// The plies counted so far.
    pub plies: u16,
}

impl Count {
    /// Returns both numbers as one, for the journal.
    pub(in crate::position) fn pack(self) -> u32 {
        u32::from(self.limit) << 16 | u32::from(self.plies)
    }

    /// Returns the count of a packed number.
    pub(in crate::position) fn unpack(packed: u32) -> Count {
        Count { limit: (packed >> 16) as u16, plies: packed as u16 }
    }
}

//! The count of moves in which a weakened side must be mated (R90).

/// A limit in plies, and the plies counted; both 0 while nothing is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The limit, in plies.
    pub limit: u16,
    /// The plies counted so far.
    pub plies: u16,
}

/// The bits for the plies of a count and for quiet turns.
const PLIES: u32 = 11;
const QUIET: u32 = 10;

impl Count {
    /// Returns the count and the number of quiet turns as one number, for the journal.
    pub(in crate::position) fn pack(self, quiet: u32) -> u32 {
        let most = |bits: u32| (1 << bits) - 1;
        let plies = u32::from(self.plies).min(most(PLIES));
        u32::from(self.limit) << (PLIES + QUIET) | plies << QUIET | quiet.min(most(QUIET))
    }

    /// Returns the count and the quiet turns of a packed number.
    pub(in crate::position) fn unpack(packed: u32) -> (Count, u32) {
        let bits = |number: u32, bits: u32| number & ((1 << bits) - 1);
        let count =
            Count { limit: (packed >> (PLIES + QUIET)) as u16, plies: bits(packed >> QUIET, PLIES) as u16 };
        (count, bits(packed, QUIET))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::definition::Counting;

    #[test]
    fn both_counts_fit_in_one_number() {
        let count = Count { limit: 2 * Counting::MAX_MOVES, plies: 2 * Counting::MAX_MOVES + 1 };
        let quiet = 2 * u32::from(Counting::MAX_QUIET);
        assert_eq!(Count::unpack(count.pack(quiet)), (count, quiet), "R90");
    }
}

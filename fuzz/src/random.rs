//! Numbers that look random and are the same for the same seed.

/// A SplitMix64 generator (Steele, Lea and Flood 2014).
pub(crate) struct Random(u64);

impl Random {
    /// Returns the generator of a seed; neighbouring seeds give unrelated numbers.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns a number from 0 to `end - 1`; `end` is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    /// Returns a range of up to `longest` of the numbers 0 to `len`, both ends included; it may be empty.
    pub(crate) fn range(&mut self, len: usize, longest: usize) -> std::ops::Range<usize> {
        let start = self.below(len + 1);
        start..(start + self.below(longest + 1)).min(len)
    }
}

//! Late move reductions: how many plies less deep late turns are searched at first.

use crate::params::turns::{LMR_BASE, LMR_DIVISOR};

/// The reductions by depth and by the index of the turn.
pub(crate) struct LmrTable(Vec<[u8; LmrTable::INDICES]>);

impl LmrTable {
    const DEPTHS: usize = 64;
    const INDICES: usize = 64;

    pub(crate) fn new() -> LmrTable {
        let reduction = |depth: usize, index: usize| {
            (LMR_BASE + (depth.max(1) as f64).ln() * (index.max(1) as f64).ln() / LMR_DIVISOR) as u8
        };
        LmrTable(
            (0..Self::DEPTHS).map(|depth| std::array::from_fn(|index| reduction(depth, index))).collect(),
        )
    }

    /// Returns the reduction in plies.
    #[inline]
    pub(crate) fn get(&self, depth: i32, index: usize) -> i32 {
        let depth = depth.clamp(0, Self::DEPTHS as i32 - 1) as usize;
        self.0[depth][index.min(Self::INDICES - 1)].into()
    }
}

//! Late move reductions: how many plies less deep late turns are searched at first.

/// The reductions by depth and by the index of the turn.
pub(crate) struct LmrTable(Vec<[u8; LmrTable::PLACES]>);

impl LmrTable {
    const DEPTHS: usize = 64;
    const PLACES: usize = 64;

    pub(crate) fn new() -> LmrTable {
        let reduction = |depth: usize, place: usize| {
            (0.7 + (depth.max(1) as f64).ln() * (place.max(1) as f64).ln() / 2.0) as u8
        };
        LmrTable(
            (0..Self::DEPTHS).map(|depth| std::array::from_fn(|place| reduction(depth, place))).collect(),
        )
    }

    /// Returns the reduction in plies.
    #[inline]
    pub(crate) fn get(&self, depth: i32, place: usize) -> i32 {
        let depth = depth.clamp(0, Self::DEPTHS as i32 - 1) as usize;
        self.0[depth][place.min(Self::PLACES - 1)].into()
    }
}

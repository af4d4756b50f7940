//! How much less deep late turns are searched at first.

/// The reductions by depth and by the place in the order.
pub(crate) struct Reductions(Vec<[u8; Reductions::PLACES]>);

impl Reductions {
    const DEPTHS: usize = 64;
    const PLACES: usize = 64;

    pub(crate) fn new() -> Reductions {
        let reduction = |depth: usize, place: usize| {
            (0.7 + (depth.max(1) as f64).ln() * (place.max(1) as f64).ln() / 2.0) as u8
        };
        Reductions(
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

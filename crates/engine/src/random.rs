//! Random choices that are the same on every machine.
//!
//! The functions of `fastrand` that choose by a `usize` depend on its width, so a 32-bit program, as in a browser, would choose
//! differently. These use 64 bits everywhere.

use fastrand::Rng;

/// Returns a random number in `0..bound`.
///
/// # Panics
/// If `bound` is 0.
pub(crate) fn below(rng: &mut Rng, bound: usize) -> usize {
    rng.u64(..bound as u64) as usize
}

/// Returns a random element of `items`; `None` if it is empty.
pub(crate) fn choice<T: Copy>(rng: &mut Rng, items: &[T]) -> Option<T> {
    (!items.is_empty()).then(|| items[below(rng, items.len())])
}

/// Shuffles `items`.
pub(crate) fn shuffle<T>(rng: &mut Rng, items: &mut [T]) {
    for last in 1..items.len() {
        items.swap(last, below(rng, last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn the_choices_are_those_of_fastrand_with_64_bits() {
        let (mut ours, mut theirs) = (Rng::with_seed(1), Rng::with_seed(1));
        let mut items: Vec<usize> = (0..100).collect();
        let mut same = items.clone();
        shuffle(&mut ours, &mut items);
        theirs.shuffle(&mut same);
        assert_eq!(items, same);
        assert_eq!(choice(&mut ours, &items), theirs.choice(&items).copied());
        assert_eq!(below(&mut ours, 1 << 40), theirs.usize(..1 << 40));
        assert_eq!(choice(&mut ours, &[0; 0]), None);
    }
}

//! The memory of the transposition table.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::allocation::try_zeroed_slice_box;

use crate::shared_memory::{HEADER_WORDS, SharedSearch};

/// A check word and a data word.
type Slot = [AtomicU64; 2];

/// The size of a slot in words of shared memory.
const SLOT_WORDS: usize = size_of::<Slot>() / size_of::<u32>();

/// The size, in bytes, up to which a new table is zeroed at once; a larger one takes its memory as it fills.
const MAX_EAGER_BYTES: usize = 1 << 30;

/// The number of slots that a position may use.
pub(super) const BUCKET_SIZE: usize = 2;

/// Slots for entries: a power of two of them, each with a check word and a data word.
pub(super) trait Slots {
    fn count(&self) -> usize;

    /// Loads the check word and the data word of a slot.
    fn load(&self, index: usize) -> [u64; 2];

    /// Stores the check word and the data word of a slot.
    fn store(&self, index: usize, words: [u64; 2]);

    /// Empties all slots.
    fn clear(&mut self);

    /// Returns the range of slots for a key.
    #[inline]
    fn bucket(&self, key: u64) -> Range<usize> {
        let start = key as usize & (self.count() - BUCKET_SIZE);
        start..start + BUCKET_SIZE
    }
}

/// The size of a cache line, in bytes.
const CACHE_LINE: usize = 64;

/// The slots of one program, shared by its threads.
pub(super) struct OwnSlots {
    /// A few slots more than are used, so that no bucket crosses a cache line.
    memory: Box<[Slot]>,
    /// The index of the first slot that is used.
    first: usize,
    count: usize,
}

impl OwnSlots {
    /// Creates empty slots; see [`super::TranspositionTable::new`].
    pub(super) fn new(mib: usize) -> OwnSlots {
        let bytes = mib.clamp(1, (usize::MAX >> 21).min(1 << 20)) << 20;
        let mut count = 1 << (bytes / size_of::<Slot>()).ilog2();
        let spare = CACHE_LINE / size_of::<Slot>();
        let mut memory: Box<[Slot]> = loop {
            match try_zeroed_slice_box(count + spare) {
                Ok(memory) => break memory,
                Err(()) => count = (count / 2).max(BUCKET_SIZE),
            }
        };
        if count * size_of::<Slot>() <= MAX_EAGER_BYTES {
            write_zeros(&mut memory);
        }
        let first = memory.as_ptr().align_offset(CACHE_LINE).min(spare);
        OwnSlots { memory, first, count }
    }

    #[inline]
    fn slots(&self) -> &[Slot] {
        &self.memory[self.first..][..self.count]
    }

    /// Prefetches the slots for a key.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch_index::prefetch_index(self.slots(), self.bucket(key).start);
    }
}

impl Slots for OwnSlots {
    #[inline]
    fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn load(&self, index: usize) -> [u64; 2] {
        let [check, data] = &self.slots()[index];
        [check.load(Relaxed), data.load(Relaxed)]
    }

    #[inline]
    fn store(&self, index: usize, [check, data]: [u64; 2]) {
        let [check_slot, data_slot] = &self.slots()[index];
        data_slot.store(data, Relaxed);
        check_slot.store(check, Relaxed);
    }

    fn clear(&mut self) {
        let bytes = self.count * size_of::<Slot>();
        if bytes <= MAX_EAGER_BYTES {
            write_zeros(&mut self.memory);
        } else {
            *self = OwnSlots::new(bytes >> 20);
        }
    }
}

/// Writes zeros everywhere, so that the memory is mapped before a clock runs.
fn write_zeros(slots: &mut [Slot]) {
    slots.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
}

/// The slots shared by engines that search together, after the words of the header.
pub(super) struct SharedSlots(pub(super) SharedSearch);

impl Slots for SharedSlots {
    fn count(&self) -> usize {
        1 << ((self.0.memory.len() - HEADER_WORDS) / SLOT_WORDS).ilog2()
    }

    fn load(&self, index: usize) -> [u64; 2] {
        let first = HEADER_WORDS + index * SLOT_WORDS;
        let word = |offset| u64::from(self.0.memory.load(first + offset));
        [word(0) | word(1) << 32, word(2) | word(3) << 32]
    }

    fn store(&self, index: usize, [check, data]: [u64; 2]) {
        let first = HEADER_WORDS + index * SLOT_WORDS;
        let words = [check, check >> 32, data, data >> 32].map(|word| word as u32);
        for (offset, word) in words.into_iter().enumerate() {
            self.0.memory.store(first + offset, word);
        }
    }

    fn clear(&mut self) {
        if !self.0.is_helper() {
            self.0.memory.clear();
        }
    }
}

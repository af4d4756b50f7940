//! The transposition table: what is known of positions searched before.
//!
//! An entry is two words, the data and the position's key, exclusive-or'ed with the data: a reader that sees half of another
//! thread's write sees a key that is not its own (Hyatt and Mann, 2002). So the table can be shared without locks.

mod entry;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::allocation::try_zeroed_slice_box;

pub(crate) use entry::{Bound, Entry, PackedTurn};
use entry::{check_word, checked_eval, data_depth, data_generation, pack, unpack};

/// The check and the data.
type Slot = [AtomicU64; 2];

/// The size, in bytes, up to which a table is written with zeros when it is made; a larger one takes its memory as it fills.
const MAX_EAGER_BYTES: usize = 1 << 30;

/// The number of slots that a position may use.
const BUCKET_SIZE: usize = 2;

/// The transposition table. See the module for how threads share it.
pub(crate) struct TranspositionTable {
    /// A power of two of them.
    slots: Box<[Slot]>,
    generation: AtomicU64,
}

const GENERATIONS: u64 = 64;

impl TranspositionTable {
    /// Returns an empty table of at most `mib` MiB, at least one; it is smaller where there is not so much memory.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        let bytes = mib.clamp(1, (usize::MAX >> 21).min(1 << 20)) << 20;
        let mut count = 1 << (bytes / size_of::<Slot>()).ilog2();
        let slots = loop {
            match try_zeroed_slice_box(count) {
                Ok(slots) => break slots,
                Err(()) => count = (count / 2).max(BUCKET_SIZE),
            }
        };
        let mut table = TranspositionTable { slots, generation: AtomicU64::new(1) };
        if table.bytes() <= MAX_EAGER_BYTES {
            table.write_zeros();
        }
        table
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if self.bytes() <= MAX_EAGER_BYTES {
            self.write_zeros();
            *self.generation.get_mut() = 1;
        } else {
            *self = TranspositionTable::new(self.bytes() >> 20);
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Writes zeros everywhere, so that the memory is there before a clock runs.
    fn write_zeros(&mut self) {
        self.slots.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
    }

    /// Begins a new search: older entries give way first.
    pub(crate) fn new_search(&self) {
        self.generation.store((self.generation.load(Relaxed) + 1) % GENERATIONS, Relaxed);
    }

    /// Returns what is known of a position.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            let raw_eval = checked_eval(check.load(Relaxed), key, data)?;
            (data != 0).then(|| unpack(data, raw_eval, ply))
        })
    }

    /// Stores what was found of a position. It replaces the same position, else what is oldest and shallowest.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let mut target = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let data = slot[1].load(Relaxed);
            if let Some(raw_eval) = checked_eval(slot[0].load(Relaxed), key, data)
                && data != 0
            {
                let known = unpack(data, raw_eval, ply);
                if entry.turn.is_none() {
                    entry.turn = known.turn;
                }
                if entry.depth == 0 && known.depth > 0 && data_generation(data) == generation {
                    return;
                }
                target = Some(slot);
                break;
            }
            let age = (generation + GENERATIONS - data_generation(data)) % GENERATIONS;
            let worth = if data == 0 { i32::MIN } else { data_depth(data) - 4 * age as i32 };
            if worth < least {
                (least, target) = (worth, Some(slot));
            }
        }
        if let Some([check, slot]) = target {
            let data = pack(entry, ply, generation);
            slot.store(data, Relaxed);
            check.store(check_word(key, entry.raw_eval, data), Relaxed);
        }
    }

    /// Returns how full the table is with entries of this search, in thousandths.
    pub(crate) fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = &self.slots[..self.slots.len().min(1000)];
        let is_used = |[_, data]: &&Slot| {
            let data = data.load(Relaxed);
            data != 0 && data_generation(data) == generation
        };
        (sample.iter().filter(is_used).count() * 1000 / sample.len()) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let start = key as usize & (self.slots.len() - BUCKET_SIZE);
        &self.slots[start..start + BUCKET_SIZE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in};

    fn entry(score: i32, depth: i32) -> Entry {
        let raw_eval = Some(score.clamp(-30_000, 30_000));
        Entry { depth, score, bound: Bound::Lower, turn: PackedTurn(0x12_3457), raw_eval }
    }

    #[test]
    fn entries_round_trip() {
        let mut table = TranspositionTable::new(1);
        for (key, score) in [(1, 0), (2, -1), (3, 99_999), (4, -99_999), (5, mate_in(7)), (6, mated_in(9))] {
            table.store(key << 20, 5, entry(score, 12));
            assert_eq!(table.probe(key << 20, 5), Some(entry(score, 12)));
        }
        assert_eq!(table.probe(7 << 20, 5), None);
        table.clear();
        assert_eq!(table.probe(1 << 20, 5), None);
    }

    #[test]
    fn a_static_eval_is_kept_if_it_fits() {
        let table = TranspositionTable::new(1);
        let most = i32::from(i16::MAX);
        for (key, raw_eval) in (1..).zip([0, most, -most, most + 1, -most - 1, 1_000_000]) {
            table.store(key << 20, 0, Entry { raw_eval: Some(raw_eval), ..entry(0, 1) });
            let kept = table.probe(key << 20, 0).expect("it was stored").raw_eval;
            assert_eq!(kept, (raw_eval.abs() <= most).then_some(raw_eval));
        }
        // The smallest table has no more entries than the bits that are left of the key tell apart.
        assert!(table.slots.len() >= 1 << 16);
    }

    #[test]
    fn more_memory_than_there_is_makes_a_smaller_table() {
        let table = TranspositionTable::new(usize::MAX >> 20);
        assert!(table.slots.len() >= BUCKET_SIZE && table.probe(1, 0).is_none());
    }

    #[test]
    fn wins_are_counted_from_the_node() {
        let table = TranspositionTable::new(1);
        table.store(42, 4, entry(mate_in(10), 3));
        assert_eq!(table.probe(42, 6).map(|entry| entry.score), Some(mate_in(12)));
    }

    #[test]
    fn the_deeper_and_the_newer_entry_stays() {
        let table = TranspositionTable::new(1);
        let key = |n: u64| n << 32;
        table.store(key(1), 0, entry(0, 9));
        table.store(key(2), 0, entry(0, 3));
        table.store(key(3), 0, entry(0, 5));
        assert!(table.probe(key(1), 0).is_some() && table.probe(key(2), 0).is_none());
        (0..5).for_each(|_| table.new_search());
        table.store(key(4), 0, entry(0, 1));
        table.store(key(5), 0, entry(0, 1));
        assert!(table.probe(key(1), 0).is_none());
    }

    #[test]
    fn a_torn_write_is_not_seen() {
        let table = TranspositionTable::new(1);
        table.store(42, 0, entry(1, 1));
        let slot = table.bucket(42).iter().find(|slot| slot[1].load(Relaxed) != 0).unwrap();
        let data = slot[1].load(Relaxed);
        for bit in 0..64 {
            slot[1].store(data ^ 1 << bit, Relaxed);
            assert_eq!(table.probe(42, 0), None, "bit {bit}");
        }
    }
}

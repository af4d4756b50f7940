//! The transposition table: results of positions searched before.
//!
//! An entry has two words: the data, and the position's key with the static eval in its lowest bits, XORed with the scrambled
//! data (`entry::check_word`). A reader that sees a half-finished write of another thread gets a key that does not match (Hyatt
//! and Mann, 2002). So the table is shared without locks: by threads, and by engines in programs of their own (see
//! [`SharedSearch`]).

mod entry;
mod slots;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::shared_memory::SharedSearch;

pub(crate) use entry::{Bound, Entry, PackedTurn};
use entry::{check_word, checked_eval, data_depth, data_generation, pack, unpack};
use slots::{OwnSlots, SharedSlots, Slots};

/// The transposition table. See the module for how threads share it.
pub(crate) struct TranspositionTable {
    own: OwnSlots,
    /// The deeper entries, shared with engines that search together with this one.
    shared: Option<SharedSlots>,
    generation: AtomicU64,
}

const GENERATIONS: u64 = 64;

/// The least depth, in plies, of entries that are shared with other engines: the shared memory is slower, and most nodes are
/// near the horizon.
const MIN_SHARED_DEPTH: i32 = 1;

impl TranspositionTable {
    /// Creates an empty table of at most `mib` MiB, at least one; smaller if the memory does not suffice.
    pub(crate) fn new(mib: usize) -> TranspositionTable {
        TranspositionTable { own: OwnSlots::new(mib), shared: None, generation: AtomicU64::new(1) }
    }

    /// Creates an empty table for an engine that searches together with others: the main engine clears the shared part.
    pub(crate) fn sharing(mib: usize, search: SharedSearch) -> TranspositionTable {
        let mut shared = SharedSlots(search);
        shared.clear();
        TranspositionTable { shared: Some(shared), ..TranspositionTable::new(mib) }
    }

    /// Returns the search that this engine shares with others, if any.
    pub(crate) fn shared_search(&self) -> Option<&SharedSearch> {
        self.shared.as_ref().map(|shared| &shared.0)
    }

    /// Changes the size to `mib` MiB and empties the table, except for the shared part.
    pub(crate) fn resize(&mut self, mib: usize) {
        self.own = OwnSlots::new(mib);
    }

    /// Empties the table.
    pub(crate) fn clear(&mut self) {
        self.own.clear();
        if let Some(shared) = &mut self.shared {
            shared.clear();
        }
        *self.generation.get_mut() = 1;
    }

    /// Begins a new search: entries of older ones are replaced first.
    pub(crate) fn new_search(&self) {
        let generation = match self.shared_search() {
            Some(search) if search.is_helper() => search.generation() % GENERATIONS,
            _ => (self.generation.load(Relaxed) + 1) % GENERATIONS,
        };
        self.generation.store(generation, Relaxed);
        if let Some(search) = self.shared_search() {
            search.begin(generation);
        }
    }

    /// Returns the entry of a position of a node that is searched to a depth in plies.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize, depth: i32) -> Option<Entry> {
        self.shared_at(depth)
            .and_then(|shared| probe(shared, key, ply))
            .or_else(|| probe(&self.own, key, ply))
    }

    /// Prefetches the memory of a position that is about to be probed.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.own.prefetch(key);
    }

    /// Stores the results of a position. They replace the entry of the same position, or else the oldest and shallowest of the
    /// bucket.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, entry: Entry) {
        let generation = self.generation.load(Relaxed);
        store(&self.own, generation, key, ply, entry);
        if let Some(shared) = self.shared_at(entry.depth) {
            store(shared, generation, key, ply, entry);
        }
    }

    /// Returns the shared table if entries of this depth are shared.
    #[inline]
    fn shared_at(&self, depth: i32) -> Option<&SharedSlots> {
        self.shared.as_ref().filter(|_| depth >= MIN_SHARED_DEPTH)
    }

    /// Returns the share of the table filled by entries of this search, in thousandths.
    pub(crate) fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.own.count().min(1000);
        let is_used = |&index: &usize| {
            let [_, data] = self.own.load(index);
            data != 0 && data_generation(data) == generation
        };
        ((0..sample).filter(is_used).count() * 1000 / sample) as u32
    }
}

#[inline]
fn probe(slots: &impl Slots, key: u64, ply: usize) -> Option<Entry> {
    slots.bucket(key).find_map(|index| {
        let [check, data] = slots.load(index);
        let raw_eval = checked_eval(check, key, data)?;
        (data != 0).then(|| unpack(data, raw_eval, ply))
    })
}

#[inline]
fn store(slots: &impl Slots, generation: u64, key: u64, ply: usize, mut entry: Entry) {
    let mut target = None;
    let mut least = i32::MAX;
    for index in slots.bucket(key) {
        let [check, data] = slots.load(index);
        if let Some(raw_eval) = checked_eval(check, key, data)
            && data != 0
        {
            let known = unpack(data, raw_eval, ply);
            if entry.turn.is_none() {
                entry.turn = known.turn;
            }
            if entry.depth == 0 && known.depth > 0 && data_generation(data) == generation {
                return;
            }
            target = Some(index);
            break;
        }
        let age = (generation + GENERATIONS - data_generation(data)) % GENERATIONS;
        let worth = if data == 0 { i32::MIN } else { data_depth(data) - 4 * age as i32 };
        if worth < least {
            (least, target) = (worth, Some(index));
        }
    }
    if let Some(index) = target {
        let data = pack(entry, ply, generation);
        slots.store(index, [check_word(key, entry.raw_eval, data), data]);
    }
}

#[cfg(test)]
mod tests {
    use super::slots::BUCKET_SIZE;
    use super::*;
    use crate::score::{mate_in, mated_in};

    fn entry(score: i32, depth: i32) -> Entry {
        let raw_eval = Some(score.clamp(-30_000, 30_000));
        Entry { depth, score, bound: Bound::Lower, turn: PackedTurn(0x12_3457), raw_eval }
    }

    #[test]
    fn a_static_eval_alone_proves_nothing() {
        let table = TranspositionTable::new(1);
        table.store(1 << 20, 5, Entry::of_eval(-70));
        let known = table.probe(1 << 20, 9, 0).expect("it was stored");
        assert_eq!(known, Entry::of_eval(-70));
        assert!(!known.proves(-1, 0) && !known.proves(0, 0));
        // Results of a search are kept.
        table.store(1 << 20, 5, entry(33, 4));
        table.store(1 << 20, 5, Entry::of_eval(-70));
        assert_eq!(table.probe(1 << 20, 5, 0), Some(entry(33, 4)));
    }

    #[test]
    fn entries_round_trip() {
        let mut table = TranspositionTable::new(1);
        for (key, score) in [(1, 0), (2, -1), (3, 99_999), (4, -99_999), (5, mate_in(7)), (6, mated_in(9))] {
            table.store(key << 20, 5, entry(score, 12));
            assert_eq!(table.probe(key << 20, 5, 0), Some(entry(score, 12)));
        }
        assert_eq!(table.probe(7 << 20, 5, 0), None);
        table.clear();
        assert_eq!(table.probe(1 << 20, 5, 0), None);
    }

    #[test]
    fn a_static_eval_is_kept_if_it_fits() {
        let table = TranspositionTable::new(1);
        let most = i32::from(i16::MAX);
        for (key, raw_eval) in (1..).zip([0, most, -most, most + 1, -most - 1, 1_000_000]) {
            table.store(key << 20, 0, Entry { raw_eval: Some(raw_eval), ..entry(0, 1) });
            let kept = table.probe(key << 20, 0, 0).expect("it was stored").raw_eval;
            assert_eq!(kept, (raw_eval.abs() <= most).then_some(raw_eval));
        }
        // The smallest table is large enough that index and remaining key bits identify a position.
        assert!(table.own.count() >= 1 << 16);
    }

    #[test]
    fn more_memory_than_there_is_makes_a_smaller_table() {
        let table = TranspositionTable::new(usize::MAX >> 20);
        assert!(table.own.count() >= BUCKET_SIZE && table.probe(1, 0, 0).is_none());
    }

    #[test]
    fn wins_are_counted_from_the_node() {
        let table = TranspositionTable::new(1);
        table.store(42, 4, entry(mate_in(10), 3));
        assert_eq!(table.probe(42, 6, 0).map(|entry| entry.score), Some(mate_in(12)));
    }

    #[test]
    fn the_deeper_and_the_newer_entry_stays() {
        let table = TranspositionTable::new(1);
        let key = |n: u64| n << 32;
        table.store(key(1), 0, entry(0, 9));
        table.store(key(2), 0, entry(0, 3));
        table.store(key(3), 0, entry(0, 5));
        assert!(table.probe(key(1), 0, 0).is_some() && table.probe(key(2), 0, 0).is_none());
        (0..5).for_each(|_| table.new_search());
        table.store(key(4), 0, entry(0, 1));
        table.store(key(5), 0, entry(0, 1));
        assert!(table.probe(key(1), 0, 0).is_none());
    }

    #[test]
    fn a_torn_write_is_not_seen() {
        let table = TranspositionTable::new(1);
        table.store(42, 0, entry(1, 1));
        let is_used = |&index: &usize| table.own.load(index)[1] != 0;
        let index = table.own.bucket(42).find(is_used).expect("it was stored");
        let [check, data] = table.own.load(index);
        for bit in 0..64 {
            table.own.store(index, [check, data ^ 1 << bit]);
            assert_eq!(table.probe(42, 0, 0), None, "bit {bit}");
        }
    }
}

//! A table of what perft has counted.
//!
//! The leaves below a position follow from the position, with two exceptions, which are in what the position remembers of earlier
//! turns: whether the last turns were passes (R89, R136), which is part of the key; and earlier positions, which may not be repeated
//! (K117). Where such a repetition is possible below a position, nothing is remembered of it. Draws by repetition, by quiet turns or
//! by a count do not matter: perft counts on.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use smallvec::SmallVec;

use super::Memory;
use crate::game::Game;
use crate::game::definition::Repetition;
use crate::language::ast::{Power, Travel};
use crate::position::Position;

/// A table of leaves below positions of one game, for [`perft_with`](super::perft_with). Threads may share it.
///
/// An entry is recognised by 128 bits: the key of the position, and a hash of the board that shares nothing with it.
#[derive(Debug)]
pub struct PerftTable {
    buckets: Box<[Bucket]>,
    /// The least number of turns after which a position of the game can recur, once it has been asked for.
    cycle: OnceLock<usize>,
}

/// An entry for the deepest count, and one for the latest.
type Bucket = [Entry; 2];

/// An entry. Threads write it without a lock: the checks are combined with the content, so that halves of two entries fit together
/// as seldom as two keys are the same.
#[derive(Debug, Default)]
struct Entry {
    checks: [AtomicU64; 2],
    /// The leaves, and above them the depth; 0 in an empty entry.
    content: AtomicU64,
}

/// The bits for leaves in the content of an entry.
const LEAVES: u32 = 56;

/// The key of the leaves below a position.
#[derive(Clone, Copy)]
pub(super) struct Key {
    checks: [u64; 2],
    depth: u32,
}

impl PerftTable {
    /// Creates an empty table of `mib` MiB, at least one.
    pub fn new(mib: usize) -> PerftTable {
        let buckets = (mib.max(1) << 20) / size_of::<Bucket>();
        PerftTable { buckets: (0..buckets).map(|_| Bucket::default()).collect(), cycle: OnceLock::new() }
    }

    fn bucket(&self, key: Key) -> &Bucket {
        // Counts of several depths do not compete for a bucket.
        let spread = key.checks[0] ^ u64::from(key.depth).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.buckets[((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize]
    }
}

impl Entry {
    fn depth(&self) -> u32 {
        (self.content.load(Ordering::Relaxed) >> LEAVES) as u32
    }

    fn leaves(&self, key: Key) -> Option<u64> {
        let content = self.content.load(Ordering::Relaxed);
        let is_same = |(check, known): (&AtomicU64, u64)| check.load(Ordering::Relaxed) ^ content == known;
        let is_known =
            content >> LEAVES == u64::from(key.depth) && self.checks.iter().zip(key.checks).all(is_same);
        is_known.then_some(content & ((1 << LEAVES) - 1))
    }

    fn write(&self, key: Key, leaves: u64) {
        let content = u64::from(key.depth) << LEAVES | leaves;
        self.content.store(content, Ordering::Relaxed);
        for (check, known) in self.checks.iter().zip(key.checks) {
            check.store(known ^ content, Ordering::Relaxed);
        }
    }
}

/// A table, and what matters of the game.
pub(super) struct Remembered<'t> {
    table: &'t PerftTable,
    /// The number of the occurrence of a position that is illegal, if the game has such a rule (K117).
    illegal: Option<usize>,
    /// The least number of turns after which a position can recur, if it matters.
    cycle: usize,
    /// Whether it matters if the last turns were passes.
    counts_passes: bool,
}

impl<'t> Remembered<'t> {
    pub(super) fn new(table: &'t PerftTable, game: &Game) -> Remembered<'t> {
        let illegal = match game.definition().ending.repetition {
            Repetition::Illegal(times) => Some(times.into()),
            Repetition::Allowed | Repetition::Draws(_) | Repetition::Judged(_) => None,
        };
        // Finding the cycle looks at every piece on every square; only such a rule asks for it.
        let find = || if changes_own_pieces_only(game) { 4 } else { 2 };
        let cycle = if illegal.is_some() { *table.cycle.get_or_init(find) } else { 0 };
        Remembered { table, illegal, cycle, counts_passes: game.may_pass() || game.has_offers() }
    }

    /// Returns whether the leaves below a position may depend on the positions before it: one of them could recur, and so often that
    /// it is illegal.
    fn depends_on_history(&self, position: &Position, depth: u32) -> bool {
        let Some(illegal) = self.illegal else { return false };
        let mut keys: SmallVec<[u64; 32]> = position.repeatable_keys().collect();
        let (turns, cycle) = (keys.len(), self.cycle);
        if turns == 0 {
            return false;
        }
        // The position itself may be one of them. The first of the others recurs when its cycle is complete.
        let is_one = turns >= cycle && keys.contains(&position.key());
        let first = if is_one { 0 } else { cycle.saturating_sub(turns).max(1) };
        let mut most = 1;
        if turns > cycle {
            keys.sort_unstable();
            most = keys.chunk_by(|one, other| one == other).map(<[u64]>::len).max().unwrap_or(1);
        }
        // Then it recurs once in each cycle.
        let further = illegal.saturating_sub(1 + most) * cycle;
        depth as usize >= first + further
    }
}

impl Memory for Remembered<'_> {
    fn key(&self, position: &Position, depth: u32) -> Option<Key> {
        if self.depends_on_history(position, depth) {
            return None;
        }
        let mut hasher = DefaultHasher::new();
        for (square, piece) in position.board().pieces() {
            hasher.write_u32((piece.code() as u32) << 8 | u32::from(square.byte()));
        }
        position.board().walls().hash(&mut hasher);
        position.state().hash(&mut hasher);
        position.side().hash(&mut hasher);
        let mut key = position.key();
        if self.counts_passes {
            let passes = u64::from(position.has_just_passed()) + u64::from(position.both_passed());
            hasher.write_u64(passes);
            key ^= passes << 62;
        }
        Some(Key { checks: [key, hasher.finish()], depth })
    }

    fn find(&self, key: Key) -> Option<u64> {
        self.table.bucket(key).iter().find_map(|entry| entry.leaves(key))
    }

    fn keep(&self, key: Key, leaves: u64) {
        if leaves >> LEAVES == 0 {
            let [deepest, latest] = self.table.bucket(key);
            if key.depth >= deepest.depth() { deepest } else { latest }.write(key, leaves);
        }
    }
}

/// Returns whether a turn after which as many pieces are on the board always changes pieces of the side that makes it, and no others.
/// Then no turn of the other side can take it back, and a position recurs after four turns at the earliest.
fn changes_own_pieces_only(game: &Game) -> bool {
    let definition = game.definition();
    let size = definition.size;
    let stays =
        |travel: &Travel| [false, true].iter().any(|&turned| travel.path.returns(size, turned).is_some());
    definition.walling.is_none()
        && definition.trade.is_none()
        && !game.has_drops()
        && !game.may_pass()
        && definition.pieces.iter().all(|piece| {
            let is_plain = |power: &Power| match power {
                Power::Royal(_) | Power::Igui(_) => true,
                Power::Relay(relay) => !relay.lends.iter().any(stays),
                _ => false,
            };
            !piece.ability.travels.iter().any(stays) && piece.ability.powers.iter().all(is_plain)
        })
}

//! The rule against repetition, as the search and the hash table see it.
//!
//! Where a position may not occur for the third time (K117), what a position is worth depends on what has occurred twice.
//! So the hash table knows a position by its key and by the *barred* positions, which may not occur again: what was found
//! while others were barred is not found. That a position has occurred once is left out: it matters only to lines that
//! go round twice more.

use std::collections::HashMap;

use beaufort_rules::Position;
use beaufort_rules::game::definition::Repetition;

/// The positions that may not occur again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Barred(u64);

/// What the rules say of a position that has just come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occurrence {
    /// Nothing.
    Allowed,
    /// The turn was illegal (K117).
    Illegal,
    /// It will be a draw, if both sides go on like this (L49).
    Draw,
}

impl Barred {
    /// Returns what is barred at the root of a search.
    pub(crate) fn at_root(position: &Position) -> Barred {
        let Repetition::Illegal(times) = position.game().definition().ending.repetition else {
            return Barred::default();
        };
        let mut counts = HashMap::new();
        for key in position.repeatable_keys().chain([position.key()]) {
            *counts.entry(key).or_insert(0) += 1;
        }
        let mut barred = Barred::default();
        counts.iter().filter(|&(_, &count)| count + 1 >= times).for_each(|(&key, _)| barred.add(key));
        barred
    }

    /// Notes that a position has come about by a turn, and says whether it may.
    #[inline]
    pub(crate) fn occur(&mut self, position: &Position) -> Occurrence {
        let earlier = position.earlier_occurrences();
        match position.game().definition().ending.repetition {
            Repetition::Illegal(times) if earlier + 1 >= times.into() => Occurrence::Illegal,
            Repetition::Illegal(times) => {
                if self.0 != 0 && position.repeatable_keys().next().is_none() {
                    *self = Barred::default();
                }
                if earlier + 2 == times.into() {
                    self.add(position.key());
                }
                Occurrence::Allowed
            }
            Repetition::Draws(_) if earlier > 0 => Occurrence::Draw,
            Repetition::Draws(_) | Repetition::Allowed => Occurrence::Allowed,
        }
    }

    /// Returns what the barred positions add to the key of a position.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        self.0
    }

    fn add(&mut self, key: u64) {
        self.0 ^= key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

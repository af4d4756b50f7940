//! Perft: the number of leaves of the tree of turns.

mod table;

use crate::position::Position;
use crate::turn::{Scope, Turn};

pub use table::PerftTable;
use table::{Key, Remembered};

/// Returns the number of legal sequences of `depth` turns; turns of a node with the same result count once (K130). Turns that
/// repeat a position too often, counting those before the root, are illegal (K117).
///
/// The last ply is counted in bulk unless a position could be repeated: no other turn of these games has to be played to find
/// out whether it is legal.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    perft_while(position, depth, || true).unwrap_or_default()
}

/// Counts like [`perft`], but stops and returns `None` once `goes_on` returns `false`; it is called before each turn that is
/// played. The position is unchanged afterwards.
pub fn perft_while(position: &mut Position, depth: u32, mut goes_on: impl FnMut() -> bool) -> Option<u64> {
    walk(position, depth, &mut lists(depth), &(), &mut goes_on)
}

/// Counts like [`perft_while`], and remembers in a table what has been counted, so that positions that are reached in several ways
/// are counted once. The number is the same.
///
/// # Examples
/// ```
/// use beaufort_rules::{PerftTable, Position, builtin, perft, perft_with};
///
/// let mut position = Position::initial(&builtin::game("orthochess").unwrap());
/// let table = PerftTable::new(1);
/// assert_eq!(perft_with(&mut position, 3, &table, || true), Some(perft(&mut position, 3)));
/// ```
pub fn perft_with(
    position: &mut Position,
    depth: u32,
    table: &PerftTable,
    mut goes_on: impl FnMut() -> bool,
) -> Option<u64> {
    let memory = Remembered::new(table, position.game());
    walk(position, depth, &mut lists(depth), &memory, &mut goes_on)
}

fn lists(depth: u32) -> Vec<Vec<Turn>> {
    vec![Vec::new(); depth.saturating_sub(1) as usize]
}

/// The counts of positions that occurred before.
trait Memory {
    /// Returns the key of the leaves below a position; `None` if they cannot be remembered.
    fn key(&self, position: &Position, depth: u32) -> Option<Key>;

    /// Returns the number of leaves, if it is known.
    fn find(&self, key: Key) -> Option<u64>;

    /// Remembers the number of leaves.
    fn keep(&self, key: Key, leaves: u64);
}

/// Nothing is remembered.
impl Memory for () {
    #[inline(always)]
    fn key(&self, _: &Position, _: u32) -> Option<Key> {
        None
    }

    fn find(&self, _: Key) -> Option<u64> {
        None
    }

    fn keep(&self, _: Key, _: u64) {}
}

fn walk(
    position: &mut Position,
    depth: u32,
    lists: &mut [Vec<Turn>],
    memory: &impl Memory,
    goes_on: &mut impl FnMut() -> bool,
) -> Option<u64> {
    let Some((turns, deeper)) = lists.split_first_mut() else {
        return Some(if depth == 0 { 1 } else { position.count_legal_turns() });
    };
    let key = memory.key(position, depth);
    if let Some(leaves) = key.and_then(|key| memory.find(key)) {
        return Some(leaves);
    }
    turns.clear();
    position.generate(Scope::Distinct, turns);
    position.remove_repetitions(turns);
    let mut leaves = 0;
    for &turn in turns.iter() {
        if !goes_on() {
            return None;
        }
        position.play_unchecked(turn);
        let below = walk(position, depth - 1, deeper, memory, goes_on);
        position.undo();
        leaves += below?;
    }
    if let Some(key) = key {
        memory.keep(key, leaves);
    }
    Some(leaves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;

    #[test]
    fn a_count_ends_when_it_is_told() {
        let game = builtin::game("scirocco").expect("it is built in");
        let mut position = Position::initial(&game);
        let before = position.clone();
        let mut asked = 0;
        let mut count_until = |last: u32| {
            asked = 0;
            perft_while(&mut position, 3, || {
                asked += 1;
                asked < last
            })
        };
        assert_eq!(count_until(u32::MAX), Some(perft(&mut before.clone(), 3)));
        assert_eq!(count_until(100), None);
        assert_eq!((asked, position), (100, before));
    }
}

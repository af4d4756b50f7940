//! Perft: the number of leaves of the tree of turns.

use crate::position::Position;
use crate::turn::{Scope, Turn};

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
    let mut lists = vec![Vec::new(); depth.saturating_sub(1) as usize];
    walk(position, depth, &mut lists, &mut goes_on)
}

fn walk(
    position: &mut Position,
    depth: u32,
    lists: &mut [Vec<Turn>],
    goes_on: &mut impl FnMut() -> bool,
) -> Option<u64> {
    let Some((turns, deeper)) = lists.split_first_mut() else {
        return Some(if depth == 0 { 1 } else { position.count_legal_turns() });
    };
    turns.clear();
    position.generate(Scope::Distinct, turns);
    position.remove_repetitions(turns);
    let mut leaves = 0;
    for &turn in turns.iter() {
        if !goes_on() {
            return None;
        }
        position.play_unchecked(turn);
        let below = walk(position, depth - 1, deeper, goes_on);
        position.undo();
        leaves += below?;
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

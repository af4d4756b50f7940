//! Perft: the number of leaves of the tree of turns.

use crate::position::Position;
use crate::turn::{Scope, Turn};

/// Returns the number of turn sequences of the given length, each node's turns counted by distinct result (K130).
///
/// The last ply is counted in bulk: no turn of these games has to be played to be known as legal.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth.saturating_sub(1) as usize];
    walk(position, depth, &mut lists)
}

fn walk(position: &mut Position, depth: u32, lists: &mut [Vec<Turn>]) -> u64 {
    let Some((turns, deeper)) = lists.split_first_mut() else {
        return if depth == 0 { 1 } else { position.count_turns(Scope::Distinct) };
    };
    turns.clear();
    position.generate(Scope::Distinct, turns);
    let mut leaves = 0;
    for &turn in turns.iter() {
        position.play_unchecked(turn);
        leaves += walk(position, depth - 1, deeper);
        position.undo();
    }
    leaves
}

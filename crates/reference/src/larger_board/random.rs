//! Random positions on which to compare generators; the same seed gives the same positions.

use std::collections::BTreeMap;

use super::arrange::{arrange, open_up};
use super::position::Position;
use super::text;
use super::turn::turns;
use crate::random::Random;

/// Returns random positions. They come alternately from random games, begun from the initial position or from one with gaps in
/// which drops are allowed, and from random arrangements with a few turns from there, which leave passed squares if possible.
#[must_use]
pub fn random_positions(seed: u64, count: usize) -> Vec<String> {
    const TURNS: usize = 120;
    const EVERY: usize = 5;
    const FROM_ARRANGEMENT: usize = 3;
    let mut random = Random(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let start = if random.one_in(2) { text::parse(super::initial()).ok() } else { open_up(&mut random) };
        let Some(start) = start else { continue };
        for position in play(start, TURNS, EVERY, &mut random) {
            positions.push(text::write(&position));
            let Some(start) = arrange(&mut random) else { continue };
            let few = play(start, FROM_ARRANGEMENT, 1, &mut random);
            positions.extend(few.iter().map(text::write));
        }
    }
    positions.truncate(count);
    positions
}

/// Plays a random game and returns every `every`-th of its positions, beginning with the first.
fn play(start: Position, count: usize, every: usize, random: &mut Random) -> Vec<Position> {
    let mut position = start;
    let mut positions = Vec::new();
    for turn in 0..count {
        if turn % every == 0 {
            positions.push(position.clone());
        }
        let results: BTreeMap<_, _> =
            turns(&position).into_iter().map(|turn| (text::write(&turn.after), turn.after)).collect();
        let results: Vec<_> = results.into_values().collect();
        // Mostly a turn that passes squares, if there is one; otherwise the most interesting of three random turns, as the
        // armies would hardly meet with purely random ones.
        let passing: Vec<_> = results.iter().filter(|after| after.passed.is_some()).cloned().collect();
        let choices = if !passing.is_empty() && !random.one_in(4) { &passing } else { &results };
        let three = [0; 3].map(|_| random.pick(choices));
        match three.into_iter().flatten().max_by_key(|after| interest(&position, after)) {
            Some(after) => position = after.clone(),
            None => break,
        }
    }
    positions
}

/// Returns the interest of a turn: a capture, a change of the reserves.
fn interest(before: &Position, after: &Position) -> usize {
    let pieces = |position: &Position| position.board.squares().count();
    usize::from(pieces(after) < pieces(before)) + usize::from(before.reserves != after.reserves)
}

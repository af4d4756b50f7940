//! Random positions on which to compare generators; the same seed gives the same positions.

mod arrangement;
mod generator;
mod play;

use crate::rulesets;
use crate::text;

use arrangement::arrange;
pub(crate) use generator::Random;
use play::{play, set_up};

/// Returns random positions of a ruleset. They come alternately from random games, begun from a random setup, from partly
/// promoted armies or from an arrangement, and from random arrangements themselves: armies of all sizes and of all types,
/// crowded around royal, relay and other special pieces or near a promotion zone, with several royal pieces or none.
///
/// # Errors
/// If there is no such ruleset.
pub fn random_positions(ruleset: &str, seed: u64, count: usize) -> Result<Vec<String>, String> {
    let rules = rulesets::find(ruleset)?;
    let mut random = Random(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let start = if random.one_in(3) { set_up(rules, &mut random)? } else { arrange(rules, &mut random) };
        for position in play(rules, &mut random, start)? {
            positions.push(position);
            let arrangement = arrange(rules, &mut random);
            positions.push(text::write(&arrangement.board, arrangement.side));
        }
    }
    positions.truncate(count);
    Ok(positions)
}

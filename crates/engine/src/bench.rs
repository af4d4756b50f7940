//! The benchmark of the engine: searches of fixed positions to a fixed depth.
//!
//! The number of nodes is a signature: the same program always visits the same nodes, so a change of the search shows as a
//! change of this number.

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::{Game, Position};
use web_time::Instant;

use crate::engine::{Engine, Options};
use crate::eval::Evaluation;
use crate::limits::Limits;
use crate::random;
use crate::signal::Signal;

/// The total number of nodes of `beaufort bench` over all its games, which identifies the engine. A test repeats the searches.
pub const SIGNATURE: u64 = 50_351;
/// The ids of the games whose nodes make up the signature.
pub const GAMES: [&str; 9] = [
    "scirocco",
    "scirocco-2001",
    "scirocco-1999",
    "typhoon",
    "typhoon-1999",
    "jupiter",
    "jupiter-1999",
    "larger-board",
    "orthochess",
];
/// The depth of the searches of the signature, in plies.
pub const DEPTH: u32 = 5;
/// The size of the hash table in the searches of the signature, in MiB.
pub const HASH_MIB: u32 = 16;

/// The numbers of random turns from the initial position to the positions that are searched.
const RANDOM_TURNS: [usize; 3] = [0, 20, 60];

/// The result of the benchmark of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The nodes searched in all positions: the same in every run with one thread.
    pub nodes: u64,
    /// The time to build the evaluation; zero if it was given.
    pub creation: Duration,
    /// The total time of the searches.
    pub time: Duration,
}

impl Measure {
    /// Returns the speed in nodes per second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Searches fixed positions of a game to `depth` plies, each with cleared hash table and histories, and measures nodes and
/// times.
///
/// The positions are the same in every run. With more than one thread in `options` the number of nodes varies from run to run.
///
/// # Examples
/// ```
/// use beaufort_engine::{Options, bench};
/// use beaufort_rules::builtin;
///
/// let game = builtin::game("scirocco").unwrap();
/// let measure = bench::measure(&game, 2, Options::with_hash(1));
/// assert!(measure.nodes > 100);
/// ```
pub fn measure(game: &Arc<Game>, depth: u32, options: Options) -> Measure {
    let start = Instant::now();
    let evaluation = Arc::new(Evaluation::new(game));
    let creation = start.elapsed();
    let mut engine = Engine::with_evaluation(Arc::clone(game), evaluation, options);
    Measure { creation, ..measure_with(&mut engine, depth) }
}

/// Searches the positions of [`measure`] with an existing engine, whose hash table and histories are cleared.
/// [`Measure::creation`] is zero.
pub fn measure_with(engine: &mut Engine, depth: u32) -> Measure {
    let mut measure = Measure { nodes: 0, creation: Duration::ZERO, time: Duration::ZERO };
    for position in positions(&Arc::clone(engine.game())) {
        engine.new_game();
        let start = Instant::now();
        let result = engine.search(&position, Limits::depth(depth), &Signal::new(), |_| {});
        measure.time += start.elapsed();
        measure.nodes += result.nodes;
    }
    measure
}

/// Returns the positions to search. If a random game ends early, its position is the last one before the end.
fn positions(game: &Arc<Game>) -> impl Iterator<Item = Position> {
    RANDOM_TURNS.into_iter().map(|turns| {
        let mut rng = fastrand::Rng::with_seed(turns as u64);
        let mut position = Position::initial(game);
        for _ in 0..turns {
            let Some(turn) = random::choice(&mut rng, &position.legal_turns()) else { break };
            position.play_unchecked(turn);
            if position.verdict().is_some() {
                position.undo();
                break;
            }
        }
        position
    })
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn positions_are_open_and_differ() {
        for game in builtin::ids().filter_map(builtin::game) {
            let positions: Vec<_> = positions(&game).collect();
            assert!(positions.iter().all(|position| position.verdict().is_none()));
            assert!(
                positions[0] != positions[1] && positions[1] != positions[2] && positions[0] != positions[2]
            );
        }
    }
}

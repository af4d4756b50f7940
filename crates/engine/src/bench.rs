//! The engine measured: searches of fixed positions to a fixed depth.
//!
//! The number of nodes is a signature: the same program visits the same nodes, so a change that is meant to leave the
//! search as it is can be told from one that is not.

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::{Game, Position};
use web_time::Instant;

use crate::engine::{Engine, Options};
use crate::eval::Evaluation;
use crate::limits::Limits;
use crate::random;
use crate::signal::Signal;

/// The nodes of `beaufort bench`, of all its games together: which engine this is. A test searches them anew.
pub const SIGNATURE: u64 = 50_091;
/// The games whose nodes make the signature.
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
/// The hash table of the searches of the signature, in MiB.
pub const HASH_MIB: u32 = 16;

/// After how many random turns from the initial position the positions are searched.
const RANDOM_TURNS: [usize; 3] = [0, 20, 60];

/// What the searches of one game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The nodes searched: the same with every run.
    pub nodes: u64,
    /// How long it took to find out what the pieces are worth.
    pub creation: Duration,
    /// How long the searches took, all together.
    pub time: Duration,
}

impl Measure {
    /// Returns the nodes searched in a second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Searches fixed positions of a game, each by itself, to a depth in plies.
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

/// Searches the same positions with an engine that there is already. It forgets what it knows of other games.
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

/// Returns the positions that are searched. One whose game ends earlier is that before its end.
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

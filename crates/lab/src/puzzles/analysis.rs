//! The engine's view of a position: its best turn, and by how much it is better than every other.

use std::sync::Arc;

use beaufort_engine::{Engine, Evaluation, Limits, Options, SearchResult, Signal, Task, expected_points};
use beaufort_rules::{Game, Position, Scope, Turn};

/// The memory of the engine, in MiB.
const HASH_MIB: usize = 16;

/// The engine as a judge of positions.
pub(super) struct Analyst {
    engine: Engine,
}

/// The best turn of a position, compared with the second-best one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BestTurn {
    pub(super) turn: Turn,
    /// The expected points of the side to move after it, 0 to 1.
    pub(super) points: f64,
    /// By how many expected points every other turn is worse.
    pub(super) margin: f64,
    /// The depth of the iteration, in plies, from which on the search preferred the turn.
    pub(super) depth: u32,
    /// The nodes until then, for each legal turn.
    pub(super) effort: f64,
}

impl Analyst {
    pub(super) fn new(game: &Arc<Game>, evaluation: &Arc<Evaluation>) -> Analyst {
        let (game, evaluation) = (Arc::clone(game), Arc::clone(evaluation));
        Analyst { engine: Engine::with_evaluation(game, evaluation, Options::with_hash(HASH_MIB)) }
    }

    /// Clears the hash table and the histories: a search depends on those before it.
    pub(super) fn forget(&mut self) {
        self.engine.new_game();
    }

    /// Returns the best turn after a search of `nodes` nodes, if there are two legal ones at least.
    pub(super) fn best_turn(&mut self, position: &Position, nodes: u64) -> Option<BestTurn> {
        let task = Task { limits: Limits::nodes(nodes), lines: 2, ..Task::default() };
        let mut preferred = None;
        let result = self.engine.search(position, task, &Signal::new(), |info| {
            let turn = info.pv.first().copied();
            if info.line == 1 && preferred.is_none_or(|(known, _, _)| known != turn) {
                preferred = Some((turn, info.depth, info.nodes));
            }
        });
        let [best, second] = &result.lines[..] else { return None };
        let points = expected_points(best.score);
        let (turn, depth, nodes) = preferred?;
        let effort = nodes as f64 / position.count_turns(Scope::Distinct) as f64;
        Some(BestTurn { turn: turn?, points, margin: points - expected_points(second.score), depth, effort })
    }

    /// Returns the result of a search of `nodes` nodes.
    pub(super) fn search(&mut self, position: &Position, nodes: u64) -> SearchResult {
        self.engine.search(position, Limits::nodes(nodes), &Signal::new(), |_| {})
    }
}

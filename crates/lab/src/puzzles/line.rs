//! The solution of a puzzle: the solver's turns as long as each is the only good one, and the best replies to them.

use beaufort_rules::{Position, Turn};

use super::analysis::{Analyst, BestTurn};

/// The greatest number of plies of a solution.
const MAX_PLIES: usize = 9;
/// By how many expected points the best turn must be better than every other.
const MIN_MARGIN: f64 = 0.35;
/// The least number of points that the solver expects: to come off with less is no success.
const MIN_POINTS: f64 = 0.4;

/// A turn of the solver.
#[derive(Clone, Debug)]
pub(super) struct SolverTurn {
    pub(super) position: Position,
    pub(super) best: BestTurn,
}

/// A solution.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    /// The solver's turns, at least one.
    pub(super) solver: Vec<SolverTurn>,
    /// All turns in their notation.
    pub(super) texts: Vec<String>,
}

impl BestTurn {
    /// Returns whether it is the only good turn of its position.
    pub(super) fn is_unique(&self) -> bool {
        self.margin >= MIN_MARGIN && self.points >= MIN_POINTS
    }
}

impl Analyst {
    /// Follows the line that begins with the only good turn of a position, with searches of `nodes` nodes. The line ends
    /// after the solver's last turn that is the only good one, or with the game.
    pub(super) fn follow(&mut self, start: &Position, first: BestTurn, nodes: u64) -> Solution {
        let mut solution = Solution { solver: Vec::new(), texts: Vec::new() };
        let mut position = start.clone();
        let mut best = first;
        loop {
            solution.solver.push(SolverTurn { position: position.clone(), best });
            solution.texts.push(play(&mut position, best.turn));
            if position.verdict().is_some() || solution.texts.len() >= MAX_PLIES {
                return solution;
            }
            let reply = self.search(&position, nodes / 2).turn.expect("the game goes on");
            let text = play(&mut position, reply);
            if position.verdict().is_some() {
                return solution;
            }
            self.forget();
            let Some(next) = self.best_turn(&position, nodes).filter(BestTurn::is_unique) else {
                return solution;
            };
            solution.texts.push(text);
            best = next;
        }
    }
}

/// Plays a turn and returns its text.
fn play(position: &mut Position, turn: Turn) -> String {
    let text = position.turn_text(turn).expect("the engine plays legal turns");
    position.play_unchecked(turn);
    text
}

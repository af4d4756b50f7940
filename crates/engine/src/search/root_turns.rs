//! The results at the root: the best turns with their lines.

use beaufort_rules::Turn;

use crate::limits::Limits;
use crate::params::root::aspiration_delta;
use crate::params::stability_factors;
use crate::params::time::drop_factor;
use crate::score::plies_to_end;

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The turn to play; `None` if there is no legal one, or [`Task::only`](crate::Task::only) has none.
    pub turn: Option<Turn>,
    /// The score of that turn in centipawns, for the side to move.
    pub score: i32,
    /// The last completed depth, in plies.
    pub depth: u32,
    /// The nodes searched by all threads.
    pub nodes: u64,
    /// The principal variation, beginning with the turn to play.
    pub pv: Vec<Turn>,
    /// The best turns, the best first, up to the requested number; the first one is the turn to play.
    pub lines: Vec<PvLine>,
}

impl SearchResult {
    /// Makes the line with an index the one to play; the others keep their order.
    pub(crate) fn play_line(&mut self, index: usize) {
        if let Some(lines) = self.lines.get_mut(..=index) {
            lines.rotate_right(1);
            self.score = lines[0].score;
            self.pv.clone_from(&lines[0].pv);
            self.turn = self.pv.first().copied();
        }
    }
}

/// One of the best turns, with its line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PvLine {
    /// The score in centipawns, for the side to move.
    pub score: i32,
    /// The line, beginning with the turn.
    pub pv: Vec<Turn>,
}

/// The turns of the root, and the results so far.
pub(super) struct RootTurns {
    /// The turns with a line first, in the order of the lines.
    pub(super) turns: Vec<Turn>,
    pub(super) lines: Vec<PvLine>,
    /// The number of iterations in which the best turn has stayed the same.
    pub(super) best_move_stability: u32,
    /// The drop of the best score in the last iteration, in centipawns.
    pub(super) score_drop: i32,
    /// Whether the best line comes from a search.
    pub(super) is_searched: bool,
    /// Whether the turns that were not searched yet have been ordered by their static exchange evaluation.
    pub(super) is_ordered_by_exchange: bool,
}

impl RootTurns {
    /// Returns the root before any turn has been searched.
    pub(super) fn new(turns: Vec<Turn>, lines: Vec<PvLine>) -> RootTurns {
        RootTurns {
            turns,
            lines,
            best_move_stability: 0,
            score_drop: 0,
            is_searched: false,
            is_ordered_by_exchange: false,
        }
    }

    /// Ends an iteration: lines that it did not reach are taken from the `previous` one, and all are ordered. The score of such
    /// a line is capped by the worst of the new ones, which were found better.
    pub(super) fn merge_lines(&mut self, previous: &[PvLine], wanted: usize) {
        let most = self.lines.iter().map(|line| line.score).min().unwrap_or(i32::MAX);
        let is_new = |line: &&PvLine| self.lines.iter().all(|new| new.pv.first() != line.pv.first());
        let older = |line: &PvLine| PvLine { score: line.score.min(most), pv: line.pv.clone() };
        let rest: Vec<PvLine> = previous.iter().filter(is_new).map(older).collect();
        self.lines.extend(rest);
        self.lines.truncate(wanted);
        self.lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        for (index, line) in self.lines.iter().enumerate() {
            let place = self.turns.iter().position(|turn| line.pv.first() == Some(turn));
            if let Some(place) = place.filter(|&place| place > index) {
                self.turns[index..=place].rotate_right(1);
            }
        }
        let (Some(old), Some(new)) = (previous.first(), self.lines.first()) else { return };
        self.best_move_stability =
            if old.pv.first() == new.pv.first() { self.best_move_stability + 1 } else { 0 };
        self.score_drop = old.score - new.score;
    }

    /// Returns the factor of the soft limit: above 1 while the best turn changes or its score drops.
    pub(super) fn time_factor(&self) -> f32 {
        let factors = stability_factors();
        let factor = factors[(self.best_move_stability as usize).min(factors.len() - 1)];
        if self.score_drop > aspiration_delta() { factor * drop_factor() } else { factor }
    }

    /// Returns whether a deeper search is of no use: the end is proven, or there is only one turn and a clock.
    pub(super) fn is_finished(&self, depth: u32, limits: &Limits) -> bool {
        let plies = plies_to_end(self.lines[0].score);
        let is_over = self.lines.len() == 1 && plies.is_some_and(|plies| plies.unsigned_abs() < depth);
        let is_enough = limits.mate.is_some_and(|turns| {
            plies.is_some_and(|plies| plies > 0 && (plies as u32) < turns.max(1).saturating_mul(2))
        });
        let is_forced = self.turns.len() == 1 && limits.clock.is_some();
        is_over || is_enough || is_forced
    }
}

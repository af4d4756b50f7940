//! The root of the search: deeper and deeper until a limit is reached.

use beaufort_rules::Turn;

use crate::info::Info;
use crate::limits::Limits;
use crate::ordering::pick;
use crate::score::{INFINITE, MAX_PLY, lost, plies_to_end};
use crate::table::Fingerprint;
use crate::time::Work;

use super::{After, Search};

/// The first half-width of the window around the last iteration's score.
const WINDOW: i32 = 25;
/// The depth from which such a window is used.
const WINDOW_DEPTH: i32 = 4;

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The turn to play; `None` if there is no legal one.
    pub turn: Option<Turn>,
    /// The score for the side to move.
    pub score: i32,
    /// The last depth searched to the end, in plies.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The best line found, beginning with the turn.
    pub pv: Vec<Turn>,
}

impl Search<'_> {
    /// Searches the legal turns of the position deeper and deeper, and reports after each iteration.
    pub(crate) fn run(&mut self, limits: &Limits, on_info: &mut dyn FnMut(&Info<'_>)) -> SearchResult {
        // Step 1. The turns in a first order. Those that repeat too often (K117) go as they are met.
        let mut turns = self.ordered_root();
        let listed = !turns.is_empty();
        let first = self.first_legal(&mut turns);
        let Some(first) = first else {
            let score = if listed { lost(0) } else { self.without_turn(0) };
            return SearchResult { score, ..SearchResult::default() };
        };
        let mut result = SearchResult { turn: Some(first), pv: vec![first], ..SearchResult::default() };
        let deepest = limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2);

        // Step 2. Deeper and deeper.
        for depth in 1..=deepest {
            if self.timer.is_over() || depth > 1 && self.timer.is_late() {
                break;
            }
            self.seldepth = 0;
            self.iterate(depth as i32, &mut turns, &mut result);
            if !self.stopped {
                result.depth = depth;
            }
            on_info(&Info {
                depth: result.depth,
                seldepth: self.seldepth as u32,
                score: result.score,
                nodes: self.nodes,
                time: self.timer.elapsed(),
                pv: &result.pv,
                hashfull: self.table.fullness(),
            });

            // Step 3. Nothing more to find out?
            let is_settled = plies_to_end(result.score).is_some_and(|plies| plies.unsigned_abs() < depth);
            let is_forced = turns.len() == 1 && limits.clock.is_some();
            if self.stopped || is_settled || is_forced {
                break;
            }
        }
        result.nodes = self.nodes;
        result
    }

    /// Returns the turns of the root, the best looking ones first.
    fn ordered_root(&mut self) -> Vec<Turn> {
        let hash = self.table.get(self.key(), 0).map_or_else(Fingerprint::default, |entry| entry.turn);
        let (mut captures, mut turns, mut candidates) = (Vec::new(), Vec::new(), Vec::new());
        // Not broken off: some turn must be found.
        self.position.add_captures(&mut captures);
        self.position.add_turns(&mut turns);
        self.spend(Work::Listed(captures.len() + turns.len()));
        let known = self.known(0, hash);
        known.rate_captures(&mut candidates, &captures);
        known.rate_others(&mut candidates, &turns);
        (0..candidates.len())
            .filter_map(|index| pick(&mut candidates, index))
            .map(|candidate| candidate.turn)
            .collect()
    }

    /// Returns the first turn that does not repeat too often (K117); those before it are taken out.
    fn first_legal(&mut self, turns: &mut Vec<Turn>) -> Option<Turn> {
        let path = self.path;
        let mut is_legal = |turn: &Turn| {
            let after = self.play(*turn, 0);
            self.undo(path);
            !matches!(after, After::Repeated)
        };
        let first = turns.iter().position(&mut is_legal).unwrap_or(turns.len());
        turns.drain(..first);
        turns.first().copied()
    }

    /// Searches all turns to one depth, with a narrow window first.
    fn iterate(&mut self, depth: i32, turns: &mut Vec<Turn>, result: &mut SearchResult) {
        let mut width = WINDOW;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= WINDOW_DEPTH {
            (alpha, beta) = (result.score - width, result.score + width);
        }
        loop {
            let score = self.root(depth, alpha.max(-INFINITE), beta.min(INFINITE), turns, result);
            width *= 3;
            if self.stopped {
                return;
            } else if score <= alpha && alpha > -INFINITE {
                alpha = score - width;
            } else if score >= beta && beta < INFINITE {
                beta = score + width;
            } else {
                return;
            }
        }
    }

    /// Searches all turns to one depth within a window. A turn that proves better comes first at once, here and in the
    /// result, so that an interrupted search still gives the best turn known.
    fn root(
        &mut self,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        turns: &mut Vec<Turn>,
        result: &mut SearchResult,
    ) -> i32 {
        let path = self.path;
        let mut best = -INFINITE;
        let mut index = 0;
        while let Some(&turn) = turns.get(index) {
            let score = match self.play(turn, 0) {
                After::Decided(score) => {
                    self.nodes += 1;
                    self.frames[1].pv.clear();
                    score
                }
                After::Repeated => {
                    self.undo(path);
                    turns.remove(index);
                    continue;
                }
                After::Open if index == 0 => -self.node(1, depth - 1, -beta, -alpha, true),
                After::Open => {
                    let late =
                        if depth >= 3 && index >= 4 { self.reductions.get(depth, index) / 2 } else { 0 };
                    let mut score = -self.node(1, depth - 1 - late, -alpha - 1, -alpha, true);
                    if score > alpha && late > 0 {
                        score = -self.node(1, depth - 1, -alpha - 1, -alpha, true);
                    }
                    if score > alpha && score < beta {
                        score = -self.node(1, depth - 1, -beta, -alpha, true);
                    }
                    score
                }
            };
            self.undo(path);
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_pv(0, turn);
                result.turn = Some(turn);
                result.score = score;
                result.pv.clone_from(&self.frames[0].pv);
                turns[..=index].rotate_right(1);
                if score >= beta {
                    break;
                }
            }
            index += 1;
        }
        best
    }
}

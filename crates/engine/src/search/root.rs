//! The root of the search: iterative deepening with aspiration windows.

use std::cmp::Reverse;
use std::collections::HashSet;

use beaufort_rules::{Scope, Turn};

use crate::info::Info;
use crate::params::root::{
    aspiration_delta, aspiration_depth, aspiration_growth, aspiration_reduction, exchange_loss,
};
use crate::score::{INFINITE, MATE_IN_MAX_PLY, MAX_DEPTH, mated_in};
use crate::shared_memory::SharedSearch;
use crate::task::Task;
use crate::time::TimeCost;
use crate::tt::PackedTurn;

use super::movepick::pick;
use super::pvs::Window;
use super::root_turns::RootTurns;
use super::{PlayOutcome, PvLine, Search, SearchResult};

impl Search<'_> {
    /// Iterative deepening: searches the turns of the position to increasing depths, with a report after each iteration.
    pub(crate) fn iterative_deepening(
        &mut self,
        task: &Task<'_>,
        on_info: &mut dyn FnMut(&Info<'_>),
    ) -> SearchResult {
        let raw_eval = self.raw_eval(0, None, -INFINITE, INFINITE).score;
        self.stack[0].static_eval = self.corrected(raw_eval, self.correction_index(0));
        // Step 1. List the turns in a first order. Illegal repetitions (K117) are removed when they are met.
        let mut turns = self.ordered_turns();
        let listed = !turns.is_empty();
        if !task.only.is_empty() {
            turns.retain(|turn| task.only.contains(turn));
        }
        self.missed_last(&mut turns);
        let Some(first) = self.first_legal(&mut turns) else {
            let score = if listed { mated_in(0) } else { self.score_without_turns(0) };
            return SearchResult { score, ..SearchResult::default() };
        };
        self.drop_missed(&mut turns);
        let lines = vec![PvLine { score: 0, pv: vec![first] }];
        let mut root = RootTurns::new(turns, lines);
        let mut depth_done = 0;

        // Step 2. Iterative deepening; every other thread or helper is a ply ahead, so that they search different trees (lazy
        // SMP).
        let ahead = (self.number + self.tt.shared_search().map_or(0, SharedSearch::number)) as u32 % 2;
        for depth in 1..=task.limits.depth.unwrap_or(u32::MAX).min(MAX_DEPTH) {
            if self.shared.is_over(&mut self.timer)
                || depth > 1 && self.timer.is_past_soft_limit(root.time_factor())
            {
                break;
            }
            self.seldepth = 0;
            self.search_lines((depth + ahead) as i32, task.lines.max(1), &mut root, depth == 1);
            if !self.stopped {
                depth_done = depth;
            }
            self.report(depth_done, &root, on_info);

            // Step 3. Stop if a deeper search is of no use.
            if self.stopped || root.is_finished(depth, &task.limits) {
                break;
            }
        }
        if depth_done == 0 {
            self.avoid_loss(&mut root);
        }
        self.publish_nodes();
        let nodes = self.shared.nodes();
        let PvLine { score, pv } = root.lines[0].clone();
        SearchResult { turn: pv.first().copied(), score, depth: depth_done, nodes, pv, lines: root.lines }
    }

    /// Reports the best lines found so far.
    fn report(&self, depth: u32, root: &RootTurns, on_info: &mut dyn FnMut(&Info<'_>)) {
        self.publish_nodes();
        for (line, PvLine { score, pv }) in (1..).zip(&root.lines) {
            on_info(&Info {
                depth,
                seldepth: self.seldepth as u32,
                line,
                lines: root.lines.len() as u32,
                score: *score,
                nodes: self.shared.nodes(),
                time: self.timer.elapsed(),
                pv,
                hashfull: self.tt.hashfull(),
            });
        }
    }

    /// Returns the turns of the root, ordered by static scores.
    fn ordered_turns(&mut self) -> Vec<Turn> {
        let tt_turn =
            self.tt.probe(self.key(), 0, i32::MAX).map_or_else(PackedTurn::default, |entry| entry.turn);
        let (mut captures, mut turns, mut scored_turns) = (Vec::new(), Vec::new(), Vec::new());
        // Not interruptible: some turn must be found.
        self.position.generate(Scope::Captures, &mut captures);
        self.position.generate(Scope::Distinct, &mut turns);
        // Of two turns with the same result the list of captures may hold one and the list of all turns the other; the turn to
        // play must be one of the latter.
        let listed: HashSet<Turn> = turns.iter().copied().collect();
        captures.retain(|turn| listed.contains(turn));
        self.spend(TimeCost::Listed(captures.len() + turns.len()));
        let scorer = self.scorer(0, tt_turn);
        scorer.score_captures(&mut scored_turns, &captures);
        scorer.score_quiets(&mut scored_turns, &turns);
        (0..scored_turns.len())
            .filter_map(|index| pick(&mut scored_turns, index))
            .map(|scored| scored.turn)
            .collect()
    }

    /// Returns the first turn that is no illegal repetition (K117); those before it are removed.
    fn first_legal(&mut self, turns: &mut Vec<Turn>) -> Option<Turn> {
        let state = self.state;
        let mut is_legal = |turn: &Turn| {
            let played = self.play(*turn, 0);
            self.undo(state);
            !matches!(played, PlayOutcome::Illegal)
        };
        let first = turns.iter().position(&mut is_legal).unwrap_or(turns.len());
        turns.drain(..first);
        turns.first().copied()
    }

    /// Moves the turns that the skill misses behind the others.
    fn missed_last(&self, turns: &mut [Turn]) {
        let (seen, missed): (Vec<Turn>, Vec<Turn>) = turns.iter().partition(|&&turn| !self.misses(0, turn));
        turns.copy_from_slice(&[seen, missed].concat());
    }

    /// Removes the turns that the skill misses, which are last, unless no others are left.
    fn drop_missed(&self, turns: &mut Vec<Turn>) {
        let seen = turns.iter().take_while(|&&turn| !self.misses(0, turn)).count();
        turns.truncate(seen.max(1));
    }

    /// Searches all turns to one depth, once for each requested line (multi-PV), each time without the turns of the lines
    /// before.
    fn search_lines(&mut self, depth: i32, wanted: usize, root: &mut RootTurns, is_first_iteration: bool) {
        let previous = std::mem::take(&mut root.lines);
        for index in 0..wanted {
            // Illegal repetitions (K117) are removed when they are met.
            let Some(&turn) = root.turns.get(index) else { break };
            if index == 0 || is_first_iteration {
                self.quiescence_limit.begin_iteration(self.timer.spent(), is_first_iteration);
            }
            // During the search the best known line is that of the last iteration.
            let line = previous.get(index).cloned();
            root.lines.push(line.filter(|line| line.pv.first() == Some(&turn)).unwrap_or_default());
            self.aspiration_search(depth, index, previous.get(index).map_or(0, |line| line.score), root);
            if root.lines[index].pv.is_empty() {
                root.lines.pop();
            }
            if self.stopped {
                break;
            }
        }
        root.merge_lines(&previous, wanted);
    }

    /// Searches the turns from index `from` on to one depth, with an aspiration window around `score`. After a fail low or high
    /// the window is widened and the search repeated; less deep after a fail high, which only shows that a turn is better than
    /// expected.
    fn aspiration_search(&mut self, depth: i32, from: usize, score: i32, root: &mut RootTurns) {
        self.root_depth = depth;
        let mut reduction = 0;
        let mut delta = aspiration_delta();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= aspiration_depth() {
            (alpha, beta) = (score - delta, score + delta);
        }
        loop {
            let score = self.search_root(
                (depth - reduction).max(1),
                alpha.max(-INFINITE),
                beta.min(INFINITE),
                from,
                root,
            );
            delta *= aspiration_growth();
            if self.stopped {
                return;
            } else if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = score - delta;
                reduction = 0;
            } else if score >= beta && beta < INFINITE {
                beta = score + delta;
                if score < MATE_IN_MAX_PLY {
                    reduction = (reduction + 1).min(aspiration_reduction());
                }
            } else {
                return;
            }
        }
    }

    /// Searches the turns from index `from` on to one depth within a window. A turn that raises alpha moves to the front at
    /// once, so that an interrupted search still returns the best known turn.
    fn search_root(
        &mut self,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        from: usize,
        root: &mut RootTurns,
    ) -> i32 {
        let state = self.state;
        let mut best = -INFINITE;
        let mut index = from;
        while let Some(&turn) = root.turns.get(index) {
            let score = match self.play(turn, 0) {
                PlayOutcome::Over(score) => {
                    self.nodes += 1;
                    self.stack[1].pv.clear();
                    score
                }
                PlayOutcome::Illegal => {
                    self.undo(state);
                    root.turns.remove(index);
                    continue;
                }
                PlayOutcome::Ongoing => {
                    let late = (index > from).then(|| self.lmr.at_root(depth, index - from));
                    self.pvs(0, depth - 1, Window { alpha, beta, cut_node: false }, late)
                }
            };
            self.undo(state);
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.extend_pv(0, turn);
                let line = &mut root.lines[from];
                line.score = score;
                line.pv.clone_from(&self.stack[0].pv);
                root.is_searched = true;
                root.turns[from..=index].rotate_right(1);
                if score >= beta {
                    break;
                }
            }
            index += 1;
            // Not all turns will be searched as deeply as the first ones: those that lose nothing in the exchange come first.
            if self.quiescence_limit.is_crowded() && !root.is_ordered_by_exchange {
                root.turns[index..].sort_by_cached_key(|&turn| Reverse(self.see_at_root(turn)));
                root.is_ordered_by_exchange = true;
            }
        }
        best
    }

    /// If not all turns have been compared yet, replaces the best known turn by the one with the best static exchange
    /// evaluation, if it loses material in the exchange and the search has not found a larger gain elsewhere.
    fn avoid_loss(&mut self, root: &mut RootTurns) {
        let Some(&known) = root.lines[0].pv.first() else { return };
        if self.see_at_root(known) > -exchange_loss() {
            return;
        }
        let values = root.turns.iter().map(|&turn| (Reverse(self.see_at_root(turn)), turn));
        let Some((Reverse(value), turn)) = values.min_by_key(|&(value, _)| value) else { return };
        let score = value.saturating_add(self.stack[0].static_eval);
        if value > -exchange_loss() && (!root.is_searched || score > root.lines[0].score) {
            let wanted = root.lines.len();
            root.lines.retain(|line| line.pv.first() != Some(&turn));
            root.lines.insert(0, PvLine { score, pv: vec![turn] });
            root.lines.truncate(wanted);
        }
    }
}

//! Quiescence search: beyond the horizon captures only, until the position is quiet.

use beaufort_rules::Position;

use crate::score::{MATE_IN_MAX_PLY, MAX_PLY};
use crate::tt::{Bound, Entry, PackedTurn};

use super::movepick::{pick, score_captures};
use super::{Played, Search};

/// Delta pruning: how much more than what it visibly captures a turn may gain.
const DELTA_MARGIN: i32 = 120;
/// Plies of quiescence after which captures that risk more than they gain are left out.
const FREE_PLIES: usize = 2;

impl Search<'_> {
    /// Returns the score when both sides only capture, or leave it; `captures` plies of captures lie behind.
    pub(super) fn qsearch(&mut self, ply: usize, qsearch_ply: usize, mut alpha: i32, beta: i32) -> i32 {
        // Step 1. Nobody has to capture.
        self.stack[ply].pv.clear();
        if self.enter(ply) {
            return 0;
        }
        // What the hash table knows: any depth is deep enough.
        let key = self.key();
        let known = self.tt.probe(key, ply);
        if let Some(entry) = known
            && beta - alpha == 1
            && entry.proves(alpha, beta)
        {
            return entry.score;
        }
        let mut stand_pat = self.evaluate();
        if let Some(entry) = known
            && entry.proves(stand_pat, stand_pat)
        {
            stand_pat = entry.score;
        }
        if stand_pat >= beta || ply >= MAX_PLY {
            return stand_pat;
        }
        let original_alpha = alpha;
        let mut best = stand_pat;
        let mut best_turn = PackedTurn::default();
        alpha = alpha.max(stand_pat);

        // Step 2. The captures.
        self.generate(ply, Position::add_captures_while);
        let mut candidates = std::mem::take(&mut self.stack[ply].candidates);
        score_captures(&mut candidates, &self.stack[ply].turns, self.evaluation, &self.position);

        let side = self.position.side();
        let state = self.state;
        let pieces = self.position.pieces();
        for index in 0.. {
            let Some(candidate) = pick(&mut candidates, index) else { break };

            // Step 3. Captures come in order: what follows a risky one is risky, too.
            if qsearch_ply >= FREE_PLIES && candidate.is_risky() && best > -MATE_IN_MAX_PLY {
                break;
            }

            if self.misses(ply, candidate.turn) {
                continue;
            }

            // Step 4. What the turn wins must be enough to matter; where that is plain to see, it is not even played.
            let futility_value = stand_pat + candidate.gain + candidate.gain / 8 + DELTA_MARGIN;
            if futility_value <= alpha && self.evaluation.takes_target_only(&self.position, candidate.turn) {
                best = best.max(futility_value);
                continue;
            }
            if candidate.is_risky() && best > -MATE_IN_MAX_PLY && self.see(candidate.turn) < 0 {
                continue;
            }
            let score = match self.play(candidate.turn, ply) {
                Played::Over(score) => {
                    self.nodes += 1;
                    self.stack[ply + 1].pv.clear();
                    score
                }
                Played::Illegal => {
                    self.undo(state);
                    continue;
                }
                // What is converted can be won back, without end.
                Played::Ongoing if qsearch_ply >= FREE_PLIES && self.position.pieces() == pieces => {
                    self.undo(state);
                    continue;
                }
                Played::Ongoing => {
                    let futility_value = stand_pat + self.state.accumulator.balance(side)
                        - state.accumulator.balance(side)
                        + DELTA_MARGIN;
                    if futility_value <= alpha && !self.stopped {
                        self.undo(state);
                        best = best.max(futility_value);
                        continue;
                    }
                    -self.qsearch(ply + 1, qsearch_ply + 1, -beta, -alpha)
                }
            };
            self.undo(state);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_turn = PackedTurn::from(candidate.turn);
                    if score >= beta {
                        break;
                    }
                    self.extend_pv(ply, candidate.turn);
                }
            }
        }
        self.stack[ply].candidates = candidates;
        if qsearch_ply == 0 && !self.stopped {
            let bound = Bound::of(best, original_alpha, beta);
            self.tt.store(key, ply, Entry { depth: 0, score: best, bound, turn: best_turn });
        }
        best
    }
}

//! Quiescence search: beyond the horizon captures only, until the position is quiet.

use beaufort_rules::Scope;
use beaufort_rules::game::definition::CaptureDuty;

use crate::params::qsearch::{delta_divisor, delta_margin, free_plies};
use crate::score::{INFINITE, MATE_IN_MAX_PLY, MAX_PLY};
use crate::tt::{Bound, Entry, PackedTurn};

use super::movepick::{pick, score_captures};
use super::{PlayOutcome, Search};

/// The greatest depth of a quiescence tree of obligatory captures, in plies.
const MAX_FORCED_PLIES: usize = 8;

impl Search<'_> {
    /// Returns the score with captures only (or standing pat), within the limit of quiescence.
    pub(super) fn quiescence(&mut self, ply: usize, alpha: i32, beta: i32) -> i32 {
        loop {
            self.quiescence_limit.begin_tree(self.timer.spent());
            let score = self.qsearch(ply, 0, alpha, beta);
            if self.stopped || !self.quiescence_limit.end_tree() {
                return score;
            }
        }
    }

    /// Searches a node of a quiescence tree, `qsearch_ply` plies of captures from its root; the result is meaningless if the
    /// tree reaches its limit.
    fn qsearch(&mut self, ply: usize, qsearch_ply: usize, mut alpha: i32, beta: i32) -> i32 {
        if self.forced {
            return self.forced_captures(ply, qsearch_ply, alpha, beta);
        }
        self.stack[ply].pv.clear();
        if self.enter(ply) || self.quiescence_limit.is_exceeded(self.timer.spent()) {
            return 0;
        }
        // Step 1. Transposition table cutoff: every depth is deep enough.
        let key = self.key();
        let entry = self.tt.probe(key, ply, 0);
        if let Some(entry) = entry
            && beta - alpha == 1
            && entry.proves(alpha, beta)
        {
            return entry.score;
        }
        // Step 2. Stand pat: the side to move need not capture.
        let raw_eval = self.raw_eval(ply, entry.as_ref(), alpha, beta);
        let mut stand_pat = self.corrected(raw_eval.score, self.correction_index(ply));
        if let Some(entry) = entry
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

        // Step 3. List the captures in order; beyond the limit only the cheapest recapture.
        let is_beyond_limit = self.quiescence_limit.is_beyond(qsearch_ply);
        if is_beyond_limit {
            self.list_recapture(ply);
        } else {
            self.generate(ply, Scope::Captures);
        }
        let mut scored_turns = std::mem::take(&mut self.stack[ply].scored_turns);
        score_captures(&mut scored_turns, &self.stack[ply].turns, self.evaluation, &self.position);

        let side = self.position.side();
        let state = self.state;
        let material = state.accumulator.material;
        let lead = self.evaluation.lead(state.accumulator, side, material);
        let pieces = self.position.pieces();
        for index in 0.. {
            let Some(scored) = pick(&mut scored_turns, index) else { break };

            // Step 4. Prune bad captures late in the tree; all that follow one in the order are bad, too.
            if qsearch_ply >= free_plies() && scored.is_bad_capture() && best > -MATE_IN_MAX_PLY {
                break;
            }

            if self.misses(ply, scored.turn) {
                continue;
            }

            // Step 5. Delta pruning: the gain must be enough to raise alpha. A turn that can take only its target shows its
            // gain before it is played.
            let gain = self.evaluation.worth_in_score(scored.gain, material);
            let futility_value = stand_pat + gain + scored.gain / delta_divisor() + delta_margin();
            if futility_value <= alpha && self.evaluation.takes_target_only(&self.position, scored.turn) {
                best = best.max(futility_value);
                continue;
            }
            let may_lose = scored.is_bad_capture() && best > -MATE_IN_MAX_PLY;
            let score = match self.play(scored.turn, ply) {
                PlayOutcome::Over(score) => {
                    self.nodes += 1;
                    self.stack[ply + 1].pv.clear();
                    score
                }
                PlayOutcome::Illegal => {
                    self.undo(state);
                    continue;
                }
                // Conversions can go back and forth without end.
                PlayOutcome::Ongoing if qsearch_ply >= free_plies() && self.position.pieces() == pieces => {
                    self.undo(state);
                    continue;
                }
                // Step 6. SEE pruning: skip captures that lose the exchange.
                PlayOutcome::Ongoing if may_lose && self.see_below(scored.turn, &state, 0) => {
                    self.undo(state);
                    continue;
                }
                // Step 7. Delta pruning again, by the actual gain.
                PlayOutcome::Ongoing => {
                    let gain = self.evaluation.lead(self.state.accumulator, side, material) - lead;
                    let futility_value = stand_pat + gain + delta_margin();
                    if futility_value <= alpha && !self.stopped {
                        self.undo(state);
                        best = best.max(futility_value);
                        continue;
                    }
                    -self.qsearch(ply + 1, qsearch_ply + 1, -beta, -alpha)
                }
            };
            self.undo(state);
            if self.stopped || self.quiescence_limit.is_broken_off() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_turn = PackedTurn::from(scored.turn);
                    if score >= beta {
                        break;
                    }
                    // The legality of a recapture has not been checked.
                    if !is_beyond_limit {
                        self.extend_pv(ply, scored.turn);
                    }
                }
            }
        }
        self.stack[ply].scored_turns = scored_turns;
        if qsearch_ply == 0 && !self.stopped && !self.quiescence_limit.is_broken_off() {
            let bound = Bound::of(best, original_alpha, beta);
            let raw_eval = raw_eval.computed();
            self.tt.store(key, ply, Entry { depth: 0, score: best, bound, turn: best_turn, raw_eval });
        }
        best
    }

    /// Searches a node of a quiescence tree where captures are obligatory or pieces a burden: all captures, without standing pat
    /// if there are any and the side to move must take.
    fn forced_captures(&mut self, ply: usize, qsearch_ply: usize, mut alpha: i32, beta: i32) -> i32 {
        self.stack[ply].pv.clear();
        if self.enter(ply) || self.quiescence_limit.is_exceeded(self.timer.spent()) {
            return 0;
        }
        let static_eval = self.evaluate();
        if ply >= MAX_PLY || qsearch_ply >= MAX_FORCED_PLIES {
            return static_eval;
        }
        self.generate(ply, Scope::Captures);
        let must_take = self.position.game().definition().obligations.capture != CaptureDuty::Free;
        if self.stack[ply].turns.is_empty() || !must_take && static_eval >= beta {
            return static_eval;
        }
        let mut best = if must_take { -INFINITE } else { static_eval };
        alpha = alpha.max(best);
        let state = self.state;
        let turns = self.stack[ply].turns.clone();
        for turn in turns {
            let score = match self.play(turn, ply) {
                PlayOutcome::Illegal => {
                    self.undo(state);
                    continue;
                }
                PlayOutcome::Over(score) => {
                    self.nodes += 1;
                    self.stack[ply + 1].pv.clear();
                    score
                }
                PlayOutcome::Ongoing => -self.forced_captures(ply + 1, qsearch_ply + 1, -beta, -alpha),
            };
            self.undo(state);
            if self.stopped || self.quiescence_limit.is_broken_off() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.extend_pv(ply, turn);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if best == -INFINITE { static_eval } else { best }
    }

    /// Lists the cheapest recapture on the square where the last turn ended.
    fn list_recapture(&mut self, ply: usize) {
        let square = self.stack[ply - 1].reached;
        let recapture = square.and_then(|square| self.cheapest_recapture(square));
        let turns = &mut self.stack[ply].turns;
        turns.clear();
        turns.extend(recapture);
    }
}

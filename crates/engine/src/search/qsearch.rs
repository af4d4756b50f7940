//! Beyond the horizon: captures only, until the position is quiet.

use beaufort_rules::Position;

use crate::score::{MAX_PLY, WIN};
use crate::tt::{Bound, Entry, Fingerprint};

use super::movepick::{pick, rate_captures};
use super::{After, Search};

/// How much better than the worth it wins a capture may turn out.
const MARGIN: i32 = 120;
/// After so many plies of captures only those are tried that win at least what they risk.
const RISKY_PLIES: usize = 2;

impl Search<'_> {
    /// Returns the score when both sides only capture, or leave it; `captures` plies of captures lie behind.
    pub(super) fn quiescence(&mut self, ply: usize, captures: usize, mut alpha: i32, beta: i32) -> i32 {
        // Step 1. Nobody has to capture.
        self.frames[ply].pv.clear();
        if self.enter(ply) {
            return 0;
        }
        // What the hash table knows: any depth is deep enough.
        let key = self.key();
        let known = self.table.get(key, ply);
        if let Some(entry) = known
            && beta - alpha == 1
            && entry.proves(alpha, beta)
        {
            return entry.score;
        }
        let mut calm = self.evaluate();
        if let Some(entry) = known
            && entry.proves(calm, calm)
        {
            calm = entry.score;
        }
        if calm >= beta || ply >= MAX_PLY {
            return calm;
        }
        let original_alpha = alpha;
        let mut best = calm;
        let mut best_turn = Fingerprint::default();
        alpha = alpha.max(calm);

        // Step 2. The captures.
        self.list(ply, Position::add_captures_while);
        let mut candidates = std::mem::take(&mut self.frames[ply].candidates);
        rate_captures(&mut candidates, &self.frames[ply].turns, self.evaluation, &self.position);

        let side = self.position.side();
        let path = self.path;
        let pieces = self.position.pieces();
        for index in 0.. {
            let Some(candidate) = pick(&mut candidates, index) else { break };

            // Step 3. Captures come in order: what follows a risky one is risky, too.
            if captures >= RISKY_PLIES && candidate.is_risky() && best > -WIN {
                break;
            }

            if self.overlooks(ply, candidate.turn) {
                continue;
            }

            // Step 4. What the turn wins must be enough to matter; where that is plain to see, it is not even played.
            let promise = calm + candidate.gain + candidate.gain / 8 + MARGIN;
            if promise <= alpha && self.evaluation.is_plain(&self.position, candidate.turn) {
                best = best.max(promise);
                continue;
            }
            if candidate.is_risky() && best > -WIN && self.exchange(candidate.turn) < 0 {
                continue;
            }
            let score = match self.play(candidate.turn, ply) {
                After::Decided(score) => {
                    self.nodes += 1;
                    self.frames[ply + 1].pv.clear();
                    score
                }
                After::Repeated => {
                    self.undo(path);
                    continue;
                }
                // What is converted can be won back, without end.
                After::Open if captures >= RISKY_PLIES && self.position.pieces() == pieces => {
                    self.undo(path);
                    continue;
                }
                After::Open => {
                    let promise = calm + self.path.sums.balance(side) - path.sums.balance(side) + MARGIN;
                    if promise <= alpha && !self.stopped {
                        self.undo(path);
                        best = best.max(promise);
                        continue;
                    }
                    -self.quiescence(ply + 1, captures + 1, -beta, -alpha)
                }
            };
            self.undo(path);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_turn = Fingerprint::from(candidate.turn);
                    if score >= beta {
                        break;
                    }
                    self.extend_pv(ply, candidate.turn);
                }
            }
        }
        self.frames[ply].candidates = candidates;
        if captures == 0 && !self.stopped {
            let bound = Bound::of(best, original_alpha, beta);
            self.table.put(key, ply, Entry { depth: 0, score: best, bound, turn: best_turn });
        }
        best
    }
}

//! Steps 9 to 14 of a node: the turns are tried one by one, and what was found is remembered.

use beaufort_rules::Position;

use crate::ordering::{Candidate, Killers, pick};
use crate::score::{INFINITE, WIN, lost};
use crate::table::{Bound, Entry, Fingerprint};

use super::{After, SHALLOW, Search};

/// How much a quiet turn may win, for each ply of remaining depth.
const FUTILE_MARGIN: i32 = 110;

/// What the turns of a node have to prove, and to what depth.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The static score.
    pub(super) calm: i32,
    /// The turn of the hash table.
    pub(super) hash: Fingerprint,
}

impl Search<'_> {
    /// Adds the turns that are not captures to the candidates of a ply.
    pub(super) fn complete(&mut self, ply: usize, hash: Fingerprint, candidates: &mut Vec<Candidate>) {
        self.list(ply, Position::add_turns_while);
        self.known(ply, hash).rate_others(candidates, &self.frames[ply].turns);
    }

    /// Steps 9 to 14: tries the turns one by one; where the list is not complete, the captures first.
    pub(super) fn candidates(
        &mut self,
        ply: usize,
        window: Window,
        candidates: &mut Vec<Candidate>,
        mut is_complete: bool,
    ) -> i32 {
        let Window { depth, mut alpha, beta, calm, hash } = window;
        let is_pv = beta - alpha > 1;
        let original_alpha = alpha;
        let key = self.key();
        let path = self.path;
        let mut best = -INFINITE;
        let mut best_turn = None;
        let mut quiets = 0;
        let mut overlooked = false;
        // Where the list begins that is being picked from.
        let mut start = 0;
        if let Some(frame) = self.frames.get_mut(ply + 2) {
            frame.killers = Killers::default();
        }
        for index in 0.. {
            let mut next = pick(&mut candidates[start..], index - start);
            if !is_complete && next.is_none_or(|candidate| candidate.is_risky()) {
                self.complete(ply, hash, candidates);
                is_complete = true;
                start = index;
                next = pick(&mut candidates[start..], 0);
            }
            let Some(candidate) = next else { break };
            let turn = candidate.turn;
            let quiet = candidate.is_quiet();
            if self.overlooks(ply, turn) {
                overlooked = true;
                continue;
            }

            // Step 9. Near the horizon, turns that promise little are left out once one has been found that does
            // not lose by force.
            if !is_pv && best > -WIN && depth <= SHALLOW && quiet {
                let most = 6 + 3 * depth * depth;
                if quiets > most || calm + FUTILE_MARGIN * (depth + 1) <= alpha {
                    continue;
                }
            }
            quiets += i32::from(quiet);

            // Step 10. The turn is played.
            let score = match self.play(turn, ply) {
                After::Repeated => {
                    self.undo(path);
                    continue;
                }
                After::Decided(score) => {
                    self.nodes += 1;
                    self.frames[ply + 1].pv.clear();
                    score
                }
                // Step 11. The first turn gets the full window; the others have to prove that they are better, late
                // ones at less depth first.
                After::Open if best == -INFINITE => -self.node(ply + 1, depth - 1, -beta, -alpha, true),
                After::Open => {
                    let mut reduction = 0;
                    if depth >= 3 && index >= 3 && (quiet || candidate.is_risky()) {
                        reduction = self.reductions.get(depth, index) - i32::from(is_pv);
                        reduction -= if quiet { candidate.order.clamp(-8_192, 8_192) / 4_096 } else { 0 };
                        reduction = reduction.clamp(0, depth - 2);
                    }
                    let mut score = -self.node(ply + 1, depth - 1 - reduction, -alpha - 1, -alpha, true);
                    if score > alpha && reduction > 0 {
                        score = -self.node(ply + 1, depth - 1, -alpha - 1, -alpha, true);
                    }
                    if score > alpha && score < beta {
                        score = -self.node(ply + 1, depth - 1, -beta, -alpha, true);
                    }
                    score
                }
            };
            self.undo(path);
            if self.stopped {
                return 0;
            }

            // Step 12. Better, or good enough?
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_turn = Some(turn);
                    if is_pv {
                        self.extend_pv(ply, turn);
                    }
                    if score >= beta {
                        self.learn(ply, depth, &candidates[..=index]);
                        break;
                    }
                }
            }
        }

        // Step 13. All turns are illegal: a loss (K117).
        if best == -INFINITE {
            return if overlooked { calm } else { lost(ply) };
        }

        // Step 14. What was found is remembered.
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let turn = best_turn.map(Fingerprint::from).unwrap_or_default();
        self.table.put(key, ply, Entry { depth, score: best, bound, turn });
        best
    }

    /// Remembers the turn that refuted the opponent's last one, the last of those tried.
    fn learn(&mut self, ply: usize, depth: i32, tried: &[Candidate]) {
        let Some((best, others)) = tried.split_last() else { return };
        if !best.is_quiet() {
            return;
        }
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(best.turn) {
            *killers = [Some(best.turn), killers[0]];
        }
        let bonus = (16 * depth * depth + 32 * depth).min(2_000);
        self.history.add(&self.position, best.turn, bonus);
        for other in others.iter().filter(|other| other.is_quiet()) {
            self.history.add(&self.position, other.turn, -bonus);
        }
    }
}

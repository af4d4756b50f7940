//! Steps 10 to 15 of a node: the move loop.

use beaufort_rules::Turn;

use crate::correction::CorrectionIndex;
use crate::params::history::{bonus_linear, bonus_max, bonus_square};
use crate::params::node::{min_pruning_pieces, shallow_depth};
use crate::params::turns::{
    futility_margin, history_margin, lmp_base, lmp_factor, quiet_see_margin, see_depth, see_margin,
};
use crate::score::{INFINITE, MATE_IN_MAX_PLY, mated_in};
use crate::tt::{Bound, Entry, PackedTurn};

use super::movepick::{Killers, MovePicker, ScoredTurn};
use super::pvs::Window;
use super::static_eval::RawEval;
use super::{PlayOutcome, Search};

/// The window, the depth and the data of a node whose turns are searched.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    pub(super) depth: i32,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Whether a beta cutoff is expected (an expected cut node).
    pub(super) cut_node: bool,
    /// The static eval without corrections.
    pub(super) raw_eval: RawEval,
    /// The indices of the position in the correction history.
    pub(super) correction: CorrectionIndex,
    /// The static eval, corrected by the correction history alone.
    pub(super) corrected_eval: i32,
    /// The static eval, corrected by the correction history and by a bound from the transposition table.
    pub(super) static_eval: i32,
    /// The turn of the transposition table.
    pub(super) tt_turn: PackedTurn,
    /// Whether the static eval is better than at this side's previous turn.
    pub(super) improving: bool,
    /// The extension of the turn of the transposition table, in plies; negative for a reduction.
    pub(super) extension: i32,
    /// The turn that a singular search leaves out.
    pub(super) excluded: PackedTurn,
}

/// The result of step 10.
enum Pruning {
    /// Search the turn; but discard it after it has been played if the exchange loses more than `see_margin`.
    None { see_margin: Option<i32> },
    /// Skip this turn.
    Turn,
    /// Skip this turn and all that follow, which are quiet turns ordered no better.
    Rest,
}

impl Search<'_> {
    /// Steps 10 to 15: searches the turns one by one.
    pub(super) fn search_turns(&mut self, ply: usize, context: NodeContext) -> i32 {
        let NodeContext { depth, mut alpha, beta, tt_turn, .. } = context;
        let is_pv = beta - alpha > 1;
        let original_alpha = alpha;
        let key = self.key();
        let state = self.state;
        let is_singular_search = !context.excluded.is_none();
        let mut best = -INFINITE;
        let mut best_turn = None;
        let mut best_is_quiet = true;
        let mut picker = MovePicker::new(tt_turn);
        let mut tried = 0;
        let mut missed = false;
        let mut scored_turns = std::mem::take(&mut self.stack[ply].scored_turns);
        let mut quiets = std::mem::take(&mut self.stack[ply].quiets);
        let mut captures = std::mem::take(&mut self.stack[ply].captures);
        scored_turns.clear();
        quiets.clear();
        captures.clear();
        if let Some(frame) = self.stack.get_mut(ply + 2) {
            frame.killers = Killers::default();
        }
        while let Some(scored) = self.next_turn(ply, &mut picker, &mut scored_turns) {
            let index = tried;
            let turn = scored.turn;
            if is_singular_search && PackedTurn::from(turn) == context.excluded {
                continue;
            }
            tried += 1;
            let quiet = scored.is_quiet();
            if self.misses(ply, turn) {
                missed = true;
                continue;
            }

            // Step 10. Pruning, off the principal variation.
            let see_margin = if !is_pv && best > -MATE_IN_MAX_PLY && !self.forced {
                match self.prune(&context, &scored, index, quiets.len()) {
                    Pruning::None { see_margin } => see_margin,
                    Pruning::Turn => continue,
                    Pruning::Rest => break,
                }
            } else {
                None
            };

            // Step 11. Play the turn.
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
                PlayOutcome::Ongoing
                    if see_margin.is_some_and(|margin| self.see_below(turn, &state, -margin)) =>
                {
                    self.undo(state);
                    continue;
                }
                // Step 12. Principal variation search, with late move reductions.
                PlayOutcome::Ongoing => {
                    let reduction = || self.lmr.at_node(index, is_pv, &context, &scored);
                    let late = (best != -INFINITE).then(reduction);
                    let is_tt_turn = || index == 0 && PackedTurn::from(turn) == tt_turn;
                    let extension = context.extension * i32::from(context.extension != 0 && is_tt_turn());
                    self.pvs(
                        ply,
                        depth - 1 + extension,
                        Window { alpha, beta, cut_node: context.cut_node },
                        late,
                    )
                }
            };
            self.undo(state);
            if self.stopped {
                break;
            }
            if quiet {
                quiets.push(turn);
            } else if scored.is_capture {
                captures.push(turn);
            }

            // Step 13. A better turn raises alpha; one that reaches beta is a cutoff (fail high).
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_turn = Some(turn);
                    best_is_quiet = quiet;
                    if is_pv {
                        self.extend_pv(ply, turn);
                    }
                    if score >= beta {
                        self.update_histories(ply, depth, turn, quiet, &quiets, &captures);
                        break;
                    }
                }
            }
        }

        let frame = &mut self.stack[ply];
        (frame.scored_turns, frame.quiets, frame.captures) = (scored_turns, quiets, captures);
        // If the search was stopped, the list of turns may be incomplete.
        if self.stopped {
            return 0;
        }

        // A singular search proves nothing else about the node; it returns alpha if there is no other turn.
        if is_singular_search {
            return if best == -INFINITE { original_alpha } else { best };
        }

        // Step 14. Mate and stalemate: there is no turn (K116, L49), or all are illegal, a loss (K117).
        if best == -INFINITE {
            return if tried == 0 {
                self.score_without_turns(ply)
            } else if missed {
                context.static_eval
            } else {
                mated_in(ply)
            };
        }

        // Step 15. Update the correction history and the transposition table. Gains by captures and turns missed by a level are
        // no errors of the static eval.
        let bound = Bound::of(best, original_alpha, beta);
        if best_is_quiet && !missed {
            self.update_correction(&context, best, bound);
        }
        let turn = best_turn.map(PackedTurn::from).unwrap_or_default();
        self.tt.store(
            key,
            ply,
            Entry { depth, score: best, bound, turn, raw_eval: context.raw_eval.computed() },
        );
        best
    }

    /// Step 10. Late move pruning, history pruning, futility pruning and SEE pruning: near the horizon, quiet turns are skipped
    /// if they come late, have a bad history, gain too little or lose the piece, and captures if they lose too much in the
    /// exchange. Futility pruning and SEE pruning of quiet turns use the depth after late move reduction. Quiet turns are kept
    /// when few pieces are left, as any turn may mate or draw. `index` turns have come before `scored`, of which `quiets` quiet
    /// ones were searched.
    ///
    /// Only for nodes off the principal variation, once a turn has been found that does not lose by force.
    fn prune(&self, context: &NodeContext, scored: &ScoredTurn, index: usize, quiets: usize) -> Pruning {
        let NodeContext { depth, alpha, static_eval, improving, .. } = *context;
        if !scored.is_quiet() {
            let see_margin =
                (depth <= see_depth() && scored.is_bad_capture()).then_some(see_margin() * depth);
            return Pruning::None { see_margin };
        }
        if self.position.board().count(self.position.side()) < min_pruning_pieces() {
            return Pruning::None { see_margin: None };
        }
        // All turns that follow in the order of the histories score no better, and are reduced by at least as much.
        let pruned = if scored.is_history_only() { Pruning::Rest } else { Pruning::Turn };
        let max_quiets = (lmp_base() + lmp_factor() * depth * depth) / if improving { 1 } else { 2 };
        let is_late = quiets as i32 > max_quiets;
        let is_bad = scored.is_history_only() && scored.order < -history_margin() * depth;
        if depth <= shallow_depth() && (is_late || is_bad) {
            return pruned;
        }
        let lmr_depth = (depth - self.lmr.at_node(index, false, context, scored)).max(1);
        if lmr_depth <= shallow_depth() && static_eval + futility_margin() * (lmr_depth + 1) <= alpha {
            return pruned;
        }
        // The exchange loses at most the moved piece.
        let margin = quiet_see_margin() * lmr_depth * lmr_depth;
        let mover = self.position.board().at(scored.turn.first.from);
        Pruning::None { see_margin: (self.evaluation.worth_of(mover) > margin).then_some(margin) }
    }

    /// Updates killers and histories after a beta cutoff by the last turn searched. A quiet cutoff turn gives a malus to all
    /// captures tried before; a capture leaves the histories of quiet turns unchanged.
    fn update_histories(
        &mut self,
        ply: usize,
        depth: i32,
        best: Turn,
        quiet: bool,
        quiets: &[Turn],
        captures: &[Turn],
    ) {
        let bonus = (bonus_square() * depth * depth + bonus_linear() * depth).min(bonus_max());
        let signed = |turn: Turn| if turn == best { bonus } else { -bonus };
        if quiet {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            let continuations = self.continuations(ply);
            for &turn in quiets {
                self.history.update(&self.position, turn, continuations, signed(turn));
            }
        }
        for &turn in captures {
            self.history.update_capture(&self.position, turn, signed(turn));
        }
    }
}

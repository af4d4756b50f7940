//! Steps 1 to 9 of a node: everything before its turns are searched.

use crate::history::ContinuationKey;
use crate::params::node::*;
use crate::params::turns::futility_margin;
use crate::score::{INFINITE, MATE_IN_MAX_PLY, MAX_PLY, mate_in, mated_in};
use crate::tt::{Entry, PackedTurn};

use super::Search;
use super::move_loop::NodeContext;
use super::singular::Singular;

impl Search<'_> {
    /// Returns the score of a position in which the game goes on, searched to a depth in plies; meaningless once the search has
    /// been stopped. `cut_node` marks a node at which a beta cutoff is expected.
    pub(crate) fn node(
        &mut self,
        ply: usize,
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        cut_node: bool,
    ) -> i32 {
        // Step 1. Quiescence search: at the horizon only captures are searched.
        if depth <= 0 {
            return self.quiescence(ply, alpha, beta);
        }
        self.stack[ply].pv.clear();
        if self.enter(ply) {
            return 0;
        }
        if ply >= MAX_PLY {
            return self.evaluate();
        }
        let is_pv = beta - alpha > 1;
        let excluded = self.stack[ply].excluded;
        let is_singular_search = !excluded.is_none();

        // Step 2. Mate distance pruning: no line is better than winning with the next turn, or worse than having lost already.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 3. Transposition table cutoff: the position was searched at least as deep before.
        let entry = self.tt.probe(self.key(), ply, depth);
        if let Some(entry) = entry
            && !is_pv
            && !is_singular_search
            && entry.depth >= depth
            && entry.proves(alpha, beta)
        {
            return entry.score;
        }
        let tt_turn = entry.map_or_else(PackedTurn::default, |entry| entry.turn);

        // Step 4. Static eval, corrected by the correction history and by a bound of the transposition table, and whether it is
        // improving: better than at this side's previous turn. It is stored at once, as a pruned node stores nothing more.
        let reach = if is_pv { INFINITE } else { rfp_margin() * (depth + 1) };
        let raw_eval = self.raw_eval(ply, entry.as_ref(), alpha - reach, beta + reach);
        if let (None, Some(raw_eval)) = (entry, raw_eval.computed()) {
            self.tt.store(self.key(), ply, Entry::of_eval(raw_eval));
        }
        let correction = self.correction_index(ply);
        let corrected_eval = self.corrected(raw_eval.score, correction);
        let mut static_eval = corrected_eval;
        if let Some(entry) = entry
            && entry.proves(static_eval, static_eval)
        {
            static_eval = entry.score;
        }

        self.stack[ply].static_eval = static_eval;
        let improving = ply < 2 || static_eval > self.stack[ply - 2].static_eval;

        let mut extension = 0;
        if !is_singular_search {
            // Steps 5 to 7.
            if !is_pv
                && let Some(score) = self.prune_node(ply, &mut depth, alpha, beta, static_eval, improving)
            {
                return score;
            }

            // Step 8. Internal iterative reduction: without a turn from the transposition table, a shallower search finds one
            // for the next time.
            if tt_turn.is_none() && depth >= iir_depth() {
                depth -= 1;
            }

            // Step 9. Singular extensions: is the turn of the transposition table better than all others?
            match self.singular(ply, depth, beta, is_pv, cut_node, entry.as_ref()) {
                _ if self.stopped => return 0,
                Singular::Extension(plies) => extension = plies,
                Singular::MultiCut(score) => return score,
            }
        }
        self.search_turns(
            ply,
            NodeContext {
                depth,
                alpha,
                beta,
                cut_node,
                raw_eval,
                correction,
                corrected_eval,
                static_eval,
                tt_turn,
                improving,
                extension,
                excluded,
            },
        )
    }

    /// Steps 5 to 7: returns a score outside the window if it can be found without searching the turns.
    fn prune_node(
        &mut self,
        ply: usize,
        depth: &mut i32,
        alpha: i32,
        beta: i32,
        static_eval: i32,
        improving: bool,
    ) -> Option<i32> {
        if self.forced {
            return None;
        }
        let side = self.position.side();
        let pieces = self.position.board().count(side);
        let is_ending = pieces < min_pieces();
        if is_ending && (pieces < min_pieces_in_ending() || !self.evaluation.bare_royal_plays_on()) {
            return None;
        }

        // Step 5. Reverse futility pruning: so far above beta that no quiet reply will bring the score back, unless the
        // royal piece is attacked.
        let mut royal_attacked = false;
        if *depth <= shallow_depth()
            && static_eval - rfp_margin() * (*depth - i32::from(improving)) >= beta
            && static_eval < MATE_IN_MAX_PLY
            && beta > -MATE_IN_MAX_PLY
        {
            royal_attacked = self.is_royal_attacked();
            if !royal_attacked {
                return Some(static_eval);
            }
        }

        // Step 6. Razoring: so far below alpha that no quiet turn can reach it; quiescence search decides.
        if *depth <= razor_depth() && static_eval + futility_margin() * (*depth + 1) <= alpha {
            let score = self.quiescence(ply, alpha, beta);
            if score <= alpha || self.stopped {
                return Some(score);
            }
        }

        // Step 7. Null-move pruning: if even passing reaches beta, some turn will, too. There are no two passes in a row.
        let has_passed = self.stack[ply - 1].played == ContinuationKey::default();
        let may_be_zugzwang = || is_ending && !self.evaluation.has_officer(&self.position, side);
        if royal_attacked || has_passed || may_be_zugzwang() {
            return None;
        }
        self.null_move(ply, depth, static_eval, beta)
    }

    /// Returns whether the other side, if it were to move, could take the last royal piece.
    fn is_royal_attacked(&self) -> bool {
        let side = self.position.side();
        let royals = self.position.board().royals(side);
        royals.len() == 1 && royals.iter().all(|royal| self.position.is_attacked_by(side.other(), royal))
    }

    /// Returns a score proven by the null move. With few pieces it proves nothing: having to move may be a disadvantage
    /// (zugzwang), or there may be no turn at all (K116).
    ///
    /// Threat extension: if passing loses the royal piece at once, the node is searched a ply deeper.
    fn null_move(&mut self, ply: usize, depth: &mut i32, static_eval: i32, beta: i32) -> Option<i32> {
        if *depth < null_depth() || static_eval < beta || beta.abs() >= MATE_IN_MAX_PLY {
            return None;
        }
        let reduced = *depth
            - null_reduction()
            - *depth / null_depth_divisor()
            - ((static_eval - beta) / null_eval_divisor()).min(null_eval_max());
        self.position.null_turn();
        self.tt.prefetch(self.key());
        self.stack[ply].played = ContinuationKey::default();
        self.stack[ply].reached = None;
        let score = -self.node(ply + 1, reduced, -beta, 1 - beta, false);
        self.position.undo();
        if self.stopped {
            return Some(0);
        }
        if score >= beta {
            // A pass does not prove a forced win, such as an opponent without a turn.
            return Some(if score >= MATE_IN_MAX_PLY { beta } else { score });
        }
        if score == mated_in(ply + 2) {
            *depth += 1;
        }
        None
    }
}

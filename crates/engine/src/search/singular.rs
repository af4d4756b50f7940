//! Singular extensions: a turn of the transposition table that is better than all others is searched deeper.

use crate::params::node::*;
use crate::score::MATE_IN_MAX_PLY;
use crate::tt::{Bound, Entry, PackedTurn};

use super::Search;

/// The result of a singular search.
pub(super) enum Singular {
    /// The extension of the turn, in plies; negative for a reduction.
    Extension(i32),
    /// Several turns reach beta, with this score (multi-cut).
    MultiCut(i32),
}

impl Search<'_> {
    /// Searches all turns except that of the entry, to half the depth. If none comes near the entry's score, the turn is
    /// singular and extended. If another one does and reaches beta, too, the node is cut (multi-cut). If only the entry's turn
    /// reaches beta, or a cutoff is expected anyway, the turn is reduced.
    pub(super) fn singular(
        &mut self,
        ply: usize,
        depth: i32,
        beta: i32,
        is_pv: bool,
        cut_node: bool,
        entry: Option<&Entry>,
    ) -> Singular {
        let is_tried = |entry: &&Entry| {
            depth >= singular_depth()
                && ply < 2 * self.root_depth as usize
                && !entry.turn.is_none()
                && entry.depth >= depth - singular_entry_plies()
                && entry.bound != Bound::Upper
                && entry.score.abs() < MATE_IN_MAX_PLY
        };
        let Some(entry) = entry.filter(is_tried) else { return Singular::Extension(0) };
        let singular_beta = entry.score - singular_margin() * depth;
        let static_eval = self.stack[ply].static_eval;
        self.stack[ply].excluded = entry.turn;
        let score = self.node(ply, (depth - 1) / 2, singular_beta - 1, singular_beta, cut_node);
        self.stack[ply].excluded = PackedTurn::default();
        self.stack[ply].static_eval = static_eval;
        if score < singular_beta {
            Singular::Extension(1)
        } else if singular_beta >= beta && !is_pv {
            Singular::MultiCut(singular_beta)
        } else if entry.score >= beta {
            Singular::Extension(-negative_beta())
        } else {
            Singular::Extension(if cut_node { -negative_cut() } else { 0 })
        }
    }
}

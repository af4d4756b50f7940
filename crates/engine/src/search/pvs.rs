//! Principal variation search of one turn, at the root and at every other node.

use super::Search;

/// The window of a turn, and the expectation about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Whether a beta cutoff is expected (an expected cut node).
    pub(super) cut_node: bool,
}

impl Search<'_> {
    /// Searches the position after a turn of `ply` to `depth` plies, and returns the score for the side that has played it.
    ///
    /// The first turn of a node (`late` is `None`) gets the whole window. A later one is searched with a null window: first
    /// reduced by `late` plies (late move reductions), then at full depth; if it raises alpha, it is searched again with the
    /// whole window.
    ///
    /// The node after the first turn of an expected cut node is expected to fail low, and the other way round. After a turn
    /// that is expected to be no better, in the principal variation or reduced, a beta cutoff is expected.
    #[inline]
    pub(super) fn pvs(&mut self, ply: usize, depth: i32, window: Window, late: Option<i32>) -> i32 {
        let Window { alpha, beta, cut_node } = window;
        let is_pv = beta - alpha > 1;
        let Some(reduction) = late else {
            return -self.node(ply + 1, depth, -beta, -alpha, !is_pv && !cut_node);
        };
        let is_reduced = reduction > 0;
        let mut score = -self.node(ply + 1, depth - reduction, -alpha - 1, -alpha, is_reduced || !cut_node);
        if score > alpha && is_reduced {
            score = -self.node(ply + 1, depth, -alpha - 1, -alpha, !cut_node);
        }
        if score > alpha && score < beta {
            score = -self.node(ply + 1, depth, -beta, -alpha, false);
        }
        score
    }
}

//! Principal variation search of one turn, at the root and at every other node.

use super::Search;

impl Search<'_> {
    /// Searches the position after a turn of `ply`, and returns the score for the side that has played it.
    ///
    /// The first turn of a node (`late` is `None`) gets the whole window. A later one has to prove in a null window that it is
    /// better: reduced by `late` plies first (late move reductions), then at full depth; if it does, it is searched again
    /// within the window.
    #[inline]
    pub(super) fn pvs(&mut self, ply: usize, depth: i32, alpha: i32, beta: i32, late: Option<i32>) -> i32 {
        let Some(reduction) = late else { return -self.node(ply + 1, depth - 1, -beta, -alpha, true) };
        let mut score = -self.node(ply + 1, depth - 1 - reduction, -alpha - 1, -alpha, true);
        if score > alpha && reduction > 0 {
            score = -self.node(ply + 1, depth - 1, -alpha - 1, -alpha, true);
        }
        if score > alpha && score < beta {
            score = -self.node(ply + 1, depth - 1, -beta, -alpha, true);
        }
        score
    }
}

//! The limit of quiescence search in positions with endless captures.
//!
//! On a crowded board almost every piece can take another, and quiescence search alone would visit millions of nodes before it
//! returned a score. So each of its trees has a limit, in [`TimeCost`](crate::time::TimeCost) units, which are counted and not
//! measured: the same search visits the same nodes on every machine. A tree that reaches it is abandoned and searched again
//! with fewer plies of captures; beyond them only the cheapest recapture on the square of the last turn is tried, as in static
//! exchange evaluation. The number of plies stays reduced until the end of the iteration.
//!
//! The trees of the first iteration share a limit as well, because no turn has been compared with all others until it is
//! complete: each tree gets a share of the rest. If a tree of the first iteration has reached its limit, the root's remaining
//! turns are ordered by static exchange evaluation, too, and the trees of later iterations have a lower limit.
//!
//! The built-in games stay below these limits.

use crate::params::qsearch::{
    crowded_tree_cost, first_capped_plies, first_iteration_cost, first_iteration_share, tree_cost,
};

/// The limit of quiescence search, for one thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuiescenceLimit {
    /// The number of plies of a tree in which all captures are tried.
    plies: usize,
    /// The cost of the search at which the tree is abandoned.
    tree_end: u64,
    /// The cost of the search at which the trees of the first iteration reach their common limit; `None` in later iterations.
    first_iteration_end: Option<u64>,
    /// Whether a tree of the first iteration has reached its limit.
    crowded: bool,
    /// Whether the current tree has reached its limit.
    exceeded: bool,
    /// The number of trees that have reached their limit.
    #[cfg(test)]
    pub(crate) exceeded_trees: usize,
}

impl Default for QuiescenceLimit {
    fn default() -> QuiescenceLimit {
        QuiescenceLimit {
            plies: usize::MAX,
            tree_end: u64::MAX,
            first_iteration_end: None,
            crowded: false,
            exceeded: false,
            #[cfg(test)]
            exceeded_trees: 0,
        }
    }
}

impl QuiescenceLimit {
    /// Begins an iteration, or one of its lines; `spent` is the cost of the search so far.
    pub(super) fn begin_iteration(&mut self, spent: u64, is_first: bool) {
        self.plies = usize::MAX;
        self.first_iteration_end = is_first.then(|| spent.saturating_add(first_iteration_cost()));
    }

    /// Begins a tree; `spent` is the cost of the search so far.
    pub(super) fn begin_tree(&mut self, spent: u64) {
        let share = |end: u64| end.saturating_sub(spent) / first_iteration_share();
        let most = if self.crowded { crowded_tree_cost() } else { tree_cost() };
        let cost = self.first_iteration_end.map_or(most, |end| share(end).min(tree_cost()));
        self.tree_end = spent.saturating_add(cost);
        self.exceeded = false;
    }

    /// Ends a tree, and returns whether it has to be searched again with fewer plies of captures.
    pub(super) fn end_tree(&mut self) -> bool {
        if self.exceeded {
            #[cfg(test)]
            {
                self.exceeded_trees += 1;
            }
            self.crowded |= self.first_iteration_end.is_some();
            self.plies = if self.plies == usize::MAX { first_capped_plies() } else { self.plies / 2 };
        }
        self.exceeded
    }

    /// Returns whether the tree has to be abandoned at a cost `spent` of the search. A tree without plies of captures is a
    /// single line and is always searched to its end.
    #[inline]
    pub(super) fn is_exceeded(&mut self, spent: u64) -> bool {
        self.exceeded |= spent >= self.tree_end && self.plies > 0;
        self.exceeded
    }

    /// Returns whether the tree is being abandoned.
    #[inline]
    pub(super) fn is_broken_off(&self) -> bool {
        self.exceeded
    }

    /// Returns whether only the cheapest recapture is tried after `qsearch_ply` plies of captures.
    #[inline]
    pub(super) fn is_beyond(&self, qsearch_ply: usize) -> bool {
        qsearch_ply >= self.plies
    }

    /// Returns whether a tree of the first iteration has reached its limit.
    pub(super) fn is_crowded(&self) -> bool {
        self.crowded
    }
}

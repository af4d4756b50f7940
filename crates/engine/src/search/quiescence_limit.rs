//! How far quiescence goes where there is no end of captures.
//!
//! On a crowded board everything takes everything, and quiescence search alone would visit millions of nodes before it returned a
//! single score. So each of its trees has a bound, in [`TimeCost`](crate::time::TimeCost) units, which are counted and not
//! measured: the same search visits the same nodes on every machine. A tree that exceeds it is broken off and searched anew
//! with fewer plies of captures; beyond them only the cheapest recapture on the square of the last turn is tried, which is a
//! static exchange evaluation. The plies stay so few until the iteration ends.
//!
//! The trees of the first iteration share a bound of their own, since until it is complete no turn has been compared with all
//! others: each tree gets a part of what is left of it. When that bound has been met, the turns of the root that are still to be
//! searched are ordered by their static exchange evaluation, too, and the trees of later iterations have a lower bound.
//!
//! The bounds lie beyond what the built-in games need.

use crate::params::qsearch::{
    crowded_tree_cost, first_capped_plies, first_iteration_cost, first_iteration_share, tree_cost,
};

/// The bound of quiescence search, for one thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuiescenceLimit {
    /// The plies of a tree in which all captures are tried.
    plies: usize,
    /// The cost of the search at which the tree is broken off.
    tree_end: u64,
    /// The cost of the search at which the trees of the first iteration will have used up their bound; `None` in later iterations.
    first_iteration_end: Option<u64>,
    /// Whether a tree of the first iteration has exceeded its bound.
    crowded: bool,
    /// Whether the tree has exceeded its bound.
    exceeded: bool,
    /// The number of trees that have exceeded it.
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
    /// Begins an iteration for one of its lines, at a cost of the search so far.
    pub(super) fn begin_iteration(&mut self, spent: u64, is_first: bool) {
        self.plies = usize::MAX;
        self.first_iteration_end = is_first.then(|| spent.saturating_add(first_iteration_cost()));
    }

    /// Begins a tree.
    pub(super) fn begin_tree(&mut self, spent: u64) {
        let share = |end: u64| end.saturating_sub(spent) / first_iteration_share();
        let most = if self.crowded { crowded_tree_cost() } else { tree_cost() };
        let cost = self.first_iteration_end.map_or(most, |end| share(end).min(tree_cost()));
        self.tree_end = spent.saturating_add(cost);
        self.exceeded = false;
    }

    /// Ends a tree, and returns whether it has to be searched anew, with fewer plies of captures.
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

    /// Looks at the cost of the search, and returns whether the tree is to be broken off. Without plies of captures it is a line,
    /// and comes to its end.
    #[inline]
    pub(super) fn is_exceeded(&mut self, spent: u64) -> bool {
        self.exceeded |= spent >= self.tree_end && self.plies > 0;
        self.exceeded
    }

    /// Returns whether the tree is being broken off.
    #[inline]
    pub(super) fn is_broken_off(&self) -> bool {
        self.exceeded
    }

    /// Returns whether only the cheapest recapture is tried after this number of plies of captures.
    #[inline]
    pub(super) fn is_beyond(&self, qsearch_ply: usize) -> bool {
        qsearch_ply >= self.plies
    }

    /// Returns whether a tree of the first iteration has exceeded its bound.
    pub(super) fn is_crowded(&self) -> bool {
        self.crowded
    }
}

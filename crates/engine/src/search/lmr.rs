//! Late move reductions: by how many plies late turns are first searched less deeply.

use crate::params::turns::{
    lmr_base, lmr_depth, lmr_divisor, lmr_full_root_turns, lmr_full_turns, lmr_history,
};

use super::move_loop::NodeContext;
use super::movepick::ScoredTurn;

/// One ply, in the unit in which reductions are added up.
const PLY: i32 = 1 << PLY_BITS;
const PLY_BITS: u32 = 10;

/// The reductions by depth and by the index of the turn, in fractions of a ply.
pub(crate) struct LmrTable(Vec<[i32; LmrTable::INDICES]>);

impl LmrTable {
    const DEPTHS: usize = 64;
    const INDICES: usize = 64;

    pub(crate) fn new() -> LmrTable {
        let reduction = |depth: usize, index: usize| {
            let plies = lmr_base() + (depth.max(1) as f64).ln() * (index.max(1) as f64).ln() / lmr_divisor();
            (f64::from(PLY) * plies) as i32
        };
        LmrTable(
            (0..Self::DEPTHS).map(|depth| std::array::from_fn(|index| reduction(depth, index))).collect(),
        )
    }

    /// Returns the reduction of a node's turn in plies: less in the principal variation and for quiet turns with a good
    /// history, more where the static eval is not improving and at expected cut nodes; none for good captures and promotions.
    #[inline]
    pub(super) fn at_node(&self, index: usize, is_pv: bool, context: &NodeContext, turn: &ScoredTurn) -> i32 {
        let depth = context.depth;
        let quiet = turn.is_quiet();
        if depth < lmr_depth() || index < lmr_full_turns() || !(quiet || turn.is_bad_capture()) {
            return 0;
        }
        let history = if quiet { turn.order.clamp(-2 * lmr_history(), 2 * lmr_history()) } else { 0 };
        let plies = i32::from(!context.improving) + i32::from(context.cut_node) - i32::from(is_pv);
        let reduction = self.get(depth, index) + PLY * plies - PLY * history / lmr_history();
        (reduction >> PLY_BITS).clamp(0, depth - 2)
    }

    /// Returns the reduction of a turn of the root in plies.
    pub(super) fn at_root(&self, depth: i32, index: usize) -> i32 {
        if depth >= lmr_depth() && index >= lmr_full_root_turns() {
            self.get(depth, index) / PLY / 2
        } else {
            0
        }
    }

    /// Returns the reduction of any turn, in fractions of a ply.
    #[inline]
    fn get(&self, depth: i32, index: usize) -> i32 {
        let depth = depth.clamp(0, Self::DEPTHS as i32 - 1) as usize;
        self.0[depth][index.min(Self::INDICES - 1)]
    }
}

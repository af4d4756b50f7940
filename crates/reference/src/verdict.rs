//! The end of a game (K113, R32).

use crate::board::Board;
use crate::geometry::Side;
use crate::rulesets::Ruleset;

/// Returns whether a position without history has no legal moves because one side has lost (K85, K114).
pub(crate) fn is_decided(rules: &Ruleset, board: &Board, to_move: Side) -> bool {
    has_lost(rules, board, to_move, true) || has_lost(rules, board, to_move.other(), false)
}

/// A side without a royal piece, or with a single piece, has lost (K113). Under R32 a single piece is not a loss if the side is
/// to move and the opponent has two pieces, or if the opponent has only one as well.
fn has_lost(rules: &Ruleset, board: &Board, side: Side, is_to_move: bool) -> bool {
    let others = board.army(side.other()).count();
    let saved = rules.has_r31_and_r32 && others <= if is_to_move { 2 } else { 1 };
    board.royals(side).next().is_none() || board.army(side).count() <= 1 && !saved
}

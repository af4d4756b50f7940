//! The pieces taken so far.

use beaufort_rules::record::NodeId;
use beaufort_rules::{Piece, PieceType, Position, Side};

use super::Session;

impl Session {
    /// Returns the pieces that a side has lost to the other so far, in the order in which they were taken.
    pub fn losses(&self, side: Side) -> Vec<PieceType> {
        let [first, second] = self.losses_at(self.here);
        if side == Side::First { first } else { second }
    }

    /// Returns the pieces that either side has lost to the other at a place of the record, in the order in which they were taken.
    pub(crate) fn losses_at(&self, node: NodeId) -> [Vec<PieceType>; 2] {
        let mut position = self.replay.start().clone();
        let mut losses = [Vec::new(), Vec::new()];
        for turn in self.record.moves.path(node).into_iter().filter_map(|node| self.replay.turn(node)) {
            let loser = position.side().other();
            let before = count_types(&position, loser);
            position.play_unchecked(turn);
            let after = count_types(&position, loser);
            losses[loser.index()].extend(self.game.types().flat_map(|kind| {
                let fewer = before[kind.index()].saturating_sub(after[kind.index()]);
                std::iter::repeat_n(kind, fewer)
            }));
        }
        losses
    }
}

/// Returns how many pieces of each type a side has. Of a piece on two squares the lower part counts (L29).
fn count_types(position: &Position, side: Side) -> Vec<usize> {
    let mut counts = vec![0; position.game().types().count()];
    let pieces = position.board().side(side).iter().map(|square| position.board().at(square));
    let whole = pieces.filter(|piece| piece.other_part().is_none_or(|other| other.dy > 0));
    for kind in whole.filter_map(Piece::kind) {
        counts[kind.index()] += 1;
    }
    counts
}

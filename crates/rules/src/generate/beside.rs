//! Which steps a side can make by what stands beside the board: castlings and captures in passing (L47, L48).

use crate::game::CompiledCastling;
use crate::moves::View;
use crate::position::{Passed, Position};
use crate::turn::{Step, StepKind};

use super::steps::Steps;

/// Lists them, without regard to check.
pub(super) fn beside(position: &Position, view: &View<'_>, out: &mut impl Steps) {
    if position.state().any_castling() {
        for castling in open_castlings(position, view) {
            out.special(castling.step(), false);
        }
    }
    if let Some(Passed { at: Some(via), squares }) = position.state().passed() {
        let piece = view.board.at(via);
        let seen = view.with_enemies_on(&squares);
        for from in position.takers_in_passing(piece, &squares) {
            let travels = &position.game().abilities(view.board.at(from)).travels;
            for to in travels.destinations(&seen, from).intersection(&squares) {
                out.special(Step { from, to, via, kind: StepKind::EnPassant, promotion: None }, true);
            }
        }
    }
}

/// Returns the castlings of the side to move whose pieces have never been displaced and have nothing between them (L47).
pub(super) fn open_castlings<'a>(
    position: &'a Position,
    view: &'a View<'_>,
) -> impl Iterator<Item = &'a CompiledCastling> {
    let all = position.game().castlings().all.iter().enumerate();
    all.filter(|(index, castling)| {
        castling.definition.side == view.side
            && position.state().may_castle(*index)
            && !castling.empty.intersects(&view.occupied)
    })
    .map(|(_, castling)| castling)
}

//! Which steps a side can make by what stands beside the board: castlings, captures in passing, drops (L36, L47, L48).

use crate::game::CompiledCastling;
use crate::position::{Passed, Position};
use crate::turn::{Step, StepKind};

use super::drops::drops;

/// Lists them, without regard to check, each with whether it takes an opposing piece.
#[inline]
pub(super) fn beside(position: &Position, mut out: impl FnMut(Step, bool)) {
    if position.state().any_castling() {
        for castling in open_castlings(position) {
            out(castling.step(), false);
        }
    }
    if let Some(passed) = position.state().passed() {
        in_passing(position, passed, &mut out);
    }
    if !position.state().reserve(position.side()).is_empty() {
        drops(position, |step| out(step, false));
    }
}

/// Lists the captures of the piece that has just moved on the squares it passed (L48).
#[cold]
fn in_passing(position: &Position, passed: Passed, mut out: impl FnMut(Step, bool)) {
    let Passed { at: Some(via), squares } = passed else { return };
    let view = position.view().with_enemies_on(&squares);
    for from in position.takers_in_passing(view.board.at(via), &squares) {
        let travels = &position.game().abilities(view.board.at(from)).travels;
        for to in travels.destinations(&view, from).intersection(&squares) {
            out(Step { from, to, via, kind: StepKind::EnPassant, promotion: None }, true);
        }
    }
}

/// Returns the castlings of the side to move whose pieces have never been displaced and have nothing between them (L47).
#[inline]
pub(super) fn open_castlings(position: &Position) -> impl Iterator<Item = &CompiledCastling> {
    let board = position.board();
    let side = position.side();
    position.game().castlings().all.iter().enumerate().filter_map(move |(index, castling)| {
        let open = castling.definition.side == side
            && position.state().may_castle(index)
            && !castling.empty.intersects(board.side(side))
            && !castling.empty.intersects(board.side(side.other()));
        open.then_some(castling)
    })
}

//! Which steps a side can make by what stands beside the board: castlings and captures in passing (L32, L47, L48); drops
//! have their own file.

use crate::game::CompiledCastling;
use crate::geometry::SquareSet;
use crate::moves::View;
use crate::position::{Passed, Position};
use crate::turn::{Step, StepKind};

use super::steps::Steps;

/// Lists them, without regard to check; `bewitched` are the side's pieces that are.
pub(super) fn beside(position: &Position, view: &View<'_>, bewitched: &SquareSet, out: &mut impl Steps) {
    if position.state().any_castling() {
        for castling in open_castlings(position, view, bewitched) {
            out.special(castling.step(), false);
        }
    }
    if let Some(passed) = position.state().passed() {
        in_passing(position, view, &passed, out);
    }
}

fn in_passing(position: &Position, view: &View<'_>, passed: &Passed, out: &mut impl Steps) {
    if let Some(via) = passed.at {
        let seen = view.with_enemies_on(&passed.squares);
        for from in position.takers_in_passing(view.side, passed) {
            let travels = &position.game().abilities(view.board.at(from)).travels;
            for to in travels.destinations(&seen, from).intersection(&passed.squares) {
                out.special(Step { from, to, via, kind: StepKind::EnPassant, promotion: None }, true);
            }
        }
    }
    for from in position.shooters_in_passing(view.side, passed) {
        let via = passed.at.unwrap_or(from);
        out.special(Step::staying(StepKind::IguiInPassing, from, via), passed.at.is_some());
    }
}

/// Returns the castlings of the side to move whose pieces have never been displaced, are not bewitched and have nothing
/// between them (L19, L47).
pub(super) fn open_castlings<'a>(
    position: &'a Position,
    view: &'a View<'_>,
    bewitched: &'a SquareSet,
) -> impl Iterator<Item = &'a CompiledCastling> {
    let all = position.game().castlings().all.iter().enumerate();
    all.filter(|(index, castling)| {
        castling.definition.side == view.side
            && position.state().may_castle(*index)
            && !castling.empty.intersects(&view.occupied)
            && !bewitched.contains(castling.definition.king.from)
            && !bewitched.contains(castling.definition.rook.from)
    })
    .map(|(_, castling)| castling)
}

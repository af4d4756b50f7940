//! The steps that depend on the state of a position: castlings and captures in passing (L32, L47, L48). Drops have their own
//! file.

use crate::game::CompiledCastling;
use crate::position::{Passed, Position};
use crate::powers::{Step, StepKind};
use crate::vocabulary::SquareSet;

/// Lists these steps, without regard to check, each with a flag whether it takes an opposing piece; `held` are the side's
/// pieces that are immobilized (K92) or bewitched (L18).
#[inline]
pub(super) fn state_steps(position: &Position, held: &SquareSet, mut out: impl FnMut(Step, bool)) {
    if position.state().any_castling() {
        for castling in open_castlings(position, held) {
            out(castling.step(), false);
        }
    }
    if let Some(passed) = position.state().passed() {
        in_passing(position, &passed, out);
    }
}

/// Lists the captures of the piece that has just moved on the squares it passed (L32, L48).
#[cold]
pub(super) fn in_passing(position: &Position, passed: &Passed, mut out: impl FnMut(Step, bool)) {
    let view = position.view();
    if let Some(via) = passed.at {
        let seen = view.with_enemies_on(&passed.squares);
        for from in position.takers_in_passing(view.side, passed) {
            let abilities = position.game().abilities(view.board.at(from));
            let on = passed.squares & abilities.en_passant.squares;
            for to in abilities.travels.destinations(&seen, from) & on {
                out(Step { from, to, via, kind: StepKind::EnPassant, promotion: None }, true);
            }
        }
    }
    for from in position.shooters_in_passing(view.side, passed) {
        let via = passed.at.unwrap_or(from);
        out(Step::staying(StepKind::IguiInPassing, from, via), passed.at.is_some());
    }
}

/// Returns the castlings of the side to move whose pieces have never been displaced and are not held, with only empty squares
/// between (L19, L47).
#[inline]
pub(super) fn open_castlings<'a>(
    position: &'a Position,
    held: &'a SquareSet,
) -> impl Iterator<Item = &'a CompiledCastling> {
    let board = position.board();
    let (side, occupied) = (position.side(), board.occupied());
    position.game().castlings().of(position.state().castling_start()).iter().enumerate().filter_map(
        move |(index, castling)| {
            let open = castling.definition.side == side
                && position.state().may_castle(index)
                && !castling.empty.intersects(&occupied)
                && !held.contains(castling.definition.king.from)
                && !held.contains(castling.definition.rook.from);
            open.then_some(castling)
        },
    )
}

//! A turn from beginning to end.

use super::castling;
use super::check::{self, is_in_check};
use super::drops;
use super::passing;
use super::piece::Kind;
use super::position::{Position, Reserve, castlings_left};
use super::promotion;
use super::square::Square;
use super::step::Step;

/// A legal turn: the square of its piece, except for drops, and the resulting position.
pub(crate) struct Turn {
    pub(crate) from: Option<Square>,
    pub(crate) after: Position,
}

/// Returns all legal turns, some of them perhaps more than once (L52).
pub(crate) fn turns(position: &Position) -> Vec<Turn> {
    let (board, side) = (&position.board, position.side);
    let mut steps: Vec<_> = board.squares_of(side).flat_map(|from| check::steps(board, from)).collect();
    steps.extend(passing::steps(position));
    steps.extend(castling::steps(position));
    let complete = steps.into_iter().flat_map(|step| promotion::complete(step, side));
    let on_board = complete.map(|step| (step, position.reserves));
    on_board
        .chain(drops::drops(position))
        .map(|(step, reserves)| Turn { from: step.from, after: after(position, step, reserves) })
        .filter(|turn| !is_in_check(&turn.after.board, side)) // (L46)
        .collect()
}

/// Returns the position after a turn that has been made on the board, given the reserves without the captures.
fn after(before: &Position, step: Step, mut reserves: [Reserve; 2]) -> Position {
    let kings = before.kings.after(&before.board, &step.board);
    if !kings.on_eighth_row {
        let captured = step.taken.iter().filter(|&&kind| kind == Kind::Assassin).count(); // (L35, R5)
        let own = &mut reserves[before.side as usize].assassins;
        *own = own.saturating_add(u8::try_from(captured).unwrap_or(u8::MAX));
    }
    let side = before.side.other();
    Position {
        side,
        castlings: castlings_left(&before.castlings, &step.board),
        passed: passing::answerable(&step, side),
        reserves,
        kings,
        board: step.board,
    }
}

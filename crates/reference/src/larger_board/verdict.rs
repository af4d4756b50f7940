//! The state of a game, as far as it follows from the position alone (L49).

use super::check::is_in_check;
use super::position::{Position, Reserve};
use super::turn::turns;

/// The state of a game according to the position alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move has turns.
    Open,
    /// The side to move is in check and has no turn: the other side has won.
    Checkmate,
    /// The side to move is not in check and has no turn: a draw.
    Stalemate,
    /// Two bare Kings without reserves: a draw (R24).
    BareKings,
}

pub(crate) fn verdict(position: &Position) -> Verdict {
    let kings_alone = position.board.squares().count() == 2;
    if kings_alone && position.reserves == [Reserve::default(); 2] {
        Verdict::BareKings
    } else if !turns(position).is_empty() {
        Verdict::Open
    } else if is_in_check(&position.board, position.side) {
        Verdict::Checkmate
    } else {
        Verdict::Stalemate
    }
}

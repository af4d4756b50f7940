//! Effects of a piece's arrival by its own power (K53 to K62).

use crate::board::{Board, Piece};
use crate::geometry::{KING, Side, Square, Vector};
use crate::pieces::Power;

/// Returns the boards that may follow a displacement already made on this one: captures on arrival are computed together (K88),
/// and some pieces may decline them (K54).
pub(crate) fn arrivals(board: &Board, piece: Piece, from: Square, to: Square, along: Vector) -> Vec<Board> {
    let side = piece.side;
    let mut after = board.clone();
    for &power in piece.kind.powers {
        if power == Power::Convert {
            if board.is_of(to + along, side.other()) {
                after = after.converted(to + along); // (K58)
            }
        } else {
            after = after.without_all(&taken(board, side, from, to, along, power));
        }
    }
    if piece.has(Power::MayDecline) { vec![after, board.clone()] } else { vec![after] }
}

fn taken(board: &Board, side: Side, from: Square, to: Square, along: Vector, power: Power) -> Vec<Square> {
    let opposing = |&square: &Square| board.is_of(square, side.other());
    match power {
        Power::Approach => vec![to + along].into_iter().filter(opposing).collect(),
        Power::Withdraw => vec![from - along].into_iter().filter(opposing).collect(),
        Power::Sandwich => {
            let closed = |&&direction: &&Vector| board.is_of(to + direction * 2, side);
            KING.iter().filter(closed).map(|&direction| to + direction).filter(opposing).collect()
        }
        Power::TakeRow => (1..board.size()).map(|i| to + along * i).take_while(opposing).collect(),
        Power::Coordinate => {
            let crossings = |royal: Square| [Square(to.0, royal.1), Square(royal.0, to.1)];
            board.royals(side).flat_map(crossings).filter(opposing).collect()
        }
        Power::Fire => KING.iter().map(|&direction| to + direction).filter(opposing).collect(),
        Power::Purge => {
            let promoted = |&square: &Square| board.at(square).is_some_and(|piece| piece.kind.promoted);
            KING.iter().map(|&direction| to + direction).filter(promoted).collect()
        }
        _ => Vec::new(),
    }
}

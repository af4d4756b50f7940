//! Promotion (K104 to K112, R30, R31).

use crate::board::{Board, Piece};
use crate::geometry::{Side, Square, Vector};
use crate::pieces::Power;
use crate::rulesets::Ruleset;

/// Returns the board unchanged and, if the piece that went by its own power from one square to another may promote, the board
/// after that (K105). Any captures of the move have been made already (K109); `before` is the board without them. Where the
/// last rank may be entered only by promoting, the unchanged board is not among the results there, unless a royal piece was
/// taken (R31).
pub(crate) fn promotions(
    rules: &'static Ruleset,
    before: &Board,
    board: Board,
    from: Square,
    to: Square,
    along: Vector,
) -> Vec<Board> {
    let promoted = board.at(to).and_then(|piece| {
        let in_zone = in_zone(rules, piece.side, from) || in_zone(rules, piece.side, to);
        let kind = target(rules, &board, piece, along).filter(|_| from != to && in_zone)?;
        let others = board
            .pieces()
            .filter(|&(square, other)| square != to && other.side == piece.side && other.kind.id == kind);
        let limit = rules.limits.iter().find(|(id, _)| *id == kind);
        if limit.is_some_and(|&(_, most)| others.count() >= most) {
            return None; // (R30)
        }
        Some(board.with(to, Some(Piece { kind: rules.kind(kind)?, ..piece })))
    });
    let is_due = board.at(to).is_some_and(|piece| {
        rules.has_r31_and_r32
            && !piece.kind.promotes_to.is_empty()
            && to.1 == if piece.side == Side::Blue { rules.size - 1 } else { 0 }
    });
    let took_royal = before.at(to).is_some_and(|taken| taken.has(Power::Royal));
    std::iter::once(board).filter(|_| !is_due || took_royal).chain(promoted).collect()
}

fn in_zone(rules: &Ruleset, side: Side, square: Square) -> bool {
    match side {
        Side::Blue => square.1 >= rules.size - rules.zone,
        Side::Tan => square.1 < rules.zone,
    }
}

/// Returns the type to which a piece promotes, if any.
fn target(rules: &Ruleset, board: &Board, piece: Piece, along: Vector) -> Option<&'static str> {
    let is_emperor = |(_, piece): (Square, Piece)| piece.kind.id == "Em";
    match (piece.kind.promotes_to.as_slice(), piece.kind.id) {
        ([only], _) => Some(only),
        ([first, again], "K") => Some(if board.pieces().any(is_emperor) { again } else { first }), // (K109)
        ([diagonal, orthogonal], _) if rules.name == "scirocco-1999" => {
            Some(if along.0 != 0 && along.1 != 0 { diagonal } else { orthogonal }) // (K111)
        }
        _ => None,
    }
}

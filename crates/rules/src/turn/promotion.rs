//! The moves after which a piece may promote, and the promotions offered (K104 to K111).

use crate::game::Game;
use crate::game::definition::{Promotion, PromotionWhen};
use crate::vocabulary::{Board, Geometry, PieceType, Side, Square, SquareSet};

/// Returns the destinations of a move by own power after which a piece may promote: all if it starts in its owner's zone, else
/// those inside (K105).
#[inline]
pub(crate) fn eligible(game: &Game, side: Side, from: Square, to: &SquareSet) -> SquareSet {
    let zone = game.zone(side);
    if zone.contains(from) { *to } else { to & zone }
}

/// Returns the destinations after which this promotion is the one offered (K109, K111, R30).
///
/// Pieces captured on the way are considered gone only on the square where the move ends. This is sufficient: in the games
/// whose promotions depend on other pieces, these pieces take nothing elsewhere.
#[inline]
pub(crate) fn offered(
    game: &Game,
    board: &Board,
    side: Side,
    promotion: Promotion,
    from: Square,
    to: SquareSet,
) -> SquareSet {
    let size = game.size();
    let keep = |wanted: &dyn Fn(Square) -> bool| to.iter().filter(|&square| wanted(square)).collect();
    match promotion.when {
        PromotionWhen::Always => to,
        PromotionWhen::OrthogonalMove => keep(&|square| is_orthogonal(size, from, square)),
        PromotionWhen::DiagonalMove => keep(&|square| !is_orthogonal(size, from, square)),
        // These do not depend on the destination; see `generate`.
        PromotionWhen::Anywhere
        | PromotionWhen::Taking(_)
        | PromotionWhen::TakingAny
        | PromotionWhen::Placed(_) => SquareSet::EMPTY,
        PromotionWhen::AtMost(most) if others(game, board, side, promotion.to, from) < most => to,
        PromotionWhen::AtMost(_) => SquareSet::EMPTY,
        PromotionWhen::Absent(kind) => to - with_another(board, kind, &to),
        PromotionWhen::Present(kind) => with_another(board, kind, &to),
    }
}

/// Returns the number of a side's pieces of a type on other squares than `but`, with those that differ from it only by where they
/// came from (R30, R77).
fn others(game: &Game, board: &Board, side: Side, kind: PieceType, but: Square) -> u8 {
    let known = game.known_as(kind);
    let is_such = |&square: &Square| {
        square != but && board.at(square).kind().is_some_and(|other| game.known_as(other) == known)
    };
    board.side(side).iter().filter(is_such).count().try_into().unwrap_or(u8::MAX)
}

/// Returns whether two squares share a rank or a file.
fn is_orthogonal(size: Geometry, from: Square, to: Square) -> bool {
    size.file(from) == size.file(to) || size.rank(from) == size.rank(to)
}

/// Returns the squares for which another square of the board has a piece of a type, of either side (K109).
fn with_another(board: &Board, kind: PieceType, squares: &SquareSet) -> SquareSet {
    let of_kind = board.pieces().filter(|(_, piece)| piece.kind() == Some(kind));
    let there: SquareSet = of_kind.map(|(square, _)| square).collect();
    match there.len() {
        0 => SquareSet::EMPTY,
        1 => squares - there,
        _ => *squares,
    }
}

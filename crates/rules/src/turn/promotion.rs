//! Who may promote, and to what (K104 to K111).

use crate::game::definition::{Promotion, PromotionWhen};
use crate::game::{Game, Side};
use crate::geometry::{BoardSize, Square, SquareSet};

/// Returns those destinations of a move by own power after which a piece may promote: all if it starts in its owner's
/// zone, else those inside (K105).
#[inline]
pub(crate) fn eligible(game: &Game, side: Side, from: Square, to: &SquareSet) -> SquareSet {
    let zone = game.zone(side);
    if zone.contains(from) { *to } else { to.intersection(zone) }
}

/// Returns those destinations after which this promotion is the one offered (K111).
#[inline]
pub(crate) fn offered(size: BoardSize, promotion: Promotion, from: Square, to: SquareSet) -> SquareSet {
    let along = |wanted: bool| -> SquareSet {
        to.iter().filter(|&square| is_orthogonal(size, from, square) == wanted).collect()
    };
    match promotion.when {
        PromotionWhen::Always => to,
        PromotionWhen::OrthogonalMove => along(true),
        PromotionWhen::DiagonalMove => along(false),
    }
}

/// Returns whether two squares share a rank or a file.
fn is_orthogonal(size: BoardSize, from: Square, to: Square) -> bool {
    size.file(from) == size.file(to) || size.rank(from) == size.rank(to)
}

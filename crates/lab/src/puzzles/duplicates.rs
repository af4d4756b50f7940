//! Which positions are the same puzzle.

use beaufort_rules::{Piece, Position, Side, Square};

/// The key of a position, equal for its mirror images: left and right exchanged, or the
/// sides exchanged.
pub(super) type PuzzleKey = Vec<u16>;

/// Returns the key of a position.
pub(super) fn key(position: &Position) -> PuzzleKey {
    let size = position.game().size();
    let solver = position.side();
    let code = |piece: Piece| {
        let owner = u16::from(piece.side() != solver);
        piece.kind().map_or(0, |kind| 1 + 2 * kind.index() as u16 + owner)
    };
    let seen = |square: Square| if solver == Side::First { square } else { size.flip(square) };
    let plain = size.iter().map(|square| code(position.board().at(seen(square)))).collect();
    let mirrored = size.iter().map(|square| code(position.board().at(seen(size.reflect(square))))).collect();
    PuzzleKey::min(plain, mirrored)
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn mirrored_positions_are_the_same_puzzle() {
        let game = builtin::game("orthochess").expect("it is built in");
        let key = |text: &str| key(&Position::parse(&game, text).expect("it is one"));
        let one = key("4k3/8/8/8/8/7q/1P6/K7 w - - 0 1");
        for same in [
            "4k3/8/8/8/8/7q/1P6/K7 w - - 3 9",
            "3k4/8/8/8/8/q7/6P1/7K w - - 0 1",
            "k7/1p6/7Q/8/8/8/8/4K3 b - - 0 1",
        ] {
            assert_eq!(key(same), one, "{same}");
        }
        for other in ["4k3/8/8/8/8/7q/1P6/K7 b - - 0 1", "4k3/8/8/8/8/6q1/1P6/K7 w - - 0 1"] {
            assert_ne!(key(other), one, "{other}");
        }
    }
}

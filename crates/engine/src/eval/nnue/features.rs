//! The inputs of the network: which pieces stand where, in either perspective.

use beaufort_rules::{Game, Geometry, Piece, PieceType, Side, Square};

/// The inputs of the network: one for each piece type of either owner on each square.
///
/// The rows of the first layer are numbered by owner (the viewer's own types first), type and square. Each side sees the board
/// from its own edge: the second player's squares are mapped as the initial array is symmetric, by reflection in the middle
/// rank or by rotation by half a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    size: Geometry,
    types: usize,
    /// The squares in the second side's perspective.
    turned: Vec<Square>,
}

impl Features {
    /// Returns the inputs for a game.
    pub fn new(game: &Game) -> Features {
        let array = &game.definition().array;
        let size = game.size();
        // If both fit, reflection is preferred, as files keep their meaning, for castling for example.
        let fits = |turned: fn(Geometry, Square) -> Square| {
            array.iter().filter(|placed| placed.side == Side::First).all(|placed| {
                let square = turned(size, placed.square);
                array.iter().any(|other| {
                    (other.side, other.square, other.piece) == (Side::Second, square, placed.piece)
                })
            })
        };
        let is_rotated = !fits(Geometry::flip) && fits(Geometry::rotate);
        let turn = |square| if is_rotated { size.rotate(square) } else { size.flip(square) };
        Features { size, types: game.types().count(), turned: size.iter().map(turn).collect() }
    }

    /// Returns the geometry of the board.
    pub fn size(&self) -> Geometry {
        self.size
    }

    /// Returns the number of piece types.
    pub fn types(&self) -> usize {
        self.types
    }

    /// Returns the number of rows for the pieces of one owner: types times squares.
    #[inline]
    pub fn rows_of_owner(&self) -> usize {
        self.types * self.size.squares()
    }

    /// Returns the number of rows of both owners.
    #[inline]
    pub fn rows(&self) -> usize {
        2 * self.rows_of_owner()
    }

    /// Returns the row of a piece on a square in the perspective of `viewer`: below [`Features::rows`].
    ///
    /// # Panics
    /// If the piece is [`Piece::NONE`], or the square is not on the board and the viewer is the second side.
    #[inline]
    pub fn row(&self, viewer: Side, piece: Piece, square: Square) -> usize {
        let kind = piece.kind().expect("an input is a piece");
        let owner = if piece.side() == viewer { 0 } else { self.rows_of_owner() };
        owner + self.own_row(kind, self.seen(viewer, square))
    }

    /// Returns the row of a side's own piece of a type on a square: below [`Features::rows_of_owner`]. `seen` is the square in
    /// that side's perspective, as [`Features::seen`] returns it.
    #[inline]
    pub fn own_row(&self, kind: PieceType, seen: Square) -> usize {
        kind.index() * self.size.squares() + seen.index()
    }

    /// Maps a square of the board to the perspective of `viewer`, or back: the map is its own inverse. For the first side
    /// squares stay as they are.
    ///
    /// # Panics
    /// If the square is not on the board and the viewer is the second side.
    #[inline]
    pub fn seen(&self, viewer: Side, square: Square) -> Square {
        match viewer {
            Side::First => square,
            Side::Second => self.turned[square.index()],
        }
    }

    /// Returns the row of the same piece on the square mirrored left to right. `row` is below [`Features::rows`].
    pub fn reflected(&self, row: usize) -> usize {
        let squares = self.size.squares();
        let square = Square::new((row % squares) as u8);
        row - square.index() + self.size.reflect(square).index()
    }

    /// Returns the row of the same piece on the same square in the other side's perspective. `row` is below [`Features::rows`].
    pub fn seen_by_other(&self, row: usize) -> usize {
        let (owner, own) = (row / self.rows_of_owner(), row % self.rows_of_owner());
        let (kind, square) = (own / self.size.squares(), own % self.size.squares());
        let square = Square::new(square as u8);
        (1 - owner) * self.rows_of_owner()
            + kind * self.size.squares()
            + self.seen(Side::Second, square).index()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use beaufort_rules::game::definition::Symmetry;
    use beaufort_rules::{Position, builtin};

    use super::*;

    #[test]
    fn both_sides_see_the_same_array() {
        let is_symmetric = |game: &Arc<Game>| game.definition().symmetry != Symmetry::None;
        for game in builtin::ids().filter_map(builtin::game).filter(is_symmetric) {
            let features = Features::new(&game);
            let position = Position::initial(&game);
            let seen = |viewer: Side| {
                let mut rows: Vec<usize> = position
                    .board()
                    .pieces()
                    .map(|(square, piece)| features.row(viewer, piece, square))
                    .collect();
                rows.sort_unstable();
                rows
            };
            assert_eq!(seen(Side::First), seen(Side::Second), "{}", game.definition().id);
        }
    }

    #[test]
    fn every_piece_on_every_square_has_a_row_of_its_own() {
        for game in builtin::ids().filter_map(builtin::game) {
            let features = Features::new(&game);
            for viewer in Side::BOTH {
                let mut seen = vec![false; features.rows()];
                for kind in game.types() {
                    for piece in Side::BOTH.map(|side| Piece::new(kind, side)) {
                        for square in game.size().iter() {
                            let row = features.row(viewer, piece, square);
                            assert!(!std::mem::replace(&mut seen[row], true));
                            let reflected = features.row(viewer, piece, game.size().reflect(square));
                            assert_eq!(features.reflected(row), reflected);
                            assert_eq!(
                                features.seen_by_other(row),
                                features.row(viewer.other(), piece, square)
                            );
                        }
                    }
                }
                assert!(seen.into_iter().all(|seen| seen));
            }
        }
    }
}

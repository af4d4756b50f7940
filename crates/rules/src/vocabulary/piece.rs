//! Piece types, and pieces of either side in two bytes.

use super::{Side, Vector};

/// The index of a piece type in the [definition](crate::game::Definition::pieces) of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceType(u8);

impl PieceType {
    /// Returns the type with an index; a game has at most 200 types.
    #[inline]
    pub const fn new(index: u8) -> PieceType {
        PieceType(index)
    }

    /// Returns the index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the index as a byte.
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }
}

/// A piece of a type and a side, or no piece: the content of a square. A wall is no piece, but it occupies its square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Piece(u16);

/// The bits for the type and the side.
const CODE: u16 = (1 << PART_SHIFT) - 1;
/// The number of the first bit for the direction of the other part of a piece on two squares (L22).
const PART_SHIFT: u32 = 9;
/// The possible places of the other part, relative to one: the four diagonal neighbours.
const PARTS: [Vector; 4] = [Vector::new(1, 1), Vector::new(-1, 1), Vector::new(1, -1), Vector::new(-1, -1)];

impl Piece {
    /// No piece.
    pub const NONE: Piece = Piece(0);
    /// A wall: no piece of either side, but the square is occupied.
    pub const WALL: Piece = Piece(1);

    /// Returns a side's piece of a type.
    #[inline]
    pub const fn new(kind: PieceType, side: Side) -> Piece {
        Piece((kind.0 as u16 + 1) * 2 + side as u16)
    }

    /// Returns whether this is no piece: nothing, or a wall.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 <= Piece::WALL.0
    }

    /// Returns whether this is a wall.
    #[inline]
    pub const fn is_wall(self) -> bool {
        self.0 == Piece::WALL.0
    }

    /// Returns the owner; meaningless for [`Piece::NONE`] and [`Piece::WALL`].
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::First } else { Side::Second }
    }

    /// Returns the type; `None` for [`Piece::NONE`] and [`Piece::WALL`].
    #[inline]
    pub const fn kind(self) -> Option<PieceType> {
        match (self.0 & CODE) >> 1 {
            0 => None,
            n => Some(PieceType::new((n - 1) as u8)),
        }
    }

    /// Returns a number for indexing tables, below [`Piece::codes`]: 0 for [`Piece::NONE`], 1 for [`Piece::WALL`],
    /// from 2 on for pieces.
    #[inline]
    pub const fn code(self) -> usize {
        (self.0 & CODE) as usize
    }

    /// Returns the piece as one part of a piece on two squares, whose other part is at this vector in the first player's
    /// coordinates (L22). If the vector does not lead to a diagonal neighbour, the piece is unchanged.
    #[must_use]
    pub fn with_part_at(self, other: Vector) -> Piece {
        let place = PARTS.iter().position(|&v| v == other).map_or(0, |place| place as u16 + 1);
        Piece(self.0 & CODE | place << PART_SHIFT)
    }

    /// Returns the vector to the other part of a piece on two squares, in the first player's coordinates (L22); `None` for
    /// other pieces.
    #[inline]
    pub fn other_part(self) -> Option<Vector> {
        let place = usize::from(self.0 >> PART_SHIFT).checked_sub(1)?;
        PARTS.get(place).copied()
    }

    /// Returns a number that includes the place of the other part.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// Returns the number of codes that a game with `types` piece types has.
    pub const fn codes(types: usize) -> usize {
        (types + 1) * 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_type_and_side() {
        for n in [0, 1, 199] {
            for side in Side::BOTH {
                let piece = Piece::new(PieceType::new(n), side);
                assert_eq!((piece.kind(), piece.side()), (Some(PieceType::new(n)), side));
                assert!(!piece.is_none() && piece.code() < Piece::codes(200));
            }
        }
        assert!(Piece::NONE.is_none() && Piece::NONE.kind().is_none());
        assert!(Piece::WALL.is_none() && Piece::WALL.kind().is_none());
    }

    #[test]
    fn packs_the_place_of_the_other_part() {
        let piece = Piece::new(PieceType::new(199), Side::Second);
        assert_eq!(piece.other_part(), None);
        for v in PARTS {
            let part = piece.with_part_at(v);
            assert_eq!((part.other_part(), part.code(), part.kind()), (Some(v), piece.code(), piece.kind()));
            assert_ne!(part.bits(), piece.bits());
        }
        assert_eq!(piece.with_part_at(Vector::new(2, 0)), piece);
    }
}

//! A piece of either side, or nothing, in two bytes.

use super::definition::{Side, TypeId};

/// What stands on a square: nothing, or a piece type of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Piece(u16);

impl Piece {
    /// Nothing.
    pub const NONE: Piece = Piece(0);

    /// Returns a side's piece of a type.
    #[inline]
    pub const fn new(kind: TypeId, side: Side) -> Piece {
        Piece((kind.0 as u16 + 1) * 2 + side as u16)
    }

    /// Returns whether this is nothing.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns whose piece it is; meaningless for [`Piece::NONE`].
    #[inline]
    pub const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::First } else { Side::Second }
    }

    /// Returns its type, or `None` for nothing.
    #[inline]
    pub const fn kind(self) -> Option<TypeId> {
        match self.0 >> 1 {
            0 => None,
            n => Some(TypeId((n - 1) as u8)),
        }
    }

    /// Returns a number below [`Piece::codes`]: 0 for nothing, from 2 on for pieces. For tables.
    #[inline]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of codes a game with so many piece types has.
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
                let piece = Piece::new(TypeId(n), side);
                assert_eq!((piece.kind(), piece.side()), (Some(TypeId(n)), side));
                assert!(!piece.is_none() && piece.code() < Piece::codes(200));
            }
        }
        assert!(Piece::NONE.is_none() && Piece::NONE.kind().is_none());
    }
}

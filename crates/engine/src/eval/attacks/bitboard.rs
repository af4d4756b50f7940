//! Bitboards: one number on boards of at most 128 squares, four words on larger ones.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use beaufort_rules::Square;
use beaufort_rules::vocabulary::SquareSet;

/// A set of squares, one bit each.
pub(in crate::eval) trait Bitboard:
    Copy + Default + PartialEq + BitAnd<Output = Self> + BitOr<Output = Self> + BitOrAssign + Not<Output = Self>
{
    /// Converts a set; all its squares must fit into this type.
    fn of(set: &SquareSet) -> Self;
    /// Returns whether the sets have a square in common.
    fn intersects(self, other: Self) -> bool;
    /// Returns the number of squares.
    fn len(self) -> i32;
    /// Calls `act` for each square, in ascending order.
    fn for_each(self, act: impl FnMut(Square));
    /// Returns the lowest square.
    fn lowest(self) -> Option<Square>;
    /// Returns the squares of an ascending line up to the first occupied one, inclusive.
    fn up(self, occupied: Self) -> Self;
    /// Returns the squares of a descending line up to the first occupied one, inclusive.
    fn down(self, occupied: Self) -> Self;
    /// Returns the highest square.
    fn highest(self) -> Option<Square>;
    /// Returns the set with every square's index increased by `by`; no square may leave the board.
    fn shifted(self, by: i32) -> Self;
}

macro_rules! bitboard {
    ($word:ty) => {
        impl Bitboard for $word {
            #[inline]
            fn of(set: &SquareSet) -> Self {
                set.low_bits() as Self
            }

            #[inline]
            fn intersects(self, other: Self) -> bool {
                self & other != 0
            }

            #[inline]
            fn len(self) -> i32 {
                self.count_ones() as i32
            }

            #[inline]
            fn for_each(self, mut act: impl FnMut(Square)) {
                for low in (0..Self::BITS).step_by(64) {
                    let mut left = (self >> low) as u64;
                    while left != 0 {
                        act(Square::new((low + left.trailing_zeros()) as u8));
                        left &= left - 1;
                    }
                }
            }

            #[inline]
            fn lowest(self) -> Option<Square> {
                (self != 0).then(|| Square::new(self.trailing_zeros() as u8))
            }

            #[inline]
            fn up(self, occupied: Self) -> Self {
                let blockers = self & occupied;
                self & (blockers ^ blockers.wrapping_sub(1))
            }

            #[inline]
            fn down(self, occupied: Self) -> Self {
                let blockers = self & occupied | 1;
                self & (Self::MAX << (Self::BITS - 1 - blockers.leading_zeros()))
            }

            #[inline]
            fn highest(self) -> Option<Square> {
                (self != 0).then(|| Square::new((Self::BITS - 1 - self.leading_zeros()) as u8))
            }

            #[inline]
            fn shifted(self, by: i32) -> Self {
                self.rotate_left(by.rem_euclid(Self::BITS as i32) as u32)
            }
        }
    };
}

bitboard!(u64);
bitboard!(u128);

impl Bitboard for SquareSet {
    #[inline]
    fn of(set: &SquareSet) -> SquareSet {
        *set
    }

    #[inline]
    fn intersects(self, other: SquareSet) -> bool {
        SquareSet::intersects(&self, &other)
    }

    #[inline]
    fn len(self) -> i32 {
        SquareSet::len(&self) as i32
    }

    #[inline]
    fn for_each(self, act: impl FnMut(Square)) {
        self.iter().for_each(act);
    }

    #[inline]
    fn lowest(self) -> Option<Square> {
        self.first()
    }

    #[inline]
    fn up(self, occupied: SquareSet) -> SquareSet {
        self.up_to(&(self & occupied))
    }

    #[inline]
    fn down(self, occupied: SquareSet) -> SquareSet {
        self.down_to(&(self & occupied))
    }

    #[inline]
    fn highest(self) -> Option<Square> {
        self.last()
    }

    #[inline]
    fn shifted(self, by: i32) -> SquareSet {
        SquareSet::shifted(&self, by)
    }
}

/// Converts sets to another representation.
pub(super) fn packed<B: Bitboard>(sets: &[SquareSet]) -> Box<[B]> {
    sets.iter().map(B::of).collect()
}

/// Returns the squares for which a condition holds.
#[inline]
pub(super) fn filter<B: Bitboard>(squares: B, mut holds: impl FnMut(Square) -> bool) -> B {
    union(squares, |square| if holds(square) { B::of(&square.into()) } else { B::default() })
}

/// Returns the union of the sets of some squares.
#[inline]
pub(super) fn union<B: Bitboard>(squares: B, mut of: impl FnMut(Square) -> B) -> B {
    let mut all = B::default();
    squares.for_each(|square| all |= of(square));
    all
}

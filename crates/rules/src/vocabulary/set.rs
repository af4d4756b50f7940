//! A set of squares, one bit each.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

use super::Square;

/// A set of squares of a board of at most 256 squares: a bitboard for large boards.
///
/// Operators: `|` is the union, `&` the intersection, `-` the difference, `^` the symmetric difference, and `!` the complement
/// in [`SquareSet::ALL`]. Each operand may be a reference.
///
/// # Examples
/// ```
/// use beaufort_rules::vocabulary::{Square, SquareSet};
///
/// let low: SquareSet = [1, 2, 3].map(Square::new).into_iter().collect();
/// let odd = SquareSet::from_iter([1, 3, 5].map(Square::new));
/// assert_eq!((low | odd).len(), 4);
/// assert_eq!(low & odd, low - SquareSet::from(Square::new(2)));
/// assert_eq!((low ^ odd).into_iter().map(Square::index).collect::<Vec<_>>(), [2, 5]);
/// assert!(!(!low).intersects(&low));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);
    /// The set of all squares of the largest board.
    pub const ALL: SquareSet = SquareSet([u64::MAX; 4]);

    /// Returns the squares below 64 as the bits of an integer.
    #[inline]
    pub(crate) fn low_word(&self) -> u64 {
        self.0[0]
    }

    /// Returns the squares below 128 as the bits of an integer.
    #[inline]
    pub fn low_bits(&self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    /// Returns the set of squares below 64 given by the bits of an integer.
    #[inline]
    pub(crate) fn from_low_word(bits: u64) -> SquareSet {
        SquareSet([bits, 0, 0, 0])
    }

    /// Returns whether the set holds the square.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.index() & 63) & 1 != 0
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() >> 6] |= 1 << (square.index() & 63);
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() >> 6] &= !(1 << (square.index() & 63));
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Returns the number of squares in the set.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Returns the set together with the squares whose indices differ by `by`, from 1 to 63, as far as they exist.
    #[inline]
    pub(crate) fn widened(&self, by: u32) -> SquareSet {
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        SquareSet(std::array::from_fn(|i| {
            let greater = word(i) << by | word(i.wrapping_sub(1)) >> (64 - by);
            let less = word(i) >> by | word(i + 1) << (64 - by);
            word(i) | greater | less
        }))
    }

    /// Returns whether the sets have a square in common.
    #[inline]
    pub fn intersects(&self, other: &SquareSet) -> bool {
        (0..4).fold(0, |bits, i| bits | self.0[i] & other.0[i]) != 0
    }

    /// Returns the lowest square; `None` if the set is empty.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square::new((word * 64) as u8 + self.0[word].trailing_zeros() as u8))
    }

    /// Returns the highest square; `None` if the set is empty.
    #[inline]
    pub fn last(&self) -> Option<Square> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(Square::new((word * 64) as u8 + 63 - self.0[word].leading_zeros() as u8))
    }

    /// Returns the squares up to the lowest one of `blockers`, inclusive; all if `blockers` is empty.
    #[inline]
    pub fn up_to(&self, blockers: &SquareSet) -> SquareSet {
        let mut borrows = true;
        SquareSet(std::array::from_fn(|i| {
            let (less, borrows_on) = blockers.0[i].overflowing_sub(borrows.into());
            borrows = borrows_on;
            self.0[i] & (blockers.0[i] ^ less)
        }))
    }

    /// Returns the squares down to the highest one of `blockers`, inclusive; all if `blockers` is empty.
    #[inline]
    pub fn down_to(&self, blockers: &SquareSet) -> SquareSet {
        let mut words = self.0;
        let mut open = u64::MAX;
        for (word, blockers) in words.iter_mut().zip(blockers.0).rev() {
            *word &= open & u64::MAX << (63 - (blockers | 1).leading_zeros());
            open = if blockers == 0 { open } else { 0 };
        }
        SquareSet(words)
    }

    /// Returns the set with the index of every square increased by `by`, without those that would not exist.
    #[inline]
    pub fn shifted(&self, by: i32) -> SquareSet {
        let (words, bits) = (by.div_euclid(64), by.rem_euclid(64) as u32);
        let word = |index: i32| {
            usize::try_from(index).ok().and_then(|index| self.0.get(index)).map_or(0, |&word| word)
        };
        SquareSet(std::array::from_fn(|i| {
            let from = i as i32 - words;
            // Two shifts, as a shift by 64 is none.
            word(from) << bits | word(from - 1) >> 1 >> (63 - bits)
        }))
    }

    /// Returns the squares in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, word: 0 }
    }
}

/// Defines an operator of two sets, applied word by word, for sets and references to them, with its assignment operator.
macro_rules! operator {
    ($trait:ident $method:ident, $assign:ident $assign_method:ident, $word:expr) => {
        operator!($trait $method, $word, SquareSet, SquareSet);
        operator!($trait $method, $word, SquareSet, &SquareSet);
        operator!($trait $method, $word, &SquareSet, SquareSet);
        operator!($trait $method, $word, &SquareSet, &SquareSet);

        impl<T> $assign<T> for SquareSet
        where
            SquareSet: $trait<T, Output = SquareSet>,
        {
            #[inline]
            fn $assign_method(&mut self, other: T) {
                *self = $trait::$method(*self, other);
            }
        }
    };
    ($trait:ident $method:ident, $word:expr, $left:ty, $right:ty) => {
        impl $trait<$right> for $left {
            type Output = SquareSet;

            #[inline]
            fn $method(self, other: $right) -> SquareSet {
                let word: fn(u64, u64) -> u64 = $word;
                SquareSet(std::array::from_fn(|i| word(self.0[i], other.0[i])))
            }
        }
    };
}

operator!(BitOr bitor, BitOrAssign bitor_assign, |one, other| one | other);
operator!(BitAnd bitand, BitAndAssign bitand_assign, |one, other| one & other);
operator!(BitXor bitxor, BitXorAssign bitxor_assign, |one, other| one ^ other);
operator!(Sub sub, SubAssign sub_assign, |one, other| one & !other);

impl Not for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(self.0.map(|word| !word))
    }
}

impl From<Square> for SquareSet {
    #[inline]
    fn from(square: Square) -> SquareSet {
        SquareSet::from_iter([square])
    }
}

impl Extend<Square> for SquareSet {
    #[inline]
    fn extend<T: IntoIterator<Item = Square>>(&mut self, squares: T) {
        squares.into_iter().for_each(|square| self.insert(square));
    }
}

impl FromIterator<Square> for SquareSet {
    #[inline]
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for &SquareSet {
    type Item = Square;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; 4],
    word: usize,
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word < 4 {
            let bits = self.words[self.word];
            if bits != 0 {
                self.words[self.word] = bits & (bits - 1);
                return Some(Square::new((self.word * 64) as u8 + bits.trailing_zeros() as u8));
            }
            self.word += 1;
        }
        None
    }

    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        for word in self.word..4 {
            let mut bits = self.words[word];
            while bits != 0 {
                folded = f(folded, Square::new((word * 64) as u8 + bits.trailing_zeros() as u8));
                bits &= bits - 1;
            }
        }
        folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insert_remove_iterate() {
        let squares: Vec<Square> = [0, 63, 64, 127, 128, 200, 255].map(Square::new).to_vec();
        let mut set: SquareSet = squares.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), squares);
        assert_eq!(set.len(), 7);
        assert_eq!((set.first(), set.last()), (Some(Square::new(0)), Some(Square::new(255))));
        assert_eq!((SquareSet::EMPTY.first(), SquareSet::EMPTY.last()), (None, None));
        let mut rest = set.iter();
        rest.next();
        assert_eq!(rest.fold(0, |sum, square| sum + square.index()), 63 + 64 + 127 + 128 + 200 + 255);
        set.remove(Square::new(64));
        assert!(!set.contains(Square::new(64)) && set.contains(Square::new(255)));
        assert_eq!(set.len(), 6);
    }

    #[test]
    fn parts_and_shifts_of_random_sets() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..2_000 {
            let line = SquareSet([(); 4].map(|()| rng.u64(..)));
            let blockers: SquareSet = (0..rng.usize(..4)).map(|_| Square::new(rng.u8(..))).collect();
            let part = |keeps: &dyn Fn(Square) -> bool| {
                line.iter().filter(|&square| keeps(square)).collect::<SquareSet>()
            };
            let up = part(&|square| blockers.first().is_none_or(|blocker| square <= blocker));
            assert_eq!(line.up_to(&blockers), up, "{line:?} {blockers:?}");
            let down = part(&|square| blockers.last().is_none_or(|blocker| square >= blocker));
            assert_eq!(line.down_to(&blockers), down, "{line:?} {blockers:?}");
            let by = rng.i32(-256..=256);
            let moved = line.iter().filter_map(|square| u8::try_from(square.index() as i32 + by).ok());
            assert_eq!(line.shifted(by), moved.map(Square::new).collect(), "{line:?} {by}");
        }
    }

    #[test]
    fn operators_work_in_every_word() {
        let set = |squares: &[u8]| squares.iter().copied().map(Square::new).collect::<SquareSet>();
        let (one, other) = (set(&[0, 64, 128, 255]), set(&[0, 65, 128, 254]));
        assert_eq!(one | other, set(&[0, 64, 65, 128, 254, 255]));
        assert_eq!(one & other, set(&[0, 128]));
        assert_eq!(one - other, set(&[64, 255]));
        assert_eq!(one ^ other, set(&[64, 65, 254, 255]));
        assert_eq!((!one).len(), 252);
        assert_eq!(!one & one, SquareSet::EMPTY);
        let mut changed = one;
        changed |= other;
        changed &= !set(&[254]);
        changed -= &set(&[0, 64]);
        changed ^= set(&[255, 9]);
        assert_eq!(changed, set(&[9, 65, 128]));
    }
}

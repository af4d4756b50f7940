//! A set of squares, one bit each.

use super::Square;

/// A set of squares of a board of at most 256 squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);
    /// The set of all squares of the largest board.
    pub const ALL: SquareSet = SquareSet([u64::MAX; 4]);

    /// Returns the squares below 64 as the bits of a number.
    #[inline]
    pub(crate) fn low_word(&self) -> u64 {
        self.0[0]
    }

    /// Returns the set of squares below 64 that are the bits of a number.
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

    /// Returns the squares of either set.
    #[inline]
    #[must_use]
    pub fn union(&self, other: &SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Returns the squares of both sets.
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: &SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Returns whether the sets have a square in common.
    #[inline]
    pub fn intersects(&self, other: &SquareSet) -> bool {
        (0..4).fold(0, |bits, i| bits | self.0[i] & other.0[i]) != 0
    }

    /// Returns the squares of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn without(&self, other: &SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Returns the lowest square.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square::new((word * 64) as u8 + self.0[word].trailing_zeros() as u8))
    }

    /// Returns the highest square.
    #[inline]
    pub fn last(&self) -> Option<Square> {
        let word = self.0.iter().rposition(|&word| word != 0)?;
        Some(Square::new((word * 64) as u8 + 63 - self.0[word].leading_zeros() as u8))
    }

    /// Returns the squares in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, word: 0 }
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
}

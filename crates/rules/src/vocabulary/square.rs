//! Squares, and the geometry of a board.

use std::fmt;

use super::{Phrase, Vector, phrase};

/// A square of a board of at most 256 squares, numbered rank by rank from the first player's side, each from the left.
///
/// Its number is `rank * files + file`, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Square(u8);

impl Square {
    /// Returns the square with the given number.
    pub const fn new(index: u8) -> Square {
        Square(index)
    }

    /// Returns the number of the square.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the square as a byte.
    pub const fn byte(self) -> u8 {
        self.0
    }
}

/// The geometry of a board: its numbers of files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    files: u8,
    ranks: u8,
    /// The letter of the leftmost file, counted from `a` = 0; `z` is followed by `a` (L1).
    first_letter: u8,
}

/// An error for a text that is not a square of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareError {
    text: String,
    size: Geometry,
}

impl SquareError {
    /// Returns the message for users.
    pub fn message(&self) -> Phrase {
        let name = |index: usize| self.size.name(Square::new(index as u8));
        phrase!(
            "`{text}` is not a square: the squares are {square} to {square2}",
            text = super::quoted(&self.text),
            square = name(0),
            square2 = name(self.size.squares() - 1),
        )
    }
}

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for SquareError {}

impl Geometry {
    /// The greatest number of squares of a board.
    pub const MAX_SQUARES: usize = 256;
    /// The greatest number of files of a board: one letter each.
    pub const MAX_FILES: u8 = 26;
    /// The greatest number of ranks of a board: two digits each.
    pub const MAX_RANKS: u8 = 99;

    /// Returns the geometry; `None` if a dimension is 0, or if there are more than 26 files, 99 ranks or 256 squares.
    pub const fn new(files: u8, ranks: u8) -> Option<Geometry> {
        let squares = files as usize * ranks as usize;
        if squares == 0 || squares > Self::MAX_SQUARES || files > Self::MAX_FILES || ranks > Self::MAX_RANKS {
            return None;
        }
        Some(Geometry { files, ranks, first_letter: 0 })
    }

    /// Returns the same board with the given letter for the leftmost file; `None` if it is not a letter from `a` to `z`.
    ///
    /// The next files follow in alphabetical order, with `a` after `z` (L1).
    pub const fn with_first_file(self, letter: char) -> Option<Geometry> {
        if !letter.is_ascii_lowercase() {
            return None;
        }
        Some(Geometry { first_letter: letter as u8 - b'a', ..self })
    }

    /// Returns the letter of a file; files are counted from 0.
    pub const fn file_letter(self, file: u8) -> char {
        (b'a' + (self.first_letter + file) % Self::MAX_FILES) as char
    }

    /// Returns the number of files.
    pub const fn files(self) -> u8 {
        self.files
    }

    /// Returns the number of ranks.
    pub const fn ranks(self) -> u8 {
        self.ranks
    }

    /// Returns the number of squares, 1 to 256.
    pub const fn squares(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// Returns the square on a file and a rank, both counted from 0; `None` if it is not on the board.
    pub const fn square(self, file: i16, rank: i16) -> Option<Square> {
        if file < 0 || rank < 0 || file >= self.files as i16 || rank >= self.ranks as i16 {
            return None;
        }
        Some(Square((rank * self.files as i16 + file) as u8))
    }

    /// Returns the file of a square, counted from 0.
    pub const fn file(self, square: Square) -> u8 {
        square.0 % self.files
    }

    /// Returns the rank of a square, counted from 0.
    pub const fn rank(self, square: Square) -> u8 {
        square.0 / self.files
    }

    /// Returns the square at a vector in absolute coordinates (those of the first player); `None` if it is not on the board.
    pub fn step(self, square: Square, vector: Vector) -> Option<Square> {
        self.square(
            i16::from(self.file(square)) + i16::from(vector.dx),
            i16::from(self.rank(square)) + i16::from(vector.dy),
        )
    }

    /// Returns the vector from one square to another, in absolute coordinates (those of the first player).
    pub fn vector(self, from: Square, to: Square) -> Vector {
        let difference = |from: u8, to: u8| to as i8 - from as i8;
        Vector::new(difference(self.file(from), self.file(to)), difference(self.rank(from), self.rank(to)))
    }

    /// Returns the square rotated by half a turn around the centre of the board (K19).
    pub fn rotate(self, square: Square) -> Square {
        Square((self.squares() - 1 - square.index()) as u8)
    }

    /// Returns the square mirrored in the middle rank: on the same file and the opposite rank (K19).
    pub fn flip(self, square: Square) -> Square {
        Square((self.ranks - 1 - self.rank(square)) * self.files + self.file(square))
    }

    /// Returns the square mirrored left to right: on the same rank and the opposite file.
    pub fn reflect(self, square: Square) -> Square {
        Square(self.rank(square) * self.files + (self.files - 1 - self.file(square)))
    }

    /// Returns every square in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0..self.squares()).map(|i| Square(i as u8))
    }

    /// Returns the name of a square: the file letter and the rank number from 1 on, as in `c5`.
    pub fn name(self, square: Square) -> String {
        format!("{}{}", self.file_letter(self.file(square)), self.rank(square) + 1)
    }

    /// Reads the name of a square.
    ///
    /// # Errors
    /// If the text is not a file letter and a rank number of this board.
    pub fn parse(self, text: &str) -> Result<Square, SquareError> {
        let error = || SquareError { text: text.to_owned(), size: self };
        let mut chars = text.chars();
        let file = chars.next().filter(char::is_ascii_lowercase).ok_or_else(error)?;
        let rank = chars.as_str();
        if rank.starts_with('0') || !rank.bytes().all(|b| b.is_ascii_digit()) {
            return Err(error());
        }
        let rank: i16 = rank.parse().map_err(|_| error())?;
        let file = (file as u8 - b'a' + Self::MAX_FILES - self.first_letter) % Self::MAX_FILES;
        self.square(file.into(), rank - 1).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        let size = Geometry::new(16, 16).unwrap();
        for square in size.iter() {
            assert_eq!(size.parse(&size.name(square)), Ok(square));
        }
        for bad in ["", "a", "a0", "a01", "q1", "a17", "A1", "1a", "a1 ", "é1"] {
            assert!(size.parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn files_may_begin_with_another_letter() {
        let size = Geometry::new(12, 8).unwrap().with_first_file('y').unwrap();
        let letters: String = (0..12).map(|file| size.file_letter(file)).collect();
        assert_eq!(letters, "yzabcdefghij", "L1");
        for square in size.iter() {
            assert_eq!(size.parse(&size.name(square)), Ok(square));
        }
        assert_eq!(
            size.parse("k1").unwrap_err().to_string(),
            "`k1` is not a square: the squares are y1 to j8"
        );
        assert_eq!(size.with_first_file('A'), None);
    }

    #[test]
    fn symmetries() {
        let size = Geometry::new(10, 10).unwrap();
        let at = |text| size.parse(text).unwrap();
        assert_eq!(size.rotate(at("d2")), at("g9"));
        assert_eq!(size.flip(at("d2")), at("d9"));
        assert_eq!(size.reflect(at("d2")), at("g2"));
    }

    #[test]
    fn sizes_have_limits() {
        assert!(Geometry::new(16, 16).is_some());
        assert!(Geometry::new(26, 9).is_some());
        for (files, ranks) in [(0, 5), (5, 0), (17, 16), (27, 2), (2, 100), (255, 255)] {
            assert!(Geometry::new(files, ranks).is_none());
        }
    }
}

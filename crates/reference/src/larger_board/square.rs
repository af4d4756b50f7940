//! Squares and vectors of the board of twelve files and eight ranks (L1).

use std::fmt;
use std::ops::{Add, Sub};

pub(crate) use crate::geometry::{DIAGONAL, KING, KNIGHT, ORTHOGONAL, Vector};

/// The files from left to right (L1).
const FILES: &str = "yzabcdefghij";

/// The number of files (L1).
pub(crate) const WIDTH: i8 = 12;

/// The number of ranks (L1).
pub(crate) const HEIGHT: i8 = 8;

/// A square, or a place outside the board: file and rank, both counted from 0 (L1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Square(pub(crate) i8, pub(crate) i8);

impl Square {
    /// Parses a name like `c5`.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        all().find(|square| square.to_string() == name)
    }

    pub(crate) fn is_on_board(self) -> bool {
        (0..WIDTH).contains(&self.0) && (0..HEIGHT).contains(&self.1)
    }

    /// Returns the corresponding square of the other wing (L1).
    pub(crate) fn mirror(self) -> Self {
        Self(WIDTH - 1 - self.0, self.1)
    }

    /// Returns the number of King steps to another square.
    pub(crate) fn distance(self, other: Self) -> i8 {
        let Vector(x, y) = other - self;
        x.abs().max(y.abs())
    }

    pub(crate) fn is_diagonally_adjacent(self, other: Self) -> bool {
        let Vector(x, y) = other - self;
        x.abs() == 1 && y.abs() == 1
    }

    /// Returns the squares of the board at these differences.
    pub(crate) fn around(self, vectors: &[Vector]) -> impl Iterator<Item = Self> {
        vectors.iter().map(move |&vector| self + vector).filter(|square| square.is_on_board())
    }

    /// Returns the squares in a direction, the nearest first, up to the edge.
    pub(crate) fn line(self, direction: Vector) -> impl Iterator<Item = Self> {
        (1..).map(move |steps| self + direction * steps).take_while(|square| square.is_on_board())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = usize::try_from(self.0).ok().and_then(|file| FILES.chars().nth(file));
        write!(out, "{}{}", file.unwrap_or('?'), self.1 + 1)
    }
}

/// Returns all squares in the order of a position string: the top rank first (L51).
pub(crate) fn all() -> impl Iterator<Item = Square> {
    (0..HEIGHT).rev().flat_map(|rank| (0..WIDTH).map(move |file| Square(file, rank)))
}

impl Add<Vector> for Square {
    type Output = Self;
    fn add(self, vector: Vector) -> Self {
        Self(self.0 + vector.0, self.1 + vector.1)
    }
}

impl Sub for Square {
    type Output = Vector;
    fn sub(self, origin: Self) -> Vector {
        Vector(self.0 - origin.0, self.1 - origin.1)
    }
}

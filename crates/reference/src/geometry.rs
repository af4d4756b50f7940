//! Squares, vectors and the two sides (K8, K9, K16).

use std::ops::{Add, Mul, Neg, Sub};

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Blue,
    Tan,
}

impl Side {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Blue => Self::Tan,
            Self::Tan => Self::Blue,
        }
    }

    /// Converts a vector from this side's point of view to Blue's or back: Tan's are rotated by half a turn (K9).
    pub(crate) fn turn(self, vector: Vector) -> Vector {
        match self {
            Self::Blue => vector,
            Self::Tan => -vector,
        }
    }
}

/// A difference of squares: files to the right, ranks forward, from Blue's point of view (K9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Vector(pub(crate) i8, pub(crate) i8);

impl Vector {
    /// Returns the two directions at right angles to this one.
    pub(crate) fn perpendicular(self) -> [Self; 2] {
        [Self(-self.1, self.0), Self(self.1, -self.0)]
    }
}

impl Neg for Vector {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

impl Mul<i8> for Vector {
    type Output = Self;
    fn mul(self, times: i8) -> Self {
        Self(self.0 * times, self.1 * times)
    }
}

/// A square, or a place outside the board: file and rank, both counted from 0 (K8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Square(pub(crate) i8, pub(crate) i8);

impl Square {
    /// Parses a name like `c5`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (file, rank) = text.split_at_checked(1)?;
        let file = file.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
        let plain = !rank.starts_with('0') && rank.bytes().all(|digit| digit.is_ascii_digit());
        let rank: i8 = rank.parse().ok().filter(|_| plain)?;
        Some(Self(file as i8, rank - 1))
    }

    /// Returns whether the other square is one of the eight neighbours (K16).
    pub(crate) fn is_adjacent(self, other: Self) -> bool {
        let Vector(x, y) = other - self;
        self != other && x.abs() <= 1 && y.abs() <= 1
    }
}

impl Add<Vector> for Square {
    type Output = Self;
    fn add(self, vector: Vector) -> Self {
        Self(self.0 + vector.0, self.1 + vector.1)
    }
}

impl Sub<Vector> for Square {
    type Output = Self;
    fn sub(self, vector: Vector) -> Self {
        self + -vector
    }
}

impl Sub for Square {
    type Output = Vector;
    fn sub(self, origin: Self) -> Vector {
        Vector(self.0 - origin.0, self.1 - origin.1)
    }
}

/// The four steps of W.
pub(crate) const ORTHOGONAL: [Vector; 4] = [Vector(0, 1), Vector(1, 0), Vector(0, -1), Vector(-1, 0)];

/// The four steps of F.
pub(crate) const DIAGONAL: [Vector; 4] = [Vector(1, 1), Vector(1, -1), Vector(-1, -1), Vector(-1, 1)];

/// The eight King steps, also the directions of the Q lines (K16).
pub(crate) const KING: [Vector; 8] = [
    Vector(0, 1),
    Vector(1, 1),
    Vector(1, 0),
    Vector(1, -1),
    Vector(0, -1),
    Vector(-1, -1),
    Vector(-1, 0),
    Vector(-1, 1),
];

/// The eight leaps of N (K11).
pub(crate) const KNIGHT: [Vector; 8] = [
    Vector(1, 2),
    Vector(2, 1),
    Vector(2, -1),
    Vector(1, -2),
    Vector(-1, -2),
    Vector(-2, -1),
    Vector(-2, 1),
    Vector(-1, 2),
];

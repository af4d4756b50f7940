//! Vectors on the board, from their owner's point of view.

use std::ops::{Add, Mul, Neg};

use super::Side;

/// A vector of `dx` files to the right and `dy` ranks forward, from its owner's point of view (K9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vector {
    /// The number of files to the right.
    pub dx: i8,
    /// The number of ranks forward.
    pub dy: i8,
}

impl Vector {
    /// Returns the vector `(dx, dy)`.
    pub const fn new(dx: i8, dy: i8) -> Vector {
        Vector { dx, dy }
    }

    /// Returns all vectors of a leaper: both signs and both orders of the coordinates (K11), each once, sorted.
    pub fn leaper(a: i8, b: i8) -> Vec<Vector> {
        let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let both = [(a, b), (b, a)].map(|(x, y)| signs.map(|(sx, sy)| Vector::new(sx * x, sy * y)));
        Vector::sorted(both.into_iter().flatten())
    }

    /// Returns vectors in order, each once.
    pub fn sorted(vectors: impl Iterator<Item = Vector>) -> Vec<Vector> {
        let mut sorted = Vec::with_capacity(8);
        for vector in vectors {
            if let Err(at) = sorted.binary_search(&vector) {
                sorted.insert(at, vector);
            }
        }
        sorted
    }

    /// Returns the shortest vector in the same direction.
    ///
    /// # Panics
    /// If the vector is `(0, 0)`.
    pub fn direction(self) -> Vector {
        let (mut a, mut b) = (self.dx.unsigned_abs(), self.dy.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a as i8;
        Vector::new(self.dx / divisor, self.dy / divisor)
    }

    /// Returns whether the indices of squares ascend along the vector.
    pub fn ascends(self) -> bool {
        self.dy > 0 || self.dy == 0 && self.dx > 0
    }

    /// Converts the vector from a side's point of view to the first player's coordinates (K9).
    pub fn from_seat(self, side: Side) -> Vector {
        if side == Side::Second { -self } else { self }
    }

    /// Returns the cross product: positive if the other vector turns to the left of this one.
    pub fn cross(self, other: Vector) -> i32 {
        i32::from(self.dx) * i32::from(other.dy) - i32::from(self.dy) * i32::from(other.dx)
    }

    /// Returns the scalar product.
    pub fn dot(self, other: Vector) -> i32 {
        i32::from(self.dx) * i32::from(other.dx) + i32::from(self.dy) * i32::from(other.dy)
    }
}

impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        Vector::new(-self.dx, -self.dy)
    }
}

impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector::new(self.dx + other.dx, self.dy + other.dy)
    }
}

impl Mul<i8> for Vector {
    type Output = Vector;
    fn mul(self, factor: i8) -> Vector {
        Vector::new(self.dx * factor, self.dy * factor)
    }
}

//! Supersets of the squares that a piece could reach, wherever other pieces stand.

use super::Travel;
use crate::grammar::ast::{Bearing, Ride};
use crate::vocabulary::{Geometry, Square, SquareSet, Vector, walk};

/// A starting square, with the perspective of its owner.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) size: Geometry,
    pub(crate) square: Square,
    /// Whether vectors are rotated by half a turn, for the second player (K9).
    pub(crate) turned: bool,
}

impl Origin {
    /// Returns the same perspective from another square.
    pub(crate) fn at(self, square: Square) -> Origin {
        Origin { square, ..self }
    }

    /// Returns the squares on which travels could end.
    pub(crate) fn travels<'a>(self, travels: impl IntoIterator<Item = &'a Travel>) -> SquareSet {
        travels.into_iter().fold(SquareSet::EMPTY, |set, travel| set | travel.path.superset(self))
    }

    pub(crate) fn leaps(self, vectors: &[Vector]) -> SquareSet {
        self.along(vectors, 1)
    }

    pub(crate) fn lines(self, ride: &Ride) -> SquareSet {
        self.along(&ride.vectors, ride.max.into())
    }

    /// Returns the squares of up to `most` steps in each of the directions.
    pub(crate) fn along(self, vectors: &[Vector], most: usize) -> SquareSet {
        vectors.iter().flat_map(|&v| self.walk(v, most)).collect()
    }

    /// Returns the squares of up to `most` steps in a direction, in their order.
    pub(crate) fn walk(self, vector: Vector, most: usize) -> impl Iterator<Item = Square> {
        walk(self.size, self.square, self.seen(vector), most)
    }

    /// Returns the squares of leaps from the mirror square (L15).
    pub(crate) fn mirrored(self, vectors: &[Vector]) -> SquareSet {
        self.at(self.size.reflect(self.square)).leaps(vectors)
    }

    /// Returns the squares of up to `most` steps in each of the directions `first`, and of a second leg that may follow.
    pub(crate) fn bent(
        self,
        (first, most): (&[Vector], usize),
        (second, most_after): (&[Vector], usize),
        bearing: Bearing,
    ) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for &leg in first {
            let corners = self.along(&[leg], most);
            reached |= corners;
            let onward: Vec<Vector> =
                second.iter().copied().filter(|&next| bearing.allows(leg, next)).collect();
            for square in corners {
                reached |= self.at(square).along(&onward, most_after);
            }
        }
        reached
    }

    /// Converts a vector from its owner's perspective to the first player's coordinates.
    fn seen(self, v: Vector) -> Vector {
        if self.turned { -v } else { v }
    }
}

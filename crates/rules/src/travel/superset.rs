//! What a piece could ever reach from a square, whoever stands where: sets that are too large rather than too small.

use crate::grammar::ast::{Bearing, Path, Ride, Travel};
use crate::vocabulary::{Geometry, Square, SquareSet, Vector, walk};

/// The square that squares are reached from, and the view of its owner.
#[derive(Clone, Copy)]
pub(crate) struct Origin {
    pub(crate) size: Geometry,
    pub(crate) square: Square,
    /// For the second player, whose vectors are turned half round (K9).
    pub(crate) turned: bool,
}

impl Origin {
    /// Returns the same view from another square.
    pub(crate) fn at(self, square: Square) -> Origin {
        Origin { square, ..self }
    }

    /// Where travels could end.
    pub(crate) fn travels<'a>(self, travels: impl IntoIterator<Item = &'a Travel>) -> SquareSet {
        travels.into_iter().fold(SquareSet::EMPTY, |set, travel| set | self.path(&travel.path))
    }

    fn path(self, path: &Path) -> SquareSet {
        match path {
            Path::FromRow { path, .. } => self.path(path),
            Path::Leap(vectors) => self.leaps(vectors),
            Path::Ride(ride) | Path::Halfway(ride) | Path::BesideFriend(ride) => self.lines(ride),
            Path::Over { ride, .. } => self.along(&ride.vectors, ride.max.into()),
            // It lands one square behind the piece seen (K40).
            Path::Hop(ride) => self.along(&ride.vectors, usize::from(ride.max) + 1),
            Path::Track(path) => {
                path.iter().filter_map(|&v| self.size.step(self.square, self.seen(v))).collect()
            }
            Path::Zigzag(vectors) => {
                let pairs = vectors.iter().flat_map(|&a| vectors.iter().map(move |&b| (a, b)));
                pairs.filter(|(a, b)| a.dot(*b) == 0).flat_map(|(a, b)| self.zigzag(a, b)).collect()
            }
            Path::Bend { first, second, bearing, .. } => {
                self.bent((&first.vectors, first.max.into()), (&second.vectors, second.max.into()), *bearing)
            }
            Path::Mirror(vectors) => self.mirrored(vectors),
            Path::HopChain(_) | Path::BesideRoyal | Path::Circle => self.size.iter().collect(),
        }
    }

    pub(crate) fn leaps(self, vectors: &[Vector]) -> SquareSet {
        self.along(vectors, 1)
    }

    pub(crate) fn lines(self, ride: &Ride) -> SquareSet {
        self.along(&ride.vectors, ride.max.into())
    }

    /// The squares of up to `most` steps in each of the directions.
    pub(crate) fn along(self, vectors: &[Vector], most: usize) -> SquareSet {
        vectors.iter().flat_map(|&v| walk(self.size, self.square, self.seen(v), most)).collect()
    }

    /// The squares of leaps from the mirror square (L15).
    pub(crate) fn mirrored(self, vectors: &[Vector]) -> SquareSet {
        self.at(self.size.reflect(self.square)).leaps(vectors)
    }

    /// The squares of up to so many steps in each of the directions, and of a second leg that may follow.
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

    /// The squares of steps in two directions in turn, while they are on the board (K43).
    fn zigzag(self, a: Vector, b: Vector) -> impl Iterator<Item = Square> {
        let mut steps = [self.seen(a), self.seen(b)].into_iter().cycle();
        let mut at = Some(self.square);
        let next = move || {
            at = self.size.step(at?, steps.next()?);
            at
        };
        std::iter::from_fn(next)
    }

    /// A vector as the owner sees it, in the first player's coordinates.
    fn seen(self, v: Vector) -> Vector {
        if self.turned { -v } else { v }
    }
}

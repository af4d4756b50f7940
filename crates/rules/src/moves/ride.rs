//! Rides: steps in one direction over empty squares, up to the first piece (K12, K31, K32).

use crate::geometry::{BoardSize, DirectionId, Rays, Square, SquareSet, Vector, walk};
use crate::language::ast;

use super::View;

/// One direction of a ride.
#[derive(Clone, Debug)]
pub(crate) struct Ride {
    direction: DirectionId,
    /// Whether the squares along the direction ascend: tells which blocker is the nearest.
    ascends: bool,
    /// From every square, the squares within the longest distance; empty if the ride has no limit.
    within: Box<[SquareSet]>,
    /// From every square, the squares nearer than the shortest distance; empty if every distance will do.
    near: Box<[SquareSet]>,
}

impl Ride {
    /// Compiles a ride into its directions.
    pub(crate) fn compile(size: BoardSize, rays: &mut Rays, ride: &ast::Ride, turned: bool) -> Vec<Ride> {
        let line = |vector: Vector| {
            let vector = if turned { -vector } else { vector };
            let direction = rays.direction(vector);
            let first = |most: usize| -> Box<[SquareSet]> {
                size.iter().map(|from| walk(size, from, vector, most).collect()).collect()
            };
            Ride {
                direction,
                ascends: rays.ascends(direction),
                within: if ride.max == u8::MAX { [].into() } else { first(ride.max.into()) },
                near: if ride.min <= 1 { [].into() } else { first(usize::from(ride.min) - 1) },
            }
        };
        ride.vectors.iter().copied().map(line).collect()
    }

    /// Compiles rides that lead half the way to the edge of the board, rounded up (L9).
    pub(crate) fn halfway(size: BoardSize, rays: &mut Rays, ride: &ast::Ride, turned: bool) -> Vec<Ride> {
        let whole = Ride::compile(size, rays, ride, turned);
        let half = |ride: Ride| {
            let v = rays.vector(ride.direction);
            let within = |from| {
                let whole = walk(size, from, v, usize::MAX).count();
                walk(size, from, v, whole.div_ceil(2)).collect()
            };
            Ride { within: size.iter().map(within).collect(), ..ride }
        };
        whole.into_iter().map(half).collect()
    }

    /// Returns whether the ride ends before its first step, at the edge of the board or at a friend: a cheap test.
    #[inline]
    pub(crate) fn is_shut(&self, view: &View<'_>, from: Square) -> bool {
        view.rays.next(self.direction, from).is_none_or(|next| view.own.contains(next))
    }

    pub(crate) fn direction(&self) -> DirectionId {
        self.direction
    }

    /// Returns the squares reached: the empty ones passed and the first occupied one, whoever stands there.
    #[inline]
    pub(crate) fn reach(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut ray = *view.rays.beyond(self.direction, from);
        if let Some(blocker) = self.nearest(&ray.intersection(&view.occupied)) {
            ray = ray.without(view.rays.beyond(self.direction, blocker));
        }
        if let Some(within) = self.within.get(from.index()) {
            ray = ray.intersection(within);
        }
        if let Some(near) = self.near.get(from.index()) {
            if !near.intersection(&view.occupied).is_empty() {
                return SquareSet::EMPTY;
            }
            ray = ray.without(near);
        }
        ray
    }

    /// Returns the square of the piece seen within the ride's limits: the first one on the line (K16).
    #[inline]
    pub(crate) fn seen(&self, view: &View<'_>, from: Square) -> Option<Square> {
        self.reach(view, from).intersection(&view.occupied).first()
    }

    /// Returns the squares within the longest distance, whoever stands there.
    pub(crate) fn limited(&self, view: &View<'_>, from: Square) -> SquareSet {
        let ray = view.rays.beyond(self.direction, from);
        self.within.get(from.index()).map_or(*ray, |within| ray.intersection(within))
    }

    /// Returns the one of some squares of the line that comes first.
    #[inline]
    pub(crate) fn nearest(&self, blockers: &SquareSet) -> Option<Square> {
        if self.ascends { blockers.first() } else { blockers.last() }
    }
}

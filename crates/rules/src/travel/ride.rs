//! Rides: steps in one direction over empty squares, up to the first piece (K12, K31, K32). Their words are those of the legs.

use super::{Compiler, Origin, PathRules, Syntax, View};
use crate::grammar::ast::Mode;
use crate::vocabulary::{Geometry, LineId, Rays, Square, SquareSet, Vector};

pub use crate::grammar::ast::Ride;

impl PathRules for Ride {
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Leg
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let rays = Ray::compile(compiler.rays, self, compiler.turned);
        compiler.add_rides(rays, mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        self.squares(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.lines(self)
    }

    fn passes_squares(&self) -> bool {
        true
    }

    fn is_straight(&self) -> bool {
        true
    }
}

/// The rides of a piece, by mode.
#[derive(Clone, Debug, Default)]
pub(super) struct Rides {
    both: Vec<Ray>,
    moving: Vec<Ray>,
    capturing: Vec<Ray>,
}

impl Rides {
    /// Adds rides of one mode.
    pub(super) fn add(&mut self, rides: Vec<Ray>, mode: Mode) {
        match mode {
            Mode::Both => self.both.extend(rides),
            Mode::Moving => self.moving.extend(rides),
            Mode::Capturing => self.capturing.extend(rides),
        }
    }

    /// Returns whether there are no rides.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.both.is_empty() && self.moving.is_empty() && self.capturing.is_empty()
    }

    /// See [`Travels::exits`](super::Travels::exits): the first step of each.
    pub(super) fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        let all = self.both.iter().chain(&self.moving).chain(&self.capturing);
        all.map(|ride| ride.first_step(rays, from)).collect()
    }

    /// Returns the squares on which a ride may end.
    pub(super) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = together(&self.both, view, from) - view.own;
        if !self.moving.is_empty() {
            reached |= together(&self.moving, view, from) - view.occupied;
        }
        if !self.capturing.is_empty() {
            reached |= together(&self.capturing, view, from) & view.enemy;
        }
        reached
    }
}

/// Returns the squares reached by some rides, whatever piece is there.
#[inline]
fn together(rides: &[Ray], view: &View<'_>, from: Square) -> SquareSet {
    let open = rides.iter().filter(|ride| !ride.is_shut(view, from));
    open.fold(SquareSet::EMPTY, |reached, ride| reached | ride.reach(view, from))
}

/// One direction of a ride.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    line: LineId,
    /// The squares below the least distance, if there is one.
    near: Option<LineId>,
    /// Whether the indices of the squares ascend along the line; this determines which blocker is the nearest.
    ascends: bool,
}

impl Ray {
    /// Compiles a ride into its directions.
    pub(crate) fn compile(rays: &mut Rays, ride: &Ride, turned: bool) -> Vec<Ray> {
        let direction = |&vector: &Vector| {
            let vector = if turned { -vector } else { vector };
            let near = (ride.min > 1).then(|| rays.line(vector, ride.min - 1));
            let line = rays.line(vector, ride.max);
            Ray { near, ..Ray::along(rays, line) }
        };
        ride.vectors.iter().map(direction).collect()
    }

    /// Compiles a ride that starts on and passes squares of a set alone, into its directions.
    pub(super) fn compile_within(rays: &mut Rays, ride: &Ride, turned: bool, squares: SquareSet) -> Vec<Ray> {
        let direction = |&vector: &Vector| {
            let vector = if turned { -vector } else { vector };
            let near = (ride.min > 1).then(|| rays.line(vector, ride.min - 1));
            let line = rays.line_within(vector, ride.max, squares);
            Ray { near, ..Ray::along(rays, line) }
        };
        ride.vectors.iter().map(direction).collect()
    }

    /// Returns the ride along a whole line.
    pub(super) fn along(rays: &Rays, line: LineId) -> Ray {
        Ray { line, near: None, ascends: rays.ascends(line) }
    }

    /// Returns the square of the ride's first step; `from` itself at the edge of the board.
    #[inline]
    pub(crate) fn first_step(&self, rays: &Rays, from: Square) -> Square {
        rays.next(self.line, from)
    }

    /// Returns whether the ride of a piece ends before its first step, at the edge of the board or at a friend; a cheap test.
    #[inline]
    pub(crate) fn is_shut(&self, view: &View<'_>, from: Square) -> bool {
        view.own.contains(self.first_step(view.rays, from))
    }

    pub(crate) fn line(&self) -> LineId {
        self.line
    }

    /// Returns the squares reached: the empty ones up to the first occupied one, inclusive, whatever piece is there.
    #[inline(always)]
    pub(crate) fn reach(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut ray = *self.limited(view.rays, from);
        if let Some(blocker) = self.nearest(&(ray & view.occupied)) {
            ray -= view.rays.beyond(self.line, blocker);
        }
        if let Some(near) = self.near {
            let near = view.rays.beyond(near, from);
            if near.intersects(&view.occupied) {
                return SquareSet::EMPTY;
            }
            ray -= near;
        }
        ray
    }

    /// Returns the square of the piece seen within the ride's limits: the first one on the line (K16).
    #[inline]
    pub(crate) fn seen(&self, view: &View<'_>, from: Square) -> Option<Square> {
        let seen = self.nearest(&(self.limited(view.rays, from) & view.occupied))?;
        let too_near = |near| view.rays.beyond(near, from).contains(seen);
        (!self.near.is_some_and(too_near)).then_some(seen)
    }

    /// Returns the squares within the greatest distance, whatever is there.
    #[inline]
    pub(crate) fn limited<'a>(&self, rays: &'a Rays, from: Square) -> &'a SquareSet {
        rays.beyond(self.line, from)
    }

    /// Returns the first square along the line among `blockers`.
    #[inline]
    pub(crate) fn nearest(&self, blockers: &SquareSet) -> Option<Square> {
        if self.ascends { blockers.first() } else { blockers.last() }
    }
}

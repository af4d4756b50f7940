//! `hopper` and `hop-chain`: to the square just beyond the piece seen, once or repeatedly (K40, K41).

use chumsky::Parser as _;

use super::term::{ride_of, shape_by};
use super::{Compiler, Origin, Path, PathRules, Ray, Route, RouteRules, Syntax, View};
use crate::grammar::ast::{Mode, Ride};
use crate::grammar::word;
use crate::grammar::words::{Word, shape};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

/// To the square just beyond the piece seen along each of the lines, at any distance (K40). `min` is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop(pub Ride);

impl PathRules for Hop {
    const WORDS: &[Word] = &[shape(
        "hopper",
        "<LINE> hopper, <LEAP> rider hopper",
        "Hops the first piece on the line, of either side and however far, to the square just beyond it. \
         The piece hopped is not taken. On a rider's line all distances are whole leaps.",
        "W + F + N rider hopper",
        "K40",
    )];

    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Shape(|| {
            let hopper = shape_by(|leg, complain| Path::Hop(Hop(ride_of(leg, complain))));
            word("hopper").to(hopper).boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let hops = Hops::compile(compiler, &self.0);
        compiler.add(Route::Hop(hops), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        2 * self.0.squares(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        // It lands one square behind the piece seen.
        origin.along(&self.0.vectors, usize::from(self.0.max) + 1)
    }
}

/// One or more hops, each like [`Hop`] and in any direction, from empty square to empty square. It ends after any hop, or when
/// a hop takes a piece, but never on its origin (K41).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HopChain(pub Ride);

impl PathRules for HopChain {
    const WORDS: &[Word] = &[shape(
        "hop-chain",
        "<LINE> hop-chain",
        "Hops once or more like a `hopper`, each time in any direction, from empty square to empty square. \
         It ends after any hop, or when a hop captures, but never where it began.",
        "Q hop-chain",
        "K41",
    )];

    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Shape(|| {
            let chain = shape_by(|leg, complain| Path::HopChain(HopChain(ride_of(leg, complain))));
            word("hop-chain").to(chain).boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let hops = Hops::compile(compiler, &self.0);
        compiler.add(Route::HopChain(HopChains(hops)), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        2 * self.0.squares(size) + size.squares()
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.size.iter().collect()
    }
}

/// The lines along which a piece hops.
#[derive(Clone, Debug)]
pub(crate) struct Hops {
    rays: Box<[Ray]>,
}

impl Hops {
    fn compile(compiler: &mut Compiler<'_>, ride: &Ride) -> Hops {
        Hops { rays: Ray::compile(compiler.rays, ride, compiler.turned).into() }
    }

    /// Returns the squares just beyond the pieces seen, whatever is on them.
    fn reach(&self, view: &View<'_>, from: Square) -> SquareSet {
        let landing = |ray: &Ray| {
            let hopped = ray.seen(view, from)?;
            ray.nearest(view.rays.beyond(ray.line(), hopped))
        };
        self.rays.iter().filter_map(landing).collect()
    }
}

impl RouteRules for Hops {
    /// The squares beyond the first squares of the lines.
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        let beyond = |ray: &Ray| {
            let ray = *ray;
            ray.limited(rays, from).iter().map(move |hopped| ray.first_step(rays, hopped))
        };
        self.rays.iter().flat_map(beyond).collect()
    }

    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        view.allowed(mode, &self.reach(view, from))
    }
}

/// Chains of hops.
#[derive(Clone, Debug)]
pub(crate) struct HopChains(Hops);

impl HopChains {
    /// Returns the empty squares and opposing pieces on which a chain of hops may end; never its origin, which counts as empty
    /// during the chain and cannot be hopped over (K41).
    fn chain(&self, view: &View<'_>, origin: Square) -> SquareSet {
        let mut off = *view;
        off.own.remove(origin);
        off.occupied.remove(origin);
        let mut reached = SquareSet::EMPTY;
        let mut visited = SquareSet::from_iter([origin]);
        let mut next = visited;
        while let Some(from) = next.first() {
            next.remove(from);
            let landings = self.0.reach(&off, from) - off.own;
            reached |= landings;
            let onward = landings - off.occupied - visited;
            visited |= onward;
            next |= onward;
        }
        reached.remove(origin);
        reached
    }
}

impl RouteRules for HopChains {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        self.0.exits(rays, from)
    }

    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        view.allowed(mode, &self.chain(view, from))
    }

    /// The destinations of a single hop with a capture (K96).
    fn open_destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        self.0.destinations(view, mode, from) & view.enemy
    }
}

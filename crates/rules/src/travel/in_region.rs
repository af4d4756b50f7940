//! `within`, `into`, `out of`, `from`: travels that regions of the board restrict (R42).
//!
//! Leaps, and rides within a region, become tables like any others; the rest is asked on the board.

use std::rc::Rc;

use chumsky::prelude::*;

use super::term::Condition;
use super::{
    Compiler, Origin, Path, PathRules, Ray, Returns, Route, RouteRules, Syntax, Travels, View, row_of,
};
use crate::grammar::ast::Mode;
use crate::grammar::words::{Word, shape};
use crate::grammar::{phrase, region, word};
use crate::vocabulary::{Geometry, Rays, Region, Side, Square, SquareSet, walk};

/// The size of the travels for each square, in bytes: they may have tables of their own.
const REGION_BYTES: usize = 96;

/// Another travel, restricted by a region of the board (R42).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InRegion {
    /// How the region restricts it.
    pub bound: Bound,
    /// The region.
    pub region: Region,
    /// The travel.
    pub path: Box<Path>,
}

/// How a region restricts a travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It starts in the region, passes no square outside and ends inside.
    Within,
    /// It ends in the region, wherever it starts.
    Into,
    /// It starts in the region and ends outside.
    OutOf,
    /// It starts in the region.
    From,
}

impl PathRules for InRegion {
    const WORDS: &[Word] = &[
        shape(
            "within",
            "<TRAVEL> within <REGION>",
            "The travel starts in this region of the board, passes only its squares and ends on one.",
            "W + F within palace",
            "R42",
        ),
        shape(
            "into",
            "<TRAVEL> into <REGION>",
            "The travel ends in this region of the board, wherever it starts and whatever it passes.",
            "Q (capturing) + Q (moving) into camp",
            "R42",
        ),
        shape(
            "out",
            "<TRAVEL> out of <REGION>",
            "The travel starts in this region of the board and ends outside.",
            "W + N out of camp",
            "R42",
        ),
        shape("of", "<TRAVEL> out of <REGION>", "Ends what `out` begins.", "R2 (moving) out of camp", "R42"),
    ];

    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Condition(|| {
            let bound = choice((
                word("within").to(Bound::Within),
                word("into").to(Bound::Into),
                phrase("out of").to(Bound::OutOf),
                word("from").to(Bound::From),
            ));
            let condition = bound.then(region()).map(|(bound, region)| -> Condition {
                Rc::new(move |path| {
                    Path::InRegion(InRegion { bound, region: region.clone(), path: Box::new(path) })
                })
            });
            condition.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let (size, turned) = (compiler.size(), compiler.turned);
        let (limits, path) = self.peeled(size, turned);
        let travels = match path {
            Path::Leap(leap) => {
                let all = super::targets_of(size, &leap.0, turned);
                let kept = |(from, to): (Square, &SquareSet)| {
                    if limits.from.contains(from) { to & limits.to } else { SquareSet::EMPTY }
                };
                return compiler.add_leaps(size.iter().zip(&all).map(kept).collect(), mode);
            }
            Path::Ride(ride) if limits.through == SquareSet::ALL => {
                Travels::of_rides(Ray::compile(compiler.rays, ride, turned), mode)
            }
            Path::Ride(ride) => {
                let rays = Ray::compile_within(compiler.rays, ride, turned, limits.through);
                if (limits.through - (limits.from & limits.to)).is_empty() {
                    return compiler.add_rides(rays, mode);
                }
                Travels::of_rides(rays, mode)
            }
            path => Travels::of_paths(compiler.rays, [(path, mode)], turned),
        };
        let straight = matches!(path, Path::Over(_) | Path::Hop(_));
        compiler.add(Route::InRegion(RegionTravels { limits, straight, travels }), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        REGION_BYTES + self.path.cost(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        let (limits, path) = self.peeled(origin.size, origin.turned);
        if !limits.from.contains(origin.square) {
            return SquareSet::EMPTY;
        }
        let reached = match path {
            Path::Ride(ride) => {
                let inside = |square: &Square| limits.through.contains(*square);
                let along = |&vector| origin.walk(vector, ride.max.into()).take_while(inside);
                ride.vectors.iter().flat_map(along).collect()
            }
            path => path.superset(origin),
        };
        reached & limits.to
    }

    fn needs_start(&self) -> bool {
        self.path.needs_start()
    }

    fn passes_squares(&self) -> bool {
        self.path.passes_squares()
    }

    fn is_straight(&self) -> bool {
        self.path.is_straight()
    }

    fn returns(&self, size: Geometry, turned: bool) -> Option<Returns> {
        let (limits, path) = self.peeled(size, turned);
        match path.returns(size, turned)? {
            Returns::On(squares) => Some(Returns::On(squares & limits.from & limits.to)),
            // A circle takes no condition.
            Returns::WholeCircle => None,
        }
    }
}

impl InRegion {
    /// Returns the travel without the conditions for its squares, and these together.
    fn peeled(&self, size: Geometry, turned: bool) -> (Limits, &Path) {
        let mut limits = Limits { from: SquareSet::ALL, through: SquareSet::ALL, to: SquareSet::ALL };
        limits.add(self, turned);
        let mut path = &*self.path;
        loop {
            path = match path {
                Path::InRegion(inner) => {
                    limits.add(inner, turned);
                    &inner.path
                }
                Path::FromRow(inner) => {
                    limits.from &= row_of(size, inner.row, turned);
                    &inner.path
                }
                path => return (limits, path),
            };
        }
    }
}

/// The squares where a travel may start, which it may pass, and where it may end.
#[derive(Clone, Copy, Debug)]
struct Limits {
    from: SquareSet,
    through: SquareSet,
    to: SquareSet,
}

impl Limits {
    fn add(&mut self, InRegion { bound, region, .. }: &InRegion, turned: bool) {
        let squares = region.of(if turned { Side::Second } else { Side::First });
        match bound {
            Bound::Within => {
                self.from &= squares;
                self.through &= squares;
                self.to &= squares;
            }
            Bound::Into => self.to &= squares,
            Bound::OutOf => {
                self.from &= squares;
                self.to -= squares;
            }
            Bound::From => self.from &= squares,
        }
    }
}

/// Travels that regions restrict.
#[derive(Clone, Debug)]
pub(crate) struct RegionTravels {
    limits: Limits,
    /// Whether they lead straight over other pieces.
    straight: bool,
    travels: Travels,
}

impl RegionTravels {
    /// Returns those of the destinations that `reach` finds which the regions allow.
    fn allowed(&self, view: &View<'_>, from: Square, reach: impl Fn(&View<'_>) -> SquareSet) -> SquareSet {
        let Limits { from: starts, through, to } = self.limits;
        if !starts.contains(from) {
            return SquareSet::EMPTY;
        }
        let reached = reach(view) & to;
        if through == SquareSet::ALL || reached.is_empty() {
            return reached;
        }
        if self.straight {
            return reached.iter().filter(|&to| passes_only(view.rays.size(), from, to, &through)).collect();
        }
        // Squares outside are in the way like friends.
        let outside = !through;
        let (own, enemy) = (view.own | outside, view.enemy & through);
        reached & reach(&View { own, enemy, occupied: view.occupied | outside, ..*view })
    }
}

impl RouteRules for RegionTravels {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        if self.limits.from.contains(from) { self.travels.exits(rays, from) } else { SquareSet::EMPTY }
    }

    fn destinations(&self, view: &View<'_>, _: Mode, from: Square) -> SquareSet {
        self.allowed(view, from, |view| self.travels.destinations(view, from))
    }

    fn open_destinations(&self, view: &View<'_>, _: Mode, from: Square) -> SquareSet {
        self.allowed(view, from, |view| self.travels.open_destinations(view, from))
    }

    fn passes_over_pieces(&self) -> bool {
        self.travels.pass_over_pieces()
    }
}

/// Returns whether all squares straight between two squares are in a set.
fn passes_only(size: Geometry, from: Square, to: Square, through: &SquareSet) -> bool {
    let line = walk(size, from, size.vector(from, to).direction(), usize::MAX);
    line.take_while(|&square| square != to).all(|square| through.contains(square))
}

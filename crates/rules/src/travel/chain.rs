//! Chains: legs one after the other, each from an empty square or from a piece that is passed over (R58 to R61).

use smallvec::{SmallVec, smallvec};

use super::{Compiler, Origin, PathRules, Ray, Route, RouteRules, Syntax, View};
use crate::grammar::ast::{Bearing, End, Mode, Ride, Turning, Whose};
use crate::grammar::words::{Word, shape};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet, Vector};

/// The greatest number of legs of a chain.
pub(super) const MAX_LEGS: usize = 8;

/// Legs one after the other (R58).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The legs, at least two. The mode of the last one is that of the travel.
    pub legs: Vec<ChainLeg>,
}

/// A leg of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainLeg {
    /// The lines and their lengths.
    pub ride: Ride,
    /// The directions that may follow one of the leg before; any for the first leg.
    pub bearing: Bearing,
    /// The hand to which it turns from the leg before, if that matters.
    pub turning: Option<Turning>,
    /// The effects allowed at the end of the leg; the end of the last leg is that of the travel.
    pub end: End,
}

impl ChainLeg {
    /// Returns whether the leg may go in a direction after another one in a direction.
    pub fn follows(&self, before: Vector, next: Vector) -> bool {
        self.bearing.allows(before, next) && self.turning.is_none_or(|hand| hand.allows(before, next))
    }
}

impl PathRules for Chain {
    const WORDS: &[Word] = &[
        shape(
            "through",
            "<LEG> (through) then <LEG> <BEARING>, <LEG> (through anything) then <LEG> <BEARING>",
            "A note of a leg before `then`: the piece goes on from an empty square, on which it never ends; \
             with `anything` from one with a piece, too.",
            "W (through) then F outwards",
            "R58, R60",
        ),
        shape(
            "anything",
            "<LEG> (through anything) then <LEG> <BEARING>",
            "Says that it does not matter what stands there.",
            "W (through anything) then R straight",
            "R60",
        ),
        shape(
            "hopping",
            "<LEG> (hopping) then <LEG> <BEARING>, <LEG> (hopping friends) then <LEG>, <LEG> (hopping enemies) then <LEG>",
            "A note of a leg before `then`: the leg leads to the first piece on it, of either side or of the one named, \
             and the piece goes on from there. What it hops over is not taken.",
            "R (hopping) then W straight",
            "R59",
        ),
    ];

    /// The rule of [`Bend`](super::ast::Bend) parses chains, too.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Leg
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let rays: Vec<Vec<Ray>> =
            self.legs.iter().map(|leg| Ray::compile(compiler.rays, &leg.ride, compiler.turned)).collect();
        let vector = |ray: &Ray| compiler.rays.vector(ray.line());
        let legs = self.legs.iter().enumerate().map(|(index, leg)| {
            let next = self.legs.get(index + 1).zip(rays.get(index + 1));
            let onward = |ray: &Ray| -> Box<[usize]> {
                let Some((next, rays)) = next else { return Box::default() };
                let follows = |(_, after): &(usize, &Ray)| next.follows(vector(ray), vector(after));
                rays.iter().enumerate().filter(follows).map(|(number, _)| number).collect()
            };
            let way = |ray: &Ray| (*ray, onward(ray));
            let end = next.map(|_| leg.end);
            LinkedLeg { end, rays: rays[index].iter().map(way).collect() }
        });
        let legs = legs.collect();
        compiler.add(Route::Chain(Chains { legs }), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        let (mut starts, mut visited) = (1, 0);
        for leg in &self.legs {
            let squares = starts * leg.ride.squares(size);
            visited += squares + 16 * leg.ride.vectors.len();
            starts = squares.min(size.squares());
        }
        visited
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        let first = self.legs.first().map_or(0, |leg| leg.ride.vectors.len());
        let mut starts = vec![SquareSet::from_iter([origin.square]); first];
        for (index, leg) in self.legs.iter().enumerate() {
            let next = self.legs.get(index + 1);
            let mut onward = vec![SquareSet::EMPTY; next.map_or(0, |next| next.ride.vectors.len())];
            for (&vector, starts) in leg.ride.vectors.iter().zip(&starts) {
                let ends = starts.iter().fold(SquareSet::EMPTY, |all, start| {
                    all | origin.at(start).along(&[vector], leg.ride.max.into())
                });
                if next.is_none() || matches!(leg.end, End::Stop(_)) {
                    reached |= ends;
                }
                for (after, onward) in next.iter().flat_map(|next| &next.ride.vectors).zip(&mut onward) {
                    if next.is_some_and(|next| next.follows(vector, *after)) {
                        *onward |= ends;
                    }
                }
            }
            starts = onward;
        }
        reached
    }
}

/// The chains of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Chains {
    legs: Box<[LinkedLeg]>,
}

/// A leg: its lines, each with the numbers of those of the next leg that may follow.
#[derive(Clone, Debug)]
struct LinkedLeg {
    rays: Box<[(Ray, Box<[usize]>)]>,
    /// The effects allowed at the end of the leg; `None` on the last one.
    end: Option<End>,
}

impl LinkedLeg {
    /// Returns the squares from which the piece on `origin` may go on, after a line of this leg.
    fn corners(&self, view: &View<'_>, origin: Square, ray: &Ray, start: Square) -> SquareSet {
        let one_of = |squares: SquareSet| {
            let seen = ray.seen(view, start).filter(|&seen| seen != origin && squares.contains(seen));
            seen.into_iter().collect()
        };
        match self.end {
            None => SquareSet::EMPTY,
            Some(End::Stop(_) | End::Through) => ray.reach(view, start) - view.occupied,
            Some(End::ThroughAnything) => {
                // Armoured opposing pieces cannot be passed (L27).
                let mut reached = ray.reach(view, start) - (view.own - view.friends());
                reached.remove(origin);
                reached
            }
            Some(End::Hop(Whose::Either)) => one_of(view.friends() | view.enemy),
            Some(End::Hop(Whose::Friends)) => one_of(view.friends()),
            Some(End::Hop(Whose::Enemies)) => one_of(view.enemy),
        }
    }
}

impl RouteRules for Chains {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        match self.legs.first() {
            Some(LinkedLeg { rays: lines, end: Some(End::Stop(_) | End::Through) }) => {
                lines.iter().map(|(ray, _)| ray.first_step(rays, from)).collect()
            }
            _ => SquareSet::ALL,
        }
    }

    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        let first = self.legs.first().map_or(0, |leg| leg.rays.len());
        // By line of the leg, the squares from which it begins.
        let mut starts: SmallVec<[SquareSet; 8]> = smallvec![SquareSet::from_iter([from]); first];
        for (index, leg) in self.legs.iter().enumerate() {
            let next = self.legs.get(index + 1).map_or(0, |next| next.rays.len());
            let mut onward: SmallVec<[SquareSet; 8]> = smallvec![SquareSet::EMPTY; next];
            for ((ray, follow), starts) in leg.rays.iter().zip(&starts) {
                for start in starts.iter() {
                    let corners = leg.corners(view, from, ray, start);
                    match leg.end {
                        None => reached |= view.allowed(mode, &ray.reach(view, start)),
                        Some(End::Stop(stop)) => reached |= view.allowed(stop, &ray.reach(view, start)),
                        Some(_) => {}
                    }
                    follow.iter().for_each(|&number| onward[number] |= corners);
                }
            }
            starts = onward;
        }
        reached.remove(from);
        reached
    }
}

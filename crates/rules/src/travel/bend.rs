//! `then`: bent paths, a first leg to an empty square and a second one in another direction (K33, K42).

use std::rc::Rc;

use chumsky::prelude::*;

use super::term::{Continuation, note};
use super::{Compiler, Origin, Path, PathRules, Ray, Route, RouteRules, Syntax, View};
use crate::grammar::ast::{Bearing, Mode, Ride};
use crate::grammar::words::{Word, shape};
use crate::grammar::{bearing, check_bearing, leg, word};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet, Vector};

/// A first leg to an empty square, then a second one in another direction (K33).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bend {
    /// The first leg.
    pub first: Ride,
    /// The moves that may end on the first leg.
    pub stop: Mode,
    /// The second leg; its mode is that of the travel.
    pub second: Ride,
    /// The second directions that may follow a first one.
    pub bearing: Bearing,
}

impl PathRules for Bend {
    const WORDS: &[Word] = &[shape(
        "then",
        "<TRAVEL> then <LINE> <BEARING>, strike <LEAP> then <LEAP> <BEARING>",
        "After the first leg, which ends on an empty square, the piece goes on in another direction. \
         The note of the first leg says how the piece may end its move there; \
         a note at the end belongs to the second leg. Without a bearing the second leg goes anywhere.",
        "F (moving) then R outwards",
        "K33, K42",
    )];

    /// `LEG (NOTE) then LEG BEARING (NOTE)`.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Continuation(|| {
            let second =
                word("then").ignore_then(leg()).then(bearing()).map(|(second, bearing)| -> Continuation {
                    let second = second.ride();
                    Rc::new(move |first, stop, complain| {
                        let (first, second) = (first.ride(), second.clone());
                        check_bearing(&first.vectors, bearing, &second.vectors, complain);
                        Path::Bend(Bend { first, stop, second, bearing })
                    })
                });
            second.then(note().or_not()).boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let firsts = Ray::compile(compiler.rays, &self.first, compiler.turned);
        let seconds = Ray::compile(compiler.rays, &self.second, compiler.turned);
        for first in firsts {
            let leg = compiler.rays.vector(first.line());
            let follows = |second: &&Ray| self.bearing.allows(leg, compiler.rays.vector(second.line()));
            let seconds = seconds.iter().filter(follows).copied().collect();
            compiler.add(Route::Bend(BentRay { first, stop: self.stop, seconds }), mode);
        }
    }

    fn cost(&self, size: Geometry) -> usize {
        let seconds_of = |&leg: &Vector| {
            self.second.vectors.iter().filter(|&&next| self.bearing.allows(leg, next)).count()
        };
        let seconds: usize = self.first.vectors.iter().map(seconds_of).sum();
        self.first.squares(size) + self.first.length(size) * seconds * self.second.length(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        let Bend { first, second, bearing, .. } = self;
        origin.bent((&first.vectors, first.max.into()), (&second.vectors, second.max.into()), *bearing)
    }
}

/// A first leg in one direction with all second legs that may follow it.
#[derive(Clone, Debug)]
pub(crate) struct BentRay {
    first: Ray,
    stop: Mode,
    seconds: Box<[Ray]>,
}

impl RouteRules for BentRay {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        SquareSet::from_iter([self.first.first_step(rays, from)])
    }

    #[inline]
    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        if self.first.is_shut(view, from) {
            return SquareSet::EMPTY;
        }
        let corners = self.first.reach(view, from);
        let mut reached = view.allowed(self.stop, &corners);
        for corner in corners - view.occupied {
            for second in &self.seconds {
                if !second.is_shut(view, corner) {
                    reached |= view.allowed(mode, &second.reach(view, corner));
                }
            }
        }
        reached
    }
}

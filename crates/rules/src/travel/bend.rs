//! `then`: bent paths, a first leg to an empty square and a second one in another direction (K33, K42).

use std::rc::Rc;

use chumsky::prelude::*;

use super::chain::{Chain, ChainLeg, MAX_LEGS};
use super::term::{Complain, Continuation, end};
use super::{Compiler, Origin, Path, PathRules, Ray, Route, RouteRules, Syntax, View};
use crate::grammar::ast::{Bearing, End, Mode, Ride};
use crate::grammar::words::{Word, shape};
use crate::grammar::{bearing, check_directions, leg, turning, word};
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
        "<TRAVEL> then <LINE> <BEARING>, <TRAVEL> then <LINE> <BEARING> then <LINE> <BEARING>, \
         strike <LEAP> then <LEAP> <BEARING>",
        "After the first leg, which ends on an empty square, the piece goes on in another direction. \
         The note of the first leg says how the piece may end its move there; \
         a note at the end belongs to the second leg. Without a bearing the second leg goes anywhere. \
         Up to eight legs may follow one another so. `left` or `right` behind a bearing is the hand to which it turns.",
        "F (moving) then R outwards",
        "K33, K42, R58",
    )];

    /// `LEG (NOTE) then LEG BEARING (NOTE)`, and further legs, which make it a chain.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Continuation(|| {
            let onward = word("then").ignore_then(leg()).then(bearing()).then(turning());
            let onward = onward.then(end().or_not()).map(|(((leg, bearing), turning), end)| {
                (ChainLeg { ride: leg.ride(), bearing, turning, end: End::Stop(Mode::Both) }, end)
            });
            let legs = onward.repeated().at_least(1).collect::<Vec<_>>();
            let legs = legs.validate(|mut legs, e, emitter| {
                let mut complain = |message: String| emitter.emit(Rich::custom(e.span(), message));
                if legs.len() >= MAX_LEGS {
                    complain(format!("a travel has at most {MAX_LEGS} legs"));
                    legs.truncate(MAX_LEGS - 1);
                }
                let note = match legs.last().and_then(|(_, end)| *end) {
                    None => None,
                    Some(End::Stop(mode)) => Some(mode),
                    Some(_) => {
                        complain(
                            "the last leg ends on its square: it is neither `through` nor `hopping`"
                                .to_owned(),
                        );
                        None
                    }
                };
                let given =
                    legs.into_iter().map(|(leg, end)| ChainLeg { end: end.unwrap_or(leg.end), ..leg });
                (given.collect::<Vec<_>>(), note)
            });
            let continuation = |(further, note): (Vec<ChainLeg>, _)| {
                let continuation: Continuation = Rc::new(move |first, end, complain| {
                    let first = ChainLeg { ride: first.ride(), bearing: Bearing::Any, turning: None, end };
                    path_of(first, further.clone(), complain)
                });
                (continuation, note)
            };
            legs.map(continuation).boxed()
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

/// Returns the path of a first leg and those that follow it: a bend if it is one.
fn path_of(first: ChainLeg, further: Vec<ChainLeg>, complain: Complain<'_>) -> Path {
    let mut before = &first;
    for leg in &further {
        let follows = |a, b| leg.follows(a, b);
        check_directions(&before.ride.vectors, leg.bearing, follows, &leg.ride.vectors, complain);
        before = leg;
    }
    match (first.end, &further[..]) {
        (End::Stop(stop), [second]) if second.turning.is_none() => {
            Path::Bend(Bend { first: first.ride, stop, second: second.ride.clone(), bearing: second.bearing })
        }
        _ => {
            // The end of the last leg is that of the travel.
            let mut legs = vec![first];
            legs.extend(further);
            if let Some(last) = legs.last_mut() {
                last.end = End::Stop(Mode::Both);
            }
            Path::Chain(Chain { legs })
        }
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

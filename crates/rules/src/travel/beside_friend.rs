//! `landing beside a friend`: lines that end next to a friendly piece (K36).

use chumsky::Parser as _;

use super::term::{ride_of, shape_by};
use super::{Compiler, Origin, Path, PathRules, Ray, Route, RouteRules, Syntax, View};
use crate::grammar::ast::{Mode, Ride};
use crate::grammar::phrase;
use crate::grammar::words::{Word, shape};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

/// As a ride, to a square adjacent to a friendly piece other than itself (K36).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BesideFriend(pub Ride);

impl PathRules for BesideFriend {
    const WORDS: &[Word] = &[shape(
        "landing",
        "<LINE> landing beside a friend, relay <TRAVEL> to <PIECES> landing <AREA>",
        "Restricts where the travel may end: next to a friendly piece other than the traveller, or, when it is lent, on \
         a square of the area seen from the lender.",
        "W + Q4 landing beside a friend (moving)",
        "K36, K75, K76",
    )];

    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Shape(|| {
            let landing = shape_by(|leg, complain| Path::BesideFriend(BesideFriend(ride_of(leg, complain))));
            phrase("landing beside a friend").to(landing).boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        for ray in Ray::compile(compiler.rays, &self.0, compiler.turned) {
            compiler.add(Route::BesideFriend(FriendlyRay(ray)), mode);
        }
    }

    fn cost(&self, size: Geometry) -> usize {
        self.0.squares(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.lines(&self.0)
    }
}

/// One line of such a travel.
#[derive(Clone, Debug)]
pub(crate) struct FriendlyRay(Ray);

impl RouteRules for FriendlyRay {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        SquareSet::from_iter([self.0.first_step(rays, from)])
    }

    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        let mut friends = view.friends();
        friends.remove(from);
        let is_beside = |square: &Square| view.rays.neighbours(*square).intersects(&friends);
        view.allowed(mode, &self.0.reach(view, from)).iter().filter(is_beside).collect()
    }
}

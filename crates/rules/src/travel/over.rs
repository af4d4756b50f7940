//! `over`: lines over pieces that are not taken (K34, K37, K38, K39).

use chumsky::prelude::*;

use super::term::{ride_of, shape_by};
use super::{Compiler, Origin, Path, PathRules, Ray, Route, RouteRules, Syntax, View};
use crate::grammar::ast::{Mode, Ride};
use crate::grammar::words::{Word, shape};
use crate::grammar::{phrase, word};
use crate::vocabulary::{Class, Geometry, Rays, Square, SquareSet};

/// Along the vectors over at least one piece of either side, which is not taken (K34, K37, K38, K39). The squares between
/// the pieces passed do not matter; `min` is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Over {
    /// The lines and the longest distance.
    pub ride: Ride,
    /// The greatest number of pieces passed: 1, or `u8::MAX` for any number.
    pub most: u8,
    /// Whether shielded and royal pieces of either side can be neither passed nor taken (K38).
    pub sparing: bool,
}

impl PathRules for Over {
    const WORDS: &[Word] = &[
        shape(
            "over",
            "<LINE> over pieces, <LINE> over one piece, <LINE> over pieces sparing shielded, hop-capture over <AREA> pieces",
            "The slide passes over at least one piece of either side, or over exactly one, and takes none of those passed. \
             The empty squares between do not matter.",
            "R4 (moving) + R4 over one piece (capturing)",
            "K34, K37, K38, K39, K46",
        ),
        shape(
            "sparing",
            "<LINE> over pieces sparing shielded, <LINE> over one piece sparing its like",
            "Royal and `shielded` pieces, of either side, can be neither passed over nor taken; \
             with `its like` those of its own type.",
            "B + B over pieces sparing shielded (capturing) + shielded",
            "K38, R66",
        ),
    ];

    /// `over pieces`, `over one piece`, each optionally with `sparing shielded` or `sparing its like`.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Shape(|| {
            let most = phrase("one piece").to(1).or(word("pieces").to(u8::MAX));
            let spared = word("shielded").to(true).or(phrase("its like").to(false));
            let sparing = word("sparing").ignore_then(spared).or_not();
            let over = word("over").ignore_then(most).then(sparing).map(|(most, sparing)| {
                shape_by(move |leg, complain| {
                    let ride = ride_of(leg, complain);
                    if ride.max == 1 {
                        complain("a single step passes over nothing: a line or a rider is needed here");
                    }
                    let over = Over { ride, most, sparing: sparing == Some(true) };
                    if sparing == Some(false) { Path::OverUnlike(OverUnlike(over)) } else { Path::Over(over) }
                })
            });
            over.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let Over { ref ride, most, sparing } = *self;
        for ray in Ray::compile(compiler.rays, ride, compiler.turned) {
            compiler.add(Route::Over(OverRay { ray, most, sparing }), mode);
        }
    }

    fn cost(&self, size: Geometry) -> usize {
        self.ride.squares(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.lines(&self.ride)
    }

    fn passes_squares(&self) -> bool {
        true
    }

    fn is_straight(&self) -> bool {
        true
    }
}

/// As a line over pieces, but pieces of its own type, of either side, can be neither passed nor taken (R66).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverUnlike(pub Over);

impl PathRules for OverUnlike {
    const WORDS: &[Word] = &[
        shape(
            "its",
            "<LINE> over one piece sparing its like",
            "Leads in `like`: the pieces of the type of the one that travels.",
            "R over one piece sparing its like",
            "R66",
        ),
        shape(
            "like",
            "<LINE> over one piece sparing its like",
            "The pieces of the same type, of either side.",
            "R over one piece sparing its like",
            "R66",
        ),
    ];

    /// The rule of [`Over`] parses it, too.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Leg
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let Over { ref ride, most, sparing } = self.0;
        for ray in Ray::compile(compiler.rays, ride, compiler.turned) {
            compiler.add(Route::OverUnlike(UnlikeRay(OverRay { ray, most, sparing })), mode);
        }
    }

    fn cost(&self, size: Geometry) -> usize {
        self.0.cost(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        self.0.superset(origin)
    }

    fn passes_squares(&self) -> bool {
        true
    }

    fn is_straight(&self) -> bool {
        true
    }
}

/// One line of such a travel.
#[derive(Clone, Debug)]
pub(crate) struct OverRay {
    ray: Ray,
    /// The greatest number of pieces passed.
    most: u8,
    /// Whether shielded pieces can be neither passed nor taken (K38); armoured opposing ones never can (L27).
    sparing: bool,
}

impl RouteRules for OverRay {
    /// The squares beyond the first one.
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        let mut exits = *self.ray.limited(rays, from);
        exits.remove(self.ray.first_step(rays, from));
        exits
    }

    /// The squares behind at least one piece.
    #[inline]
    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        let allowed = view.allowed(mode, self.ray.limited(view.rays, from));
        if allowed.is_empty() { allowed } else { self.behind(view, from, allowed) }
    }

    fn passes_over_pieces(&self) -> bool {
        true
    }
}

impl OverRay {
    /// Returns the squares of the line among `squares` that are behind an allowed number of pieces.
    fn behind(&self, view: &View<'_>, from: Square, squares: SquareSet) -> SquareSet {
        let (id, line) = (self.ray.line(), self.ray.limited(view.rays, from));
        let Some(first) = self.ray.nearest(&(line & view.occupied)) else {
            return SquareSet::EMPTY;
        };
        let mut behind = squares & view.rays.beyond(id, first);
        let mut barring = *view.board.class(Class::Armoured, view.side.other());
        if self.sparing {
            barring |= view.board.class_of_both(Class::Shielded);
        }
        if let Some(end) = self.ray.nearest(&(line & barring)) {
            behind -= view.rays.beyond(id, end);
            behind.remove(end);
        }
        let mut passed = first;
        for _ in 0..self.most {
            let pieces = view.rays.beyond(id, passed) & view.occupied;
            let Some(next) = self.ray.nearest(&pieces) else { return behind };
            passed = next;
        }
        behind - view.rays.beyond(id, passed)
    }
}

/// A line over pieces of other types than its own (R66).
#[derive(Clone, Debug)]
pub(crate) struct UnlikeRay(OverRay);

impl RouteRules for UnlikeRay {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        self.0.exits(rays, from)
    }

    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        let UnlikeRay(over) = self;
        let mut reached = over.destinations(view, mode, from);
        let kind = view.board.at(from).kind();
        let line = over.ray.limited(view.rays, from);
        let like = (line & view.occupied).iter().filter(|&square| view.board.at(square).kind() == kind);
        if let Some(end) = over.ray.nearest(&like.collect()) {
            reached -= view.rays.beyond(over.ray.line(), end);
            reached.remove(end);
        }
        reached
    }

    fn passes_over_pieces(&self) -> bool {
        true
    }
}

//! `from start`: travels available only to a piece that has not been displaced since the game began (R50 to R52, R157).

use std::rc::Rc;

use chumsky::Parser as _;

use super::term::Condition;
use super::{Compiler, Origin, Path, PathRules, Route, RouteRules, Syntax, Travels, View};
use crate::grammar::ast::Mode;
use crate::grammar::phrase;
use crate::grammar::words::{Word, shape};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

/// The size of the travels from the start for each square, in bytes: they have tables of their own.
const START_BYTES: usize = 96;

/// Another travel, available while the piece stands where the game began and has never been displaced (R50).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromStart {
    /// Whether it ends, too, once an opposing piece aims at the piece along a line (R52).
    pub until_aimed: bool,
    /// Whether a royal piece needs a square on its way that is not attacked, where check binds (R157).
    pub over_safe: bool,
    /// The travel.
    pub path: Box<Path>,
}

impl PathRules for FromStart {
    const WORDS: &[Word] = &[
        shape(
            "start",
            "<TRAVEL> from start, <TRAVEL> from start until aimed at, <TRAVEL> from start over safe squares",
            "The travel is there only as long as the piece has not moved, been moved or been changed since the game began. \
             Where check binds, a royal piece in check does not use it.",
            "forward W (moving) + forward R3 (moving) from start",
            "R50, R51",
        ),
        shape(
            "until",
            "from start until aimed at",
            "Leads in what ends a travel from the start before the piece moves.",
            "W + F + sidemost forward N (moving) from start until aimed at; royal",
            "R52",
        ),
        shape(
            "aimed",
            "from start until aimed at",
            "An opposing piece has come to a square from which a line on which it captures leads to the piece, whatever stands \
             between.",
            "F + forward D (moving) from start until aimed at",
            "R52",
        ),
        shape(
            "safe",
            "from start over safe squares",
            "Where check binds, a royal piece does not travel from the start over an attacked square: the one halfway, or both if \
             two are halfway, as in a Knight's leap.",
            "W + F + (D + A + N) (moving) from start over safe squares; royal",
            "R157",
        ),
    ];

    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Condition(|| {
            let until_aimed = phrase("until aimed at").or_not().map(|until| until.is_some());
            let over_safe = phrase("over safe squares").or_not().map(|over| over.is_some());
            let from_start = phrase("from start").ignore_then(until_aimed.then(over_safe)).map(
                |(until_aimed, over_safe)| -> Condition {
                    Rc::new(move |path| {
                        Path::FromStart(FromStart { until_aimed, over_safe, path: Box::new(path) })
                    })
                },
            );
            from_start.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let travels = Travels::of_paths(compiler.rays, [(&*self.path, mode)], compiler.turned);
        compiler.add(Route::FromStart(StartTravels(travels)), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        START_BYTES + self.path.cost(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        self.path.superset(origin)
    }

    fn passes_squares(&self) -> bool {
        self.path.passes_squares()
    }

    fn is_straight(&self) -> bool {
        self.path.is_straight()
    }

    fn needs_start(&self) -> bool {
        true
    }
}

/// Travels available only to pieces that have not been displaced.
#[derive(Clone, Debug)]
pub(crate) struct StartTravels(Travels);

impl RouteRules for StartTravels {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        self.0.exits(rays, from)
    }

    fn destinations(&self, view: &View<'_>, _: Mode, from: Square) -> SquareSet {
        if view.unmoved.contains(from) { self.0.destinations(view, from) } else { SquareSet::EMPTY }
    }

    fn open_destinations(&self, view: &View<'_>, _: Mode, from: Square) -> SquareSet {
        if view.unmoved.contains(from) { self.0.open_destinations(view, from) } else { SquareSet::EMPTY }
    }
}

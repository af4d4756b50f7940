//! `onto royals`: travels that take royal pieces and nothing else (R162).

use std::rc::Rc;

use chumsky::Parser as _;

use super::term::Condition;
use super::{Compiler, Origin, Path, PathRules, Route, RouteRules, Syntax, Travels, View};
use crate::grammar::ast::Mode;
use crate::grammar::phrase;
use crate::grammar::words::{Word, shape};
use crate::vocabulary::{Geometry, Square, SquareSet};

/// The size of such travels for each square, in bytes: they have tables of their own.
const TABLE_BYTES: usize = 96;

/// Another travel, which ends only on an opposing royal piece (R162).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OntoRoyals(pub Box<Path>);

impl PathRules for OntoRoyals {
    const WORDS: &[Word] = &[shape(
        "royals",
        "<TRAVEL> onto royals",
        "The travel ends only on an opposing royal piece, and takes it.",
        "Q1 within palace + Q (capturing) onto royals; royal",
        "R162",
    )];

    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Condition(|| {
            let condition: Condition = Rc::new(|path| Path::OntoRoyals(OntoRoyals(Box::new(path))));
            phrase("onto royals").to(condition).boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        if mode != Mode::Moving {
            let travels = Travels::of_paths(compiler.rays, [(&*self.0, Mode::Capturing)], compiler.turned);
            compiler.add(Route::OntoRoyals(RoyalHunt(travels)), Mode::Capturing);
        }
    }

    fn cost(&self, size: Geometry) -> usize {
        TABLE_BYTES + self.0.cost(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        self.0.superset(origin)
    }

    fn passes_squares(&self) -> bool {
        self.0.passes_squares()
    }

    fn needs_start(&self) -> bool {
        self.0.needs_start()
    }
}

/// Travels that end on opposing royal pieces.
#[derive(Clone, Debug)]
pub(crate) struct RoyalHunt(Travels);

impl RouteRules for RoyalHunt {
    fn destinations(&self, view: &View<'_>, _: Mode, from: Square) -> SquareSet {
        let royals = view.enemy & view.board.royals(view.side.other());
        if royals.is_empty() { royals } else { self.0.destinations(view, from) & royals }
    }
}

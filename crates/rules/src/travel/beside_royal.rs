//! `leap beside a royal friend`: to a square next to a friendly royal piece, from anywhere (K72).

use chumsky::Parser as _;

use super::term::Term;
use super::{Compiler, Origin, Path, PathRules, Route, RouteRules, Syntax, View};
use crate::grammar::ast::Mode;
use crate::grammar::phrase;
use crate::grammar::words::{Word, shape};
use crate::vocabulary::{Class, Geometry, Square, SquareSet};

/// To any square but its own that is adjacent to a friendly royal piece; the piece on that square is removed, even a friendly
/// one (K72).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BesideRoyal;

impl PathRules for BesideRoyal {
    const WORDS: &[Word] = &[shape(
        "leap",
        "leap beside a royal friend, leap anywhere",
        "Leaps from anywhere to any square next to a friendly royal piece. Whatever stands there is removed, \
         a friendly piece too. With `anywhere` it leaps to any other square, like any travel with or without a note.",
        "leap beside a royal friend",
        "K72, R65",
    )];

    /// It takes no note, as it may end on any piece.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Alone(|| {
            let leap = phrase("leap beside a royal friend");
            let term = leap.map_with(|(), e| {
                vec![Term { path: Path::BesideRoyal(BesideRoyal), note: None, span: e.span() }]
            });
            term.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        compiler.add(Route::BesideRoyal(RoyalNeighbours), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        size.squares()
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.size.iter().collect()
    }
}

/// The squares next to friendly royal pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoyalNeighbours;

impl RouteRules for RoyalNeighbours {
    fn destinations(&self, view: &View<'_>, _: Mode, from: Square) -> SquareSet {
        let royals = view.board.class(Class::Royal, view.side).iter();
        let mut reached = royals.fold(SquareSet::EMPTY, |set, royal| set | view.rays.neighbours(royal));
        reached.remove(from);
        // An armoured enemy that it cannot take may not be removed like a friend (L27).
        reached - (view.own - view.friends())
    }
}

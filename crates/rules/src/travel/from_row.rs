//! `from row`: travels available only on one rank of the board (L6).

use std::rc::Rc;

use chumsky::Parser as _;

use super::term::Condition;
use super::{Compiler, Origin, Path, PathRules, Route, RouteRules, Syntax, Travels, View};
use crate::grammar::ast::Mode;
use crate::grammar::words::{Word, shape};
use crate::grammar::{phrase, range};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

/// The size of the travels from a row for each square, in bytes: they have tables of their own.
const ROW_BYTES: usize = 96;

/// Another travel, available while the piece stands on this row, counted from its owner's side from 1 on (L6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromRow {
    /// The number of the row.
    pub row: u8,
    /// The travel.
    pub path: Box<Path>,
}

impl PathRules for FromRow {
    const WORDS: &[Word] = &[
        shape(
            "from",
            "<TRAVEL> from row <NUMBER>",
            "Leads in the row where the travel starts.",
            "forward R2 (moving) from row 2",
            "L6",
        ),
        shape(
            "row",
            "<TRAVEL> from row <NUMBER>",
            "The travel is there only while the piece stands on this row, counted from its owner's side.",
            "forward W (moving) + forward R3 (moving) from row 1",
            "L6",
        ),
    ];

    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Condition(|| {
            let from_row = phrase("from row").ignore_then(range()).map(|row| -> Condition {
                Rc::new(move |path| Path::FromRow(FromRow { row, path: Box::new(path) }))
            });
            from_row.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let travels = Travels::of_paths(compiler.rays, [(&*self.path, mode)], compiler.turned);
        let squares = row_of(compiler.size(), self.row, compiler.turned);
        compiler.add(Route::FromRow(RowTravels { squares, travels }), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        ROW_BYTES + self.path.cost(size)
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
        self.path.needs_start()
    }
}

/// Travels available only from some squares.
#[derive(Clone, Debug)]
pub(crate) struct RowTravels {
    squares: SquareSet,
    travels: Travels,
}

impl RouteRules for RowTravels {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        if self.squares.contains(from) { self.travels.exits(rays, from) } else { SquareSet::EMPTY }
    }

    fn destinations(&self, view: &View<'_>, _: Mode, from: Square) -> SquareSet {
        if self.squares.contains(from) { self.travels.destinations(view, from) } else { SquareSet::EMPTY }
    }
}

/// Returns the squares of a row, counted from its owner's side from 1 on (L4).
pub(crate) fn row_of(size: Geometry, row: u8, turned: bool) -> SquareSet {
    let rank = |square| if turned { size.ranks() - size.rank(square) } else { size.rank(square) + 1 };
    size.iter().filter(|&square| rank(square) == row).collect()
}

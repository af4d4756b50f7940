//! `onto friends`: travels that end on pieces of the same side and take them (R64).

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

/// Another travel, which ends only on a friend that is not royal, and takes it (R64).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OntoFriends(pub Box<Path>);

impl PathRules for OntoFriends {
    const WORDS: &[Word] = &[shape(
        "onto",
        "<TRAVEL> onto friends",
        "The travel ends only on a piece of the same side that is not royal, and takes it.",
        "Q1 + Q1 onto friends",
        "R64",
    )];

    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Condition(|| {
            let condition: Condition = Rc::new(|path| Path::OntoFriends(OntoFriends(Box::new(path))));
            phrase("onto friends").to(condition).boxed()
        })
    }

    fn compile(&self, _: Mode, compiler: &mut Compiler<'_>) {
        let travels = Travels::of_paths(compiler.rays, [(&*self.0, Mode::Capturing)], compiler.turned);
        compiler.add(Route::OntoFriends(FriendlyTravels(travels)), Mode::Both);
    }

    fn cost(&self, size: Geometry) -> usize {
        TABLE_BYTES + self.0.cost(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        self.0.superset(origin)
    }

    fn needs_start(&self) -> bool {
        self.0.needs_start()
    }
}

/// Travels that end on friends.
#[derive(Clone, Debug)]
pub(crate) struct FriendlyTravels(Travels);

impl RouteRules for FriendlyTravels {
    fn destinations(&self, view: &View<'_>, _: Mode, from: Square) -> SquareSet {
        let mut friends = view.friends() - view.board.royals(view.side);
        friends.remove(from);
        let turned = View { own: view.occupied - friends, enemy: friends, ..*view };
        self.0.destinations(&turned, from) & friends
    }
}

//! `leap anywhere`: to any other square (R65).

use chumsky::Parser as _;

use super::{Compiler, Origin, Path, PathRules, Syntax};
use crate::grammar::ast::Mode;
use crate::grammar::phrase;
use crate::vocabulary::{Geometry, SquareSet};

/// To any square but its own, whatever stands between (R65). Its words are those of `leap beside a royal friend`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anywhere;

impl PathRules for Anywhere {
    /// `leap anywhere`.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Whole(|| phrase("leap anywhere").to(Path::Anywhere(Anywhere)).boxed())
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let all: SquareSet = compiler.size().iter().collect();
        let others = |own| all - SquareSet::from_iter([own]);
        let targets = compiler.size().iter().map(others).collect();
        compiler.add_leaps(targets, mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        size.squares()
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        let mut others: SquareSet = origin.size.iter().collect();
        others.remove(origin.square);
        others
    }
}

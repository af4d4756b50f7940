//! `mirror`: leaps from the square of the same rank on the opposite file (L15).

use chumsky::Parser as _;

use super::{Compiler, Origin, Path, PathRules, Returns, Syntax, targets_of};
use crate::grammar::ast::Mode;
use crate::grammar::words::{Word, shape};
use crate::grammar::{leaps, word};
use crate::vocabulary::{Geometry, SquareSet, Vector};

/// To any of the vectors from the square of the same rank on the opposite file, whatever stands on that square (L15).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirror(pub Vec<Vector>);

impl PathRules for Mirror {
    const WORDS: &[Word] = &[shape(
        "mirror",
        "mirror <LEAP>, twofold mirror <LEAP>, swap with enemies on <LEAPS> or mirror <LEAPS> squares",
        "The leap starts from the square of the same rank on the opposite file, whatever stands there. \
         If it leads back to where the piece stands, the piece may stay: a turn that changes nothing.",
        "F (moving) + mirror W (moving)",
        "L15, L17",
    )];

    /// `mirror LEAP`.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Whole(|| {
            let mirror = word("mirror").ignore_then(leaps());
            mirror.map(|vectors| Path::Mirror(Mirror(vectors))).boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let targets = mirrored_targets_of(compiler.size(), &self.0, compiler.turned);
        compiler.add_leaps(targets, mode);
    }

    fn cost(&self, _: Geometry) -> usize {
        2 * self.0.len()
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.mirrored(&self.0)
    }

    fn returns(&self, size: Geometry, turned: bool) -> Option<Returns> {
        let targets = mirrored_targets_of(size, &self.0, turned);
        let on: SquareSet = size.iter().filter(|from| targets[from.index()].contains(*from)).collect();
        (!on.is_empty()).then_some(Returns::On(on))
    }
}

/// Returns, for every square, the squares at the given vectors of a side from its mirror square (L15).
pub(crate) fn mirrored_targets_of(size: Geometry, vectors: &[Vector], turned: bool) -> Box<[SquareSet]> {
    let targets = targets_of(size, vectors, turned);
    size.iter().map(|from| targets[size.reflect(from).index()]).collect()
}

//! `zigzag`: alternating steps in two directions at right angles (K43).

use chumsky::Parser as _;

use super::courses::{COURSE_BYTES, Courses};
use super::term::shape_by;
use super::{Compiler, Origin, Path, PathRules, Route, Syntax};
use crate::grammar::ast::{Bearing, Mode};
use crate::grammar::words::{Word, shape};
use crate::grammar::{check_bearing, word};
use crate::vocabulary::{Geometry, Square, SquareSet, Vector};

/// Along zigzag lines: alternating steps by two of the vectors at right angles, over empty squares (K43).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zigzag(pub Vec<Vector>);

impl PathRules for Zigzag {
    const WORDS: &[Word] = &[shape(
        "zigzag",
        "<LEAP> zigzag",
        "Repeats a leap over empty squares in two directions at right angles by turns.",
        "F zigzag",
        "K43",
    )];

    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Shape(|| {
            let zigzag = shape_by(|leg, complain| {
                let vectors = leg.leap().unwrap_or_else(|| {
                    complain("a zigzag is made of leaps, not of a line or a rider");
                    Vec::new()
                });
                check_bearing(&vectors, Bearing::RightAngle, &vectors, complain);
                Path::Zigzag(Zigzag(vectors))
            });
            word("zigzag").to(zigzag).boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let (size, turned) = (compiler.size(), compiler.turned);
        let courses = Courses::new(size, |from| {
            self.pairs().map(|pair| squares(size, from, pair, turned).collect()).collect()
        });
        compiler.add(Route::Zigzag(courses), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        let length = usize::from(size.files()) + usize::from(size.ranks());
        self.pairs().count() * (COURSE_BYTES + length)
    }

    fn superset(&self, Origin { size, square, turned }: Origin) -> SquareSet {
        self.pairs().flat_map(|pair| squares(size, square, pair, turned)).collect()
    }
}

impl Zigzag {
    /// Returns the pairs of vectors at right angles, the first step first.
    fn pairs(&self) -> impl Iterator<Item = (Vector, Vector)> {
        let pairs = self.0.iter().flat_map(|&a| self.0.iter().map(move |&b| (a, b)));
        pairs.filter(|(a, b)| a.dot(*b) == 0)
    }
}

/// Returns the squares of alternating steps by two vectors of a side, up to the edge of the board.
fn squares(
    size: Geometry,
    from: Square,
    (a, b): (Vector, Vector),
    turned: bool,
) -> impl Iterator<Item = Square> {
    let mut steps = (if turned { [-a, -b] } else { [a, b] }).into_iter().cycle();
    let mut next = move |at| size.step(at, steps.next()?);
    std::iter::successors(next(from), move |&at| next(at))
}

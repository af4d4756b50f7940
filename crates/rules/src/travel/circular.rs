//! `circular`: repeated leaps that turn the same way each time (R63).

use chumsky::prelude::*;

use super::courses::{COURSE_BYTES, Course, Courses};
use super::term::shape_by;
use super::{Compiler, Origin, Path, PathRules, Route, Syntax};
use crate::grammar::ast::Mode;
use crate::grammar::words::{Word, shape};
use crate::grammar::{range, word};
use crate::vocabulary::{Geometry, Square, SquareSet, Vector};

/// Repeated leaps over empty squares, each turned from the one before by the least angle between leaps of the same kind, always
/// to the same hand (R63).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circular {
    /// The first leaps.
    pub first: Vec<Vector>,
    /// The greatest number of leaps; `u8::MAX` stands for no limit.
    pub most: u8,
}

impl PathRules for Circular {
    const WORDS: &[Word] = &[shape(
        "circular",
        "<LEAP> circular, <LEAP> circular <NUMBER>",
        "Repeats a leap over empty squares and turns to the same hand each time, by the least angle: a way round that ends \
         before the piece's own square. Directions choose the first leap; a number is the most leaps.",
        "N circular",
        "R63",
    )];

    /// `LEAP circular`, optionally with the greatest number of leaps.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Shape(|| {
            let circular = word("circular").ignore_then(range().or_not()).map(|most| {
                shape_by(move |leg, complain| {
                    let first = leg.leap().unwrap_or_else(|| {
                        complain("a circular way is made of leaps, not of a line or a rider");
                        Vec::new()
                    });
                    Path::Circular(Circular { first, most: most.unwrap_or(u8::MAX) })
                })
            });
            circular.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let (size, turned) = (compiler.size(), compiler.turned);
        let courses = Courses::new(size, |from| self.courses(size, from, turned).collect());
        compiler.add(Route::Circular(courses), mode);
    }

    fn cost(&self, _: Geometry) -> usize {
        2 * self.first.len() * (COURSE_BYTES + 8)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        self.courses(origin.size, origin.square, origin.turned).flatten().collect()
    }
}

impl Circular {
    /// Returns the squares of each way from a square, up to the edge of the board or the square before it comes back.
    fn courses(&self, size: Geometry, from: Square, turned: bool) -> impl Iterator<Item = Course> {
        self.ways().map(move |way| {
            let mut leaps = way.into_iter();
            let next = move |at: &Square| {
                let leap = leaps.next()?;
                size.step(*at, if turned { -leap } else { leap })
            };
            let mut at = from;
            let mut next = next;
            std::iter::from_fn(|| {
                at = next(&at)?;
                (at != from).then_some(at)
            })
            .collect()
        })
    }

    /// Returns the leaps of each way on an unlimited board: to either hand from each first leap, without the last one, which
    /// would come back.
    pub fn ways(&self) -> impl Iterator<Item = Vec<Vector>> {
        self.first.iter().flat_map(|&first| {
            let mut leaps = Vector::leaper(first.dx, first.dy);
            leaps.sort_by(|&one, &other| angle(one).total_cmp(&angle(other)));
            let start = leaps.iter().position(|&leap| leap == first).unwrap_or(0);
            let most = usize::from(self.most).min(leaps.len() - 1);
            let leaps_on = leaps.len() - 1;
            let way = move |step: usize| {
                (0..most).map(|number| leaps[(start + number * step) % leaps.len()]).collect::<Vec<_>>()
            };
            [way(1), way(leaps_on)]
        })
    }
}

/// Returns the angle of a vector.
fn angle(vector: Vector) -> f64 {
    f64::from(vector.dy).atan2(f64::from(vector.dx))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the squares of each way from a square of a board of 8 by 8 squares.
    fn ways(first: &[(i8, i8)], most: u8, from: &str) -> Vec<String> {
        let size = Geometry::new(8, 8).unwrap();
        let first = first.iter().map(|&(dx, dy)| Vector::new(dx, dy)).collect();
        let circular = Circular { first, most };
        let courses = circular.courses(size, size.parse(from).unwrap(), false);
        let text =
            |course: Course| course.iter().map(|&square| size.name(square)).collect::<Vec<_>>().join(" ");
        courses.map(text).collect()
    }

    #[test]
    fn the_rose_goes_round() {
        assert_eq!(ways(&[(1, 2)], u8::MAX, "b1"), ["c3 b5", "c3 e4 g3 h1"], "R63: up to the edge");
        assert_eq!(ways(&[(1, 2)], u8::MAX, "e2")[0], "f4 e6 c7 a6", "R63");
        assert_eq!(ways(&[(2, 1)], u8::MAX, "c1")[0], "e2 f4 e6 c7 a6", "R63");
        assert_eq!(ways(&[(1, 2)], 2, "d1"), ["e3 d5", "e3 g4"], "R63: the most leaps");
        assert_eq!(ways(&[(0, 1)], u8::MAX, "d1"), ["d2 c2 c1", "d2 e2 e1"], "R63: back to the start");
    }
}

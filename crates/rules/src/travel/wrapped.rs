//! `wrapped`: leaps and lines over a board whose left and right edges are joined (R159).

use chumsky::prelude::*;

use super::courses::{COURSE_BYTES, Course, Courses};
use super::term::{ride_of, shape_by};
use super::{Compiler, Origin, Path, PathRules, Route, Syntax};
use crate::grammar::ast::{Mode, Ride};
use crate::grammar::word;
use crate::grammar::words::{Word, shape};
use crate::vocabulary::{Geometry, Square, SquareSet, Vector};

/// As the leaps or lines of a ride on a board like a cylinder: behind the last file comes the first (R159). `min` is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapped(pub Ride);

impl PathRules for Wrapped {
    const WORDS: &[Word] = &[shape(
        "wrapped",
        "<LEAP> wrapped, <LINE> wrapped, <LEAP> rider wrapped",
        "The left and the right edge of the board are joined for it, as on a cylinder: behind the last file comes the first. \
         A line ends before the piece's own square.",
        "R wrapped",
        "R159",
    )];

    /// `LEG wrapped`.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Shape(|| {
            let shape = || shape_by(|leg, complain| Path::Wrapped(Wrapped(ride_of(leg, complain))));
            word("wrapped").map(move |()| shape()).boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let (size, turned) = (compiler.size(), compiler.turned);
        let courses = |from| self.courses(size, from, turned);
        if self.0.max == 1 {
            compiler.add_leaps(size.iter().map(|from| courses(from).flatten().collect()).collect(), mode);
        } else {
            compiler.add(Route::Wrapped(Courses::new(size, |from| courses(from).collect())), mode);
        }
    }

    fn cost(&self, size: Geometry) -> usize {
        let length = usize::from(self.0.max).min(size.squares());
        self.0.vectors.len() * (COURSE_BYTES + length)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        self.courses(origin.size, origin.square, origin.turned).flatten().collect()
    }

    fn passes_squares(&self) -> bool {
        self.0.max > 1
    }
}

impl Wrapped {
    /// Returns the squares of each line from a square, up to the near or far edge or the square before it comes back.
    fn courses(&self, size: Geometry, from: Square, turned: bool) -> impl Iterator<Item = Course> {
        let vectors = self.0.vectors.iter().map(move |&vector| if turned { -vector } else { vector });
        vectors.map(move |vector| {
            let line = std::iter::successors(step(size, from, vector), move |&at| step(size, at, vector));
            line.take_while(|&at| at != from).take(self.0.max.into()).collect()
        })
    }
}

/// Returns the square at a vector, with the files counted round; `None` beyond the near or far edge.
fn step(size: Geometry, square: Square, vector: Vector) -> Option<Square> {
    let file = i16::from(size.file(square)) + i16::from(vector.dx);
    let rank = i16::from(size.rank(square)) + i16::from(vector.dy);
    size.square(file.rem_euclid(size.files().into()), rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the squares of the line in one direction from a square of a board, in their order.
    fn course((files, ranks): (u8, u8), from: &str, (dx, dy): (i8, i8), max: u8) -> String {
        let size = Geometry::new(files, ranks).unwrap();
        let wrapped = Wrapped(Ride { vectors: vec![Vector::new(dx, dy)], min: 1, max });
        let courses: Vec<Course> = wrapped.courses(size, size.parse(from).unwrap(), false).collect();
        courses.concat().iter().map(|&square| size.name(square)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn behind_the_last_file_comes_the_first() {
        const ANY: u8 = u8::MAX;
        assert_eq!(course((8, 8), "g3", (1, 1), ANY), "h4 a5 b6 c7 d8", "R159: a diagonal");
        assert_eq!(course((8, 8), "b7", (-1, -1), ANY), "a6 h5 g4 f3 e2 d1", "R159: to the left");
        assert_eq!(course((8, 8), "c1", (1, 0), ANY), "d1 e1 f1 g1 h1 a1 b1", "R159: up to its own square");
        assert_eq!(course((8, 8), "h4", (2, 1), ANY), "b5 d6 f7 h8", "R159: a rider");
        assert_eq!(course((8, 8), "h4", (2, 1), 1), "b5", "R159: a leap");
        assert_eq!(course((4, 4), "a1", (4, 0), ANY), "", "R159: a leap back to its own square");
        assert_eq!(course((1, 3), "a1", (1, 1), ANY), "a2 a3", "R159: one file");
        assert_eq!(course((2, 99), "a1", (1, 1), 2), "b2 a3", "R159: the distance");
    }
}

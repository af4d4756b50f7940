//! `lame`: leaps that a piece on the way blocks (R62).

use chumsky::prelude::*;

use super::courses::{COURSE_BYTES, Course};
use super::{Compiler, Origin, Path, PathRules, Route, RouteRules, Syntax, View};
use crate::grammar::ast::{Mode, Ride};
use crate::grammar::words::{Word, shape};
use crate::grammar::{leg, word};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet, Vector};

/// Leaps, once or repeated, whose ways must be empty (R62). `min` is 1; the vectors of the ride are whole leaps of equal length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lame(pub Ride);

impl PathRules for Lame {
    const WORDS: &[Word] = &[shape(
        "lame",
        "lame <LEAP>, lame <LEAP> rider",
        "The leap is blocked by a piece on its way: straight along the longer side until both sides are equal, then \
         diagonally. A rider repeats it and may end after each leap.",
        "lame N + lame D (moving)",
        "R62",
    )];

    /// `lame LEAP`, `lame LEAP rider`.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Whole(|| {
            let lame = word("lame").ignore_then(leg()).validate(|leg, e, emitter| {
                let ride = leg.ride();
                let is_line = ride.max > 1 && ride.vectors.iter().any(|&vector| length(vector) == 1);
                if ride.min > 1 || is_line {
                    emitter.emit(Rich::custom(
                        e.span(),
                        "a line is blocked by any piece on its way without `lame`",
                    ));
                }
                Path::Lame(Lame(Ride { min: 1, ..ride }))
            });
            lame.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let (size, turned) = (compiler.size(), compiler.turned);
        let ways = size.iter().map(|from| self.ways(size, from, turned).collect()).collect();
        let leap = self.0.vectors.first().map_or(1, |&vector| length(vector));
        compiler.add(Route::Lame(LameLeaps { ways, leap }), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        let steps = usize::from(self.0.max) * self.0.vectors.first().map_or(1, |&vector| length(vector));
        let longest = usize::from(size.files().max(size.ranks()));
        self.0.vectors.len() * (COURSE_BYTES + steps.min(longest))
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.lines(&self.0)
    }

    fn is_straight(&self) -> bool {
        self.0.vectors.iter().all(|v| v.dx == 0 || v.dy == 0 || v.dx.abs() == v.dy.abs())
    }
}

impl Lame {
    /// Returns the way in each direction: King's steps up to the edge of the board.
    fn ways(&self, size: Geometry, from: Square, turned: bool) -> impl Iterator<Item = Course> {
        let vectors = self.0.vectors.iter().map(move |&vector| if turned { -vector } else { vector });
        vectors.map(move |vector| {
            let mut way = Vec::new();
            let mut start = from;
            for _ in 0..self.0.max {
                let Some(end) = size.step(start, vector) else { break };
                // The way is inside the rectangle of its ends, so it is on the board.
                let squares = steps(vector).filter_map(|step| size.step(start, step));
                way.extend(squares);
                start = end;
            }
            way.into()
        })
    }
}

/// Returns the length of a leap in King's steps.
fn length(vector: Vector) -> usize {
    vector.dx.unsigned_abs().max(vector.dy.unsigned_abs()).into()
}

/// Returns the squares of a lame leap, as vectors from its start: straight until what is left is diagonal (R62).
fn steps(vector: Vector) -> impl Iterator<Item = Vector> {
    let (mut x, mut y) = (0i8, 0i8);
    std::iter::from_fn(move || {
        let (dx, dy) = (vector.dx - x, vector.dy - y);
        if (dx, dy) == (0, 0) {
            return None;
        }
        if dx.abs() >= dy.abs() {
            x += dx.signum();
        }
        if dy.abs() >= dx.abs() {
            y += dy.signum();
        }
        Some(Vector::new(x, y))
    })
}

/// The lame leaps of a piece.
#[derive(Clone, Debug)]
pub(crate) struct LameLeaps {
    /// By square: the way in each direction.
    ways: Box<[Box<[Course]>]>,
    /// The number of squares of a leap, of which the last is its end.
    leap: usize,
}

impl RouteRules for LameLeaps {
    /// The first square of each way.
    fn exits(&self, _: &Rays, from: Square) -> SquareSet {
        self.ways[from.index()].iter().filter_map(|way| way.first().copied()).collect()
    }

    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for way in &self.ways[from.index()] {
            for (number, &square) in (1..).zip(way) {
                if number % self.leap == 0 {
                    reached.insert(square);
                }
                if view.occupied.contains(square) {
                    break;
                }
            }
        }
        view.allowed(mode, &reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_straight_first() {
        let way = |x, y| steps(Vector::new(x, y)).map(|v| (v.dx, v.dy)).collect::<Vec<_>>();
        assert_eq!(way(2, 1), [(1, 0), (2, 1)], "R62: the Horse");
        assert_eq!(way(-1, 2), [(0, 1), (-1, 2)], "R62");
        assert_eq!(way(-2, -3), [(0, -1), (-1, -2), (-2, -3)], "R62: the Janggi Elephant");
        assert_eq!(way(2, 2), [(1, 1), (2, 2)], "R62: the Elephant");
        assert_eq!(way(0, -2), [(0, -1), (0, -2)], "R62");
        assert_eq!(way(3, 1), [(1, 0), (2, 0), (3, 1)], "R62");
    }

    #[test]
    fn a_rider_of_lame_leaps_ends_after_each() {
        let size = Geometry::new(8, 8).unwrap();
        let ride = Ride { vectors: vec![Vector::new(1, 2)], min: 1, max: u8::MAX };
        let from = size.parse("a1").unwrap();
        let ways: Vec<Course> = Lame(ride).ways(size, from, false).collect();
        let names: Vec<String> = ways.concat().iter().map(|&square| size.name(square)).collect();
        assert_eq!(names.join(" "), "a2 b3 b4 c5 c6 d7");
    }
}

//! `reflecting`: lines that are reflected at the edge of the board like a ray of light by a mirror (R25 to R29).

use chumsky::prelude::*;

use super::courses::{COURSE_BYTES, Course, Courses};
use super::term::{ride_of, shape_by};
use super::{Compiler, Origin, Path, PathRules, Route, Syntax};
use crate::grammar::ast::{Mode, Ride};
use crate::grammar::words::{Word, shape};
use crate::grammar::{range, word};
use crate::vocabulary::{Geometry, Square, SquareSet, Vector};

/// As a ride that is reflected if its next step would leave the board (R25). `min` is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reflecting {
    /// The lines and the greatest number of steps, including those after a reflection.
    pub ride: Ride,
    /// The greatest number of reflections; `u8::MAX` stands for no limit.
    pub most: u8,
}

impl PathRules for Reflecting {
    const WORDS: &[Word] = &[shape(
        "reflecting",
        "<LINE> reflecting, <LINE> reflecting <NUMBER>, <LEAP> rider reflecting",
        "A slanting line goes on from the edge of the board as light from a mirror; a number is the most reflections. \
         It ends in a corner and where the piece stands.",
        "B reflecting",
        "R25, R26, R27, R28, R29",
    )];

    /// `LINE reflecting`, optionally with the greatest number of reflections.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Shape(|| {
            let reflecting = word("reflecting").ignore_then(range().or_not()).map(|most| {
            shape_by(move |leg, complain| {
                let ride = ride_of(leg, complain);
                if ride.max == 1 {
                    complain("a single step cannot be reflected: a line or a rider is needed here");
                } else if !ride.vectors.iter().any(|vector| is_slanting(*vector)) {
                    complain("a line along ranks or files would only come back from the edge: a slanting one is needed here");
                }
                Path::Reflecting(Reflecting { ride, most: most.unwrap_or(u8::MAX) })
            })
        });
            reflecting.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let (size, turned) = (compiler.size(), compiler.turned);
        let courses = Courses::new(size, |from| self.courses(size, from, turned).collect());
        compiler.add(Route::Reflecting(courses), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        let length = usize::from(self.ride.max).min(size.squares());
        self.ride.vectors.len() * (COURSE_BYTES + length)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        self.courses(origin.size, origin.square, origin.turned).flatten().collect()
    }
}

impl Reflecting {
    /// Returns the squares of each line from a square in their order, without repetitions (R29).
    fn courses(&self, size: Geometry, from: Square, turned: bool) -> impl Iterator<Item = Course> {
        let vectors = self.ride.vectors.iter().map(move |&vector| if turned { -vector } else { vector });
        vectors.map(move |vector| self.course(size, from, vector))
    }

    fn course(&self, size: Geometry, from: Square, vector: Vector) -> Course {
        let limit = |most| if most == u8::MAX { usize::MAX } else { usize::from(most) };
        // After this number of steps it has visited all squares in all four directions and is in a cycle.
        let steps = limit(self.ride.max).min(4 * size.squares());
        let (mut at, mut vector, mut reflections) = (from, vector, limit(self.most));
        let (mut course, mut seen) = (Vec::new(), SquareSet::EMPTY);
        for _ in 0..steps {
            at = match size.step(at, vector) {
                Some(next) => next,
                // A reflection requires a previous step (R26).
                None if at != from && reflections > 0 => {
                    let Some((next, reflected)) = reflected(size, at, vector) else { break };
                    (vector, reflections) = (reflected, reflections - 1);
                    next
                }
                None => break,
            };
            if at == from {
                break;
            }
            if !seen.contains(at) {
                seen.insert(at);
                course.push(at);
            }
        }
        course.into()
    }
}

/// Returns whether a vector is neither along a rank nor along a file.
fn is_slanting(vector: Vector) -> bool {
    vector.dx != 0 && vector.dy != 0
}

/// Returns the step that replaces one that would leave the board, with its vector: the component that leads off the board is
/// reversed. `None` if both components do, as in a corner, or if the step would lead straight back (R27).
fn reflected(size: Geometry, at: Square, vector: Vector) -> Option<(Square, Vector)> {
    let turned = [Vector::new(-vector.dx, vector.dy), Vector::new(vector.dx, -vector.dy)];
    let mut open = turned.into_iter().filter(|turned| *turned != -vector);
    open.find_map(|turned| Some((size.step(at, turned)?, turned)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the squares of the line in one direction from a square, in their order.
    fn course((files, ranks): (u8, u8), from: &str, (dx, dy): (i8, i8), max: u8, most: u8) -> String {
        let size = Geometry::new(files, ranks).expect("the boards are small");
        let vectors = vec![Vector::new(dx, dy)];
        let reflecting = Reflecting { ride: Ride { vectors, min: 1, max }, most };
        let from = size.parse(from).expect("the square is on the board");
        let courses: Vec<Course> = reflecting.courses(size, from, false).collect();
        let names: Vec<String> = courses.concat().iter().map(|&square| size.name(square)).collect();
        names.join(" ")
    }

    const ANY: u8 = u8::MAX;

    #[test]
    fn the_edge_turns_one_part_of_the_vector() {
        assert_eq!(course((8, 8), "c1", (-1, 1), ANY, 1), "b2 a3 b4 c5 d6 e7 f8", "R25");
        assert_eq!(course((8, 8), "c1", (-1, 1), ANY, 2), "b2 a3 b4 c5 d6 e7 f8 g7 h6", "R25");
        assert_eq!(course((8, 8), "c1", (-1, 1), 4, ANY), "b2 a3 b4 c5", "R25: the distance");
        assert_eq!(course((8, 8), "b1", (-1, 2), ANY, 1), "a3 b5 c7", "R25: riders");
        assert_eq!(course((8, 8), "f3", (2, 1), ANY, 1), "h4 f5 d6 b7", "R25: riders");
        assert_eq!(course((8, 8), "e3", (2, 1), ANY, 1), "g4 e5 c6 a7", "R25: riders away from the edge");
    }

    #[test]
    fn the_first_step_is_not_reflected() {
        assert_eq!(course((8, 8), "a4", (-1, 1), ANY, ANY), "", "R26");
        assert_eq!(course((8, 8), "b4", (-2, 1), ANY, ANY), "", "R26");
    }

    #[test]
    fn corners_and_straight_lines_end_at_the_edge() {
        assert_eq!(course((8, 8), "f6", (1, 1), ANY, ANY), "g7 h8", "R27");
        assert_eq!(course((8, 8), "d6", (0, 1), ANY, ANY), "d7 d8", "R27");
        assert_eq!(course((1, 4), "a1", (1, 1), ANY, ANY), "", "R27: no room to either side");
    }

    #[test]
    fn a_line_ends_before_its_own_square() {
        // The square after b2 is a3, off the board.
        assert_eq!(course((4, 3), "b2", (1, 1), ANY, ANY), "c3 d2 c1", "R28");
    }

    #[test]
    fn lines_that_go_round_end_and_name_each_square_once() {
        for (files, ranks) in [(8, 8), (26, 9), (2, 99), (3, 5)] {
            for (dx, dy) in [(1, 1), (1, 2), (3, 1), (-5, 3)] {
                let squares = course((files, ranks), "b2", (dx, dy), ANY, ANY);
                let squares: Vec<&str> = squares.split(' ').collect();
                let mut distinct = squares.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), squares.len(), "R29: {files} by {ranks}, ({dx},{dy})");
            }
        }
    }
}

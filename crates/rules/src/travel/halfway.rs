//! `halfway`: rides of at most half the distance to the edge of the board (L9).

use chumsky::Parser as _;

use super::term::{ride_of, shape_by};
use super::{Compiler, Origin, Path, PathRules, Ray, Syntax};
use crate::grammar::ast::{Mode, Ride};
use crate::grammar::word;
use crate::grammar::words::{Word, shape};
use crate::vocabulary::{Geometry, SquareSet};

/// As a ride, but at most half the number of squares to the edge of the board, rounded up (L9). The ride has no limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halfway(pub Ride);

impl PathRules for Halfway {
    const WORDS: &[Word] = &[shape(
        "halfway",
        "<LINE> halfway",
        "The slide goes no farther than half the squares between the piece and the edge of the board, rounded up.",
        "Q halfway (moving)",
        "L9",
    )];

    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Shape(|| {
            let halfway = shape_by(|leg, complain| {
                let ride = ride_of(leg, complain);
                if ride.max < u8::MAX {
                    complain("half the way is the only limit that such a line has");
                }
                Path::Halfway(Halfway(ride))
            });
            word("halfway").to(halfway).boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let direction = |&vector| {
            let vector = compiler.turn(vector);
            let line = compiler.rays.half_line(vector);
            Ray::along(compiler.rays, line)
        };
        let rays = self.0.vectors.iter().map(direction).collect();
        compiler.add_rides(rays, mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        self.0.squares(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.lines(&self.0)
    }

    fn passes_squares(&self) -> bool {
        true
    }
}

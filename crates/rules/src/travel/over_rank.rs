//! `over pieces below rank`: lines over pieces of lower rank (R111).

use chumsky::Parser as _;

use super::term::{ride_of, shape_by};
use super::{Compiler, Origin, Path, PathRules, Ray, Route, RouteRules, Syntax, View};
use crate::grammar::ast::{Mode, Ride};
use crate::grammar::words::{Word, shape};
use crate::grammar::{phrase, range};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

/// Along a line over one piece or more of either side, all of a lower rank than this; what it takes may have any rank (R111).
/// The ride's `min` is 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverRank {
    /// The lines and the longest distance.
    pub ride: Ride,
    /// The rank that stops it.
    pub rank: u8,
}

impl PathRules for OverRank {
    const WORDS: &[Word] = &[shape(
        "below",
        "<LINE> over pieces below rank <NUMBER>",
        "The slide passes over at least one piece, and only over pieces of a lower `rank`. What it takes may have any rank.",
        "R + R over pieces below rank 2 (capturing) + rank 2",
        "R111",
    )];

    /// `over pieces below rank NUMBER`.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Shape(|| {
            let below = phrase("over pieces below rank").ignore_then(range()).map(|rank| {
                shape_by(move |leg, complain| {
                    let ride = ride_of(leg, complain);
                    if ride.max == 1 {
                        complain("a single step passes over nothing: a line or a rider is needed here");
                    }
                    Path::OverRank(OverRank { ride, rank })
                })
            });
            below.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        for ray in Ray::compile(compiler.rays, &self.ride, compiler.turned) {
            compiler.add(Route::OverRank(OverRankRay { ray, rank: self.rank }), mode);
        }
    }

    fn cost(&self, size: Geometry) -> usize {
        self.ride.squares(size)
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.lines(&self.ride)
    }

    fn passes_squares(&self) -> bool {
        true
    }

    fn is_straight(&self) -> bool {
        true
    }
}

/// One line of such a travel.
#[derive(Clone, Debug)]
pub(crate) struct OverRankRay {
    ray: Ray,
    rank: u8,
}

impl RouteRules for OverRankRay {
    /// The squares beyond the first one.
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        let mut exits = *self.ray.limited(rays, from);
        exits.remove(self.ray.first_step(rays, from));
        exits
    }

    /// The squares behind at least one piece, up to the first piece that it cannot pass.
    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        let line = self.ray.limited(view.rays, from);
        let allowed = view.allowed(mode, line);
        if allowed.is_empty() {
            return allowed;
        }
        let mut ahead = line & view.occupied;
        let mut behind = SquareSet::EMPTY;
        while let Some(piece) = self.ray.nearest(&ahead) {
            let beyond = view.rays.beyond(self.ray.line(), piece);
            if view.rays.rank(view.board.at(piece)) >= self.rank {
                return behind - beyond;
            }
            if behind.is_empty() {
                behind = allowed & beyond;
            }
            ahead &= beyond;
        }
        behind
    }

    fn passes_over_pieces(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    /// The Wagons, of rank 1, pass other pieces of either side, and take a Wagon but do not pass it (R111).
    #[test]
    fn only_pieces_of_lower_rank_are_passed() {
        let ability = "R over pieces below rank 1 (capturing) + rank 1";
        let pieces = ["[Wa]e2", "[F]e3", "(N)e5", "(Wa)e7", "(C)e8", "(P)h2"];
        assert_eq!(Scenario::new(ability, &pieces).turns("e2"), ["Waxe5", "Waxe7"]);
    }

    #[test]
    fn nothing_is_taken_without_a_piece_on_the_way() {
        let ability = "R over pieces below rank 2 (capturing) + rank 1";
        let pieces = ["[Wa]e2", "(Wa)e5", "(Wa)e7"];
        assert_eq!(Scenario::new(ability, &pieces).turns("e2"), ["Waxe7"]);
    }
}

//! Lines over pieces that are not taken (K34, K37, K38, K39).

use crate::game::Class;
use crate::geometry::{BoardSize, Rays, Square, SquareSet};
use crate::language::ast;

use super::{Ride, View};

/// One line of such a travel.
#[derive(Clone, Debug)]
pub(crate) struct Over {
    line: Ride,
    /// The most pieces passed.
    most: u8,
    /// Whether shielded pieces can be neither passed nor taken (K38); armoured opposing ones never can (L27).
    sparing: bool,
}

impl Over {
    pub(crate) fn compile(
        size: BoardSize,
        rays: &mut Rays,
        ride: &ast::Ride,
        most: u8,
        sparing: bool,
        turned: bool,
    ) -> Vec<Over> {
        let lines = Ride::compile(size, rays, ride, turned);
        lines.into_iter().map(|line| Over { line, most, sparing }).collect()
    }

    /// Returns the squares behind one piece or more: empty ones and occupied ones, whoever stands there.
    pub(crate) fn reach(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut shielded =
            if self.sparing { view.board.class_of_both(Class::Shielded) } else { SquareSet::EMPTY };
        shielded = shielded.union(view.board.class(Class::Armoured, view.side.other()));
        let line = self.line.limited(view, from);
        let mut reached = SquareSet::EMPTY;
        let mut next = self.line.nearest(&line.intersection(&view.occupied));
        for _ in 0..self.most {
            let Some(passed) = next.filter(|&passed| !shielded.contains(passed)) else { break };
            let mut behind = line.intersection(view.rays.beyond(self.line.direction(), passed));
            next = self.line.nearest(&behind.intersection(&view.occupied));
            if let Some(next) = next {
                behind = behind.without(view.rays.beyond(self.line.direction(), next));
            }
            reached = reached.union(&behind);
        }
        reached.without(&shielded)
    }
}

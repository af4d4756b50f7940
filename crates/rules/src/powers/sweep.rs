//! `sweep`: rides on through opposing pieces, taking each (K35).

use crate::language::ast;
use crate::travel::{Ride, View};
use crate::vocabulary::{Rays, Square, SquareSet};

use super::first_steps;

/// The lines along which a piece sweeps.
#[derive(Clone, Debug)]
pub(crate) struct Sweep {
    lines: Box<[Ride]>,
}

impl Sweep {
    pub(crate) fn compile(rays: &mut Rays, ride: &ast::Ride, turned: bool) -> Sweep {
        Sweep { lines: Ride::compile(rays, ride, turned).into() }
    }

    /// See [`Special::gates`](super::Special::gates).
    pub(crate) fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        first_steps(&self.lines, rays, from)
    }

    /// Returns the squares on which a sweep that has taken a piece on its way may end. The way there as a plain ride is
    /// one of the piece's travels.
    pub(crate) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for line in &self.lines {
            let mut squares = *line.limited(view.rays, from);
            if let Some(friend) = line.nearest(&squares.intersection(&view.own)) {
                squares = squares.without(view.rays.beyond(line.line(), friend));
                squares.remove(friend);
            }
            if let Some(taken) = line.nearest(&squares.intersection(&view.enemy)) {
                reached = reached.union(&squares.intersection(view.rays.beyond(line.line(), taken)));
            }
        }
        reached
    }
}

//! `igui`: takes an opposing piece without moving (K45).

use crate::language::ast;
use crate::travel::View;
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

use super::Reach;

/// The shots of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Igui {
    reach: Reach,
}

impl Igui {
    pub(crate) fn compile(size: Geometry, rays: &mut Rays, reach: &ast::Reach, turned: bool) -> Igui {
        Igui { reach: Reach::compile(size, rays, reach, turned) }
    }

    /// See [`Special::gates`](super::Special::gates).
    pub(crate) fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        self.reach.gates(rays, from)
    }

    /// Returns the squares of the pieces that can be taken.
    #[inline]
    pub(crate) fn victims(&self, view: &View<'_>, from: Square) -> SquareSet {
        self.reach.pieces(view, from).intersection(&view.enemy)
    }
}

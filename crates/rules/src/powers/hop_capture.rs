//! `hop-capture`: takes an opposing neighbour by leaping to the empty square just beyond it (K46).

use crate::geometry::{BoardSize, Square};
use crate::language::ast::Area;
use crate::moves::View;

/// The hops of a piece.
#[derive(Clone, Debug)]
pub(crate) struct HopCapture {
    /// For every square, its hops.
    hops: Box<[Box<[Hop]>]>,
}

#[derive(Clone, Copy, Debug)]
struct Hop {
    over: Square,
    to: Square,
}

impl HopCapture {
    /// Compiles the word. The areas are symmetric: both sides hop alike.
    pub(crate) fn compile(size: BoardSize, over: Area) -> HopCapture {
        let hops = |from: Square| {
            over.vectors()
                .into_iter()
                .filter_map(|v| Some(Hop { over: size.step(from, v)?, to: size.step(from, v * 2)? }))
                .collect()
        };
        HopCapture { hops: size.iter().map(hops).collect() }
    }

    /// Calls `hop` with the square of each piece that can be taken and the square where the hop ends.
    #[inline]
    pub(crate) fn each(&self, view: &View<'_>, from: Square, mut hop: impl FnMut(Square, Square)) {
        for &Hop { over, to } in &self.hops[from.index()] {
            if view.enemy.contains(over) && !view.occupied.contains(to) {
                hop(over, to);
            }
        }
    }
}

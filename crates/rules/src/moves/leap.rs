//! Leaps: straight to a square, whatever lies between (K11).

use crate::geometry::{BoardSize, Square, SquareSet, Vector};
use crate::language::ast::Mode;

use super::View;

/// The leaps of a piece: for each mode, the targets from every square, or nothing if it has no such leap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leaps {
    both: Box<[SquareSet]>,
    moving: Box<[SquareSet]>,
    capturing: Box<[SquareSet]>,
}

impl Leaps {
    pub(crate) fn add(&mut self, size: BoardSize, vectors: &[Vector], mode: Mode, turned: bool) {
        let targets = match mode {
            Mode::Both => &mut self.both,
            Mode::Moving => &mut self.moving,
            Mode::Capturing => &mut self.capturing,
        };
        let added = targets_of(size, vectors, turned);
        if targets.is_empty() {
            *targets = added;
        } else {
            for (known, new) in targets.iter_mut().zip(&added) {
                *known = known.union(new);
            }
        }
    }

    #[inline]
    pub(crate) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for (targets, mode) in
            [(&self.both, Mode::Both), (&self.moving, Mode::Moving), (&self.capturing, Mode::Capturing)]
        {
            if let Some(targets) = targets.get(from.index()) {
                reached = reached.union(&view.allowed(mode, targets));
            }
        }
        reached
    }
}

/// Returns for every square the squares at the given vectors of a side.
pub(crate) fn targets_of(size: BoardSize, vectors: &[Vector], turned: bool) -> Box<[SquareSet]> {
    let step = |from, &v: &Vector| size.step(from, if turned { -v } else { v });
    size.iter().map(|from| vectors.iter().filter_map(|v| step(from, v)).collect()).collect()
}

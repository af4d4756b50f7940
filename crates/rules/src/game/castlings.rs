//! Tables of the castlings (L47).

use crate::vocabulary::{Geometry, Square, SquareSet};

use super::definition::{Castling, CastlingPart};
use crate::powers::{Step, StepKind};

/// The castlings of a game, compiled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Castlings {
    /// The castlings, in the order of the definition.
    pub(crate) all: Box<[CompiledCastling]>,
    /// For every square, the castlings still possible after its piece has been displaced, a bit for each.
    without: Box<[u64]>,
}

/// One castling with the conditions on the squares between.
#[derive(Clone, Debug)]
pub(crate) struct CompiledCastling {
    pub(crate) definition: Castling,
    /// The squares that must be empty.
    pub(crate) empty: SquareSet,
    /// The squares on which the first piece may not be attacked if it is royal: its start, its path and its end.
    pub(crate) safe: SquareSet,
}

impl Castlings {
    pub(crate) fn compile(size: Geometry, castlings: &[Castling]) -> Castlings {
        let without = |square| {
            let parts = castlings.iter().map(|castling| [castling.king.from, castling.rook.from]);
            parts
                .enumerate()
                .fold(!0, |kept, (index, squares)| kept & !(u64::from(squares.contains(&square)) << index))
        };
        Castlings {
            all: castlings.iter().map(|castling| CompiledCastling::new(size, castling)).collect(),
            without: size.iter().map(without).collect(),
        }
    }

    /// Returns the castlings still possible after the piece on a square has been displaced, a bit for each.
    #[inline]
    pub(crate) fn without(&self, square: Square) -> u64 {
        self.without[square.index()]
    }

    /// Returns the castling made by a step, if it is one.
    pub(crate) fn made_by(&self, step: Step) -> Option<&CompiledCastling> {
        self.all.iter().find(|castling| step.kind == StepKind::Castle && castling.step() == step)
    }
}

impl CompiledCastling {
    fn new(size: Geometry, castling: &Castling) -> CompiledCastling {
        let way = |CastlingPart { from, to, .. }: CastlingPart| -> SquareSet {
            let (low, high) = (from.min(to), from.max(to));
            size.iter().filter(|square| (low..=high).contains(square)).collect()
        };
        let Castling { king, rook, .. } = castling.clone();
        let ends = CastlingPart { from: king.from, to: rook.from, ..king };
        let mut empty = way(king) | way(rook) | way(ends);
        empty.remove(king.from);
        empty.remove(rook.from);
        CompiledCastling { definition: castling.clone(), empty, safe: way(king) }
    }

    /// Returns the step of the castling.
    pub(crate) fn step(&self) -> Step {
        let Castling { king, rook, .. } = &self.definition;
        Step { from: king.from, to: king.to, via: rook.from, kind: StepKind::Castle, promotion: None }
    }
}

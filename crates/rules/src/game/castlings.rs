//! Tables of the castlings (L47).

use crate::vocabulary::{Geometry, Square, SquareSet};

use super::arrangement::{self, Moved};
use super::definition::{Castling, CastlingPart, Definition};
use crate::powers::{Step, StepKind};

/// The castlings of a game, compiled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Castlings {
    /// The castlings, in the order of the definition, for each way in which their pieces may begin (R121). The first is that of
    /// the array.
    starts: Box<[StartCastlings]>,
}

/// The castlings of pieces that begin on certain squares.
#[derive(Clone, Debug)]
struct StartCastlings {
    all: Box<[CompiledCastling]>,
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
    pub(crate) fn compile(definition: &Definition) -> Castlings {
        let starts = arrangement::castling_starts(definition);
        Castlings { starts: starts.iter().map(|moved| StartCastlings::new(definition, moved)).collect() }
    }

    /// Returns the castlings of the pieces that begin in a given way.
    #[inline]
    pub(crate) fn of(&self, start: u16) -> &[CompiledCastling] {
        self.starts.get(usize::from(start)).map_or(&[], |castlings| &castlings.all)
    }

    /// Returns the castlings still possible after the piece on a square has been displaced, a bit for each.
    #[inline]
    pub(crate) fn without(&self, start: u16, square: Square) -> u64 {
        self.starts.get(usize::from(start)).map_or(!0, |castlings| castlings.without[square.index()])
    }

    /// Returns whether the pieces may begin in several ways.
    #[inline]
    pub(crate) fn have_starts(&self) -> bool {
        self.starts.len() > 1
    }

    /// Returns the first way to begin that has the same castlings as a given way, of those that are left, a bit for each.
    pub(crate) fn first_start(&self, start: u16, left: u64) -> u16 {
        if !self.have_starts() {
            return 0;
        }
        let squares = |castling: &CompiledCastling| castling.squares();
        let known = self.of(start);
        let is_like = |other: &StartCastlings| {
            let pairs = known.iter().zip(&other.all).enumerate();
            pairs.filter(|(index, _)| left >> index & 1 != 0).all(|(_, (a, b))| squares(a) == squares(b))
        };
        self.starts.iter().position(is_like).map_or(start, |first| first as u16)
    }

    /// Returns the first way to begin whose castlings fit.
    pub(crate) fn start_where(&self, mut fits: impl FnMut(&[CompiledCastling]) -> bool) -> Option<u16> {
        self.starts.iter().position(|castlings| fits(&castlings.all)).map(|first| first as u16)
    }

    /// Returns the castling made by a step, if it is one.
    pub(crate) fn made_by(&self, step: Step) -> Option<&CompiledCastling> {
        if step.kind != StepKind::Castle {
            return None;
        }
        self.starts.iter().flat_map(|castlings| &castlings.all).find(|castling| castling.step() == step)
    }
}

impl StartCastlings {
    fn new(definition: &Definition, moved: &Moved) -> StartCastlings {
        let size = definition.size;
        let all: Vec<Castling> =
            definition.castlings.iter().map(|castling| moved.castling(castling)).collect();
        let without = |square| {
            let parts = all.iter().map(|castling| [castling.king.from, castling.rook.from]);
            parts
                .enumerate()
                .fold(!0, |kept, (index, squares)| kept & !(u64::from(squares.contains(&square)) << index))
        };
        StartCastlings {
            without: size.iter().map(without).collect(),
            all: all.iter().map(|castling| CompiledCastling::new(size, castling)).collect(),
        }
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

    /// Returns the squares where the two pieces begin.
    pub(crate) fn squares(&self) -> [Square; 2] {
        [self.definition.king.from, self.definition.rook.from]
    }

    /// Returns the step of the castling.
    pub(crate) fn step(&self) -> Step {
        let Castling { king, rook, .. } = &self.definition;
        Step { from: king.from, to: king.to, via: rook.from, kind: StepKind::Castle, promotion: None }
    }
}

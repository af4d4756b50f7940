//! Leaps: directly to a square, whatever stands between (K11). Their words are those of the legs.

use super::{Compiler, Origin, PathRules, Syntax, View};
use crate::grammar::ast::Mode;
use crate::vocabulary::{Geometry, Square, SquareSet, Vector};

/// Directly to any of the vectors, whatever stands between (K11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leap(pub Vec<Vector>);

impl PathRules for Leap {
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Leg
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let targets = targets_of(compiler.size(), &self.0, compiler.turned);
        compiler.add_leaps(targets, mode);
    }

    fn cost(&self, _: Geometry) -> usize {
        self.0.len()
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.leaps(&self.0)
    }

    fn is_straight(&self) -> bool {
        true
    }
}

/// The leaps of a piece: its targets by square.
#[derive(Clone, Debug, Default)]
pub(crate) enum Leaps {
    /// No leaps.
    #[default]
    None,
    /// Leaps that all both move and capture.
    Both(Box<[SquareSet]>),
    /// Leaps of different modes.
    Mixed(Box<[Targets]>),
}

/// The targets from a square, by mode.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Targets {
    both: SquareSet,
    moving: SquareSet,
    capturing: SquareSet,
}

impl Leaps {
    /// Compiles the leaps of a piece.
    pub(crate) fn compile(size: Geometry, leaps: &[(Box<[SquareSet]>, Mode)]) -> Leaps {
        if leaps.is_empty() {
            return Leaps::None;
        }
        let mut targets = vec![Targets::default(); size.squares()];
        for (new, mode) in leaps {
            for (targets, new) in targets.iter_mut().zip(new) {
                let known = match mode {
                    Mode::Both => &mut targets.both,
                    Mode::Moving => &mut targets.moving,
                    Mode::Capturing => &mut targets.capturing,
                };
                *known |= new;
            }
        }
        if leaps.iter().all(|(_, mode)| *mode == Mode::Both) {
            Leaps::Both(targets.iter().map(|targets| targets.both).collect())
        } else {
            Leaps::Mixed(targets.into())
        }
    }

    /// See [`Travels::exits`](super::Travels::exits): all targets.
    pub(crate) fn exits(&self, from: Square) -> SquareSet {
        match self {
            Leaps::None => SquareSet::EMPTY,
            Leaps::Both(targets) => targets[from.index()],
            Leaps::Mixed(targets) => {
                let Targets { both, moving, capturing } = targets[from.index()];
                both | moving | capturing
            }
        }
    }

    #[inline(always)]
    pub(crate) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        match self {
            Leaps::None => SquareSet::EMPTY,
            Leaps::Both(targets) => targets[from.index()] - view.own,
            Leaps::Mixed(targets) => {
                let targets = &targets[from.index()];
                let quiet = targets.moving - view.occupied;
                let captures = targets.capturing & view.enemy;
                (targets.both - view.own) | quiet | captures
            }
        }
    }
}

/// Returns, for every square, the squares at the given vectors of a side.
pub(crate) fn targets_of(size: Geometry, vectors: &[Vector], turned: bool) -> Box<[SquareSet]> {
    let mut targets = vec![SquareSet::EMPTY; size.squares()];
    for &vector in vectors {
        let Vector { dx, dy } = if turned { -vector } else { vector };
        // The files and the ranks of the squares that have one at the vector.
        let starts = |length: u8, step: i8| {
            let length = i16::from(length);
            let step = i16::from(step);
            (-step).max(0)..length - step.max(0)
        };
        let files = i16::from(size.files());
        let step = i16::from(dy) * files + i16::from(dx);
        for rank in starts(size.ranks(), dy) {
            for from in starts(size.files(), dx).map(|file| rank * files + file) {
                targets[from as usize].insert(Square::new((from + step) as u8));
            }
        }
    }
    targets.into()
}

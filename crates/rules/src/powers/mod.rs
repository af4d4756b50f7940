//! What pieces do beside travelling: each file a word of the language, or a family of words.
//!
//! Each file compiles its words and tells which steps they make possible; how a step changes the board is told in
//! [`crate::turn`], how it is written in [`crate::notation`].

mod arrival;
mod handle;
mod igui;
mod long_leap;
mod relay;
mod stay;
mod step;
mod strike;
mod sweep;
mod twofold;

pub(crate) use arrival::{ArrivalPower, Arrived, Effects};
pub(crate) use handle::{Birth, Convert, RowEnd, Shove, Swap, SwapEnemies, Tug, row_end};
pub(crate) use igui::Igui;
pub(crate) use long_leap::LongLeap;
pub(crate) use relay::Relay;
pub(crate) use stay::Stay;
pub use step::{Step, StepKind};
pub(crate) use strike::Strike;
pub(crate) use sweep::Sweep;
pub(crate) use twofold::Twofold;

use crate::language::ast;
use crate::travel::{Ride, View, targets_of};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

/// A power to make steps of its own kind.
#[derive(Clone, Debug)]
pub(crate) enum Special {
    Strike(Strike),
    Igui(Igui),
    Sweep(Sweep),
    LongLeap(LongLeap),
    Convert(Convert),
    Swap(Swap),
    Pull(Tug),
    Push(Tug),
    Shove(Shove),
    Birth(Birth),
    Pass,
    SwapEnemies(SwapEnemies),
    Stay(Stay),
    Twofold(Twofold),
    Flip,
}

impl Special {
    /// Returns the gates of a square: squares of which at least one is free of friends if there is any such step from it.
    pub(crate) fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        match self {
            Special::Strike(strike) => strike.gates(from),
            Special::Igui(igui) => igui.gates(rays, from),
            Special::Sweep(sweep) => sweep.gates(rays, from),
            Special::LongLeap(leap) => leap.gates(rays, from),
            Special::Convert(convert) => convert.gates(from),
            Special::Pull(tug) | Special::Push(tug) => tug.gates(rays, from),
            Special::Birth(birth) => birth.gates(from),
            // Friends do not hinder these.
            Special::Swap(_)
            | Special::SwapEnemies(_)
            | Special::Shove(_)
            | Special::Twofold(_)
            | Special::Stay(_)
            | Special::Flip
            | Special::Pass => SquareSet::ALL,
        }
    }
}

/// Returns the first steps of some rides: the gates of whatever looks along them for an opposing piece.
fn first_steps(lines: &[Ride], rays: &Rays, from: Square) -> SquareSet {
    lines.iter().map(|line| line.first_step(rays, from)).collect()
}

/// The squares a power reaches: fixed ones, or the piece seen along each line.
#[derive(Clone, Debug)]
pub(crate) enum Reach {
    At(Box<[SquareSet]>),
    Seen(Box<[Ride]>),
}

impl Reach {
    fn compile(size: Geometry, rays: &mut Rays, reach: &ast::Reach, turned: bool) -> Reach {
        match reach {
            ast::Reach::At(vectors) => Reach::At(targets_of(size, vectors, turned)),
            ast::Reach::Seen(ride) => Reach::seen(rays, ride, turned),
        }
    }

    /// Compiles the reach of the piece seen along each line.
    pub(crate) fn seen(rays: &mut Rays, ride: &ast::Ride, turned: bool) -> Reach {
        Reach::Seen(Ride::compile(rays, ride, turned).into())
    }

    /// Returns the gates of a square for taking an opposing piece reached: see [`Special::gates`].
    fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        match self {
            Reach::At(targets) => targets[from.index()],
            Reach::Seen(lines) => first_steps(lines, rays, from),
        }
    }

    /// Returns the squares of the pieces reached, of either side.
    #[inline]
    pub(crate) fn pieces(&self, view: &View<'_>, from: Square) -> SquareSet {
        match self {
            Reach::At(targets) => targets[from.index()].intersection(&view.occupied),
            Reach::Seen(lines) => lines.iter().filter_map(|line| line.seen(view, from)).collect(),
        }
    }
}

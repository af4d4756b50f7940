//! Turns and their steps: what a player chooses, no more.

use crate::game::TypeId;
use crate::geometry::Square;

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// By the piece's own travel, to an empty square or onto an opposing piece (K12).
    Own,
    /// By a borrowed travel, to an empty square or onto an opposing piece (K82).
    Relayed,
    /// Over an opposing piece, which is taken, to the square just beyond (K46).
    HopCapture,
    /// Without moving: an opposing piece is taken (K45).
    Igui,
}

/// One move of one piece. What it captures follows from the board when it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends; `from` if it stays.
    pub to: Square,
    /// The square of the piece taken in passing or from afar; `to` where there is none.
    pub via: Square,
    /// How it is made.
    pub kind: StepKind,
    /// What the piece promotes to at its end (K105).
    pub promotion: Option<TypeId>,
}

impl Step {
    /// Returns a step from one square to another that takes nothing on the way.
    #[inline]
    pub const fn plain(kind: StepKind, from: Square, to: Square, promotion: Option<TypeId>) -> Step {
        Step { from, to, via: to, kind, promotion }
    }
}

/// A turn: one step, or two where a rule grants a second one (K94).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The first step.
    pub first: Step,
    /// The second step, if one is made.
    pub second: Option<Step>,
}

impl Turn {
    /// Returns the steps in order.
    pub fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        std::iter::once(self.first).chain(self.second)
    }
}

impl From<Step> for Turn {
    fn from(first: Step) -> Turn {
        Turn { first, second: None }
    }
}

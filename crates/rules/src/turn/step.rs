//! Turns and their steps: what a player chooses, no more.

use crate::game::TypeId;
use crate::geometry::Square;

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum StepKind {
    /// By the piece's own travel, to an empty square or onto an opposing piece (K12), or beside a royal piece (K72).
    Own,
    /// By the piece's own travel, declining what its arrival could do (K54).
    Declining,
    /// By a borrowed travel, to an empty square or onto an opposing piece (K82).
    Relayed,
    /// Onto an opposing piece on `via`, which is taken, and on to `to`, taking there too (K46, K47, K49 to K51).
    Strike,
    /// Without moving: the opposing piece on `via` is taken (K45).
    Igui,
    /// Along a line, taking every opposing piece on the way and at its end (K35).
    Sweep,
    /// Along a line over opposing pieces, taking all of them (K52).
    LongLeap,
    /// Without moving: the opposing piece on `via` becomes friendly (K63).
    Convert,
    /// The piece exchanges squares with the one on `to` (K64, K65).
    Swap,
    /// Without moving: the opposing piece on `via` comes one square nearer (K67).
    Pull,
    /// Without moving: the opposing piece on `via` goes one square farther (K67).
    Push,
    /// Onto a friend on `to`, which is moved on, perhaps with one more (K68).
    Shove,
    /// Without moving: a new piece of the same kind appears on `via` (K71).
    Birth,
    /// Nothing at all (K48).
    Pass,
    /// An immobilized piece removes itself (K73).
    Suicide,
    /// The royal piece and the one on `via` castle (L47).
    Castle,
    /// A piece comes from the reserve to `to`, and its like to `via` (L36); it is what the step promotes to, and nothing
    /// stood on `from`, which is `to`.
    Drop,
    /// To an empty square that the opposing piece on `via` has just passed, which is taken (L48).
    EnPassant,
}

/// One move of one piece. What it captures follows from the board when it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends; `from` if it stays.
    pub to: Square,
    /// The square of another piece concerned: taken in passing, handled from afar, castling; `to` where there is none.
    pub via: Square,
    /// How it is made.
    pub kind: StepKind,
    /// What the piece promotes to at its end (K105), or what is dropped.
    pub promotion: Option<TypeId>,
}

impl Step {
    /// Returns a step from one square to another that concerns no third one.
    #[inline]
    pub const fn plain(kind: StepKind, from: Square, to: Square, promotion: Option<TypeId>) -> Step {
        Step { from, to, via: to, kind, promotion }
    }

    /// Returns a step without moving that concerns another square.
    #[inline]
    pub const fn staying(kind: StepKind, from: Square, via: Square) -> Step {
        Step { from, to: from, via, kind, promotion: None }
    }

    /// Returns the drop of a piece on a square, and of another one on a second square.
    #[inline]
    pub const fn drop(piece: TypeId, to: Square, second: Option<Square>) -> Step {
        let via = match second {
            Some(via) => via,
            None => to,
        };
        Step { from: to, to, via, kind: StepKind::Drop, promotion: Some(piece) }
    }
}

/// A turn: one step, or two where a rule grants a second one (K94, K95).
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

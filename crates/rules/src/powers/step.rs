//! Steps: what a player chooses, no more.

use crate::vocabulary::{PieceType, Square};

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
    /// To an empty square that the opposing piece on `via` has just passed, which is taken (L48).
    EnPassant,
    /// A bewitched piece steps to an empty square beside it (L18).
    Stagger,
    /// The piece exchanges squares with an opposing one on `to`, which may have to promote (L15, L20).
    SwapEnemy,
    /// Without moving: the piece becomes its promotion (L8).
    Flip,
    /// Both parts of a piece go at once, to `to` and `via`, taking there (L22).
    Twofold,
    /// Without moving: the opposing piece on `via`, which has just passed a square nearby, is taken; nothing is if `via` is
    /// `from` (L32, L34).
    IguiInPassing,
    /// What the promotion names comes from the reserve to `to`, and a second one to `via` if that is another square (L36).
    Drop,
    /// To an empty square or onto an opposing piece, and there the piece turns into its promotion, which is set down on
    /// `via` (L43, L44).
    Place,
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
    /// What the piece promotes to at its end (K105).
    pub promotion: Option<PieceType>,
}

impl Step {
    /// Returns a step from one square to another that concerns no third one.
    #[inline]
    pub const fn plain(kind: StepKind, from: Square, to: Square, promotion: Option<PieceType>) -> Step {
        Step { from, to, via: to, kind, promotion }
    }

    /// Returns the drop of one piece, or of two on different squares.
    #[inline]
    pub const fn drop(kind: PieceType, to: Square, via: Square) -> Step {
        Step { from: to, to, via, kind: StepKind::Drop, promotion: Some(kind) }
    }

    /// Returns a step without moving that concerns another square.
    #[inline]
    pub const fn staying(kind: StepKind, from: Square, via: Square) -> Step {
        Step { from, to: from, via, kind, promotion: None }
    }
}

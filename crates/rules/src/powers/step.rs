//! Steps: a player's choice without its effects; and the table of their kinds.

use smallvec::SmallVec;

use crate::travel::View;
use crate::vocabulary::{Observer, Piece, PieceType, Square};

use super::{Abilities, Scene, StepTarget, twofold::put_parts};
use super::{
    bewitch, birth, castle, convert, drop, flip, igui, imitate, immobilize, jump, long_leap, pass, passing,
    plain, shove, strike, swap, sweep, tug, twofold, wall,
};

/// The behaviour of a kind of step.
pub(crate) trait StepRules {
    /// The word of the kind in coordinates, if one is written.
    const WORD: Option<&'static str>;
    /// The squares on which its result may be that of another step.
    const TRANSPOSES: Transposes = Transposes::Anywhere;
    /// Whether any mark before its end and omitting the pieces taken on its way are accepted when it is read.
    const LOOSE: bool = false;

    /// Whether it certainly leaves every other piece of its side on its square, and takes opposing pieces at most.
    const ONLY_TAKES: bool = false;

    /// Returns the squares of the opposing pieces that it takes, the last one first; what the arrival takes is another matter.
    fn prey(view: &View<'_>, _: &Abilities, step: Step) -> Prey {
        let mut prey = Prey::from_slice(&[step.to]);
        if step.via != step.to {
            prey.push(step.via);
        }
        prey.retain(|square| view.enemy.contains(*square));
        prey
    }

    /// Displaces the pieces. It reads only squares that it has not changed yet (K88).
    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer);

    /// Turns the piece, which was `mover`, into its promotion at the end of the step (K105).
    fn promote(
        target: &mut impl StepTarget,
        step: Step,
        mover: Piece,
        kind: PieceType,
        observer: &mut impl Observer,
    ) {
        let piece = Piece::new(kind, mover.side());
        if target.abilities(piece).twofold {
            put_parts(target, piece, step.to, step.from, observer);
        } else {
            target.transform(observer, step.to, piece);
        }
    }

    /// Writes the core of the step: everything except the moving piece and its promotion (K119).
    fn text(scene: &Scene<'_>, step: Step) -> String;
}

/// The squares of the pieces that a step takes.
pub(crate) type Prey = SmallVec<[Square; 4]>;

/// The squares on which the result of a step may be that of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transposes {
    /// All squares.
    Anywhere,
    /// Deadly squares, and those of friends.
    OnTranspositionSquares,
    /// Deadly squares.
    OnDeadlySquares,
}

/// Calls a macro with the table of the kinds of steps, to define something for each kind: its documentation, its name and,
/// after `=`, its implementation in this crate.
#[macro_export]
macro_rules! step_kinds {
    ($callback:ident) => {
        $callback! {
            /// By the piece's own travel, to an empty square or onto an opposing piece (K12), or beside a royal piece (K72).
            Own = plain::Own;
            /// By the piece's own travel, declining what its arrival could do (K54).
            Declining = plain::Declining;
            /// By a borrowed travel, to an empty square or onto an opposing piece (K82).
            Relayed = plain::Relayed;
            /// Onto an opposing piece on `via`, which is taken, and on to `to`, taking there too (K46, K47, K49 to K51).
            Strike = strike::Strike;
            /// Without moving: the opposing piece on `via` is taken (K45).
            Igui = igui::Igui;
            /// Along a line, taking every opposing piece on the way and at its end (K35).
            Sweep = sweep::Sweep;
            /// Along a line over opposing pieces, taking all of them (K52).
            LongLeap = long_leap::LongLeap;
            /// Without moving: the opposing piece on `via` becomes friendly (K63).
            Convert = convert::Convert;
            /// The piece exchanges squares with the one on `to` (K64, K65).
            Swap = swap::Swap;
            /// Without moving: the opposing piece on `via` comes one square nearer (K67).
            Pull = tug::Pull;
            /// Without moving: the opposing piece on `via` goes one square farther (K67).
            Push = tug::Push;
            /// Onto a friend on `to`, which is moved on, perhaps with one more (K68).
            Shove = shove::Shove;
            /// Without moving: a new piece of the same kind appears on `via` (K71).
            Birth = birth::Birth;
            /// Nothing at all (K48).
            Pass = pass::Pass;
            /// An immobilized piece removes itself (K73).
            Suicide = immobilize::Suicide;
            /// The royal piece and the one on `via` castle (L47).
            Castle = castle::Castle;
            /// To an empty square that the opposing piece on `via` has just passed, which is taken (L48).
            EnPassant = passing::EnPassant;
            /// A bewitched piece steps to an empty square beside it (L18).
            Stagger = bewitch::Stagger;
            /// The piece exchanges squares with an opposing one on `to`, which may have to promote (L15, L20).
            SwapEnemy = swap::SwapEnemy;
            /// Without moving: the piece becomes its promotion (L8).
            Flip = flip::Flip;
            /// Both parts of a piece go at once, to `to` and `via`, taking there (L22).
            Twofold = twofold::Twofold;
            /// Without moving: the opposing piece on `via`, which has just passed a square nearby, is taken; nothing is if `via` is
            /// `from` (L32, L34).
            IguiInPassing = passing::IguiInPassing;
            /// The piece that the promotion names comes from the reserve to `to`, and a second one to `via` if that is another
            /// square (L36).
            Drop = drop::Drop;
            /// To an empty square or onto an opposing piece, and there the piece turns into its promotion, which is set down on
            /// `via` (L43, L44).
            Place = drop::Place;
            /// A wall comes to `to` after the move that ended on `from`: a new one, or that on `via` if this is another square
            /// (R97).
            Wall = wall::Wall;
            /// By jumps over opposing pieces, of which the one on `via` is the last; all are taken (R67).
            Jump = jump::JumpCapture;
            /// To an empty square behind opposing pieces on a line that take by such leaps themselves; they are taken (R144).
            ImitatedLeap = imitate::ImitatedLeap;
        }
    };
}

macro_rules! define_step_kinds {
    ($($(#[$doc:meta])* $kind:ident = $rules:ty;)*) => {
        /// The kind of a step.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
        pub enum StepKind {
            $($(#[$doc])* $kind,)*
        }

        impl StepKind {
            /// Returns the word of the kind in coordinates, if one is written.
            pub(crate) fn word(self) -> Option<&'static str> {
                match self {
                    $(StepKind::$kind => <$rules as StepRules>::WORD,)*
                }
            }

            /// Returns the squares on which the result of such a step may be that of another one.
            #[inline]
            pub(crate) fn transposes(self) -> Transposes {
                match self {
                    $(StepKind::$kind => <$rules as StepRules>::TRANSPOSES,)*
                }
            }

            /// Returns whether such a step certainly leaves every other piece of its side on its square, and takes opposing pieces
            /// at most; what its piece does on arrival is another matter.
            #[inline]
            pub(crate) fn only_takes(self) -> bool {
                match self {
                    $(StepKind::$kind => <$rules as StepRules>::ONLY_TAKES,)*
                }
            }

            /// Returns whether any mark before the end of such a step is accepted when it is read.
            pub(crate) fn is_loose(self) -> bool {
                match self {
                    $(StepKind::$kind => <$rules as StepRules>::LOOSE,)*
                }
            }
        }

        impl Step {
            /// Returns the squares of the opposing pieces that it takes, the last one first; what the arrival takes is another
            /// matter.
            pub(crate) fn prey(self, view: &View<'_>, abilities: &Abilities) -> Prey {
                match self.kind {
                    $(StepKind::$kind => <$rules as StepRules>::prey(view, abilities, self),)*
                }
            }

            /// Displaces the pieces (K88).
            #[inline]
            pub(crate) fn play(self, target: &mut impl StepTarget, observer: &mut impl Observer) {
                match self.kind {
                    $(StepKind::$kind => <$rules as StepRules>::play(target, self, observer),)*
                }
            }

            /// Turns the piece, which was `mover`, into its promotion, if there is one (K105).
            #[inline]
            pub(crate) fn promote(
                self,
                target: &mut impl StepTarget,
                mover: Piece,
                observer: &mut impl Observer,
            ) {
                let Some(promotion) = self.promotion else { return };
                match self.kind {
                    $(StepKind::$kind => {
                        <$rules as StepRules>::promote(target, self, mover, promotion, observer);
                    })*
                }
            }

            /// Writes the core of the step: everything except the moving piece and its promotion (K119).
            pub(crate) fn text(self, scene: &Scene<'_>) -> String {
                match self.kind {
                    $(StepKind::$kind => <$rules as StepRules>::text(scene, self),)*
                }
            }
        }
    };
}

step_kinds!(define_step_kinds);

/// One move of one piece. Its captures follow from the board when it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "StepFields", from = "StepFields"))]
pub struct Step {
    /// The square where the piece starts.
    pub from: Square,
    /// The square where it ends; `from` if it stays.
    pub to: Square,
    /// The square of another piece involved: captured in passing, affected from afar, castling; `to` if there is none.
    pub via: Square,
    /// The kind of the step.
    pub kind: StepKind,
    /// The type to which the piece promotes at its end (K105).
    pub promotion: Option<PieceType>,
}

/// The fields of a step in the order of their declaration; a step is serialized as a list of these.
#[cfg(feature = "serde")]
type StepFields = (Square, Square, Square, StepKind, Option<PieceType>);

#[cfg(feature = "serde")]
impl From<Step> for StepFields {
    fn from(step: Step) -> StepFields {
        (step.from, step.to, step.via, step.kind, step.promotion)
    }
}

#[cfg(feature = "serde")]
impl From<StepFields> for Step {
    fn from((from, to, via, kind, promotion): StepFields) -> Step {
        Step { from, to, via, kind, promotion }
    }
}

impl Step {
    /// Returns a step from one square to another that involves no third square.
    #[inline]
    pub const fn plain(kind: StepKind, from: Square, to: Square, promotion: Option<PieceType>) -> Step {
        Step { from, to, via: to, kind, promotion }
    }

    /// Returns the drop of one piece, or of two if `to` and `via` differ.
    #[inline]
    pub const fn drop(kind: PieceType, to: Square, via: Square) -> Step {
        Step { from: to, to, via, kind: StepKind::Drop, promotion: Some(kind) }
    }

    /// Returns a step without moving that involves another square.
    #[inline]
    pub const fn staying(kind: StepKind, from: Square, via: Square) -> Step {
        Step { from, to: from, via, kind, promotion: None }
    }
}

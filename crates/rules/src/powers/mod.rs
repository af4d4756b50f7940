//! The powers of pieces besides travelling: each file is a power of the language, or a family of powers.
//!
//! A file contains everything about its powers, in this order: their words with the help, their meaning, parsing and
//! compilation, the squares on which they could take, their steps, and the effect and the text of such a step. The tables below
//! and [`step_kinds!`](crate::step_kinds) make enums of them; nothing else in this crate lists the powers.

mod abilities;
mod armour;
mod arrival;
mod bewitch;
mod birth;
mod castle;
mod convert;
mod double;
mod drop;
mod drown;
mod explode;
mod explosive;
mod flip;
mod igui;
mod imitate;
mod immobilize;
mod immovable;
mod jump;
mod kamikaze;
mod long_leap;
mod offer;
mod pass;
mod passing;
mod plain;
mod poison;
mod rank;
mod reach;
mod relay;
mod royal;
mod scene;
mod shove;
mod startle;
mod step;
mod strike;
mod swap;
mod sweep;
mod target;
#[cfg(test)]
pub(crate) mod tests;
mod tug;
mod twofold;
mod wall;

use chumsky::prelude::*;

use crate::grammar::words::{Kind, Word};
use crate::grammar::{Rule, one_of, word};
use crate::travel::{Origin, Travel, View};
use crate::vocabulary::{Class, Geometry, Rays, Square, SquareSet};

pub(crate) use abilities::{Abilities, Compiler};
pub(crate) use arrival::Arrival;
pub(crate) use arrival::{ArrivalEffect, Arrived, Effects, Habits};
pub(crate) use explosive::{AfterCapture, after_capture, takes};
pub(crate) use imitate::Imitations;
pub(crate) use offer::{Duty, Offer};
pub(crate) use passing::TakesInPassing;
pub(crate) use reach::ReachTable;
use reach::first_steps;
pub(crate) use relay::Lending;
pub(crate) use scene::{Names, Scene};
pub(crate) use step::{Prey, StepRules, Transposes};
pub use step::{Step, StepKind};
pub(crate) use target::{StepContext, StepTarget, carry};
pub(crate) use twofold::other_part;

/// A power, from its word to its possible captures. The defaults are for powers without the respective effect.
pub(crate) trait PowerRules: Sized + PartialEq {
    /// Its words, with the texts for the help and the language page.
    const WORDS: &'static [Word];

    /// Parses the power, beginning with its word.
    fn syntax<'t>() -> Rule<'t, Self>;

    /// Returns the classes of the pieces that have it.
    fn classes(&self) -> &'static [Class] {
        &[]
    }

    /// Adds the power to a compiled ability.
    fn compile(&self, _: &mut Compiler<'_>) {}

    /// Returns whether the power may put a piece of any side on a square without a move of its own, and so without its
    /// promotion.
    fn is_placing(&self) -> bool {
        false
    }

    /// Returns the cost for each square of a board and each side, in addition to the 32 bytes charged for every power:
    /// approximately the bytes of its tables and the squares visited to compute them. `travels` is the cost of the piece's
    /// travels.
    fn cost(&self, _: Geometry, _travels: usize) -> usize {
        0
    }

    /// Returns a superset of the squares on which the power could take or convert from a square, wherever other pieces stand.
    /// `travels` are those of the piece.
    fn captures(&self, _: Origin, _: &[Travel]) -> SquareSet {
        SquareSet::EMPTY
    }

    /// Returns whether a piece may not have this power together with another one of the same word.
    fn is_same(&self, other: &Self) -> bool {
        self == other
    }
}

/// The size of a table of sets for each square, in bytes: most powers have at most one such table.
const SET_BYTES: usize = size_of::<SquareSet>();

/// Parses a power without arguments.
fn single<'t, P: PowerRules + Clone + 't>(power: P) -> Rule<'t, P> {
    word(P::WORDS[0].name).to(power).boxed()
}

macro_rules! powers {
    ($($power:ident in $file:ident;)*) => {
        /// A power of a piece besides travelling.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Power {
            $(
                #[doc = concat!("See [`", stringify!($power), "`](ast::", stringify!($power), ").")]
                $power(ast::$power),
            )*
        }

        /// The meaning of each power.
        pub(crate) mod ast {
            pub use super::arrival::ArrivalEffect;
            pub use super::explosive::ExplosionEnd;
            pub use super::Power;
            $(pub use super::$file::$power;)*
        }

        impl Power {
            /// The words of the powers, in the order of this table.
            pub(crate) const WORDS: &[&[Word]] = &[$(<ast::$power as PowerRules>::WORDS,)*];

            /// Parses any power.
            pub(crate) fn syntax<'t>() -> Rule<'t, Power> {
                let powers = choice(vec![$(ast::$power::syntax().map(Power::$power).boxed(),)*]);
                // The lookahead gives the whole choice a single name in messages.
                let words = Power::WORDS.iter().copied().flatten();
                one_of(Kind::Power, words).rewind().ignore_then(powers).boxed()
            }

            /// Returns the words of the power; most have one.
            pub fn words(&self) -> &'static [Word] {
                match self {
                    $(Power::$power(_) => <ast::$power as PowerRules>::WORDS,)*
                }
            }

            /// Returns the classes of the pieces that have the power.
            pub(crate) fn classes(&self) -> &'static [Class] {
                match self {
                    $(Power::$power(power) => power.classes(),)*
                }
            }

            /// Adds the power to a compiled ability.
            pub(crate) fn compile(&self, compiler: &mut Compiler<'_>) {
                match self {
                    $(Power::$power(power) => power.compile(compiler),)*
                }
            }

            /// Returns whether the power may put a piece on a square without its promotion: see [`PowerRules::is_placing`].
            pub(crate) fn is_placing(&self) -> bool {
                match self {
                    $(Power::$power(power) => power.is_placing(),)*
                }
            }

            /// Returns the cost of the power for each square of a board and each side: see [`PowerRules::cost`].
            pub(crate) fn cost(&self, size: Geometry, travels: usize) -> usize {
                SET_BYTES + match self {
                    $(Power::$power(power) => power.cost(size, travels),)*
                }
            }

            /// Returns a superset of the squares on which the power could take or convert: see [`PowerRules::captures`].
            pub(crate) fn captures(&self, origin: Origin, travels: &[Travel]) -> SquareSet {
                match self {
                    $(Power::$power(power) => power.captures(origin, travels),)*
                }
            }

            /// Returns whether a piece may not have this power together with another one.
            pub(crate) fn is_same(&self, other: &Power) -> bool {
                match (self, other) {
                    $((Power::$power(power), Power::$power(other)) => power.is_same(other),)*
                    _ => false,
                }
            }
        }
    };
}

// In the order of the language page.
powers! {
    Royal in royal;
    EnPassant in passing;
    Pass in pass;
    HopCapture in strike;
    Strike in strike;
    Igui in igui;
    Sweep in sweep;
    LongLeap in long_leap;
    JumpCapture in jump;
    IguiInPassing in passing;
    Arrival in arrival;
    Kamikaze in kamikaze;
    ExplosiveCapture in explosive;
    PetrifyingCapture in explosive;
    BlastProof in explosive;
    ImmuneToItsKind in explosive;
    Immovable in immovable;
    Convert in convert;
    Swap in swap;
    Pull in tug;
    Push in tug;
    Shove in shove;
    Birth in birth;
    Relay in relay;
    Startle in startle;
    Twofold in twofold;
    Flip in flip;
    Explode in explode;
    Armoured in armour;
    Piercing in armour;
    RoyalRelay in relay;
    Shielded in royal;
    Rank in rank;
    Immobilize in immobilize;
    Unstoppable in immobilize;
    Bewitch in bewitch;
    Helpless in bewitch;
    Double in double;
    Poison in poison;
    Burn in poison;
    Drown in drown;
}

/// Receives the steps found.
pub(crate) trait PowerStepSink {
    /// Receives one step, with a flag whether it takes or converts an opposing piece, and the piece that may promote by it.
    fn add(&mut self, step: Step, takes: bool, promotes: Promotes);
}

/// The piece that may promote by a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promotes {
    /// None: the piece stays where it is.
    Nobody,
    /// The piece that leaves its square (K105, K107).
    Mover,
    /// The piece that takes without leaving its square, where a capture is all that its promotion asks for (R43).
    Shooter,
    /// The piece with which it exchanges squares (L20).
    Partner,
    /// The piece takes one of its other settings; without that there is no such step (L8).
    Setting,
}

/// The effects that a step may have in common with a step of another power of the same piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// The piece goes to a square and takes pieces on others.
    Captures,
    /// The piece becomes another type, or exchanges squares with another piece.
    Exchanges,
}

/// A power with steps of its own kind, compiled for the pieces of a side.
pub(crate) trait SpecialRules {
    /// Returns the exits of a square: squares of which at least one is free of friends if there is any such step from there.
    /// All squares, if friends are no obstacles.
    fn exits(&self, _: &Rays, _: Square) -> SquareSet {
        SquareSet::ALL
    }

    /// Returns the effects that its steps may have in common with those of other powers, if this has to be checked.
    fn overlap(&self) -> Option<Overlap> {
        None
    }

    /// Lists the steps of the piece on a square.
    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink);

    /// Returns the pieces that it takes without moving, without any choice: a royal one is put in check by setting down the
    /// piece (L40).
    fn victims(&self, _: &View<'_>, _: Square) -> SquareSet {
        SquareSet::EMPTY
    }
}

macro_rules! specials {
    ($($special:ident = $compiled:ty;)*) => {
        /// A compiled power with steps of its own kind.
        #[derive(Clone, Debug)]
        pub(crate) enum Special {
            $($special($compiled),)*
        }

        impl SpecialRules for Special {
            fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
                match self {
                    $(Special::$special(special) => special.exits(rays, from),)*
                }
            }

            fn overlap(&self) -> Option<Overlap> {
                match self {
                    $(Special::$special(special) => special.overlap(),)*
                }
            }

            #[inline]
            fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
                match self {
                    $(Special::$special(special) => special.steps(view, from, out),)*
                }
            }

            fn victims(&self, view: &View<'_>, from: Square) -> SquareSet {
                match self {
                    $(Special::$special(special) => special.victims(view, from),)*
                }
            }
        }
    };
}

specials! {
    Strike = strike::Strikes;
    Igui = igui::Shots;
    Sweep = sweep::Sweeps;
    LongLeap = long_leap::LongLeaps;
    Imitate = imitate::Imitations;
    Jump = jump::Jumps;
    Convert = convert::Conversions;
    Swap = swap::Partners;
    Tug = tug::Tug;
    Shove = shove::Shoves;
    Birth = birth::Births;
    Stay = pass::Stay;
    Twofold = twofold::Parts;
    Flip = flip::Flip;
}

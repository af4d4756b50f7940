//! What pieces do beside travelling: each file a power of the language, or a family of powers.
//!
//! A file tells all about its powers, in this order: their words with what the help says, what they mean, how they are read
//! and compiled, what they could take, which steps they make, what such a step does and how it is written. The tables below
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
mod explode;
mod flip;
mod igui;
mod immobilize;
mod kamikaze;
mod long_leap;
mod pass;
mod passing;
mod plain;
mod poison;
mod reach;
mod relay;
mod royal;
mod scene;
mod shove;
mod step;
mod strike;
mod swap;
mod sweep;
mod target;
#[cfg(test)]
mod tests;
mod tug;
mod twofold;

use chumsky::prelude::*;

use crate::grammar::words::{Kind, Word};
use crate::grammar::{Rule, one_of, word};
use crate::travel::{Origin, Travel, View};
use crate::vocabulary::{Class, Geometry, Rays, Square, SquareSet};

pub(crate) use abilities::{Abilities, Compiler};
pub(crate) use arrival::Arrival;
pub(crate) use arrival::{Arrived, Effects};
pub(crate) use reach::ReachTable;
use reach::first_steps;
pub(crate) use relay::Lending;
pub(crate) use scene::{Names, Scene};
pub use step::{Step, StepKind};
pub(crate) use step::{StepRules, Transposes};
pub(crate) use target::{StepContext, StepTarget, carry};
pub(crate) use twofold::other_part;

/// What a power is, from its word to what it could take. What it does not do it need not say.
pub(crate) trait PowerRules: Sized + PartialEq {
    /// Its words, with what the help and the language page say of them.
    const WORDS: &'static [Word];

    /// Reads it, its word first.
    fn syntax<'t>() -> Rule<'t, Self>;

    /// Returns the classes of the pieces that have it.
    fn classes(&self) -> &'static [Class] {
        &[]
    }

    /// Adds it to what a piece does.
    fn compile(&self, _: &mut Compiler<'_>) {}

    /// Returns whether it may put a piece, or a side's, where none of its own moves has led it, and so without its promotion.
    fn is_placing(&self) -> bool {
        false
    }

    /// Returns what it costs for each square of a board and each side beside the 32 bytes that every power is charged:
    /// about so many bytes of tables and squares that are looked at while they are made. `travels` is what the travels of
    /// the piece cost.
    fn cost(&self, _: Geometry, _travels: usize) -> usize {
        0
    }

    /// Returns what it could take or convert from a square, whoever stands elsewhere: rather too much than too little.
    /// `travels` are those of the piece.
    fn captures(&self, _: Origin, _: &[Travel]) -> SquareSet {
        SquareSet::EMPTY
    }

    /// Returns whether a piece may not have it beside another of the same word.
    fn is_same(&self, other: &Self) -> bool {
        self == other
    }
}

/// What a table of sets takes from each square: most powers have one at most.
const SET_BYTES: usize = size_of::<SquareSet>();

/// Reads a power without arguments.
fn single<'t, P: PowerRules + Clone + 't>(power: P) -> Rule<'t, P> {
    word(P::WORDS[0].name).to(power).boxed()
}

macro_rules! powers {
    ($($power:ident in $file:ident;)*) => {
        /// What a piece can do beside travelling.
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
            pub use super::Power;
            $(pub use super::$file::$power;)*
        }

        impl Power {
            /// The words of the powers, in the order of the table.
            pub(crate) const WORDS: &[&[Word]] = &[$(<ast::$power as PowerRules>::WORDS,)*];

            /// Reads any power.
            pub(crate) fn syntax<'t>() -> Rule<'t, Power> {
                let powers = choice(vec![$(ast::$power::syntax().map(Power::$power).boxed(),)*]);
                // The look-ahead gives the whole choice one name in messages.
                let words = Power::WORDS.iter().copied().flatten();
                one_of(Kind::Power, words).rewind().ignore_then(powers).boxed()
            }

            /// Returns the words that stand for the power; most have one.
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

            /// Adds the power to what a piece does.
            pub(crate) fn compile(&self, compiler: &mut Compiler<'_>) {
                match self {
                    $(Power::$power(power) => power.compile(compiler),)*
                }
            }

            /// Returns whether a piece may stand somewhere without its promotion by it: see [`PowerRules::is_placing`].
            pub(crate) fn is_placing(&self) -> bool {
                match self {
                    $(Power::$power(power) => power.is_placing(),)*
                }
            }

            /// Returns what the power costs for each square of a board and each side: see [`PowerRules::cost`].
            pub(crate) fn cost(&self, size: Geometry, travels: usize) -> usize {
                SET_BYTES + match self {
                    $(Power::$power(power) => power.cost(size, travels),)*
                }
            }

            /// Returns what the power could take or convert from a square: see [`PowerRules::captures`].
            pub(crate) fn captures(&self, origin: Origin, travels: &[Travel]) -> SquareSet {
                match self {
                    $(Power::$power(power) => power.captures(origin, travels),)*
                }
            }

            /// Returns whether a piece may not have the power beside another one.
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
    IguiInPassing in passing;
    Arrival in arrival;
    Kamikaze in kamikaze;
    Convert in convert;
    Swap in swap;
    Pull in tug;
    Push in tug;
    Shove in shove;
    Birth in birth;
    Relay in relay;
    Twofold in twofold;
    Flip in flip;
    Explode in explode;
    Armoured in armour;
    Piercing in armour;
    RoyalRelay in relay;
    Shielded in royal;
    Immobilize in immobilize;
    Unstoppable in immobilize;
    Bewitch in bewitch;
    Helpless in bewitch;
    Double in double;
    Poison in poison;
    Burn in poison;
}

/// What takes the steps found.
pub(crate) trait PowerStepSink {
    /// Takes one step, with whether it takes or converts an opposing piece, and who may promote by it.
    fn add(&mut self, step: Step, takes: bool, promotes: Promotes);
}

/// Who may promote by a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Promotes {
    /// Nobody: the piece stays where it is.
    Nobody,
    /// The piece that leaves its square (K105, K107).
    Mover,
    /// The piece with which it exchanges squares (L20).
    Partner,
    /// The piece takes one of its other settings; there is no such step without that (L8).
    Setting,
}

/// What a step of a power does, where a step of another power of the same piece may do the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlap {
    /// The piece goes elsewhere and takes others than what stands there.
    Captures,
    /// The piece becomes another, or exchanges squares with one.
    Exchanges,
}

/// A power that makes steps of its own kind, compiled for the pieces of a side.
pub(crate) trait SpecialRules {
    /// Returns the exits of a square: squares of which at least one is free of friends if there is any such step from it.
    /// All squares, if friends do not hinder it.
    fn exits(&self, _: &Rays, _: Square) -> SquareSet {
        SquareSet::ALL
    }

    /// Returns with what its steps may have a result in common that is not looked for without this.
    fn overlap(&self) -> Option<Overlap> {
        None
    }

    /// Lists the steps of the piece on a square.
    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink);

    /// Returns the pieces it takes without moving, and without any choice: they are in check by a piece set down there (L40).
    fn victims(&self, _: &View<'_>, _: Square) -> SquareSet {
        SquareSet::EMPTY
    }
}

macro_rules! specials {
    ($($special:ident = $compiled:ty;)*) => {
        /// A power to make steps of its own kind.
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
    Convert = convert::Conversions;
    Swap = swap::Partners;
    Tug = tug::Tug;
    Shove = shove::Shoves;
    Birth = birth::Births;
    Stay = pass::Stay;
    Twofold = twofold::Parts;
    Flip = flip::Flip;
}

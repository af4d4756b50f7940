//! Words of the language: their syntax, meaning and rulings.
//!
//! This module has the words of leaps and lines and those that join others; ways of travelling and powers have their own. All
//! together are the registry, `language::words`.

mod table;

use super::ast::Mode;
use crate::vocabulary::Vector;

pub(crate) use table::{JOINTS, LEGS};

/// A word of the language.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The only spelling.
    pub name: &'static str,
    /// The role in the grammar.
    pub(crate) role: Role,
    /// The stage of a turn at which the word takes effect.
    pub stage: TurnStage,
    /// The syntax of the word with its arguments; capitals in angle brackets are placeholders.
    pub syntax: &'static str,
    /// The meaning, in a sentence or two.
    pub help: &'static str,
    /// A complete ability that uses the word.
    pub example: &'static str,
    /// The numbers of the rulings for the word.
    pub rulings: &'static str,
}

/// The role of a word in the grammar.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    /// A leaper of these coordinates, with all signs and both orders (K11).
    Leap(i8, i8),
    /// A slider along the lines of these leapers (K12).
    Line(&'static [(i8, i8)]),
    /// A filter on vectors by direction (K14, K15).
    Direction(fn(Vector) -> bool),
    /// A note in parentheses after a travel (K13).
    Note(Mode),
    /// A power, which parses its own arguments.
    Power,
    /// A word that modifies a travel: `rider`, `beyond`, `hopper`.
    Shape,
    /// A word that refers to squares or pieces, or joins others.
    Joint,
}

/// The kind of a word, for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A leap to squares at a fixed distance.
    Leap,
    /// A slide along lines.
    Line,
    /// A restriction of the directions of a leap or a slide.
    Direction,
    /// A note that restricts a travel.
    Note,
    /// A word that modifies a travel.
    Shape,
    /// A power of a piece besides travelling.
    Power,
    /// A word that refers to squares or pieces.
    Joint,
}

impl Kind {
    /// Every kind, in the order of the reference page.
    pub const ALL: [Kind; 7] =
        [Kind::Leap, Kind::Line, Kind::Direction, Kind::Note, Kind::Shape, Kind::Power, Kind::Joint];

    /// Returns the name of the kind in messages.
    pub fn noun(self) -> &'static str {
        match self {
            Kind::Leap => "a leap",
            Kind::Line => "a line",
            Kind::Direction => "a direction",
            Kind::Note => "a note",
            Kind::Shape => "a shape",
            Kind::Power => "a power",
            Kind::Joint => "a joint",
        }
    }
}

/// The stage of a turn at which a word takes effect, in the order of the turn (K85 to K91).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnStage {
    /// The word gives pieces and squares states that hold for the turn.
    LatentState,
    /// The word determines which steps a player may choose.
    Step,
    /// The word determines the captures of a step.
    Capture,
    /// The word acts when a piece has arrived.
    Arrival,
    /// The word removes pieces at the end of the turn.
    Activation,
    /// The word determines whether the game is over.
    Verdict,
}

impl TurnStage {
    /// Returns the stage's name on the reference page.
    pub fn name(self) -> &'static str {
        match self {
            TurnStage::LatentState => "latent state",
            TurnStage::Step => "step",
            TurnStage::Capture => "capture",
            TurnStage::Arrival => "arrival",
            TurnStage::Activation => "activation",
            TurnStage::Verdict => "verdict",
        }
    }
}

impl Word {
    /// Returns the kind of the word.
    pub fn kind(&self) -> Kind {
        match self.role {
            Role::Leap(..) => Kind::Leap,
            Role::Line(_) => Kind::Line,
            Role::Direction(_) => Kind::Direction,
            Role::Note(_) => Kind::Note,
            Role::Power => Kind::Power,
            Role::Shape => Kind::Shape,
            Role::Joint => Kind::Joint,
        }
    }
}

/// Returns an entry for a power without arguments.
pub(crate) const fn alone(
    name: &'static str,
    stage: TurnStage,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    Word { name, role: Role::Power, stage, syntax: name, help, example, rulings }
}

/// Returns an entry for a word that refers to squares or pieces, or joins others.
pub(crate) const fn joint(
    name: &'static str,
    syntax: &'static str,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    Word { name, role: Role::Joint, stage: TurnStage::Step, syntax, help, example, rulings }
}

/// Returns an entry for a word that modifies a travel.
pub(crate) const fn shape(
    name: &'static str,
    syntax: &'static str,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    Word { name, role: Role::Shape, stage: TurnStage::Step, syntax, help, example, rulings }
}

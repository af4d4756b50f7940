//! Words: what they look like, what they do and which rulings they follow.
//!
//! The words of leaps and lines and those that join others stand here; ways of travelling and powers bring their own. All
//! together are the registry, `language::words`.

mod table;

use super::ast::Mode;
use crate::vocabulary::Vector;

pub(crate) use table::{JOINTS, LEGS};

/// A word of the language.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// Its only spelling.
    pub name: &'static str,
    /// What it stands for in the grammar.
    pub(crate) role: Role,
    /// When it matters in a turn.
    pub stage: TurnStage,
    /// How it is written with what belongs to it; capitals in angle brackets stand for something else.
    pub syntax: &'static str,
    /// What it means, in a sentence or two.
    pub help: &'static str,
    /// A whole ability that uses it.
    pub example: &'static str,
    /// The numbered rulings it follows.
    pub rulings: &'static str,
}

/// What a word stands for in the grammar.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role {
    /// A leaper of these coordinates, with all signs and both orders (K11).
    Leap(i8, i8),
    /// A slider along the lines of these leapers (K12).
    Line(&'static [(i8, i8)]),
    /// A condition that keeps the vectors for which it holds (K14, K15).
    Direction(fn(Vector) -> bool),
    /// A note in parentheses after a travel (K13).
    Note(Mode),
    /// A power, which reads its own arguments.
    Power,
    /// A word that shapes a travel: `rider`, `beyond`, `hopper`.
    Shape,
    /// A word that names squares or pieces, or joins others as English does.
    Joint,
}

/// What a word is, for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A leap to squares at a fixed distance.
    Leap,
    /// A slide along lines.
    Line,
    /// A choice among the directions of a leap or a slide.
    Direction,
    /// A note that restricts a travel.
    Note,
    /// A word that shapes a travel.
    Shape,
    /// What a piece does beside travelling.
    Power,
    /// A word that names squares or pieces.
    Joint,
}

impl Kind {
    /// Every kind, in the order of the reference page.
    pub const ALL: [Kind; 7] =
        [Kind::Leap, Kind::Line, Kind::Direction, Kind::Note, Kind::Shape, Kind::Power, Kind::Joint];

    /// Returns what a message calls a word of this kind.
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

/// The stage of a turn at which a word matters, in the order of the turn (K85 to K91).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnStage {
    /// It gives pieces and squares states that hold for the turn.
    LatentState,
    /// It decides which steps a player may choose.
    Step,
    /// It decides what a step captures.
    Capture,
    /// It acts when a piece has arrived.
    Arrival,
    /// It removes pieces at the end of the turn.
    Activation,
    /// It decides whether the game is over.
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
    /// Returns what the word is.
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

/// Returns an entry for a word that shapes a travel.
pub(crate) const fn shape(
    name: &'static str,
    syntax: &'static str,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    Word { name, role: Role::Shape, stage: TurnStage::Step, syntax, help, example, rulings }
}

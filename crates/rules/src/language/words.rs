//! The registry: every word of the language, what it looks like, what it does and which rulings it follows.
//!
//! The parser takes its words from here, its messages list them from here, and the reference page is printed from here.
//! A new power is an entry of the table with a variant of [`Power`]; if it has arguments of its own, also a variant of
//! `PowerWord` and a function in `power.rs`, which the compiler asks for.

mod table;

use super::ast::{Arrival, Mode, Power};
use super::token::words_of;
use crate::vocabulary::Vector;

pub use table::WORDS;

/// A word of the language.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// Its only spelling.
    pub name: &'static str,
    /// What it stands for in the grammar.
    pub(crate) role: Role,
    /// When it matters in a turn.
    pub stage: Stage,
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
    /// A power, with arguments of its own.
    Power(PowerWord),
    /// A word that shapes a travel: `rider`, `beyond`, `hopper`.
    Shape,
    /// A word that names squares or pieces, or joins others as English does.
    Joint,
}

/// The words that are powers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PowerWord {
    /// A power without arguments.
    Alone(fn() -> Power),
    /// What happens on arrival, perhaps optional.
    Arrival(Arrival),
    HopCapture,
    Igui,
    Strike,
    Sweep,
    LongLeap,
    HalfwayLeap,
    Convert,
    Swap,
    Pull,
    Push,
    Shove,
    Birth,
    Relay,
    Double,
    Poison,
    Twofold,
    IguiInPassing,
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
pub enum Stage {
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

impl Stage {
    /// Returns the stage's name on the reference page.
    pub fn name(self) -> &'static str {
        match self {
            Stage::LatentState => "latent state",
            Stage::Step => "step",
            Stage::Capture => "capture",
            Stage::Arrival => "arrival",
            Stage::Activation => "activation",
            Stage::Verdict => "verdict",
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
            Role::Power(_) => Kind::Power,
            Role::Shape => Kind::Shape,
            Role::Joint => Kind::Joint,
        }
    }
}

/// Returns the words of a kind, in the order of the registry.
pub fn of(kind: Kind) -> impl Iterator<Item = &'static Word> {
    WORDS.iter().filter(move |word| word.kind() == kind)
}

/// Returns the word with this name.
pub fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.name == name)
}

/// Returns the words of the language in a text, each as often as it stands there.
pub fn used_in(text: &str) -> impl Iterator<Item = &'static Word> {
    words_of(text).filter_map(find)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    #[test]
    fn names_are_unique() {
        for (i, word) in WORDS.iter().enumerate() {
            assert!(WORDS[..i].iter().all(|other| other.name != word.name), "{} stands twice", word.name);
        }
    }

    #[test]
    fn every_word_is_documented() {
        for word in WORDS {
            assert!(word.help.ends_with('.') && word.help.len() > 20, "{}: help", word.name);
            assert!(!word.syntax.is_empty(), "{}: syntax", word.name);
            assert!(word.rulings.split(", ").all(is_ruling), "{}: rulings", word.name);
        }
    }

    fn is_ruling(text: &str) -> bool {
        text.strip_prefix(['K', 'L']).is_some_and(|number| number.parse::<u8>().is_ok())
    }

    #[test]
    fn every_example_parses_and_uses_its_word() {
        for word in WORDS {
            assert_eq!(parse(word.example).err(), None, "{}: {}", word.name, word.example);
            assert!(words_of(word.example).any(|used| used == word.name), "{}: {}", word.name, word.example);
        }
    }

    #[test]
    fn every_syntax_shows_its_word() {
        for word in WORDS.iter().filter(|word| word.kind() != Kind::Direction) {
            assert!(words_of(word.syntax).any(|used| used == word.name), "{}: {}", word.name, word.syntax);
        }
    }
}

//! The registry: every word of the language, what it looks like, what it does and which rulings it follows.
//!
//! The parser takes its words from here, its messages list them from here, and the reference page is printed from here.
//! A new power is an entry here with a new variant of `PowerWord`, a variant of [`Power`](super::ast::Power) and a
//! function in `power.rs`; the compiler asks for the last two.

use super::ast::Mode;
use crate::geometry::Vector;

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
    /// A word that shapes a travel: `rider`, `beyond`, `then`.
    Shape,
    /// A word that names squares or pieces, or joins others as English does.
    Joint,
}

/// The words that are powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PowerWord {
    Royal,
    HopCapture,
    Igui,
    Relay,
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

/// The stage of a turn at which a word matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It decides which steps a player may choose.
    Step,
    /// It decides what a step captures.
    Capture,
    /// It decides whether the game is over.
    Verdict,
}

impl Stage {
    /// Returns the stage's name on the reference page.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Step => "step",
            Stage::Capture => "capture",
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

const fn leap(name: &'static str, x: i8, y: i8, help: &'static str, example: &'static str) -> Word {
    Word { name, role: Role::Leap(x, y), stage: Stage::Step, syntax: name, help, example, rulings: "K11" }
}

const fn direction(
    name: &'static str,
    keeps: fn(Vector) -> bool,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    Word {
        name,
        role: Role::Direction(keeps),
        stage: Stage::Step,
        syntax: "<DIRECTION> <LEAP or LINE>",
        help,
        example,
        rulings,
    }
}

const fn joint(name: &'static str, syntax: &'static str, help: &'static str, example: &'static str) -> Word {
    Word { name, role: Role::Joint, stage: Stage::Step, syntax, help, example, rulings: "K16" }
}

fn along_rank(v: Vector) -> bool {
    v.dx.abs() > v.dy.abs()
}

fn along_file(v: Vector) -> bool {
    v.dy.abs() > v.dx.abs()
}

/// Every word of the language.
pub const WORDS: &[Word] = &[
    leap("W", 1, 0, "The Wazir's step: one square along a rank or file.", "W"),
    leap("F", 1, 1, "The Firzan's step: one square diagonally.", "F"),
    leap("D", 2, 0, "The Dabbaba's leap: two squares along a rank or file, whatever stands between.", "D"),
    leap("N", 2, 1, "The Knight's leap: two squares one way and one at right angles.", "N"),
    leap("A", 2, 2, "The Alfil's leap: two squares diagonally, whatever stands between.", "A"),
    leap("C", 3, 1, "The Camel's leap: three squares one way and one at right angles.", "C"),
    leap("Z", 3, 2, "The Zebra's leap: three squares one way and two at right angles.", "Z"),
    Word {
        name: "R",
        role: Role::Line(&[(1, 0)]),
        stage: Stage::Step,
        syntax: "R, R<NUMBER>, R beyond <NUMBER>",
        help: "Slides along ranks and files over empty squares; a number is the longest distance.",
        example: "R4",
        rulings: "K12",
    },
    Word {
        name: "B",
        role: Role::Line(&[(1, 1)]),
        stage: Stage::Step,
        syntax: "B, B<NUMBER>, B beyond <NUMBER>",
        help: "Slides along diagonals over empty squares; a number is the longest distance.",
        example: "W + B",
        rulings: "K12",
    },
    Word {
        name: "Q",
        role: Role::Line(&[(1, 0), (1, 1)]),
        stage: Stage::Step,
        syntax: "Q, Q<NUMBER>, Q beyond <NUMBER>",
        help: "Slides along all eight lines over empty squares; a number is the longest distance.",
        example: "Q3",
        rulings: "K12",
    },
    direction(
        "forward",
        |v| v.dy > 0,
        "Keeps what leads up the board for its owner.",
        "forward W",
        "K9, K14",
    ),
    direction("back", |v| v.dy < 0, "Keeps what leads down the board for its owner.", "back N", "K9, K14"),
    direction("backward", |v| v.dy < 0, "Another spelling of `back`.", "backward F", "K14"),
    direction("left", |v| v.dx < 0, "Keeps what leads to its owner's left.", "left C", "K9, K14"),
    direction("right", |v| v.dx > 0, "Keeps what leads to its owner's right.", "right forward F", "K9, K14"),
    direction("side", |v| v.dy == 0, "Keeps what stays on the rank.", "side R4", "K14"),
    direction(
        "forwardmost",
        |v| v.dy > 0 && along_file(v),
        "Keeps what leads forward more than sideways.",
        "forwardmost right N",
        "K15",
    ),
    direction(
        "backmost",
        |v| v.dy < 0 && along_file(v),
        "Keeps what leads back more than sideways.",
        "backmost N",
        "K15",
    ),
    direction(
        "leftmost",
        |v| v.dx < 0 && along_rank(v),
        "Keeps what leads to the left more than forward or back.",
        "leftmost back N",
        "K15",
    ),
    direction(
        "rightmost",
        |v| v.dx > 0 && along_rank(v),
        "Keeps what leads to the right more than forward or back.",
        "rightmost forward N",
        "K15",
    ),
    direction(
        "sidemost",
        along_rank,
        "Keeps what leads to either side more than forward or back.",
        "sidemost N",
        "K15",
    ),
    Word {
        name: "moving",
        role: Role::Note(Mode::Moving),
        stage: Stage::Step,
        syntax: "<TRAVEL> (moving)",
        help: "The travel ends on an empty square only. Without a note a travel does both.",
        example: "F (moving) + D",
        rulings: "K13",
    },
    Word {
        name: "capturing",
        role: Role::Note(Mode::Capturing),
        stage: Stage::Step,
        syntax: "<TRAVEL> (capturing)",
        help: "The travel ends on an opposing piece only, and takes it.",
        example: "(N + A) (capturing)",
        rulings: "K13",
    },
    Word {
        name: "leaper",
        role: Role::Shape,
        stage: Stage::Step,
        syntax: "(<X>,<Y>) leaper",
        help: "Leaps by these coordinates, with all signs and in both orders: the leaps that have no letter.",
        example: "(3,0) leaper",
        rulings: "K11",
    },
    Word {
        name: "rider",
        role: Role::Shape,
        stage: Stage::Step,
        syntax: "<LEAP> rider, (<X>,<Y>) rider <NUMBER>",
        help: "Repeats a leap in one direction over empty squares; a number is the most leaps. \
               The squares leapt over do not matter.",
        example: "N rider",
        rulings: "K31",
    },
    Word {
        name: "exactly",
        role: Role::Shape,
        stage: Stage::Step,
        syntax: "exactly (<X>,<Y>), exactly (<X>,<Y>) rider <NUMBER>",
        help: "One vector alone, X squares to the right and Y forward; a minus sign turns it round.",
        example: "exactly (1,2) + exactly (-1,1) rider 4",
        rulings: "K9, K17",
    },
    Word {
        name: "beyond",
        role: Role::Shape,
        stage: Stage::Step,
        syntax: "<LINE> beyond <NUMBER>",
        help: "The slide goes further than this many squares. A piece on one of the nearer squares blocks the line.",
        example: "R beyond 1",
        rulings: "K32",
    },
    Word {
        name: "then",
        role: Role::Shape,
        stage: Stage::Step,
        syntax: "<TRAVEL> then <LINE> outwards",
        help: "After the first leg, which ends on an empty square, the piece goes on in another direction. \
               The note of the first leg says how the piece may end its move there; \
               a note after `outwards` belongs to the second leg.",
        example: "F (moving) then R outwards",
        rulings: "K33",
    },
    Word {
        name: "outwards",
        role: Role::Shape,
        stage: Stage::Step,
        syntax: "<TRAVEL> then <LINE> outwards",
        help: "The second leg leads away from the starting square: its angle with the first is less than a right one.",
        example: "W (moving) then B outwards",
        rulings: "K33",
    },
    Word {
        name: "royal",
        role: Role::Power(PowerWord::Royal),
        stage: Stage::Verdict,
        syntax: "royal",
        help: "A player who has lost every royal piece has lost the game.",
        example: "W + F; royal",
        rulings: "K113",
    },
    Word {
        name: "hop-capture",
        role: Role::Power(PowerWord::HopCapture),
        stage: Stage::Capture,
        syntax: "hop-capture over <AREA> pieces",
        help: "Takes an opposing neighbour by leaping over it to the square just beyond, which must be empty.",
        example: "F + A + hop-capture over orthogonally adjacent pieces",
        rulings: "K46",
    },
    Word {
        name: "igui",
        role: Role::Power(PowerWord::Igui),
        stage: Stage::Capture,
        syntax: "igui on <AREA> squares, igui along <LINE> lines",
        help: "Takes an opposing piece without moving: one that stands near, or the first one on a line.",
        example: "Q3 + igui on adjacent squares",
        rulings: "K28, K45",
    },
    Word {
        name: "relay",
        role: Role::Power(PowerWord::Relay),
        stage: Stage::Step,
        syntax: "relay <TRAVEL> to <AREA> pieces, \
                 relay (<TRAVEL> + <TRAVEL>) to pieces along <LINE> lines, \
                 relay <TRAVEL> to pieces an <LEAP> away; each with an optional landing <AREA>",
        help: "Lends travels to the friendly pieces it reaches. With `landing` they must end so near the lender. \
               Several travels are lent in parentheses.",
        example: "D + A + relay (F + D) to orthogonally adjacent pieces landing adjacent \
                  + relay A to diagonally adjacent pieces landing adjacent",
        rulings: "K74, K75, K76, K77, K78, K79, K80",
    },
    joint("adjacent", "adjacent", "The area of the eight neighbouring squares.", "igui on adjacent squares"),
    joint(
        "orthogonally",
        "orthogonally adjacent",
        "The area of the four neighbours on ranks and files.",
        "hop-capture over orthogonally adjacent pieces",
    ),
    joint(
        "diagonally",
        "diagonally adjacent",
        "The area of the four neighbours on diagonals.",
        "hop-capture over diagonally adjacent pieces",
    ),
    joint(
        "squares",
        "on <AREA> squares",
        "Says that what stands on the squares of an area is meant.",
        "igui on diagonally adjacent squares",
    ),
    joint(
        "on",
        "on <AREA> squares",
        "Leads in the squares of an area.",
        "igui on orthogonally adjacent squares",
    ),
    joint(
        "pieces",
        "<AREA> pieces, pieces along <LINE> lines, pieces an <LEAP> away",
        "Says that pieces standing there are meant.",
        "relay W to adjacent pieces",
    ),
    joint(
        "over",
        "over <AREA> pieces",
        "Leads in the pieces hopped over.",
        "hop-capture over adjacent pieces",
    ),
    joint("to", "to <PIECES>", "Leads in the pieces that are lent to.", "relay F to adjacent pieces"),
    joint(
        "along",
        "along <LINE> lines",
        "The piece seen along each of the lines: the first one on it, within its number of squares.",
        "Q3 (moving) + relay N to pieces along Q3 lines",
    ),
    joint("lines", "along <LINE> lines", "Ends what `along` begins.", "igui along Q lines"),
    joint(
        "away",
        "pieces an <LEAP> away",
        "The pieces on the squares at a leap's distance, whatever stands between.",
        "Q (moving) + relay N to pieces an N away",
    ),
    joint("a", "a <LEAP> away", "May stand before the leap of `away`.", "relay W to pieces a C away"),
    joint("an", "an <LEAP> away", "May stand before the leap of `away`.", "relay W to pieces an A away"),
    joint(
        "landing",
        "landing <AREA>",
        "The borrower must end on a square of this area, seen from the lender.",
        "relay D to orthogonally adjacent pieces landing adjacent",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::{parse, token::words_of};

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
        text.strip_prefix('K').is_some_and(|number| number.parse::<u8>().is_ok())
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

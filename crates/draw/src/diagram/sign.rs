//! The signs of move diagrams and what they mean.

use anstyle::Style;
use beaufort_rules::language::ast::Mode;

use crate::palette;

/// A sign of a diagram. The order is that of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sign {
    /// The piece itself.
    Piece,
    /// May move or capture here.
    Both,
    /// May only move here.
    Moves,
    /// May only capture here.
    Captures,
    /// As `Both`, as a later leap of a row of leaps.
    BothAgain,
    /// As `Moves`, as a later leap of a row of leaps.
    MovesAgain,
    /// As `Captures`, as a later leap of a row of leaps.
    CapturesAgain,
    /// A way that must be empty.
    Line,
    /// A line that goes on beyond the picture.
    Arrow,
    /// A square on a line that may be reached by a leap too.
    AlsoLeap,
    /// The piece taken by a hop.
    HopOver,
    /// The end of a hop.
    HopTo,
    /// A piece taken without moving.
    Igui,
    /// A piece taken without moving, if it is the first one on the line.
    IguiSeen,
    /// A friend that may borrow.
    Borrower(u8),
    /// A friend that may borrow, if it is the first piece on the line.
    BorrowerSeen(u8),
}

impl Sign {
    /// Returns the sign of a mode, for a first leap or a slide or for a leap that follows others.
    pub(super) fn of_mode(mode: Mode, again: bool) -> Sign {
        match (mode, again) {
            (Mode::Both, false) => Sign::Both,
            (Mode::Moving, false) => Sign::Moves,
            (Mode::Capturing, false) => Sign::Captures,
            (Mode::Both, true) => Sign::BothAgain,
            (Mode::Moving, true) => Sign::MovesAgain,
            (Mode::Capturing, true) => Sign::CapturesAgain,
        }
    }

    /// Returns the character of the sign in a text.
    pub(crate) fn character(self) -> char {
        match self {
            Sign::Piece => '■',
            Sign::Both => '●',
            Sign::Moves => '○',
            Sign::Captures => '×',
            Sign::BothAgain => '◉',
            Sign::MovesAgain => '◎',
            Sign::CapturesAgain => '⊗',
            Sign::Line => '─',
            Sign::Arrow => '→',
            Sign::AlsoLeap => '\'',
            Sign::HopOver => '†',
            Sign::HopTo => '^',
            Sign::Igui | Sign::IguiSeen => '*',
            Sign::Borrower(n) | Sign::BorrowerSeen(n) => char::from_digit(n.into(), 36).unwrap_or('?'),
        }
    }

    /// Returns the style of the sign in a text.
    pub(crate) fn style(self) -> Style {
        match self {
            Sign::Piece | Sign::Both | Sign::BothAgain => palette::BOLD,
            Sign::Moves | Sign::MovesAgain | Sign::HopTo => palette::MOVES,
            Sign::Captures | Sign::CapturesAgain | Sign::HopOver | Sign::Igui | Sign::IguiSeen => {
                palette::CAPTURES
            }
            Sign::Line | Sign::Arrow | Sign::AlsoLeap => palette::DIM,
            Sign::Borrower(_) | Sign::BorrowerSeen(_) => palette::LENDS,
        }
    }

    /// Returns what the sign means.
    pub(crate) fn meaning(self) -> &'static str {
        match self {
            Sign::Piece => "the piece, facing up",
            Sign::Both => "moves or captures here",
            Sign::Moves => "only moves here",
            Sign::Captures => "only captures here",
            Sign::BothAgain => "as ●, by one more leap from an empty square",
            Sign::MovesAgain => "as ○, by one more leap from an empty square",
            Sign::CapturesAgain => "as ×, by one more leap from an empty square",
            Sign::Line => "along a line: the way must be empty",
            Sign::Arrow => "and further on the line",
            Sign::AlsoLeap => "also by a leap, whatever is in the way",
            Sign::HopOver => "takes an opposing piece here ...",
            Sign::HopTo => "... by leaping over it to here, if empty",
            Sign::Igui => "takes an opposing piece here and stays",
            Sign::IguiSeen => "takes an opposing piece here and stays, if it is the first piece on the line",
            Sign::Borrower(_) => "a friend here may borrow the move below",
            Sign::BorrowerSeen(_) => {
                "a friend here may borrow the move below, if it is the first piece on the line"
            }
        }
    }
}

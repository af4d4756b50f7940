//! Why a text is not a position of a game, and where.

use std::fmt;

/// Why a text is not a position of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    pub(super) column: usize,
    pub(super) problem: TextProblem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextProblem {
    RankCount { found: usize, expected: u8 },
    RankLength { rank: usize, found: usize, expected: u8 },
    BadRun { text: String },
    SplitRun,
    Unclosed { open: char },
    UnknownId { id: String, suggestion: Option<String> },
    Unexpected { found: char },
    NoSide { letters: [&'static str; 2] },
    BadSide { found: String, letters: [&'static str; 2] },
    NoField { name: &'static str },
    TooLong,
    Field { message: String },
}

impl PositionError {
    /// Returns the place of the error in the text: the number of its character, from 1 on.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns what is wrong, without the place.
    pub fn reason(&self) -> String {
        self.problem.to_string()
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position, column {}: {}", self.column, self.problem)
    }
}

impl fmt::Display for TextProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextProblem::RankCount { found, expected } => {
                write!(f, "the board has {expected} ranks, the text has {found}")
            }
            TextProblem::RankLength { rank, found, expected } => {
                write!(f, "rank {rank} has {found} squares instead of {expected}")
            }
            TextProblem::BadRun { text } => {
                write!(
                    f,
                    "`{text}` is not a number of empty squares: expected 1 to 256, without a leading zero"
                )
            }
            TextProblem::SplitRun => write!(f, "two numbers of empty squares in a row: write their sum"),
            TextProblem::Unclosed { open } => write!(f, "`{open}` is never closed"),
            TextProblem::UnknownId { id, suggestion } => {
                write!(f, "this game has no piece with the id `{id}`")?;
                suggestion.as_ref().map_or(Ok(()), |known| write!(f, "; did you mean `{known}`?"))
            }
            TextProblem::Unexpected { found } => {
                write!(f, "`{found}` is not allowed here: expected a number, `[id]`, `(id)` or `/`")
            }
            TextProblem::NoSide { letters: [first, second] } => {
                write!(f, "the side to move is missing: end with ` {first}` or ` {second}`")
            }
            TextProblem::BadSide { found, letters: [first, second] } => {
                write!(
                    f,
                    "`{found}` is not a side to move: expected `{first}` or `{second}` after a single space"
                )
            }
            TextProblem::NoField { name } => write!(f, "a single space and {name} are missing"),
            TextProblem::TooLong => write!(f, "the position should end here"),
            TextProblem::Field { message } => f.write_str(message),
        }
    }
}

impl std::error::Error for PositionError {}

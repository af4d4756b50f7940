//! Position strings (K126 to K128).

use std::fmt;
use std::sync::Arc;

use crate::game::{Game, Piece, Side};

use super::Position;

/// Why a text is not a position of a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionError {
    column: usize,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    RankCount { found: usize, expected: u8 },
    RankLength { rank: usize, found: usize, expected: u8 },
    BadRun { text: String },
    SplitRun,
    Unclosed { open: char },
    UnknownId { id: String, suggestion: Option<String> },
    Unexpected { found: char },
    NoSide,
    BadSide { found: String },
}

impl PositionError {
    /// Returns the place of the error in the text: the number of its character, from 1 on.
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position, column {}: ", self.column)?;
        match &self.problem {
            Problem::RankCount { found, expected } => {
                write!(f, "the board has {expected} ranks, the text has {found}")
            }
            Problem::RankLength { rank, found, expected } => {
                write!(f, "rank {rank} has {found} squares instead of {expected}")
            }
            Problem::BadRun { text } => {
                write!(
                    f,
                    "`{text}` is not a number of empty squares: expected 1 to 256, without a leading zero"
                )
            }
            Problem::SplitRun => write!(f, "two numbers of empty squares in a row: write their sum"),
            Problem::Unclosed { open } => write!(f, "`{open}` is never closed"),
            Problem::UnknownId { id, suggestion } => {
                write!(f, "this game has no piece with the id `{id}`")?;
                suggestion.as_ref().map_or(Ok(()), |known| write!(f, "; did you mean `{known}`?"))
            }
            Problem::Unexpected { found } => {
                write!(f, "`{found}` is not allowed here: expected a number, `[id]`, `(id)` or `/`")
            }
            Problem::NoSide => write!(f, "the side to move is missing: end with ` b` or ` t`"),
            Problem::BadSide { found } => {
                write!(f, "`{found}` is not a side to move: expected `b` or `t` after a single space")
            }
        }
    }
}

impl std::error::Error for PositionError {}

/// The letters of the side to move.
const SIDE_LETTERS: [&str; 2] = ["b", "t"];

impl Position {
    /// Reads a position string. Any placement of known pieces is a position (K128).
    ///
    /// # Errors
    /// If the text is not a position string of the game; the error says where.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{builtin, Position};
    ///
    /// let game = builtin::game("scirocco").unwrap();
    /// let text = "9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b";
    /// assert_eq!(Position::parse(&game, text).unwrap().to_string(), text);
    /// assert!(Position::parse(&game, "9(K)/9(P) b").is_err());
    /// ```
    pub fn parse(game: &Arc<Game>, text: &str) -> Result<Position, PositionError> {
        Reader { game, text, at: 0 }.position()
    }
}

impl fmt::Display for Position {
    /// Writes the position string.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.game().size();
        for rank in (0..i16::from(size.ranks())).rev() {
            let mut empty = 0;
            for file in 0..i16::from(size.files()) {
                let square = size.square(file, rank).expect("file and rank are on the board");
                let piece = self.board().at(square);
                let Some(kind) = piece.kind() else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                let id = &self.game().piece(kind).id;
                match piece.side() {
                    Side::First => write!(f, "[{id}]")?,
                    Side::Second => write!(f, "({id})")?,
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            f.write_str(if rank > 0 { "/" } else { " " })?;
        }
        f.write_str(SIDE_LETTERS[self.side().index()])
    }
}

struct Reader<'a> {
    game: &'a Arc<Game>,
    text: &'a str,
    /// The next byte to read.
    at: usize,
}

impl Reader<'_> {
    fn position(mut self) -> Result<Position, PositionError> {
        let size = self.game.size();
        let mut position = Position::empty(self.game, Side::First);
        let (mut rank, mut file) = (size.ranks() - 1, 0usize);
        let mut after_run = false;
        loop {
            let start = self.at;
            let found = self.peek();
            match found {
                Some('0'..='9') => {
                    if after_run {
                        return Err(self.error(start, Problem::SplitRun));
                    }
                    file += self.run()?;
                    after_run = true;
                }
                Some(open @ ('[' | '(')) => {
                    let piece = self.piece(open)?;
                    if let Some(square) = i16::try_from(file).ok().and_then(|f| size.square(f, rank.into())) {
                        position.place(square, piece);
                    }
                    file += 1;
                    after_run = false;
                }
                Some('/' | ' ') | None => {
                    if file != usize::from(size.files()) {
                        let rank = usize::from(rank) + 1;
                        let problem = Problem::RankLength { rank, found: file, expected: size.files() };
                        return Err(self.error(start, problem));
                    }
                    if found == Some('/') && rank > 0 {
                        (rank, file, after_run) = (rank - 1, 0, false);
                        self.at += 1;
                        continue;
                    }
                    if found == Some('/') || rank > 0 {
                        let ranks = self.text.split(' ').next().unwrap_or("").split('/').count();
                        let problem = Problem::RankCount { found: ranks, expected: size.ranks() };
                        return Err(self.error(start, problem));
                    }
                    break;
                }
                Some(found) => return Err(self.error(start, Problem::Unexpected { found })),
            }
        }
        self.side(position)
    }

    /// Reads a run of empty squares.
    fn run(&mut self) -> Result<usize, PositionError> {
        let start = self.at;
        let rest = &self.text[start..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let text = &rest[..digits];
        self.at += digits;
        match text.parse::<usize>() {
            Ok(run) if run <= usize::from(u8::MAX) && !text.starts_with('0') => Ok(run),
            _ => Err(self.error(start, Problem::BadRun { text: text.chars().take(12).collect() })),
        }
    }

    /// Reads a piece with its brackets.
    fn piece(&mut self, open: char) -> Result<Piece, PositionError> {
        let start = self.at;
        let (close, side) = if open == '[' { (']', Side::First) } else { (')', Side::Second) };
        let rest = &self.text[start + 1..];
        let Some(length) = rest.find(close) else {
            return Err(self.error(start, Problem::Unclosed { open }));
        };
        let id = &rest[..length];
        let Some(kind) = self.game.type_by_id(id) else {
            let suggestion = self.game.type_by_any_name(id).map(|kind| self.game.piece(kind).id.clone());
            let id = id.chars().take(20).collect();
            return Err(self.error(start + 1, Problem::UnknownId { id, suggestion }));
        };
        self.at += length + 2;
        Ok(Piece::new(kind, side))
    }

    fn side(self, mut position: Position) -> Result<Position, PositionError> {
        let Some(letter) = self.text[self.at..].strip_prefix(' ') else {
            return Err(self.error(self.at, Problem::NoSide));
        };
        let Some(side) = Side::BOTH.into_iter().find(|side| SIDE_LETTERS[side.index()] == letter) else {
            let found = letter.chars().take(20).collect();
            return Err(self.error(self.at + 1, Problem::BadSide { found }));
        };
        position.side = side;
        Ok(position)
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn error(&self, at: usize, problem: Problem) -> PositionError {
        PositionError { column: self.text[..at].chars().count() + 1, problem }
    }
}

//! The ranks of a position string (K126), with their pieces in brackets or as the letters of FEN.

use std::fmt;

use crate::game::{Piece, Side};

use super::{Position, PositionError, Problem, Reader};

/// How pieces are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pieces {
    /// `[id]` and `(id)`.
    Bracketed,
    /// As one letter: a capital for the first player, a small one for the second.
    Letters,
}

/// Writes the ranks, the highest first.
pub(super) fn write(position: &Position, pieces: Pieces, f: &mut impl fmt::Write) -> fmt::Result {
    let size = position.game().size();
    for rank in (0..i16::from(size.ranks())).rev() {
        let mut empty = 0;
        for file in 0..i16::from(size.files()) {
            let square = size.square(file, rank).expect("file and rank are on the board");
            let piece = position.board().at(square);
            let Some(kind) = piece.kind() else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            let id = &position.game().piece(kind).id;
            match (pieces, piece.side()) {
                (Pieces::Bracketed, Side::First) => write!(f, "[{id}]")?,
                (Pieces::Bracketed, Side::Second) => write!(f, "({id})")?,
                (Pieces::Letters, Side::First) => f.write_str(&id.to_ascii_uppercase())?,
                (Pieces::Letters, Side::Second) => f.write_str(&id.to_ascii_lowercase())?,
            }
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if rank > 0 {
            f.write_char('/')?;
        }
    }
    Ok(())
}

impl Reader<'_> {
    /// Reads the ranks.
    pub(super) fn board(&mut self, pieces: Pieces) -> Result<Position, PositionError> {
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
                    return Ok(position);
                }
                Some(found) => {
                    let piece = self.piece(found, pieces)?;
                    if let Some(square) = i16::try_from(file).ok().and_then(|f| size.square(f, rank.into())) {
                        position.place(square, piece);
                    }
                    file += 1;
                    after_run = false;
                }
            }
        }
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

    fn piece(&mut self, found: char, pieces: Pieces) -> Result<Piece, PositionError> {
        match pieces {
            Pieces::Bracketed if matches!(found, '[' | '(') => self.bracketed(found),
            Pieces::Bracketed => Err(self.error(self.at, Problem::Unexpected { found })),
            Pieces::Letters => self.letter(found),
        }
    }

    /// Reads a piece with its brackets.
    fn bracketed(&mut self, open: char) -> Result<Piece, PositionError> {
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

    /// Reads a piece of one letter.
    fn letter(&mut self, letter: char) -> Result<Piece, PositionError> {
        let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
        let Some(kind) = self.game.type_by_id(&letter.to_ascii_uppercase().to_string()) else {
            let problem = Problem::UnknownId { id: letter.to_string(), suggestion: None };
            return Err(self.error(self.at, problem));
        };
        self.at += letter.len_utf8();
        Ok(Piece::new(kind, side))
    }
}

//! The ranks of a position string (K126), with pieces in brackets or as the letters of FEN.

use std::borrow::Cow;
use std::fmt;

use crate::game::PieceDef;
use crate::vocabulary::{Phrase, Piece, PieceType, Side, Square, phrase};

use super::{Position, PositionError, PositionReader};

/// One part of a piece on two squares, as read.
struct Part {
    number: usize,
    square: Square,
    /// The start of the part in the text.
    start: usize,
}

/// The format of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pieces {
    /// `[id]` and `(id)`.
    Bracketed,
    /// One letter: upper case for the first player, lower case for the second.
    Letters,
}

/// The sign of a wall, and of a square that does not exist.
const WALL: char = '*';

/// Writes the ranks, the highest first.
pub(super) fn write(position: &Position, pieces: Pieces, f: &mut impl fmt::Write) -> fmt::Result {
    let size = position.game().size();
    let mut pairs = Pairs::default();
    for rank in (0..i16::from(size.ranks())).rev() {
        let mut empty = 0;
        for file in 0..i16::from(size.files()) {
            let square = size.square(file, rank).expect("file and rank are on the board");
            let piece = position.board().at(square);
            if piece.is_wall() {
                if empty > 0 {
                    write!(f, "{empty}")?;
                    empty = 0;
                }
                f.write_char(WALL)?;
                continue;
            }
            let Some(kind) = piece.kind() else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            match (pieces, piece.side()) {
                (Pieces::Bracketed, Side::First) => write!(f, "[{}]", pairs.id(position, square, kind))?,
                (Pieces::Bracketed, Side::Second) => write!(f, "({})", pairs.id(position, square, kind))?,
                (Pieces::Letters, side) => f.write_str(&sign(position.game().piece(kind), side))?,
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

/// Returns the sign of a piece in FEN.
pub(super) fn sign(piece: &PieceDef, side: Side) -> String {
    let sign = piece.fen_sign().unwrap_or(&piece.id);
    if side == Side::First { sign.to_ascii_uppercase() } else { sign.to_ascii_lowercase() }
}

/// The pieces on two squares written so far, numbered in the order in which they appear (L51).
#[derive(Default)]
struct Pairs {
    /// The other square of each.
    others: Vec<Square>,
}

impl Pairs {
    /// Returns the text of a piece between its brackets.
    fn id<'p>(&mut self, position: &'p Position, square: Square, kind: PieceType) -> Cow<'p, str> {
        let piece = position.game().piece(kind);
        let Some(other) = position.other_part(square) else {
            return Cow::Borrowed(&piece.id);
        };
        let known = self.others.iter().position(|&part| part == square);
        let number = known.unwrap_or_else(|| {
            self.others.push(other);
            self.others.len() - 1
        });
        Cow::Owned(format!("{}{}", letters_of_parts(piece), number + 1))
    }
}

/// Returns the letters before the number of a part.
fn letters_of_parts(piece: &PieceDef) -> &str {
    piece.abbreviation.as_deref().unwrap_or(&piece.id)
}

impl PositionReader<'_> {
    /// Reads the ranks.
    pub(super) fn board(&mut self, pieces: Pieces) -> Result<Position, PositionError> {
        let size = self.game.size();
        let mut position = Position::empty(self.game, Side::First);
        let (mut rank, mut file) = (size.ranks() - 1, 0usize);
        let mut after_run = false;
        let mut parts = Vec::new();
        loop {
            let start = self.at;
            // The hands follow the board.
            let ends = pieces == Pieces::Letters && self.game.hands().is_some();
            let found = self.peek().filter(|&found| !ends || found != '[');
            match found {
                Some('0'..='9') => {
                    if after_run {
                        return Err(self.error(
                            start,
                            phrase!("two numbers of empty squares in a row: write their sum"),
                        ));
                    }
                    let run = self.run()?;
                    (file..file + run).try_for_each(|file| self.check_exists(start, file, rank))?;
                    file += run;
                    after_run = true;
                }
                Some('/' | ' ') | None => {
                    if file != usize::from(size.files()) {
                        let rank = usize::from(rank) + 1;
                        let reason = phrase!(
                            "rank {rank} has {count} squares instead of {number}",
                            rank = rank,
                            count = file,
                            number = size.files(),
                        );
                        return Err(self.error(start, reason));
                    }
                    if found == Some('/') && rank > 0 {
                        (rank, file, after_run) = (rank - 1, 0, false);
                        self.at += 1;
                        continue;
                    }
                    if found == Some('/') || rank > 0 {
                        let ranks = self.text.split(' ').next().unwrap_or("").split('/').count();
                        let reason = phrase!(
                            "the board has {number} ranks, the text has {count}",
                            number = size.ranks(),
                            count = ranks,
                        );
                        return Err(self.error(start, reason));
                    }
                    self.join(&mut position, &parts)?;
                    return Ok(position);
                }
                Some(WALL) => {
                    if let Some(square) = self.wall(start, file, rank)? {
                        position.place(square, Piece::WALL);
                    }
                    self.at += 1;
                    file += 1;
                    after_run = false;
                }
                Some(found) => {
                    self.check_exists(start, file, rank)?;
                    let (piece, number) = self.piece(found, pieces)?;
                    if let Some(square) = i16::try_from(file).ok().and_then(|f| size.square(f, rank.into())) {
                        position.place(square, piece);
                        parts.extend(number.map(|number| Part { number, square, start }));
                    }
                    file += 1;
                    after_run = false;
                }
            }
        }
    }

    /// Rejects a piece or an empty square in place of a hole of the board.
    fn check_exists(&self, start: usize, file: usize, rank: u8) -> Result<(), PositionError> {
        let (size, holes) = (self.game.size(), self.game.definition().holes);
        match i16::try_from(file).ok().and_then(|file| size.square(file, rank.into())) {
            Some(square) if holes.contains(square) => {
                let reason = phrase!("there is no square {square}: expected `*`", square = size.name(square));
                Err(self.error(start, reason))
            }
            _ => Ok(()),
        }
    }

    /// Returns the square of a wall, which must be a hole of the board unless the game has other walls.
    fn wall(&self, start: usize, file: usize, rank: u8) -> Result<Option<Square>, PositionError> {
        let square = i16::try_from(file).ok().and_then(|file| self.game.size().square(file, rank.into()));
        let is_hole = square.is_some_and(|square| self.game.definition().holes.contains(square));
        if !is_hole && !self.game.has_walls() {
            return Err(self.error(start, phrase!("there is no wall here: expected a piece or a number")));
        }
        Ok(square)
    }

    /// Reads a number of empty squares.
    fn run(&mut self) -> Result<usize, PositionError> {
        let start = self.at;
        let rest = &self.text[start..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let text = &rest[..digits];
        self.at += digits;
        match text.parse::<usize>() {
            Ok(run) if run <= usize::from(u8::MAX) && !text.starts_with('0') => Ok(run),
            _ => {
                let reason = phrase!(
                    "`{text}` is not a number of empty squares: expected 1 to 256, without a leading zero",
                    text = text.chars().take(12).collect::<String>(),
                );
                Err(self.error(start, reason))
            }
        }
    }

    /// Reads a piece, with its number if it is part of a piece on two squares.
    fn piece(&mut self, found: char, pieces: Pieces) -> Result<(Piece, Option<usize>), PositionError> {
        match pieces {
            Pieces::Bracketed if matches!(found, '[' | '(') => self.bracketed(found),
            Pieces::Bracketed => Err(self.error(
                self.at,
                phrase!(
                    "`{text}` is not allowed here: expected a number, `[id]`, `(id)` or `/`",
                    text = found
                ),
            )),
            Pieces::Letters => Ok((self.letter()?, None)),
        }
    }

    /// Reads a piece with its brackets.
    fn bracketed(&mut self, open: char) -> Result<(Piece, Option<usize>), PositionError> {
        let start = self.at;
        let (close, side) = if open == '[' { (']', Side::First) } else { (')', Side::Second) };
        let rest = &self.text[start + 1..];
        let Some(length) = rest.find(close) else {
            return Err(self.error(start, phrase!("`{text}` is never closed", text = open)));
        };
        let id = &rest[..length];
        if let Some((kind, number)) = self.part(id) {
            self.at += length + 2;
            return Ok((Piece::new(kind, side), Some(number)));
        }
        let Some(kind) = self.game.type_by_id(id) else {
            let suggestion = self.game.type_by_any_name(id).map(|kind| self.game.piece(kind).id.clone());
            return Err(self.error(start + 1, unknown_id(id, suggestion)));
        };
        let piece = Piece::new(kind, side);
        if self.game.abilities(piece).twofold {
            let id = letters_of_parts(self.game.piece(kind));
            let message =
                phrase!("a part of this piece is written with its number: `{text}`", text = format!("{id}1"));
            return Err(self.error(start + 1, message));
        }
        if self.game.abilities(piece).explodes {
            return Err(self.error(start + 1, phrase!("`{text}` never stands on the board", text = id)));
        }
        self.at += length + 2;
        Ok((piece, None))
    }

    /// Reads the letters and the number of a part of a piece on two squares.
    fn part(&self, text: &str) -> Option<(PieceType, usize)> {
        let is_such = |kind: &PieceType| self.game.abilities(Piece::new(*kind, Side::First)).twofold;
        self.game.types().filter(is_such).find_map(|kind| {
            let number = text.strip_prefix(letters_of_parts(self.game.piece(kind)))?;
            let plain = !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
            Some((kind, number.parse().ok().filter(|_| plain)?))
        })
    }

    /// Joins the parts of pieces on two squares, which are numbered in the order of the text (R23).
    fn join(&self, position: &mut Position, parts: &[Part]) -> Result<(), PositionError> {
        let mut highest = 0;
        for (index, &Part { number, square, start }) in parts.iter().enumerate() {
            let of_number = parts.iter().filter(|part| part.number == number);
            let alike = of_number
                .filter(|part| position.board().at(part.square).code() == position.board().at(square).code());
            let others: Vec<Square> =
                alike.map(|part| part.square).filter(|&other| other != square).collect();
            if parts[..index].iter().all(|part| part.number != number) {
                highest += 1;
            }
            if number > highest {
                let message =
                    phrase!("the parts of pieces on two squares are numbered in the order of the text");
                return Err(self.error(start + 1, message));
            }
            let joined = |&other: &Square| {
                let v = self.game.size().vector(square, other);
                let part = position.board().at(square).with_part_at(v);
                part.other_part().map(|_| part)
            };
            let [part] = others.iter().filter_map(joined).collect::<Vec<_>>()[..] else {
                let message =
                    phrase!("this part needs exactly one other with its number, diagonally next to it");
                return Err(self.error(start + 1, message));
            };
            position.place(square, part);
        }
        Ok(())
    }

    /// Reads a piece by its sign in FEN.
    pub(super) fn letter(&mut self) -> Result<Piece, PositionError> {
        let rest = &self.text[self.at..];
        let is_part = |(index, c): &(usize, char)| match c {
            '+' => *index == 0,
            '~' => *index > 0,
            _ => *index == 0 || rest[..*index] == *"+",
        };
        let length: usize = rest.char_indices().take_while(is_part).map(|(_, part)| part.len_utf8()).sum();
        let sign = &rest[..length];
        let side = if sign.contains(|c: char| c.is_ascii_uppercase()) { Side::First } else { Side::Second };
        let is_it = |kind: &PieceType| {
            self.game.piece(*kind).fen_sign().is_some_and(|known| known.eq_ignore_ascii_case(sign))
        };
        let Some(kind) = self.game.types().find(is_it) else {
            let problem = unknown_id(sign, None);
            return Err(self.error(self.at, problem));
        };
        self.at += length;
        Ok(Piece::new(kind, side))
    }
}

/// Returns the message for an unknown id, with a suggestion.
fn unknown_id(id: &str, suggestion: Option<String>) -> Phrase {
    let text: String = id.chars().take(20).collect();
    match suggestion {
        None => phrase!("this game has no piece with the id `{text}`", text = text),
        Some(known) => phrase!(
            "this game has no piece with the id `{text}`; did you mean `{known}`?",
            text = text,
            known = known
        ),
    }
}

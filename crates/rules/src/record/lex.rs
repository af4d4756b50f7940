//! The lexer of records.

use std::cell::Cell;

use super::GameResult;
use super::error::{Places, RecordError, RecordWarning};
use crate::vocabulary::{Phrase, phrase, quoted};

/// Characters that end a move and are not part of it.
pub(super) const DELIMITERS: &str = "( ) [ ] { } \" $";

/// A token of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Tag(&'a str, String),
    Comment(String),
    Open,
    Close,
    Nag(u8),
    /// A move number or its dots, as in `12.` and `...`.
    Number,
    Move(&'a str),
    Result(GameResult),
    End,
}

/// The beginning of a castling in older records, written with zeros.
const CASTLING: &str = "0-0";

/// The greatest number of warnings of one record.
const MAX_WARNINGS: usize = 100;

/// The null move in the analyses of other programs.
const NULL_MOVES: [&str; 4] = ["--", "Z0", "@@@@", "null"];

/// The marks of books after a capture in passing.
const IN_PASSING: [&str; 2] = ["e.p.", "ep"];

/// Returns whether a text can be a move.
pub(super) fn is_move(text: &str) -> bool {
    !NULL_MOVES.contains(&text) && !IN_PASSING.contains(&text) && is_word(text)
}

/// Returns whether a text consists of the characters of a move.
fn is_word(text: &str) -> bool {
    (text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '@') || text.starts_with(CASTLING))
        && text.chars().all(|c| c.is_ascii_graphic() && !is_delimiter(c))
}

/// Splits a text into tokens.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The converter for the places of errors: many records of one text may be invalid.
    places: Places<'a>,
    /// The warnings since they were last taken.
    warnings: Vec<RecordWarning>,
    /// Whether the end of the text has been looked at: more text could have another meaning.
    saw_end: Cell<bool>,
    /// Whether the text has ended in a comment or a value.
    is_unfinished: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer {
            text,
            at: 0,
            places: Places::new(text),
            warnings: Vec::new(),
            saw_end: Cell::new(false),
            is_unfinished: false,
        }
    }

    /// Takes the warnings of the last record.
    pub(super) fn take_warnings(&mut self) -> Vec<RecordWarning> {
        std::mem::take(&mut self.warnings)
    }

    /// Returns whether the end of the text has been looked at.
    pub(super) fn saw_end(&self) -> bool {
        self.saw_end.get()
    }

    /// Returns whether the text has ended in a comment or a value.
    pub(super) fn is_unfinished(&self) -> bool {
        self.is_unfinished
    }

    /// Returns the byte up to which the text has been read.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes back to a byte, or on to the next character after it.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// Adds a warning at a place.
    pub(super) fn warn(&mut self, offset: usize, message: Phrase) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(RecordWarning { offset: Some(offset), message });
        }
    }

    /// Returns the next token and its start; at the end of the text, repeatedly [`Token::End`].
    pub(super) fn next(&mut self) -> Result<(usize, Token<'a>), RecordError> {
        loop {
            self.skip_space();
            let start = self.at;
            if let Some(token) = self.token(start)? {
                return Ok((start, token));
            }
        }
    }

    /// Returns the token at a place, unless it is something that is skipped.
    fn token(&mut self, start: usize) -> Result<Option<Token<'a>>, RecordError> {
        let token = match self.peek() {
            None => Token::End,
            Some(b'[') => self.tag()?,
            Some(b'{') => {
                self.at += 1;
                Token::Comment(self.enclosed('}')?)
            }
            Some(b';') => Token::Comment(self.line_comment()),
            Some(b'(') => self.single(Token::Open),
            Some(b')') => self.single(Token::Close),
            Some(b'$') => self.nag()?,
            Some(b'*' | b'.' | b'0'..=b'9') if !self.text[start..].starts_with(CASTLING) => {
                self.number_or_result()?
            }
            Some(_) => {
                let word = self.word();
                if NULL_MOVES.contains(&word) {
                    let found = phrase!("the null move `{text}`", text = word);
                    return Err(self.error(
                        start,
                        found,
                        phrase!("a turn of the game: analyses with null moves cannot be read"),
                    ));
                }
                if IN_PASSING.contains(&word) {
                    return Ok(None);
                }
                if !is_move(word) {
                    return Err(self
                        .unexpected(start, phrase!("a move, which begins with a letter and is all ASCII")));
                }
                Token::Move(word)
            }
        };
        Ok(Some(token))
    }

    /// Skips white space, byte order marks in concatenated files, and escape lines that begin with `%`, which belong to other
    /// programs.
    fn skip_space(&mut self) {
        loop {
            self.skip(is_space);
            let begins_line = self.text[..self.at]
                .trim_end_matches('\u{feff}')
                .chars()
                .next_back()
                .is_none_or(|before| matches!(before, '\n' | '\r'));
            if !begins_line || self.peek() != Some(b'%') {
                return;
            }
            self.skip(|c| !matches!(c, '\n' | '\r'));
        }
    }

    /// Skips and returns the text up to the next white space or delimiter.
    fn word(&mut self) -> &'a str {
        self.skip(|c| !is_space(c) && !is_delimiter(c))
    }

    /// Skips the rest of an invalid record, up to the next line with a tag that follows one without.
    pub(super) fn skip_record(&mut self) {
        let line_start = self.text[..self.at].rfind('\n').map_or(0, |newline| newline + 1);
        let mut after_tag = self.text[line_start..].starts_with('[');
        while let Some(newline) = self.text[self.at..].find('\n') {
            self.at += newline + 1;
            let line = self.text[self.at..].split('\n').next().unwrap_or_default();
            let line = line.trim_start_matches('\u{feff}');
            let is_tag = line.starts_with('[');
            if is_tag && !after_tag {
                return;
            }
            after_tag = is_tag || after_tag && line.trim().is_empty();
        }
        self.at = self.text.len();
    }

    /// Returns the error for an unexpected token at a place.
    pub(super) fn unexpected(&mut self, at: usize, allowed: Phrase) -> RecordError {
        let rest = &self.text[at..];
        let word = rest.split(is_space).next().unwrap_or_default();
        let found = match word {
            "" if rest.is_empty() => phrase!("the end of the text"),
            "" => phrase!("white space"),
            word => Phrase::verbatim(format!("`{}`", quoted(word))),
        };
        self.error(at, found, allowed)
    }

    /// Returns an error at a place.
    pub(super) fn error(&mut self, at: usize, found: Phrase, allowed: Phrase) -> RecordError {
        RecordError::new(self.places.line_and_column(at), found, allowed)
    }

    fn peek(&self) -> Option<u8> {
        let byte = self.text.as_bytes().get(self.at).copied();
        if byte.is_none() {
            self.saw_end.set(true);
        }
        byte
    }

    /// Skips and returns the characters that pass a test.
    fn skip(&mut self, test: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let len = rest.find(|c| !test(c)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    fn single(&mut self, token: Token<'a>) -> Token<'a> {
        self.at += 1;
        token
    }

    /// Skips white space and a required byte.
    fn require(&mut self, byte: u8, allowed: Phrase) -> Result<(), RecordError> {
        self.skip(is_space);
        if self.peek() != Some(byte) {
            return Err(self.unexpected(self.at, allowed));
        }
        self.at += 1;
        Ok(())
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self) -> Result<Token<'a>, RecordError> {
        self.at += 1;
        self.skip(is_space);
        let start = self.at;
        let name = self.skip(|c| c.is_ascii_alphanumeric() || c == '_');
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(
                self.unexpected(start, phrase!("the name of a tag: a letter, then letters, digits and `_`"))
            );
        }
        self.require(b'"', phrase!("the value of the tag in double quotes"))?;
        let value = self.enclosed('"')?;
        self.require(b']', phrase!("`]` after the value of the tag"))?;
        Ok(Token::Tag(name, value))
    }

    /// Reads up to the closing character, after the opening one has been read. In comments line breaks and control characters
    /// other than tabs become spaces; values contain none.
    fn enclosed(&mut self, close: char) -> Result<String, RecordError> {
        let open = self.at - 1;
        let mut value = String::new();
        let mut unknown_escape = None;
        let (mut has_brace, mut is_nested) = (false, false);
        let mut chars = self.text[self.at..].char_indices().peekable();
        while let Some((offset, c)) = chars.next() {
            match c {
                _ if c == close => {
                    let end = self.at + offset + 1;
                    let closes = if has_brace { closes_again(&self.text[end..]) } else { Some(false) };
                    if closes.is_none() {
                        self.saw_end.set(true);
                    }
                    if closes == Some(true) {
                        is_nested = true;
                        value.push(c);
                        continue;
                    }
                    if let Some(at) = unknown_escape {
                        let found = self.text[at..].chars().take(2).collect::<String>();
                        self.warn(
                            at,
                            phrase!(
                                "`{text}` is no escape: the backslash is taken as it stands",
                                text = quoted(&found)
                            ),
                        );
                    }
                    if is_nested {
                        self.warn(
                            open,
                            phrase!("a comment with braces in it: it is read up to the last of them"),
                        );
                    }
                    self.at = end;
                    return Ok(value);
                }
                '\\' => match chars.peek().map(|&(_, next)| next) {
                    Some(next) if next == close || next == '\\' => {
                        chars.next();
                        value.push(next);
                    }
                    Some('n') => {
                        chars.next();
                        value.push('\n');
                    }
                    Some('r') => {
                        chars.next();
                        value.push('\r');
                    }
                    _ => {
                        unknown_escape = unknown_escape.or(Some(self.at + offset));
                        value.push(c);
                    }
                },
                '\n' | '\r' if close == '"' => break,
                '\r' if chars.peek().is_some_and(|(_, next)| *next == '\n') => {}
                c => {
                    has_brace |= c == '{' && close == '}';
                    value.push(printable(c));
                }
            }
        }
        if chars.next().is_none() {
            self.saw_end.set(true);
            self.is_unfinished = true;
        }
        let (found, allowed) = match close {
            '}' => (phrase!("a comment without end"), phrase!("`}` at its end")),
            _ => (phrase!("a value without end"), phrase!("`\"` at its end, on the same line")),
        };
        Err(self.error(open, found, allowed))
    }

    /// Reads `; ...`, a comment in the style of other programs, to the end of the line.
    fn line_comment(&mut self) -> String {
        self.at += 1;
        self.skip(|c| c != '\n').trim().chars().map(printable).collect()
    }

    fn nag(&mut self) -> Result<Token<'a>, RecordError> {
        let start = self.at;
        self.at += 1;
        let number = self.skip(|c| c.is_ascii_digit());
        number
            .parse()
            .map(Token::Nag)
            .map_err(|_| self.unexpected(start, phrase!("`$` with a number from 0 to 255")))
    }

    fn number_or_result(&mut self) -> Result<Token<'a>, RecordError> {
        let start = self.at;
        let word = self.word();
        if let Some(result) = GameResult::from_text(word) {
            return Ok(Token::Result(result));
        }
        // A move may follow its number immediately: `12.HO!`.
        self.at = start;
        self.skip(|c| c.is_ascii_digit());
        let dots = self.skip(|c| c == '.');
        let next = self.text[self.at..].chars().next();
        let ends = next.is_none_or(|c| is_space(c) || is_delimiter(c));
        if self.at == start || dots.is_empty() && !ends {
            return Err(self.unexpected(
                start,
                phrase!("a move number (`12.`) or a result (`1-0`, `0-1`, `1/2-1/2`, `*`)"),
            ));
        }
        Ok(Token::Number)
    }
}

/// Returns whether the text after a comment that contains an opening brace has another closing brace before the next tag.
/// Comments do not nest, so such an unmatched brace is the end of a comment whose writer assumed that they do. `None`: it has neither, and the text
/// after it decides.
fn closes_again(rest: &str) -> Option<bool> {
    let at = rest.find(['{', '}']);
    if rest[..at.unwrap_or(rest.len())].contains("\n[") {
        return Some(false);
    }
    at.map(|at| rest[at..].starts_with('}'))
}

/// Returns a space for a control character other than a tab, as a terminal would interpret it.
fn printable(c: char) -> char {
    if c.is_control() && c != '\t' { ' ' } else { c }
}

fn is_delimiter(c: char) -> bool {
    c != ' ' && DELIMITERS.contains(c)
}

/// Returns whether a character separates words: white space, including no-break spaces, and invisible characters.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200b}' | '\u{feff}')
}

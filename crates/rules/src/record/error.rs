//! Errors and warnings of records.

use std::fmt;

use crate::vocabulary::{Phrase, phrase, quoted};

/// Returns the line and the column, in characters, of a byte of a text; both count from 1.
///
/// # Panics
/// If the byte is not at the start of a character of the text.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    Places::new(text).line_and_column(offset)
}

/// Converts the positions of successive bytes of a text to lines and columns; the text is scanned only once if they ascend.
#[derive(Clone, Debug)]
pub struct Places<'a> {
    text: &'a str,
    /// The last byte converted, and its place.
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> Places<'a> {
    /// Returns a converter for a text.
    pub fn new(text: &'a str) -> Places<'a> {
        Places { text, offset: 0, line: 1, column: 1 }
    }

    /// Returns the same as [`line_and_column`].
    ///
    /// # Panics
    /// If the byte is not at the start of a character of the text.
    pub fn line_and_column(&mut self, offset: usize) -> (usize, usize) {
        if offset < self.offset {
            *self = Places::new(self.text);
        }
        let passed = &self.text[self.offset..offset];
        match passed.rfind('\n') {
            Some(newline) => {
                self.line += passed.matches('\n').count();
                self.column = passed[newline + 1..].chars().count() + 1;
            }
            None => self.column += passed.chars().count(),
        }
        self.offset = offset;
        (self.line, self.column)
    }
}

/// Where a text begins in its file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStart {
    /// The number of lines before it.
    pub lines: usize,
    /// The number of characters before it on its first line.
    pub columns: usize,
}

impl TextStart {
    /// Returns the line and the column in the file of a line and a column of the text; all count from 1.
    pub fn place(self, (line, column): (usize, usize)) -> (usize, usize) {
        (self.lines + line, if line == 1 { self.columns + column } else { column })
    }
}

/// An error for a text that is not a record: its place, the text found, and the allowed alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    line: usize,
    column: usize,
    found: Phrase,
    allowed: Phrase,
}

impl RecordError {
    /// Returns an error at a line and a column.
    pub(super) fn new((line, column): (usize, usize), found: Phrase, allowed: Phrase) -> RecordError {
        RecordError { line, column, found, allowed }
    }

    /// Returns the error with its place in a file in which the text begins there.
    pub(super) fn in_file(self, start: TextStart) -> RecordError {
        let (line, column) = start.place((self.line, self.column));
        RecordError { line, column, ..self }
    }

    /// Returns the line, from 1 on.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the column in characters, from 1 on.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns the message without the place.
    pub fn message(&self) -> Phrase {
        phrase!(
            "found {found}; allowed is {allowed}",
            found = self.found.clone(),
            allowed = self.allowed.clone()
        )
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message())
    }
}

impl std::error::Error for RecordError {}

/// An assumption made to read a record that is not quite valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordWarning {
    /// The byte of the text to which it refers, if the record was read from one; see [`line_and_column`].
    pub offset: Option<usize>,
    /// The message for users: the text found and its interpretation.
    pub message: Phrase,
}

impl fmt::Display for RecordWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

/// An error for a text that cannot be used as a move in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError {
    pub(super) text: String,
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no text of a move: a letter, then ASCII characters without space and without any of {}",
            quoted(&self.text),
            super::lex::DELIMITERS
        )
    }
}

impl std::error::Error for MoveTextError {}

/// An error for a tag that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagError {
    pub(super) name: String,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_str() {
            "Result" => f.write_str("the tag `Result` follows from the result of the record"),
            name => {
                write!(f, "`{}` is no name of a tag: a letter, then letters, digits and `_`", quoted(name))
            }
        }
    }
}

impl std::error::Error for TagError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_in_any_order() {
        let text = "ab\n\u{e9}c\n\nd";
        let starts: Vec<usize> = text.char_indices().map(|(offset, _)| offset).chain([text.len()]).collect();
        let expected: Vec<(usize, usize)> =
            starts.iter().map(|&offset| line_and_column(text, offset)).collect();
        let in_words = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (4, 1), (4, 2)];
        assert_eq!(expected, in_words);
        let mut places = Places::new(text);
        for skip in 1..=starts.len() {
            for at in (0..starts.len()).step_by(skip).chain((0..starts.len()).rev()) {
                assert_eq!(places.line_and_column(starts[at]), expected[at]);
            }
        }
    }
}

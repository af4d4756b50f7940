//! Errors in game files, with their places.

use std::fmt;

use super::source::Place;
use crate::language::Hint;

/// An error in a game file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError {
    pub(crate) place: Place,
    message: String,
    hint: Option<Hint>,
}

/// The greatest number of errors that are kept, as finding the line of each takes a pass through the file.
const MAX_ERRORS: usize = 100;
/// The greatest length of a message in characters; a longer one repeats a long word of the file.
const MAX_MESSAGE: usize = 1000;

impl LoadError {
    pub(crate) fn new(place: Place, message: impl Into<String>) -> LoadError {
        let mut message = message.into();
        if message.len() > MAX_MESSAGE {
            message = message.chars().take(MAX_MESSAGE).collect::<String>() + "...";
        }
        // A terminal would interpret control characters from the file.
        if message.contains(char::is_control) {
            message = crate::vocabulary::visible(&message);
        }
        LoadError { place, message, hint: None }
    }

    pub(crate) fn with_hint(mut self, hint: Option<Hint>) -> LoadError {
        self.hint = hint;
        self
    }

    /// Adds the hint that another file extends this one, which may be right without the changes.
    pub(crate) fn hint_at_changes(&mut self, file: &str) {
        let hint = || {
            let advice = "extends this: what does not go with its changes it has to give anew";
            Hint::advice(format!("`{file}` {advice}"))
        };
        self.hint.get_or_insert_with(hint);
    }

    /// Returns the name of the file.
    pub fn file(&self) -> &str {
        &self.place.source.name
    }

    /// Returns the line, from 1 on.
    pub fn line(&self) -> usize {
        self.before().matches('\n').count() + 1
    }

    /// Returns the column, from 1 on, in characters.
    pub fn column(&self) -> usize {
        let before = self.before();
        before[before.rfind('\n').map_or(0, |end| end + 1)..].chars().count() + 1
    }

    /// Returns the range of the error in the file, in bytes.
    pub fn span(&self) -> std::ops::Range<usize> {
        self.place.span.clone()
    }

    /// Returns the text of the error; it is empty where something is missing.
    pub fn word(&self) -> &str {
        self.place.text()
    }

    /// Returns the message: the error and the allowed alternatives.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns a hint, if there is one.
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Returns the text to put in the place of [`LoadError::word`], if it is known what was meant.
    pub fn fix(&self) -> Option<String> {
        let instead = self.hint.as_ref()?.instead()?;
        // The place of a whole text has its quotation marks.
        let quote = self.word().chars().next().filter(|first| matches!(first, '"' | '\''));
        Some(quote.map_or_else(|| instead.to_owned(), |quote| format!("{quote}{instead}{quote}")))
    }

    /// Draws the line with the error underlined; with ANSI colour codes if `colour`.
    #[cfg(feature = "diagnostics")]
    pub fn render(&self, colour: bool) -> String {
        use ariadne::{Config, IndexType, Label, Report, ReportKind, Source};

        let config = Config::default().with_color(colour).with_index_type(IndexType::Byte);
        let mut report = Report::build(ReportKind::Error, (self.file(), self.span()))
            .with_config(config)
            .with_message(&self.message)
            .with_label(Label::new((self.file(), self.span())).with_message("here"));
        if let Some(hint) = &self.hint {
            report = report.with_help(hint.to_string());
        }
        let mut drawn = Vec::new();
        report
            .finish()
            .write((self.file(), Source::from(&self.place.source.text)), &mut drawn)
            .expect("writing to memory does not fail");
        String::from_utf8_lossy(&drawn).into_owned()
    }

    fn before(&self) -> &str {
        &self.place.source.text[..self.place.span.start]
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file(), self.line(), self.column(), self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for LoadError {}

/// The errors of a game file and of the files it builds on, at most a hundred; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadErrors(Vec<LoadError>);

impl LoadErrors {
    /// Orders the errors by file and place.
    pub(crate) fn new(mut errors: Vec<LoadError>) -> LoadErrors {
        errors.sort_by(|a, b| (a.file(), a.place.span.start).cmp(&(b.file(), b.place.span.start)));
        let more = errors.len().saturating_sub(MAX_ERRORS);
        errors.truncate(MAX_ERRORS);
        if let Some(last) = errors.last().filter(|_| more > 0) {
            errors.push(LoadError::new(last.place.clone(), format!("{more} more mistakes follow")));
        }
        LoadErrors(errors)
    }

    /// Returns one error, at the start of a file.
    #[cfg(feature = "builtin")]
    pub(crate) fn at_start(file: &str, message: String) -> LoadErrors {
        let source = std::sync::Arc::new(super::Source { name: file.to_owned(), text: String::new() });
        LoadErrors(vec![LoadError::new(Place { source, span: 0..0 }, message)])
    }

    /// Returns the errors in the order of the files.
    pub fn iter(&self) -> impl Iterator<Item = &LoadError> {
        self.0.iter()
    }
}

impl fmt::Display for LoadErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadErrors {}

//! Texts with names, and places in them.

use std::ops::Range;
use std::sync::Arc;

/// A file: its name and its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name in messages.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) source: Arc<Source>,
    /// In bytes.
    pub(crate) span: Range<usize>,
}

impl Place {
    pub(crate) fn text(&self) -> &str {
        &self.source.text[self.span.clone()]
    }

    /// Returns whether another place is in the same file.
    pub(crate) fn is_beside(&self, other: &Place) -> bool {
        Arc::ptr_eq(&self.source, &other.source)
    }
}

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) place: Place,
}

impl At<String> {
    /// Returns the place of a part of a text, or that of the whole text if it contains escapes.
    pub(crate) fn part(&self, part: Range<usize>) -> Place {
        let Some(quote) = self.place.text().find(&self.value) else { return self.place.clone() };
        let start = self.place.span.start + quote;
        Place { source: self.place.source.clone(), span: start + part.start..start + part.end }
    }
}

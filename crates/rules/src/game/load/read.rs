//! Typed access to TOML values, with an error message for each value of the wrong type.

use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use super::error::LoadError;
use super::source::{At, Place, Source};
use crate::language::Hint;

/// The greatest number of entries of a table or a list; no game needs nearly as many.
const MAX_ENTRIES: usize = 1000;

/// A key and its value.
pub(crate) type Key<'i> = Spanned<DeString<'i>>;
/// A value with its place.
pub(crate) type Value<'i> = Spanned<DeValue<'i>>;

/// Reads values of one file and collects the errors.
pub(crate) struct GameReader<'e> {
    pub(crate) source: Arc<Source>,
    pub(crate) errors: &'e mut Vec<LoadError>,
}

impl GameReader<'_> {
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        Place { source: self.source.clone(), span }
    }

    pub(crate) fn error(&mut self, span: Range<usize>, message: impl Into<String>) {
        let place = self.place(span);
        self.errors.push(LoadError::new(place, message));
    }

    /// Reports an unknown key.
    pub(crate) fn unknown_key(&mut self, key: &Key<'_>, allowed: &[&str]) {
        let name = key.get_ref();
        let message = format!("unknown key `{name}`: expected {}", quoted(allowed));
        let hint = Hint::nearest(name, allowed.iter().copied());
        self.errors.push(LoadError::new(self.place(key.span()), message).with_hint(hint));
    }

    /// Reports a value of the wrong type.
    pub(crate) fn wrong_type(&mut self, what: &str, expected: &str, value: &Value<'_>) {
        let found = match value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a whole number",
            DeValue::Float(_) => "a decimal number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error(value.span(), format!("`{what}` must be {expected}, not {found}"));
    }

    pub(crate) fn table<'v, 'i>(&mut self, what: &str, value: &'v Value<'i>) -> Option<&'v DeTable<'i>> {
        let table = value.get_ref().as_table();
        match table {
            None => self.wrong_type(what, "a table", value),
            Some(table) => self.entries(what, table.len(), value.span())?,
        }
        table
    }

    /// Rejects a table or a list that is too large.
    pub(crate) fn entries(&mut self, what: &str, number: usize, span: Range<usize>) -> Option<()> {
        if number > MAX_ENTRIES {
            self.error(span, format!("`{what}` has {number} entries: at most {MAX_ENTRIES} fit"));
            return None;
        }
        Some(())
    }

    pub(crate) fn list<'v, 'i>(&mut self, what: &str, value: &'v Value<'i>) -> Option<&'v [Value<'i>]> {
        match value.get_ref() {
            DeValue::Array(list) => {
                self.entries(what, list.len(), value.span())?;
                Some(list)
            }
            _ => {
                self.wrong_type(what, "a list", value);
                None
            }
        }
    }

    pub(crate) fn text(&mut self, what: &str, value: &Value<'_>) -> Option<At<String>> {
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(what, "a text in quotes", value);
            return None;
        };
        if let Some(control) = text.chars().find(|&c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            let message = format!(
                "`{what}` cannot contain the control character `{}`",
                crate::vocabulary::visible(&control.to_string())
            );
            self.error(value.span(), message);
            return None;
        }
        Some(At { value: text.to_owned(), place: self.place(value.span()) })
    }

    pub(crate) fn texts(&mut self, what: &str, value: &Value<'_>) -> Option<Vec<At<String>>> {
        Some(self.list(what, value)?.iter().filter_map(|item| self.text(what, item)).collect())
    }

    /// Reads a text, or a list of at least one.
    pub(crate) fn one_or_more(&mut self, what: &str, value: &Value<'_>) -> Option<Vec<At<String>>> {
        match value.get_ref() {
            DeValue::Array(list) if list.is_empty() => {
                self.error(value.span(), format!("`{what}` names nothing"));
                None
            }
            DeValue::Array(_) => self.texts(what, value),
            _ => Some(vec![self.text(what, value)?]),
        }
    }

    /// Reads an integer within a range.
    pub(crate) fn number<T>(&mut self, what: &str, value: &Value<'_>, range: RangeInclusive<T>) -> Option<T>
    where
        T: TryFrom<i64> + PartialOrd + std::fmt::Display,
    {
        let Some(number) = value.get_ref().as_integer() else {
            self.wrong_type(what, "a whole number", value);
            return None;
        };
        let number = i64::from_str_radix(number.as_str(), number.radix()).ok();
        let number =
            number.and_then(|number| T::try_from(number).ok()).filter(|number| range.contains(number));
        if number.is_none() {
            self.error(value.span(), format!("`{what}` must be {} to {}", range.start(), range.end()));
        }
        number
    }

    /// Reads `true` or `false`.
    pub(crate) fn flag(&mut self, what: &str, value: &Value<'_>) -> Option<bool> {
        match value.get_ref() {
            DeValue::Boolean(value) => Some(*value),
            _ => {
                self.wrong_type(what, "true or false", value);
                None
            }
        }
    }

    /// Reads a text that is one of several, and returns its meaning.
    pub(crate) fn one_of<T: Copy>(&mut self, what: &str, value: &Value<'_>, all: &[(&str, T)]) -> Option<T> {
        let text = self.text(what, value)?;
        let found = all.iter().find(|(name, _)| *name == text.value);
        if found.is_none() {
            let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            let message = format!("`{what}` cannot be `{}`: expected {}", text.value, quoted(&names));
            let hint = Hint::nearest(&text.value, names);
            self.errors.push(LoadError::new(text.place, message).with_hint(hint));
        }
        found.map(|&(_, value)| value)
    }
}

/// Formats names as a list: "`a`, `b` or `c`".
pub(crate) fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    crate::language::alternatives(&names)
}

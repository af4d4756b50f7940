//! The lines of a `variants.ini`: sections with their keys and values, each with its place.

use crate::error::{MAX_LINE, Place, TextError, too_long};

/// The greatest length of a file, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The greatest number of sections.
const MAX_SECTIONS: usize = 500;

/// A section: `[name:base]`.
#[derive(Clone, Debug)]
pub(crate) struct Section<'a> {
    pub(crate) place: Place,
    pub(crate) name: &'a str,
    /// The variant whose rules it changes.
    pub(crate) base: Option<(&'a str, Place)>,
    /// The comments right above it, without their signs.
    pub(crate) comments: Vec<&'a str>,
    pub(crate) entries: Vec<Entry<'a>>,
}

/// A key with its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) key: &'a str,
    pub(crate) key_place: Place,
    pub(crate) value: &'a str,
    pub(crate) value_place: Place,
}

/// Reads the sections of a file.
pub(crate) fn read(text: &str) -> Result<Vec<Section<'_>>, Vec<TextError>> {
    if text.len() > MAX_BYTES {
        return Err(vec![TextError::new(Place { line: 1, column: 1 }, "the file is larger than 1 MiB")]);
    }
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut errors = Vec::new();
    let mut comments: Vec<&str> = Vec::new();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.lines().enumerate() {
        let at = |part: &str| Place {
            line: index + 1,
            column: line[..part.as_ptr().addr() - line.as_ptr().addr()].chars().count() + 1,
        };
        let trimmed = line.trim();
        if line.len() > MAX_LINE {
            errors.push(TextError::new(at(&line[..0]), too_long()));
            continue;
        }
        if trimmed.is_empty() {
            comments.clear();
        } else if let Some(comment) = trimmed.strip_prefix(['#', ';']) {
            comments.push(comment.trim());
        } else if let Some(header) = trimmed.strip_prefix('[') {
            let Some((header, _)) = header.split_once(']') else {
                errors.push(TextError::new(at(trimmed), "the bracket of the section is not closed"));
                continue;
            };
            let (name, base) = match header.split_once(':') {
                Some((name, base)) => (name.trim(), Some((base.trim(), at(base.trim())))),
                None => (header.trim(), None),
            };
            if name.is_empty() || name.starts_with('.') {
                errors.push(TextError::new(at(header), "a section is named `[NAME]` or `[NAME:BASE]`"));
            }
            if sections.len() == MAX_SECTIONS {
                errors.push(TextError::new(
                    at(trimmed),
                    format!("the file has more than {MAX_SECTIONS} sections"),
                ));
                break;
            }
            let comments = std::mem::take(&mut comments);
            sections.push(Section { place: at(name), name, base, comments, entries: Vec::new() });
        } else {
            comments.clear();
            let Some((key, value)) = line.split_once('=') else {
                errors
                    .push(TextError::new(at(trimmed), "expected `KEY = VALUE`, a `[SECTION]` or a comment"));
                continue;
            };
            let (key, value) = (key.trim(), value.trim());
            let entry = Entry { key, key_place: at(key), value, value_place: at(value) };
            match sections.last_mut() {
                Some(section) => section.entries.push(entry),
                None => errors.push(TextError::new(at(key), "this key stands before the first section")),
            }
        }
    }
    if errors.is_empty() { Ok(sections) } else { Err(errors) }
}

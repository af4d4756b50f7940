//! The tags of a record.

use super::error::TagError;
use crate::vocabulary::tag::{RESULT, is_tag_name, tag_rank};

/// Tags: names with values, each name once, in the order in which they are written.
#[derive(Clone, Debug, Default)]
pub struct Tags(Vec<Tag>);

/// A name with its value.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    /// The byte at which it begins in the text from which it was read.
    pub(super) offset: Option<usize>,
}

impl Tags {
    /// Returns the given tags in the order of writing; their names must be valid and different.
    pub(super) fn in_order(mut tags: Vec<Tag>) -> Tags {
        tags.sort_by_key(|tag| tag_rank(&tag.name));
        Tags(tags)
    }

    /// Returns the value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// Returns the byte at which a tag begins in the text from which it was read; `None` if there is no such tag, or if it was
    /// set later. See [`line_and_column`](super::line_and_column).
    pub fn offset(&self, name: &str) -> Option<usize> {
        self.0.iter().find(|tag| tag.name == name)?.offset
    }

    /// Sets the value of a tag, replacing any previous one.
    ///
    /// # Errors
    /// If the name is not a letter followed by letters, digits and `_`, all ASCII, or if it is `Result`.
    pub fn set(&mut self, name: &str, value: impl Into<String>) -> Result<(), TagError> {
        if !is_tag_name(name) || name == RESULT {
            return Err(TagError { name: name.to_owned() });
        }
        let tag = Tag { name: name.to_owned(), value: value.into(), offset: None };
        match self.0.iter_mut().find(|old| old.name == name) {
            Some(old) => *old = tag,
            None => {
                let place = self.0.partition_point(|other| tag_rank(&other.name) <= tag_rank(name));
                self.0.insert(place, tag);
            }
        }
        Ok(())
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let place = self.0.iter().position(|tag| tag.name == name)?;
        Some(self.0.remove(place).value)
    }

    /// Returns the names and values in the order in which they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|tag| (tag.name.as_str(), tag.value.as_str()))
    }
}

/// Tags are equal if they have the same names and values; their places in a text are ignored.
impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Tags {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_an_order() {
        let mut tags = Tags::default();
        for name in ["Zeal", "Variant", "Blue", "Event", "Mood", "Tan"] {
            tags.set(name, "old").unwrap();
            tags.set(name, "new").unwrap();
        }
        let names: Vec<_> = tags.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Event", "Blue", "Tan", "Variant", "Zeal", "Mood"]);
        assert!(tags.iter().all(|(_, value)| value == "new"));
        assert_eq!(tags.remove("Blue").as_deref(), Some("new"));
        assert_eq!(tags.get("Blue"), None);
    }

    #[test]
    fn names_are_checked() {
        for name in ["", "1st", "_a", "a b", "a\"", "é", "Result"] {
            assert!(Tags::default().set(name, "x").is_err(), "{name}");
        }
    }
}

//! The tags of a record.

use super::error::TagError;

/// The order in which tags are written; the others follow in the order in which they came.
///
/// The players' tags bear the names of the sides of the game; these are the names in use.
const ORDER: [&str; 16] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "Blue",
    "Tan",
    "White",
    "Black",
    RESULT,
    "Variant",
    "Revision",
    "Setup",
    "Position",
    "Termination",
    "TimeControl",
    "Annotator",
];

/// The tag that follows from the record's result.
pub(super) const RESULT: &str = "Result";

/// Names with values, each name once, in the order in which they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Returns the tags with these names, which are good and different, and values.
    pub(super) fn in_order(mut tags: Vec<(String, String)>) -> Tags {
        tags.sort_by_key(|(name, _)| rank(name));
        Tags(tags)
    }

    /// Returns the value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(n, _)| *n == name).map(|(_, value)| value)
    }

    /// Gives a tag a value, in place of any that it had.
    ///
    /// # Errors
    /// If the name is not a letter followed by letters, digits and `_`, all ASCII, or if it is `Result`.
    pub fn set(&mut self, name: &str, value: impl Into<String>) -> Result<(), TagError> {
        if !is_name(name) || name == RESULT {
            return Err(TagError { name: name.to_owned() });
        }
        match self.0.iter_mut().find(|(n, _)| n == name) {
            Some((_, old)) => *old = value.into(),
            None => {
                let place = self.0.partition_point(|(n, _)| rank(n) <= rank(name));
                self.0.insert(place, (name.to_owned(), value.into()));
            }
        }
        Ok(())
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let place = self.0.iter().position(|(n, _)| n == name)?;
        Some(self.0.remove(place).1)
    }

    /// Returns the names and values in the order in which they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Returns a tag's place in the order of writing.
pub(super) fn rank(name: &str) -> usize {
    ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len())
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

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

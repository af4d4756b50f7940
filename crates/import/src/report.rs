//! The treatment of each key.

use std::fmt;

/// The treatment of a key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Treatment {
    /// The game file says it.
    Said,
    /// It is for displays and engines, and no rule.
    DisplayOnly,
    /// It has no effect in this variant, with the reason.
    WithoutEffect(String),
    /// The game file says nearly the same; the difference.
    Approximated(String),
    /// The language has no words for it; what is missing.
    NotSaid(String),
}

/// A key, its value, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The key, as `stalemateValue`.
    pub key: String,
    /// The value, as the file has it; empty where it is a default.
    pub value: String,
    /// Its treatment.
    pub treatment: Treatment,
}

/// The report on an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Every key that has a say in the variant.
    pub notes: Vec<Note>,
}

impl Report {
    /// Returns whether the game file has the rules of the variant, without an approximation.
    pub fn is_whole(&self) -> bool {
        self.missing().next().is_none()
    }

    /// Returns the notes on what is not said, or only nearly.
    pub fn missing(&self) -> impl Iterator<Item = &Note> {
        let is_missing =
            |note: &&Note| matches!(note.treatment, Treatment::Approximated(_) | Treatment::NotSaid(_));
        self.notes.iter().filter(is_missing)
    }

    /// Returns what is not said, or only nearly, as comments of the game file.
    pub(crate) fn comments(&self) -> impl Iterator<Item = String> {
        self.notes.iter().filter_map(|Note { key, treatment, .. }| match treatment {
            Treatment::Approximated(how) => Some(format!("Nearly as there: {key}: {how}.")),
            Treatment::NotSaid(why) => Some(format!("Missing: {key}: {why}.")),
            _ => None,
        })
    }
}

impl fmt::Display for Report {
    /// Writes a line for each key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for note in &self.notes {
            let Note { key, value, treatment } = note;
            let key = if value.is_empty() { key.clone() } else { format!("{key} = {value}") };
            match treatment {
                Treatment::Said => writeln!(f, "said          {key}")?,
                Treatment::DisplayOnly => writeln!(f, "display only  {key}")?,
                Treatment::WithoutEffect(why) => writeln!(f, "no effect     {key}: {why}")?,
                Treatment::Approximated(how) => writeln!(f, "approximated  {key}: {how}")?,
                Treatment::NotSaid(why) => writeln!(f, "not said      {key}: {why}")?,
            }
        }
        Ok(())
    }
}

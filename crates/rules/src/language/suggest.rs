//! Hints at what may be meant, and suggestions for misspelt words.

use std::fmt;

/// A hint that goes with the message of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The text that was probably meant: it can be put in the place of the wrong one.
    Meant(String),
    /// Anything else that helps.
    Advice {
        /// The advice.
        text: String,
        /// The text that can replace the wrong one.
        instead: Option<String>,
    },
}

impl Hint {
    /// Returns the hint that the candidate most similar to a word was meant, if one is similar enough.
    pub(crate) fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<Hint> {
        nearest(word, candidates).map(Hint::meant)
    }

    pub(crate) fn meant(text: &str) -> Hint {
        Hint::Meant(text.to_owned())
    }

    pub(crate) fn advice(text: impl Into<String>) -> Hint {
        Hint::Advice { text: text.into(), instead: None }
    }

    /// Returns the text to put in the place of the wrong one, if it is known.
    pub fn instead(&self) -> Option<&str> {
        match self {
            Hint::Meant(text) => Some(text),
            Hint::Advice { instead, .. } => instead.as_deref(),
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Hint::Meant(text) => write!(f, "did you mean `{text}`?"),
            Hint::Advice { text, .. } => f.write_str(text),
        }
    }
}

/// Returns the candidate most similar to a word, if one is similar enough to be meant. Case is ignored.
///
/// # Examples
/// ```
/// use beaufort_rules::language::nearest;
///
/// assert_eq!(nearest("Sciroco", ["typhoon", "scirocco"]), Some("scirocco"));
/// assert_eq!(nearest("chess", ["typhoon", "scirocco"]), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let letters = word.chars().count();
    let allowed = letters.div_ceil(3).min(3);
    candidates
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(letters) <= allowed)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|&(distance, candidate)| {
            distance <= allowed && (distance == 0 || candidate.chars().count() > 2)
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the edit distance of two words: the number of letters to insert, delete or replace; case is ignored.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, c) in a.to_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &d) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(c != d);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let words = ["forward", "back", "igui", "W"];
        assert_eq!(nearest("foward", words), Some("forward"));
        assert_eq!(nearest("Igui", words), Some("igui"));
        assert_eq!(nearest("w", words), Some("W"));
        assert_eq!(nearest("x", words), None);
        assert_eq!(nearest("sideways", words), None);
    }
}

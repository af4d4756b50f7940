//! The registry: every word of the language with its syntax, meaning and rulings.
//!
//! The parser's messages and the reference page are generated from it. Each way of travelling and each power has its own words;
//! those shared by several are in the grammar.

use crate::grammar::words::{JOINTS, LEGS};
use crate::grammar::{BEARINGS, words_of};
use crate::powers::Power;
use crate::travel::ast::Path;

pub use crate::grammar::words::{Kind, TurnStage, Word};

/// Every word of the language.
pub const WORDS: &[Word] = &joined::<{ count() }>();

/// The parts of the registry, in its order.
const PARTS: [&[&[Word]]; 5] = [&[LEGS], Path::WORDS, &[BEARINGS], Power::WORDS, &[JOINTS]];

/// Returns the number of words in all parts.
const fn count() -> usize {
    let (mut count, mut part) = (0, 0);
    while part < PARTS.len() {
        let mut list = 0;
        while list < PARTS[part].len() {
            count += PARTS[part][list].len();
            list += 1;
        }
        part += 1;
    }
    count
}

/// Returns the words of all parts.
const fn joined<const COUNT: usize>() -> [Word; COUNT] {
    let mut words = [LEGS[0]; COUNT];
    let (mut next, mut part) = (0, 0);
    while part < PARTS.len() {
        let mut list = 0;
        while list < PARTS[part].len() {
            let mut word = 0;
            while word < PARTS[part][list].len() {
                words[next] = PARTS[part][list][word];
                next += 1;
                word += 1;
            }
            list += 1;
        }
        part += 1;
    }
    words
}

/// The words that most games need; the reference page has all others behind them, in sections of their own.
const COMMON: &[&str] = &[
    "W",
    "F",
    "D",
    "N",
    "A",
    "C",
    "Z",
    "R",
    "B",
    "Q",
    "forward",
    "back",
    "left",
    "right",
    "side",
    "forwardmost",
    "moving",
    "capturing",
    "leaper",
    "rider",
    "over",
    "hopper",
    "then",
    "outwards",
    "lame",
    "from",
    "row",
    "start",
    "royal",
    "en-passant",
    "pieces",
    "one",
    "piece",
];

/// Returns whether a word is among those that most games need.
pub fn is_common(word: &Word) -> bool {
    COMMON.contains(&word.name)
}

/// Returns the words of a kind, in the order of the registry.
pub fn of(kind: Kind) -> impl Iterator<Item = &'static Word> {
    WORDS.iter().filter(move |word| word.kind() == kind)
}

/// Returns the word with a name.
pub fn find(name: &str) -> Option<&'static Word> {
    WORDS.iter().find(|word| word.name == name)
}

/// Returns the words of the language in a text, repeated as in the text.
pub fn used_in(text: &str) -> impl Iterator<Item = &'static Word> {
    words_of(text).filter_map(find)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    #[test]
    fn names_are_unique() {
        for (i, word) in WORDS.iter().enumerate() {
            assert!(WORDS[..i].iter().all(|other| other.name != word.name), "{} stands twice", word.name);
        }
    }

    #[test]
    fn every_common_word_is_one() {
        for name in COMMON {
            assert!(find(name).is_some(), "{name}");
        }
    }

    #[test]
    fn every_word_is_documented() {
        for word in WORDS {
            assert!(word.help.ends_with('.') && word.help.len() > 20, "{}: help", word.name);
            assert!(!word.syntax.is_empty(), "{}: syntax", word.name);
            assert!(word.rulings.split(", ").all(is_ruling), "{}: rulings", word.name);
        }
    }

    fn is_ruling(text: &str) -> bool {
        text.strip_prefix(['K', 'L', 'R']).is_some_and(|number| number.parse::<u8>().is_ok())
    }

    #[test]
    fn every_example_parses_and_uses_its_word() {
        for word in WORDS {
            assert_eq!(parse(word.example).err(), None, "{}: {}", word.name, word.example);
            assert!(words_of(word.example).any(|used| used == word.name), "{}: {}", word.name, word.example);
        }
    }

    #[test]
    fn every_syntax_shows_its_word() {
        for word in WORDS.iter().filter(|word| word.kind() != Kind::Direction) {
            assert!(words_of(word.syntax).any(|used| used == word.name), "{}: {}", word.name, word.syntax);
        }
    }
}

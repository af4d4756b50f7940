//! Errors in the text of an ability.

use std::fmt;
use std::ops::Range;

use chumsky::error::{Rich, RichPattern, RichReason};

use super::Hint;
use super::words::{self, Kind, WORDS};
use crate::grammar::Token;

/// An error in the text of an ability, or in a game file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The range of the error in the text, in bytes.
    pub span: Range<usize>,
    /// The message: the error and the allowed alternatives.
    pub message: String,
    /// A hint, if there is one.
    pub hint: Option<Hint>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

impl Problem {
    /// Converts an error of the parser to a message.
    pub(crate) fn from_rich(report: &Rich<'_, Token<'_>>) -> Problem {
        let span = report.span().into_range();
        match report.reason() {
            RichReason::Custom(message) => Problem { span, message: message.clone(), hint: None },
            RichReason::ExpectedFound { expected, found } => {
                let found = found.as_deref();
                let message = format!("{}: expected {}", complaint(found), list(expected));
                let hint = found.and_then(|found| {
                    hint_at_betza(found).or_else(|| hint_at_order(found)).or_else(|| hint(found, expected))
                });
                Problem { span, message, hint }
            }
        }
    }
}

/// Returns the sentence about the unexpected token.
fn complaint(found: Option<&Token<'_>>) -> String {
    match found {
        None => "the ability ends too early".to_owned(),
        Some(Token::Word(word)) if words::find(word).is_none() => {
            format!("`{word}` is not a word of the language")
        }
        Some(token) => format!("`{token}` cannot stand here"),
    }
}

/// Lists the allowed tokens: kinds of words first, in the order of the registry, then single words and signs.
fn list(expected: &[RichPattern<'_, Token<'_>>]) -> String {
    let mut items: Vec<(usize, String)> = expected.iter().map(item).collect();
    items.sort();
    items.dedup();
    let items: Vec<String> = items.into_iter().map(|(_, text)| text).collect();
    alternatives(&items)
}

/// Returns an allowed item and its rank in the list.
fn item(pattern: &RichPattern<'_, Token<'_>>) -> (usize, String) {
    let ends = Kind::ALL.len();
    match pattern {
        RichPattern::Label(label) => {
            let kind = Kind::ALL.iter().position(|kind| kind.noun() == label);
            (
                kind.unwrap_or(ends),
                kind.map_or_else(|| label.to_string(), |kind| with_members(Kind::ALL[kind])),
            )
        }
        RichPattern::Token(token) => {
            let name = token.to_string();
            let place = WORDS.iter().position(|word| word.name == name);
            debug_assert!(
                place.is_some() || !matches!(**token, Token::Word(_)),
                "`{name}` is missing from the registry"
            );
            (ends + 1 + place.unwrap_or(WORDS.len()), format!("`{name}`"))
        }
        _ => (usize::MAX, "the end of the ability".to_owned()),
    }
}

/// Returns a kind's noun, with its members if they are few.
fn with_members(kind: Kind) -> String {
    let members: Vec<String> = words::of(kind).map(|word| word.name.to_owned()).collect();
    match members.len() {
        0..=8 => format!("{} ({})", kind.noun(), alternatives(&members)),
        _ => kind.noun().to_owned(),
    }
}

/// Joins items: `a, b or c`.
pub(crate) fn alternatives(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}

/// Tells that a word, or a sign, belongs to Betza's notation, if it does.
fn hint_at_betza(found: &Token<'_>) -> Option<Hint> {
    let is_betza = match *found {
        Token::Sign(sign) => sign == '[',
        // Atoms with their modifiers before them: `fmWfcF`, `KNAD`.
        Token::Word(word) => {
            let capitals = word.chars().filter(char::is_ascii_uppercase).count();
            let ends_in_atom = word.ends_with(|last: char| last.is_ascii_uppercase());
            let is_atom = |c: char| "WFDNAHCGZBRQK".contains(c);
            let is_modifier = |c: char| "fblrsvmcaipjgnyzqodutxeh".contains(c);
            word.len() > 1
                && capitals > 0
                && ends_in_atom
                && word.chars().all(|c| is_atom(c) || is_modifier(c))
        }
        Token::Number(_) => false,
    };
    is_betza.then(|| {
        Hint::advice(
            "this looks like Betza's notation: here `fmWfcF` is `forward W (moving) + forward F (capturing)`",
        )
    })
}

/// Tells that a note stands behind a condition instead of before it.
fn hint_at_order(found: &Token<'_>) -> Option<Hint> {
    let is_parenthesis = *found == Token::Sign('(');
    is_parenthesis
        .then(|| Hint::advice("a travel has one note, right behind it: `forward R2 (moving) from row 2`"))
}

/// Suggests the allowed word that is most similar to a wrong one.
fn hint(found: &Token<'_>, expected: &[RichPattern<'_, Token<'_>>]) -> Option<Hint> {
    let Token::Word(wrong) = found else { return None };
    let allowed = expected.iter().flat_map(|pattern| match pattern {
        RichPattern::Label(label) => WORDS.iter().filter(|word| word.kind().noun() == label).collect(),
        RichPattern::Token(token) => words::find(&token.to_string()).into_iter().collect(),
        _ => Vec::new(),
    });
    Hint::nearest(wrong, allowed.map(|word| word.name))
}

//! Splitting the text of an ability into words, numbers and signs. Every text can be split; errors are left to the parser.

use chumsky::span::{SimpleSpan, Span as _};
use std::fmt;

/// A token of an ability's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'t> {
    /// Letters, with hyphens between them.
    Word(&'t str),
    /// Digits.
    Number(&'t str),
    /// Any other character.
    Sign(char),
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Word(text) | Token::Number(text) => f.write_str(text),
            Token::Sign(sign) => write!(f, "{sign}"),
        }
    }
}

/// Splits a text into tokens, each with its range in bytes.
pub(crate) fn tokens(text: &str) -> Vec<(Token<'_>, SimpleSpan)> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let length = match first {
            c if c.is_alphabetic() => word_length(rest),
            c if c.is_ascii_digit() => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let cut = &rest[..length];
        let token = match first {
            c if c.is_alphabetic() => Some(Token::Word(cut)),
            c if c.is_ascii_digit() => Some(Token::Number(cut)),
            c if c.is_whitespace() => None,
            c => Some(Token::Sign(c)),
        };
        tokens.extend(token.map(|token| (token, SimpleSpan::new((), start..start + length))));
        start += length;
    }
    tokens
}

/// Returns the length in bytes of the word at the start of a text; a hyphen belongs to it if a letter follows.
fn word_length(text: &str) -> usize {
    let mut length = 0;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let inside = c.is_alphabetic() || c == '-' && chars.peek().is_some_and(|next| next.is_alphabetic());
        if !inside {
            break;
        }
        length += c.len_utf8();
    }
    length
}

/// Returns the words of a text.
pub(crate) fn words_of(text: &str) -> impl Iterator<Item = &str> {
    tokens(text).into_iter().filter_map(|(token, _)| match token {
        Token::Word(word) => Some(word),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_into_words_numbers_and_signs() {
        let cut: Vec<String> =
            tokens("R4 + hop-capture (3,-1) é-").iter().map(|(token, _)| token.to_string()).collect();
        assert_eq!(cut, ["R", "4", "+", "hop-capture", "(", "3", ",", "-", "1", ")", "é", "-"]);
    }
}

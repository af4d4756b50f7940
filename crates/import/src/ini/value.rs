//! The values of keys.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::{ALL, Kind};
use crate::game::MAX_SIZE;

/// A square: file and rank from 0.
pub(crate) type At = (u8, u8);

/// A value. Pieces are kinds, since another piece may get their letter later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Bool(bool),
    Number(u32),
    Text(String),
    /// Squares on the largest board; `None` for all.
    Squares(Option<BTreeSet<At>>),
    /// Pieces, in the order of the text; `None` for all.
    Pieces(Option<Vec<usize>>),
    Counts(BTreeMap<usize, u32>),
    Pairs(BTreeMap<usize, Option<usize>>),
}

/// Reads a value. `piece` finds the piece with a letter, `before` is the value that the text changes.
pub(crate) fn read(
    kind: Kind,
    text: &str,
    before: Option<&Value>,
    piece: &dyn Fn(char) -> Option<usize>,
) -> Result<Value, String> {
    match kind {
        Kind::Bool => match text {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => Err(format!("`{text}` is neither `true` nor `false`")),
        },
        Kind::Number => number(text, 0, 10_000).map(Value::Number),
        Kind::Rank => number(text, 1, MAX_SIZE.into()).map(|rank| Value::Number(rank - 1)),
        Kind::File => file(text).map(|file| Value::Number(file.into())),
        Kind::Text => Ok(Value::Text(text.to_owned())),
        Kind::One(words) => match words.contains(&text) {
            true => Ok(Value::Text(text.to_owned())),
            false => Err(format!("`{text}` is not one of {}", words.join(", "))),
        },
        Kind::Squares if text == ALL => Ok(Value::Squares(None)),
        Kind::Squares => {
            let mut squares = BTreeSet::new();
            for word in text.split_whitespace().take_while(|word| *word != "-") {
                squares.extend(several(word)?);
            }
            Ok(Value::Squares(Some(squares)))
        }
        Kind::Pieces | Kind::Piece => {
            let mut pieces = Vec::new();
            for letter in text.chars().filter(|letter| !letter.is_whitespace()) {
                match letter {
                    '*' => return Ok(Value::Pieces(None)),
                    '-' => break,
                    _ => {
                        let slot = piece(letter).ok_or_else(|| no_piece(letter))?;
                        if !pieces.contains(&slot) {
                            pieces.push(slot);
                        }
                    }
                }
            }
            if kind == Kind::Piece && pieces.len() > 1 {
                return Err(format!("`{text}` is more than one piece"));
            }
            Ok(Value::Pieces(Some(pieces)))
        }
        Kind::Counts => {
            let Some(Value::Counts(mut counts)) = before.cloned().or(Some(Value::Counts(BTreeMap::new())))
            else {
                return Err("this key has another type".to_owned());
            };
            for (letter, rest) in pairs(text)? {
                let slot = piece(letter).ok_or_else(|| no_piece(letter))?;
                counts.insert(slot, number(rest, 0, 100_000)?);
            }
            Ok(Value::Counts(counts))
        }
        Kind::Pairs => {
            let Some(Value::Pairs(mut promoted)) = before.cloned().or(Some(Value::Pairs(BTreeMap::new())))
            else {
                return Err("this key has another type".to_owned());
            };
            for (letter, rest) in pairs(text)? {
                let slot = piece(letter).ok_or_else(|| no_piece(letter))?;
                let to = match rest.chars().next().filter(|_| rest.chars().count() == 1) {
                    Some('-') => None,
                    Some(letter) => Some(piece(letter).ok_or_else(|| no_piece(letter))?),
                    None => return Err(format!("`{rest}` is not the letter of a piece")),
                };
                promoted.insert(slot, to);
            }
            Ok(Value::Pairs(promoted))
        }
    }
}

fn no_piece(letter: char) -> String {
    format!("no piece has the letter `{letter}`")
}

fn number(text: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a number from {least} to {most}"))
}

/// Reads a file: a letter, or a number from 1.
fn file(text: &str) -> Result<u8, String> {
    let letter = text.chars().next().filter(|_| text.len() == 1).map(|letter| letter.to_ascii_lowercase());
    let file = match letter {
        Some(letter @ 'a'..='p') => Some(letter as u8 - b'a'),
        _ => text.parse().ok().filter(|number| (1..=MAX_SIZE).contains(number)).map(|number: u8| number - 1),
    };
    file.ok_or_else(|| format!("`{text}` is not a file from a to p, or from 1 to {MAX_SIZE}"))
}

/// Reads `e4`, `*8` or `a*`.
fn several(word: &str) -> Result<Vec<At>, String> {
    let bad = || format!("`{word}` is not a square such as `e4`, a rank such as `*8` or a file such as `a*`");
    let first = word.chars().next().ok_or_else(bad)?;
    let rest = &word[first.len_utf8()..];
    let rank = |text: &str| {
        let rank = text.parse().ok().filter(|rank| (1..=MAX_SIZE).contains(rank));
        rank.map(|rank: u8| rank - 1).ok_or_else(bad)
    };
    match (first, rest) {
        ('*', rest) => {
            Ok((0..MAX_SIZE).map(|file| (file, 0)).zip([rank(rest)?; 16]).map(|((f, _), r)| (f, r)).collect())
        }
        (letter, "*") => {
            let file = file(letter.encode_utf8(&mut [0; 4])).map_err(|_| bad())?;
            Ok((0..MAX_SIZE).map(|rank| (file, rank)).collect())
        }
        (letter, rest) => Ok(vec![(file(letter.encode_utf8(&mut [0; 4])).map_err(|_| bad())?, rank(rest)?)]),
    }
}

/// Reads `q:1 r:2`, also with blanks around the colons.
fn pairs(text: &str) -> Result<Vec<(char, &str)>, String> {
    let mut pairs = Vec::new();
    for word in text.split_whitespace() {
        let mut letters = word.chars();
        let letter = letters.next().unwrap_or_default();
        let rest = letters.as_str().strip_prefix(':').filter(|rest| !rest.is_empty());
        pairs.push((letter, rest.ok_or_else(|| format!("`{word}` is not written as `q:1` or `p:g`"))?));
    }
    Ok(pairs)
}

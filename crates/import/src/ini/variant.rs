//! A variant: its pieces and the values of all keys, after inheritance.

use std::collections::{BTreeMap, BTreeSet};

use super::keys::{self, ALIASES, KEYS, KING, Kind, SLOTS};
use super::sections::{Entry, Section};
use super::value::{At, Value, read};
use crate::error::{Place, TextError};
use crate::game::MAX_SIZE;

/// The greatest number of sections that inherit from one another.
const MAX_DEPTH: usize = 32;
/// The greatest length of all values of the sections with those that they inherit, in bytes.
const MAX_INHERITED: usize = 1 << 22;

/// A variant.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    pub(crate) name: String,
    /// The variant that this one changes.
    pub(crate) base: Option<String>,
    pub(crate) comments: Vec<String>,
    /// The number of sections that it inherits from.
    depth: usize,
    /// The letter of each kind of piece that the variant has, in capitals.
    letters: [Option<char>; SLOTS],
    /// The moves of pieces whose moves are given.
    moves: BTreeMap<usize, String>,
    /// The values that are not the defaults, by key and side.
    values: BTreeMap<(usize, usize), Value>,
    /// The keys that sections set, by name, with the last text.
    pub(crate) set: BTreeMap<String, String>,
    /// The squares to which pieces of a side may go, where they are limited.
    pub(crate) mobility: BTreeMap<(usize, usize), BTreeSet<At>>,
}

impl Variant {
    /// Returns the variant without any piece that is the base of those without a base.
    fn empty() -> Variant {
        // Nothing can be promoted to.
        let key = keys::find("promotionPieceTypes").expect("the key is in the table");
        let values = (0..2).map(|side| ((key, side), Value::Pieces(Some(Vec::new())))).collect();
        Variant {
            name: String::new(),
            base: None,
            comments: Vec::new(),
            depth: 0,
            letters: [None; SLOTS],
            moves: BTreeMap::new(),
            values,
            set: BTreeMap::new(),
            mobility: BTreeMap::new(),
        }
    }

    /// Applies a section to the variant it inherits from.
    fn changed_by(mut self, section: &Section<'_>, errors: &mut Vec<TextError>) -> Variant {
        self.name = section.name.to_owned();
        self.base = section.base.map(|(base, _)| base.to_owned());
        self.comments = section.comments.iter().map(|comment| (*comment).to_owned()).collect();
        self.depth += 1;
        let mut others = Vec::new();
        let mut pieces: Vec<(usize, &Entry<'_>)> = Vec::new();
        for entry in &section.entries {
            match keys::slot(entry.key).filter(|_| entry.key.starts_with(|c: char| c.is_ascii_lowercase())) {
                Some(slot) => pieces.push((slot, entry)),
                None => others.push(entry),
            }
        }
        // A value takes effect in the order of the keys, whatever that of the lines.
        pieces.sort_by_key(|(slot, _)| *slot);
        for (slot, entry) in pieces {
            self.set_piece(slot, entry, errors);
        }
        let order = |entry: &&Entry<'_>| match keys::find_sided(entry.key) {
            Some((key, sides)) => (1, key, 2 - sides.len()),
            None => (0, 0, 0),
        };
        others.sort_by_key(order);
        for entry in others {
            match self.set_value(entry) {
                Ok(()) => _ = self.set.insert(entry.key.to_owned(), entry.value.to_owned()),
                Err((place, message)) => errors.push(TextError::new(place, message)),
            }
        }
        self
    }

    fn set_piece(&mut self, slot: usize, entry: &Entry<'_>, errors: &mut Vec<TextError>) {
        let mut letters = entry.value.chars();
        match letters.next() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                let letter = letter.to_ascii_uppercase();
                if let Some(other) = self.slot_of(letter) {
                    self.remove(other);
                }
                self.letters[slot] = Some(letter);
                let moves = letters.as_str().strip_prefix(':').map(str::trim);
                if keys::betza(slot).is_none() || slot == KING {
                    match moves {
                        Some(moves) => _ = self.moves.insert(slot, moves.to_owned()),
                        None if slot == KING => _ = self.moves.remove(&slot),
                        None => errors.push(TextError::new(
                            entry.value_place,
                            "the moves are missing: write the letter, `:` and the moves in Betza's notation",
                        )),
                    }
                    if moves.is_some_and(|moves| moves.contains('e')) && slot != KING {
                        self.add_in_passing(slot);
                    }
                } else if !letters.as_str().trim().is_empty() {
                    let message = format!("the moves of `{}` are fixed: only its letter is given", entry.key);
                    errors.push(TextError::new(entry.value_place, message));
                }
            }
            Some('-') => self.remove(slot),
            _ => errors.push(TextError::new(
                entry.value_place,
                "expected the letter of the piece, or `-` for a variant without it",
            )),
        }
        self.set.insert(entry.key.to_owned(), entry.value.to_owned());
    }

    fn add_in_passing(&mut self, slot: usize) {
        let key = keys::find("enPassantTypes").expect("the key is in the table");
        for side in 0..2 {
            let mut types = self.pieces_of(key, side).unwrap_or_default();
            types.push(slot);
            self.values.insert((key, side), Value::Pieces(Some(types)));
        }
    }

    /// Takes a piece out of the variant; nothing promotes to it any more.
    fn remove(&mut self, slot: usize) {
        self.letters[slot] = None;
        let key = keys::find("promotionPieceTypes").expect("the key is in the table");
        for side in 0..2 {
            if let Some(mut types) = self.pieces_of(key, side) {
                types.retain(|&other| other != slot);
                self.values.insert((key, side), Value::Pieces(Some(types)));
            }
        }
    }

    fn set_value(&mut self, entry: &Entry<'_>) -> Result<(), (Place, String)> {
        let bad_value = |message| (entry.value_place, message);
        if let Some(rest) = entry.key.strip_prefix("mobilityRegion") {
            let piece = [("White", 0), ("Black", 1)]
                .iter()
                .find_map(|(name, side)| Some((keys::slot(rest.strip_prefix(name)?)?, *side)));
            let (slot, side) = piece.ok_or_else(|| {
                (
                    entry.key_place,
                    "expected `mobilityRegion`, `White` or `Black`, and the name of a piece".to_owned(),
                )
            })?;
            let value = read(Kind::Squares, entry.value, None, &|_| None).map_err(bad_value)?;
            match value {
                Value::Squares(Some(squares)) if !squares.is_empty() => {
                    _ = self.mobility.insert((side, slot), squares)
                }
                _ => _ = self.mobility.remove(&(side, slot)),
            }
            return Ok(());
        }
        match entry.key {
            "promotionRank" | "doubleStepRank" | "doubleStepRankMin" | "dropOnTop" => {
                return Err((
                    entry.key_place,
                    format!("`{}` is out of use: give the region or rule instead", entry.key),
                ));
            }
            _ => {}
        }
        if let Some((_, targets)) = ALIASES.iter().find(|(alias, _)| *alias == entry.key) {
            for target in *targets {
                let (key, sides) = keys::find_sided(target).expect("aliases name keys of the table");
                self.read_value(key, sides, entry.value).map_err(bad_value)?;
            }
            return Ok(());
        }
        let (key, sides) =
            keys::find_sided(entry.key).ok_or_else(|| (entry.key_place, unknown(entry.key)))?;
        self.read_value(key, sides, entry.value).map_err(bad_value)
    }

    fn read_value(&mut self, key: usize, sides: &[usize], text: &str) -> Result<(), String> {
        for &side in sides {
            let value = read(KEYS[key].kind, text, self.values.get(&(key, side)), &|letter| {
                self.slot_of(letter.to_ascii_uppercase())
            })?;
            self.values.insert((key, side), value);
        }
        Ok(())
    }

    /// Returns the value of a key for a side, by default that of the table.
    pub(crate) fn value(&self, name: &str, side: usize) -> Value {
        self.value_of(keys::find(name).expect("the names of keys are those of the table"), side)
    }

    fn value_of(&self, key: usize, side: usize) -> Value {
        if let Some(value) = self.values.get(&(key, side)) {
            return value.clone();
        }
        let default = if side == 0 { KEYS[key].default } else { KEYS[key].second };
        read(KEYS[key].kind, default, None, &default_piece).expect("a test reads the defaults")
    }

    fn pieces_of(&self, key: usize, side: usize) -> Option<Vec<usize>> {
        match self.value_of(key, side) {
            Value::Pieces(pieces) => pieces,
            _ => None,
        }
    }

    /// Returns whether a key has another value than by default.
    pub(crate) fn is_changed(&self, key: usize) -> bool {
        (0..2).any(|side| {
            self.values.get(&(key, side)).is_some_and(|value| {
                let default = if side == 0 { KEYS[key].default } else { KEYS[key].second };
                Ok(value) != read(KEYS[key].kind, default, None, &default_piece).as_ref()
            })
        })
    }

    /// Returns the value of a key with a `bool`, of the first side.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.value(name, 0) == Value::Bool(true)
    }

    /// Returns the value of a key with a number, a rank or a file from 0.
    pub(crate) fn number(&self, name: &str) -> u32 {
        match self.value(name, 0) {
            Value::Number(number) => number,
            _ => 0,
        }
    }

    /// Returns the value of a key with a text or a word.
    pub(crate) fn text(&self, name: &str) -> String {
        match self.value(name, 0) {
            Value::Text(text) => text,
            _ => String::new(),
        }
    }

    /// Returns the kinds of pieces of a key that the variant has.
    pub(crate) fn pieces(&self, name: &str, side: usize) -> Vec<usize> {
        match self.value(name, side) {
            Value::Pieces(Some(pieces)) => {
                pieces.into_iter().filter(|&slot| self.letters[slot].is_some()).collect()
            }
            Value::Pieces(None) => self.slots().collect(),
            _ => Vec::new(),
        }
    }

    /// Returns whether a key with pieces names all of them by `*`.
    pub(crate) fn is_all(&self, name: &str, side: usize) -> bool {
        self.value(name, side) == Value::Pieces(None)
    }

    /// Returns the squares of a key that are on the board.
    pub(crate) fn squares(&self, name: &str, side: usize) -> BTreeSet<At> {
        match self.value(name, side) {
            Value::Squares(Some(squares)) => squares.into_iter().filter(|&at| self.has(at)).collect(),
            _ => self.board(),
        }
    }

    /// Returns all squares of the board.
    pub(crate) fn board(&self) -> BTreeSet<At> {
        let (files, ranks) = self.size();
        (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank))).collect()
    }

    pub(crate) fn has(&self, (file, rank): At) -> bool {
        let (files, ranks) = self.size();
        file < files && rank < ranks
    }

    /// Returns the numbers of files and ranks.
    pub(crate) fn size(&self) -> (u8, u8) {
        let number = |name| u8::try_from(self.number(name) + 1).unwrap_or(MAX_SIZE);
        (number("maxFile"), number("maxRank"))
    }

    /// Returns the kinds of pieces of the variant.
    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> {
        (0..SLOTS).filter(|&slot| self.letters[slot].is_some())
    }

    pub(crate) fn letter(&self, slot: usize) -> Option<char> {
        self.letters[slot]
    }

    pub(crate) fn slot_of(&self, letter: char) -> Option<usize> {
        (0..SLOTS).find(|&slot| self.letters[slot] == Some(letter.to_ascii_uppercase()))
    }

    /// Returns the moves of a kind of piece in Betza's notation.
    pub(crate) fn betza(&self, slot: usize) -> &str {
        self.moves.get(&slot).map(String::as_str).or(keys::betza(slot)).unwrap_or_default()
    }
}

/// Returns the kind of a piece of chess, by which the defaults of the keys name pieces.
fn default_piece(letter: char) -> Option<usize> {
    let name = match letter {
        'p' => "pawn",
        'n' => "knight",
        'b' => "bishop",
        'r' => "rook",
        'q' => "queen",
        'k' => "king",
        _ => return None,
    };
    keys::slot(name)
}

/// Returns the message for an unknown key, with the nearest known one.
fn unknown(key: &str) -> String {
    let known = KEYS.iter().map(|key| key.name).chain(ALIASES.iter().map(|(alias, _)| *alias));
    let near =
        known.filter(|name| name.eq_ignore_ascii_case(key) || key.starts_with(name) || name.starts_with(key));
    match near.min_by_key(|name| name.len().abs_diff(key.len())).filter(|_| !key.is_empty()) {
        Some(near) => format!("`{key}` is not a key: did you mean `{near}`?"),
        None => format!("`{key}` is not a key"),
    }
}

/// Adds the variants of some sections to those that are known. A section inherits from one before it, or from a known one.
pub(crate) fn add<'a>(
    variants: &mut BTreeMap<String, Variant>,
    sections: &[Section<'a>],
    errors: &mut Vec<TextError>,
) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut inherited = 0;
    for section in sections {
        let base = match section.base {
            None => Variant::empty(),
            Some((base, place)) => match variants.get(base) {
                Some(base) if base.depth < MAX_DEPTH => base.clone(),
                Some(_) => {
                    let message = format!("more than {MAX_DEPTH} variants inherit from one another");
                    errors.push(TextError::new(place, message));
                    continue;
                }
                None => {
                    let message =
                        format!("there is no variant `{base}`: a section inherits from one before it");
                    errors.push(TextError::new(place, message));
                    continue;
                }
            },
        };
        if variants.contains_key(section.name) {
            let message = format!("there is a variant `{}` already", section.name);
            errors.push(TextError::new(section.place, message));
            continue;
        }
        let variant = base.changed_by(section, errors);
        inherited += variant.set.values().map(String::len).sum::<usize>();
        if inherited > MAX_INHERITED {
            let message = "the variants up to here inherit too many long values".to_owned();
            errors.push(TextError::new(section.place, message));
            break;
        }
        variants.insert(section.name.to_owned(), variant);
        names.push(section.name);
    }
    names
}

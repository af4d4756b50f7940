//! The drops of a game file (L36 to L41).

use toml::de::DeValue;

use super::error::LoadError;
use super::hand::{self, Ban};
use super::read::{GameReader, Key, Value, quoted};
use super::source::{At, Place};
use crate::game::definition::{DropItem, Dropped, Drops, PieceDef, Spot};
use crate::language::Hint;
use crate::language::ast::Power;
use crate::vocabulary::{Geometry, PieceType, Square};

/// The place on both sides of the own royal piece.
const BESIDE_ROYAL: &str = "beside the royal piece";

/// The squares on which a single piece may be dropped, by name.
pub(super) const SPOTS: &[(&str, Spot)] =
    &[("giving check", Spot::GivingCheck), ("while royals see each other", Spot::RoyalsSeeing)];

const KEYS: &[&str] = &["letters", "piece", "one-of", "pairs", "place", "not", "count", "recaptured"];

/// An item of the reserve in a file.
#[derive(Clone, Debug)]
pub(super) struct DropFile {
    pub(super) place: Place,
    pub(super) letters: Option<At<String>>,
    pub(super) piece: Option<At<String>>,
    one_of: Option<Vec<At<String>>>,
    pairs: Option<Vec<[At<String>; 2]>>,
    /// The place on the board: a name, or squares.
    pub(super) onto: Option<Vec<At<String>>>,
    pub(super) bans: Vec<Ban>,
    pub(super) count: CountFile,
    recaptured: bool,
    /// The keys that it gives.
    keys: Vec<At<String>>,
}

/// The number of an item in a file.
#[derive(Clone, Debug)]
pub(super) enum CountFile {
    Both(u8),
    BySide(Vec<(At<String>, u8)>),
    Endless,
}

impl DropFile {
    /// Returns the place of a key; that of the whole item if it is missing.
    pub(super) fn place_of(&self, key: &str) -> Place {
        let found = self.keys.iter().find(|known| known.value == key);
        found.map_or_else(|| self.place.clone(), |key| key.place.clone())
    }

    /// Returns the first of some keys that it gives.
    pub(super) fn has_any(&self, keys: &[&str]) -> Option<&At<String>> {
        self.keys.iter().find(|known| keys.contains(&known.value.as_str()))
    }
}

/// The pieces that an item brings, as a file of a game without hands gives them.
#[derive(Clone, Debug)]
enum WhatFile {
    OneOf(Vec<At<String>>),
    Pairs(At<String>, Vec<[At<String>; 2]>),
    BesideRoyal(At<String>),
    Single(At<String>, Spot),
}

/// Reads the list of drops.
pub(super) fn read(r: &mut GameReader<'_>, key: &Key<'_>, value: &Value<'_>) -> Option<Vec<DropFile>> {
    let list = r.list("drop", value)?;
    if list.len() > Drops::MAX_ITEMS {
        r.error(key.span(), format!("a reserve has at most {} kinds of items", Drops::MAX_ITEMS));
    }
    Some(list.iter().filter_map(|item| drop(r, item)).collect())
}

fn drop(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<DropFile> {
    let table = r.table("drop", value)?;
    let mut file = DropFile {
        place: r.place(value.span()),
        letters: None,
        piece: None,
        one_of: None,
        pairs: None,
        onto: None,
        bans: Vec::new(),
        count: CountFile::Both(0),
        recaptured: false,
        keys: Vec::new(),
    };
    let before = r.errors.len();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        file.keys.push(At { value: name.to_owned(), place: r.place(key.span()) });
        match name {
            "letters" => file.letters = r.text(name, value),
            "piece" => file.piece = r.text(name, value),
            "one-of" => file.one_of = some_letters(r, value),
            "pairs" => file.pairs = pairs(r, value),
            "place" => file.onto = hand::squares(r, name, value),
            "not" => file.bans = hand::bans(r, value),
            "count" => file.count = count(r, value).unwrap_or(CountFile::Both(0)),
            "recaptured" => {
                let kinds = [("goes to the reserve", true), ("is lost", false)];
                file.recaptured = r.one_of(name, value, &kinds).unwrap_or_default();
            }
            _ => r.unknown_key(key, KEYS),
        }
    }
    (r.errors.len() == before).then_some(file)
}

fn count(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<CountFile> {
    match value.get_ref() {
        DeValue::String(_) => r.one_of("count", value, &[("any number", ())]).map(|()| CountFile::Endless),
        DeValue::Table(sides) => {
            let mut counts = Vec::new();
            for (side, value) in sides {
                let named = At { value: side.get_ref().to_string(), place: r.place(side.span()) };
                counts.push((named, r.number("count", value, 0..=Drops::MAX_COUNT)?));
            }
            Some(CountFile::BySide(counts))
        }
        _ => r.number("count", value, 0..=Drops::MAX_COUNT).map(CountFile::Both),
    }
}

fn some_letters(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<Vec<At<String>>> {
    let letters = r.texts("one-of", value)?;
    if letters.is_empty() {
        r.error(value.span(), "`one-of` names no other drop");
    }
    Some(letters)
}

fn pairs(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<Vec<[At<String>; 2]>> {
    let mut pairs = Vec::new();
    for item in r.list("pairs", value)? {
        match <[At<String>; 2]>::try_from(r.texts("pairs", item)?) {
            Ok(pair) if pair[0].value != pair[1].value => pairs.push(pair),
            _ => r.error(item.span(), "a pair is two different squares"),
        }
    }
    if pairs.is_empty() {
        r.error(value.span(), "`pairs` names no pair of squares");
    }
    Some(pairs)
}

/// Returns what an item of a game without hands brings, or reports what is wrong with it.
fn what(file: &DropFile, errors: &mut Vec<LoadError>) -> Option<WhatFile> {
    let mut error = |place: Place, message: &str| errors.push(LoadError::new(place, message));
    if file.letters.is_none() {
        error(file.place.clone(), "this drop has no `letters`");
    }
    if let Some(key) = file.has_any(&["not"]) {
        error(key.place.clone(), "`not` is for pieces of a `hand`: this game has none");
    }
    if !matches!(file.count, CountFile::Both(_)) {
        error(file.place_of("count"), "`count` must be a number in a game without a `hand`");
    }
    let DropFile { piece, one_of, pairs, onto, .. } = file;
    let found = match (piece, one_of, pairs, onto.as_deref()) {
        (None, Some(one_of), None, None) => WhatFile::OneOf(one_of.clone()),
        (Some(piece), None, Some(pairs), None) => WhatFile::Pairs(piece.clone(), pairs.clone()),
        (Some(piece), None, None, Some([onto])) if onto.value == BESIDE_ROYAL => {
            WhatFile::BesideRoyal(piece.clone())
        }
        (Some(piece), None, None, Some([onto])) => {
            let Some((_, spot)) = SPOTS.iter().find(|(name, _)| *name == onto.value) else {
                let names: Vec<&str> =
                    std::iter::once(BESIDE_ROYAL).chain(SPOTS.iter().map(|(name, _)| *name)).collect();
                let message = format!("`place` cannot be `{}`: expected {}", onto.value, quoted(&names));
                let hint = Hint::nearest(&onto.value, names);
                errors.push(LoadError::new(onto.place.clone(), message).with_hint(hint));
                return None;
            };
            WhatFile::Single(piece.clone(), *spot)
        }
        _ => {
            let message = "a drop has `one-of`, or `piece` with either `pairs` or `place`";
            error(file.place.clone(), message);
            return None;
        }
    };
    Some(found)
}

/// Resolves names to types, squares and items; a piece that `find` does not know is reported by `unknown`.
pub(super) fn resolve(
    files: &[DropFile],
    size: Geometry,
    pieces: &[PieceDef],
    find: impl Fn(&str) -> Option<PieceType>,
    unknown: impl Fn(Place, &str) -> LoadError,
    errors: &mut Vec<LoadError>,
) -> Drops {
    let known = |name: &At<String>, errors: &mut Vec<LoadError>| {
        let Some(kind) = find(&name.value) else {
            errors.push(unknown(name.place.clone(), &name.value));
            return None;
        };
        let whole = |power: &Power| !matches!(power, Power::Royal(_) | Power::Twofold(_));
        if !pieces[kind.index()].ability.powers.iter().all(whole) {
            let message =
                format!("`{}` cannot be dropped: it is royal, or stands on two squares", name.value);
            errors.push(LoadError::new(name.place.clone(), message));
        }
        Some(kind)
    };
    let whats: Vec<Option<WhatFile>> = files.iter().map(|file| what(file, errors)).collect();
    let mut items = Vec::new();
    for (index, (file, what)) in files.iter().zip(&whats).enumerate() {
        let (Some(letters), Some(what)) = (&file.letters, what) else { continue };
        let mut error = |place: &Place, message: String| errors.push(LoadError::new(place.clone(), message));
        if letters.value.is_empty() || !letters.value.chars().all(|c| c.is_ascii_alphabetic()) {
            error(&letters.place, "the letters of a drop are letters from A to Z".to_owned());
        }
        let has_letters =
            |other: &DropFile| other.letters.as_ref().is_some_and(|at| at.value == letters.value);
        if files[..index].iter().any(has_letters) {
            error(&letters.place, format!("another drop has the letters `{}`", letters.value));
        }
        if file.recaptured && !matches!(what, WhatFile::Single(..)) {
            error(&file.place, "only single pieces can go to the reserve when they are taken".to_owned());
        }
        let is_same = |other: &DropFile| {
            other.piece.as_ref().zip(file.piece.as_ref()).is_some_and(|(other, own)| other.value == own.value)
        };
        if let Some(piece) = file.piece.as_ref().filter(|_| files[..index].iter().any(is_same)) {
            // Drops are identified by their piece.
            error(&piece.place, format!("another drop brings `{}`", piece.value));
        }
        let CountFile::Both(count) = file.count else { continue };
        if let Some(what) = resolve_one(files, what, size, &known, errors) {
            items.push(DropItem {
                letters: letters.value.clone(),
                what,
                at_start: [count; 2],
                recaptured: file.recaptured,
                endless: false,
            });
        }
    }
    Drops { items, hand: None }
}

fn resolve_one(
    files: &[DropFile],
    what: &WhatFile,
    size: Geometry,
    known: &impl Fn(&At<String>, &mut Vec<LoadError>) -> Option<PieceType>,
    errors: &mut Vec<LoadError>,
) -> Option<Dropped> {
    Some(match what {
        WhatFile::BesideRoyal(piece) => Dropped::BesideRoyal(known(piece, errors)?),
        WhatFile::Single(piece, spot) => Dropped::Single(known(piece, errors)?, *spot),
        WhatFile::Pairs(piece, pairs) => {
            let kind = known(piece, errors)?;
            let mut square = |name: &At<String>| -> Option<Square> {
                let square = size.parse(&name.value);
                if let Err(error) = &square {
                    errors.push(LoadError::new(name.place.clone(), error.to_string()));
                }
                square.ok()
            };
            let pairs = pairs.iter().filter_map(|[one, other]| Some([square(one)?, square(other)?]));
            Dropped::Pair(kind, pairs.collect())
        }
        WhatFile::OneOf(among) => {
            let index = |name: &At<String>| {
                let item = |file: &DropFile| {
                    file.letters.as_ref().is_some_and(|letters| letters.value == name.value)
                        && file.one_of.is_none()
                };
                let found = files.iter().position(item);
                if found.is_none() {
                    let message = format!("`{}` are not the letters of another drop", name.value);
                    errors.push(LoadError::new(name.place.clone(), message));
                }
                found
            };
            Dropped::Choice(among.iter().filter_map(index).collect())
        }
    })
}

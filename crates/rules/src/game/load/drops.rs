//! The drops of a game file (L36 to L41).

use super::error::LoadError;
use super::read::{GameReader, Key, Value};
use super::source::{At, Place};
use crate::game::definition::{DropItem, Dropped, Drops, PieceDef, Spot};
use crate::language::ast::Power;
use crate::vocabulary::{Geometry, PieceType, Square};

/// The squares on which a single piece may be dropped, by name.
pub(super) const SPOTS: &[(&str, Spot)] =
    &[("giving check", Spot::GivingCheck), ("while royals see each other", Spot::RoyalsSeeing)];

const KEYS: &[&str] = &["letters", "piece", "one-of", "pairs", "place", "count", "recaptured"];

/// An item of the reserve in a file.
#[derive(Clone, Debug)]
pub(super) struct DropFile {
    place: Place,
    letters: At<String>,
    what: WhatFile,
    count: u8,
    recaptured: bool,
}

#[derive(Clone, Debug)]
enum WhatFile {
    OneOf(Vec<At<String>>),
    Pairs(At<String>, Vec<[At<String>; 2]>),
    BesideRoyal(At<String>),
    Single(At<String>, Spot),
}

impl WhatFile {
    /// Returns the piece of the item, unless it is a choice between others.
    fn piece(&self) -> Option<&At<String>> {
        match self {
            WhatFile::OneOf(_) => None,
            WhatFile::Pairs(piece, _) | WhatFile::BesideRoyal(piece) | WhatFile::Single(piece, _) => {
                Some(piece)
            }
        }
    }
}

/// The possible values of `place`.
#[derive(Clone, Copy)]
enum Where {
    BesideRoyal,
    Spot(Spot),
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
    let (mut letters, mut piece, mut one_of, mut pairs, mut place) = (None, None, None, None, None);
    let (mut count, mut recaptured) = (Some(0), Some(false));
    let table = r.table("drop", value)?;
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "letters" => letters = r.text(name, value),
            "piece" => piece = r.text(name, value),
            "one-of" => one_of = some_letters(r, value),
            "pairs" => pairs = self::pairs(r, value),
            "place" => place = self::place(r, value),
            "count" => count = r.number(name, value, 0..=Drops::MAX_COUNT),
            "recaptured" => {
                recaptured = r.one_of(name, value, &[("goes to the reserve", true), ("is lost", false)]);
            }
            _ => r.unknown_key(key, KEYS),
        }
    }
    let has = |key: &str| table.iter().any(|(known, _)| known.get_ref() == key);
    if !has("letters") {
        r.error(value.span(), "this drop has no `letters`");
    }
    match ["piece", "one-of", "pairs", "place"].map(has) {
        [false, true, false, false] | [true, false, true, false] | [true, false, false, true] => {}
        _ => r.error(value.span(), "a drop has `one-of`, or `piece` with either `pairs` or `place`"),
    }
    let what = match (piece, one_of, pairs, place) {
        (None, Some(one_of), None, None) => WhatFile::OneOf(one_of),
        (Some(piece), None, Some(pairs), None) => WhatFile::Pairs(piece, pairs),
        (Some(piece), None, None, Some(Where::BesideRoyal)) => WhatFile::BesideRoyal(piece),
        (Some(piece), None, None, Some(Where::Spot(spot))) => WhatFile::Single(piece, spot),
        _ => return None,
    };
    let place = r.place(value.span());
    Some(DropFile { place, letters: letters?, what, count: count?, recaptured: recaptured? })
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

fn place(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<Where> {
    let mut all = vec![("beside the royal piece", Where::BesideRoyal)];
    all.extend(SPOTS.iter().map(|&(name, spot)| (name, Where::Spot(spot))));
    r.one_of("place", value, &all)
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
    let mut items = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let letters = &file.letters.value;
        let mut error = |place: &Place, message: String| errors.push(LoadError::new(place.clone(), message));
        if letters.is_empty() || !letters.chars().all(|c| c.is_ascii_alphabetic()) {
            error(&file.letters.place, "the letters of a drop are letters from A to Z".to_owned());
        }
        if files[..index].iter().any(|other| other.letters.value == *letters) {
            error(&file.letters.place, format!("another drop has the letters `{letters}`"));
        }
        if file.recaptured && !matches!(file.what, WhatFile::Single(..)) {
            error(&file.place, "only single pieces can go to the reserve when they are taken".to_owned());
        }
        let piece = file.what.piece();
        let is_same = |other: &DropFile| {
            other.what.piece().zip(piece).is_some_and(|(other, own)| other.value == own.value)
        };
        if let Some(piece) = piece.filter(|_| files[..index].iter().any(is_same)) {
            // Drops are identified by their piece.
            error(&piece.place, format!("another drop brings `{}`", piece.value));
        }
        if let Some(what) = resolve_one(files, &file.what, size, &known, errors) {
            let (at_start, recaptured) = (file.count, file.recaptured);
            items.push(DropItem { letters: letters.clone(), what, at_start, recaptured });
        }
    }
    Drops { items }
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
                    file.letters.value == name.value && !matches!(file.what, WhatFile::OneOf(_))
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

//! What may be dropped, as the file has it (L36 to L41).

use super::error::LoadError;
use super::read::{Key, Reader, Value};
use super::source::{At, Place};
use crate::game::definition::{DropItem, Dropped, Drops, Spot, TypeId};
use crate::geometry::{BoardSize, Square};
use crate::position::Reserve;

/// Where a single piece may be set down.
pub(super) const SPOTS: &[(&str, Spot)] =
    &[("giving check", Spot::GivingCheck), ("while royals see each other", Spot::RoyalsSeeing)];

const KEYS: &[&str] = &["letters", "piece", "one-of", "pairs", "place", "count", "recaptured"];

/// An item of the reserve as it stands in a file.
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

/// What `place` may say.
#[derive(Clone, Copy)]
enum Where {
    BesideRoyal,
    Spot(Spot),
}

/// Reads the list of drops.
pub(super) fn read(r: &mut Reader<'_>, key: &Key<'_>, value: &Value<'_>) -> Option<Vec<DropFile>> {
    let list = r.list("drop", value)?;
    if list.len() > Reserve::MAX_ITEMS {
        r.error(key.span(), format!("a reserve has at most {} kinds of items", Reserve::MAX_ITEMS));
    }
    Some(list.iter().filter_map(|item| drop(r, item)).collect())
}

fn drop(r: &mut Reader<'_>, value: &Value<'_>) -> Option<DropFile> {
    let (mut letters, mut piece, mut one_of, mut pairs, mut place) = (None, None, None, None, None);
    let (mut count, mut recaptured) = (Some(0), Some(false));
    for (key, value) in r.table("drop", value)? {
        let name = key.get_ref().as_ref();
        match name {
            "letters" => letters = r.text(name, value),
            "piece" => piece = r.text(name, value),
            "one-of" => one_of = r.texts(name, value),
            "pairs" => pairs = self::pairs(r, value),
            "place" => place = self::place(r, value),
            "count" => count = r.number(name, value, 0..=Reserve::MAX_COUNT),
            "recaptured" => {
                recaptured = r.one_of(name, value, &[("goes to the reserve", true), ("is lost", false)]);
            }
            _ => r.unknown_key(key, KEYS),
        }
    }
    let what = match (piece, one_of, pairs, place) {
        (None, Some(one_of), None, None) => WhatFile::OneOf(one_of),
        (Some(piece), None, Some(pairs), None) => WhatFile::Pairs(piece, pairs),
        (Some(piece), None, None, Some(Where::BesideRoyal)) => WhatFile::BesideRoyal(piece),
        (Some(piece), None, None, Some(Where::Spot(spot))) => WhatFile::Single(piece, spot),
        _ => {
            r.error(value.span(), "a drop has `one-of`, or `piece` with either `pairs` or `place`");
            return None;
        }
    };
    if letters.is_none() {
        r.error(value.span(), "this drop has no `letters`");
    }
    let place = r.place(value.span());
    Some(DropFile { place, letters: letters?, what, count: count?, recaptured: recaptured? })
}

fn pairs(r: &mut Reader<'_>, value: &Value<'_>) -> Option<Vec<[At<String>; 2]>> {
    let mut pairs = Vec::new();
    for item in r.list("pairs", value)? {
        match <[At<String>; 2]>::try_from(r.texts("pairs", item)?) {
            Ok(pair) if pair[0].value != pair[1].value => pairs.push(pair),
            _ => r.error(item.span(), "a pair is two different squares"),
        }
    }
    Some(pairs)
}

fn place(r: &mut Reader<'_>, value: &Value<'_>) -> Option<Where> {
    let mut all = vec![("beside the royal piece", Where::BesideRoyal)];
    all.extend(SPOTS.iter().map(|&(name, spot)| (name, Where::Spot(spot))));
    r.one_of("place", value, &all)
}

/// Turns names into types, squares and items; reports a piece that `find` does not know by way of `unknown`.
pub(super) fn resolve(
    files: &[DropFile],
    size: BoardSize,
    find: impl Fn(&str) -> Option<TypeId>,
    unknown: impl Fn(Place, &str) -> LoadError,
    errors: &mut Vec<LoadError>,
) -> Drops {
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
        if let Some(what) = resolve_one(files, &file.what, size, &find, &unknown, errors) {
            let (at_start, recaptured) = (file.count, file.recaptured);
            items.push(DropItem { letters: letters.clone(), what, at_start, recaptured });
        }
    }
    Drops { items }
}

fn resolve_one(
    files: &[DropFile],
    what: &WhatFile,
    size: BoardSize,
    find: &impl Fn(&str) -> Option<TypeId>,
    unknown: &impl Fn(Place, &str) -> LoadError,
    errors: &mut Vec<LoadError>,
) -> Option<Dropped> {
    let mut known = |name: &At<String>| {
        let found = find(&name.value);
        if found.is_none() {
            errors.push(unknown(name.place.clone(), &name.value));
        }
        found
    };
    Some(match what {
        WhatFile::BesideRoyal(piece) => Dropped::BesideRoyal(known(piece)?),
        WhatFile::Single(piece, spot) => Dropped::Single(known(piece)?, *spot),
        WhatFile::Pairs(piece, pairs) => {
            let kind = known(piece)?;
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

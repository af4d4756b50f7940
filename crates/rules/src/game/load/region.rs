//! Regions: named sets of squares, as a file gives them for the first player or for each side.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::error::LoadError;
use super::read::{GameReader, Key, Value, quoted};
use super::side;
use super::source::{At, Place};
use crate::game::definition::{Region, Symmetry};
use crate::language::{Hint, words};
use crate::vocabulary::{Geometry, Square, SquareSet};

/// The greatest number of regions of a game.
const MAX_REGIONS: usize = 64;
/// The greatest length of a region's name, in characters.
const MAX_REGION_NAME: usize = 24;

/// The squares of a region in a file: texts like `d1-f3`.
#[derive(Clone, Debug)]
pub(super) enum RegionFile {
    /// As the first player sees them; the second player has those opposite.
    Seen(Vec<At<String>>),
    /// Those of each side named.
    BySide(Vec<(At<String>, Vec<At<String>>)>),
}

/// Reads the regions.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> BTreeMap<String, At<RegionFile>> {
    let Some(table) = r.table("regions", value) else { return BTreeMap::new() };
    let mut all = BTreeMap::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let place = r.place(key.span());
        check_name(r, name, &place);
        let region = match value.get_ref() {
            DeValue::Table(sides) => {
                let side = |(side, value): (&Key<'_>, &Value<'_>)| {
                    let named = At { value: side.get_ref().to_string(), place: r.place(side.span()) };
                    Some((named, squares(r, name, value)?))
                };
                RegionFile::BySide(sides.iter().filter_map(side).collect())
            }
            _ => RegionFile::Seen(squares(r, name, value).unwrap_or_default()),
        };
        all.insert(name.to_owned(), At { value: region, place });
    }
    all
}

/// Reports a name that cannot be a word of an ability.
fn check_name(r: &mut GameReader<'_>, name: &str, place: &Place) {
    let parts = || name.split('-');
    let fits = parts().all(|part| !part.is_empty() && part.bytes().all(|c| c.is_ascii_lowercase()));
    if !fits || name.len() > MAX_REGION_NAME {
        let message = format!(
            "`{}` cannot be the name of a region: expected at most {MAX_REGION_NAME} small letters from a to z, with \
             hyphens between them",
            name.chars().take(MAX_REGION_NAME).collect::<String>()
        );
        r.errors.push(LoadError::new(place.clone(), message));
    } else if words::find(name).is_some() {
        let message = format!("`{name}` cannot be the name of a region: it is a word of abilities");
        r.errors.push(LoadError::new(place.clone(), message));
    }
}

/// Reads squares: a text or a list of texts.
fn squares(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<Vec<At<String>>> {
    match value.get_ref() {
        DeValue::String(_) => Some(vec![r.text(name, value)?]),
        DeValue::Array(_) => r.texts(name, value),
        _ => {
            r.wrong_type(name, "a list of squares", value);
            None
        }
    }
}

/// Renames the sides of inherited regions to the names in the game that inherits them.
pub(super) fn rename_sides(
    regions: &mut BTreeMap<String, At<RegionFile>>,
    former: &[String; 2],
    names: &[String; 2],
) {
    for region in regions.values_mut() {
        let RegionFile::BySide(sides) = &mut region.value else { continue };
        for (side, _) in sides {
            side::rename(side, former, names);
        }
    }
}

/// Resolves the names of sides and squares. The regions are in alphabetical order.
pub(super) fn resolve(
    regions: &BTreeMap<String, At<RegionFile>>,
    size: Geometry,
    symmetry: Symmetry,
    sides: &[String; 2],
    errors: &mut Vec<LoadError>,
) -> Vec<Region> {
    if let Some((_, region)) = regions.iter().nth(MAX_REGIONS) {
        let message = format!("the game has {} regions: at most {MAX_REGIONS} fit", regions.len());
        errors.push(LoadError::new(region.place.clone(), message));
    }
    let mut resolved = Vec::new();
    for (name, file) in regions.iter().take(MAX_REGIONS) {
        let before = errors.len();
        let squares = match &file.value {
            RegionFile::Seen(texts) => {
                let first = union(texts, size, errors);
                [first, first.iter().map(|square| symmetry.opposite(size, square)).collect()]
            }
            RegionFile::BySide(named) => by_side(named, size, sides, errors),
        };
        if errors.len() == before && squares.iter().all(SquareSet::is_empty) {
            errors.push(LoadError::new(file.place.clone(), format!("the region `{name}` has no squares")));
        }
        resolved.push(Region { name: name.clone(), squares });
    }
    resolved
}

/// Returns the index of the region with a name; reports an unknown name.
#[allow(dead_code)]
pub(super) fn find(regions: &[Region], name: &At<String>, errors: &mut Vec<LoadError>) -> Option<usize> {
    let found = regions.iter().position(|region| region.name == name.value);
    if found.is_none() {
        let names = || regions.iter().map(|region| region.name.as_str());
        let message = match regions {
            [] => format!("`{}` is not a region: the game has none", name.value),
            _ => {
                format!("`{}` is not a region: expected {}", name.value, quoted(&names().collect::<Vec<_>>()))
            }
        };
        let hint = Hint::nearest(&name.value, names());
        errors.push(LoadError::new(name.place.clone(), message).with_hint(hint));
    }
    found
}

/// Returns for each side the squares of some texts: names of regions, parts of the board as the first player sees it, or the text
/// for the whole board.
pub(super) fn place(
    texts: &[At<String>],
    anywhere: &str,
    regions: &[Region],
    size: Geometry,
    symmetry: Symmetry,
    errors: &mut Vec<LoadError>,
) -> [SquareSet; 2] {
    let mut squares = [SquareSet::EMPTY; 2];
    for text in texts {
        if text.value == anywhere {
            return [size.iter().collect(); 2];
        }
        if let Some(region) = regions.iter().find(|region| region.name == text.value) {
            squares.iter_mut().zip(region.squares).for_each(|(all, part)| *all |= part);
            continue;
        }
        let first = union(std::slice::from_ref(text), size, errors);
        squares[0] |= first;
        squares[1].extend(first.iter().map(|square| symmetry.opposite(size, square)));
    }
    squares
}

fn by_side(
    named: &[(At<String>, Vec<At<String>>)],
    size: Geometry,
    sides: &[String; 2],
    errors: &mut Vec<LoadError>,
) -> [SquareSet; 2] {
    let mut squares = [SquareSet::EMPTY; 2];
    for (name, texts) in named {
        match side::find(name, sides) {
            Ok(side) => squares[side.index()] = union(texts, size, errors),
            Err(error) => {
                let hint = Hint::nearest(&name.value, sides.iter().map(String::as_str));
                errors.push(error.with_hint(hint));
            }
        }
    }
    squares
}

/// Returns the squares of some texts; reports those that are none.
fn union(texts: &[At<String>], size: Geometry, errors: &mut Vec<LoadError>) -> SquareSet {
    let mut all = SquareSet::EMPTY;
    for text in texts {
        match part(&text.value, size) {
            Some(squares) => all |= squares,
            None => {
                let message = format!(
                    "`{}` is no part of this board: expected a square, `a1-b2`, `row 1`, `rows 1-2`, `file a` or `files \
                     a-b`, on files {} to {} and rows 1 to {}",
                    crate::vocabulary::quoted(&text.value),
                    size.file_letter(0),
                    size.file_letter(size.files() - 1),
                    size.ranks()
                );
                errors.push(LoadError::new(text.place.clone(), message));
            }
        }
    }
    all
}

/// Returns the squares of a text: a square, the corners of a rectangle, rows or files.
fn part(text: &str, size: Geometry) -> Option<SquareSet> {
    let (kind, range) = text.trim().split_once(' ').unwrap_or(("", text.trim()));
    let (from, to) = range.trim().split_once('-').unwrap_or((range, range));
    let (from, to) = (from.trim(), to.trim());
    let is_range = from != to || range.contains('-');
    let corner = |row: bool, text: &str, far: bool| {
        let (file, rank) = if far { (size.files() - 1, size.ranks()) } else { (0, 1) };
        let name = if row { format!("{}{text}", size.file_letter(file)) } else { format!("{text}{rank}") };
        size.parse(&name).ok()
    };
    let (from, to) = match (kind, is_range) {
        ("", _) => (size.parse(from).ok()?, size.parse(to).ok()?),
        ("row", false) | ("rows", true) => (corner(true, from, false)?, corner(true, to, true)?),
        ("file", false) | ("files", true) if from.len() == 1 && to.len() == 1 => {
            (corner(false, from, false)?, corner(false, to, true)?)
        }
        _ => return None,
    };
    let between = |a: u8, b: u8| a.min(b)..=a.max(b);
    let files = between(size.file(from), size.file(to));
    let ranks = between(size.rank(from), size.rank(to));
    let is_in = |&square: &Square| files.contains(&size.file(square)) && ranks.contains(&size.rank(square));
    Some(size.iter().filter(is_in).collect())
}

//! The keys `then` and `instead` of the table `turns`: the wall that belongs to a turn.

use super::error::LoadError;
use super::read::{GameReader, Key, Value};
use super::region;
use super::source::{At, Place};
use crate::game::definition::{PieceDef, Region};
use crate::game::walling::{WallPlace, Walling};
use crate::language::ast::Power;
use crate::vocabulary::SquareSet;

const PLACES: &[(&str, WallPlace)] = &[
    ("moves to any empty square", WallPlace::Moves),
    ("on any empty square", WallPlace::Anywhere),
    ("where the piece left", WallPlace::WhereItLeft),
    ("where the piece could move", WallPlace::WhereItCouldMove),
    ("on the edge or beside a wall", WallPlace::Edge),
];

/// The wall of a turn in a file.
#[derive(Clone, Debug)]
pub(super) struct WallingFile {
    place: Place,
    wall: WallPlace,
    region: Option<At<String>>,
    instead: bool,
}

/// Reads one of the keys, of which a file has at most one.
pub(super) fn read(
    r: &mut GameReader<'_>,
    key: &Key<'_>,
    value: &Value<'_>,
    found: &mut Option<WallingFile>,
) {
    let name = key.get_ref().as_ref();
    let Some((wall, region)) = wall(r, name, value) else { return };
    if found.is_some() {
        r.error(key.span(), "a wall comes `then`, after every move, or `instead` of one, but not both");
    }
    *found = Some(WallingFile { place: r.place(value.span()), wall, region, instead: name == "instead" });
}

/// Reads where a wall may come, and the name of a region.
fn wall(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<(WallPlace, Option<At<String>>)> {
    let (mut wall, mut region) = (None, None);
    for (key, value) in r.table(name, value)? {
        match key.get_ref().as_ref() {
            "wall" => wall = Some(r.one_of("wall", value, PLACES)?),
            "in" => region = Some(r.text("in", value)?),
            _ => r.unknown_key(key, &["wall", "in"]),
        }
    }
    if wall.is_none() {
        r.error(value.span(), format!("`{name}` has no `wall`: the squares to which it may come"));
    }
    Some((wall?, region))
}

/// Resolves the name of the region, and reports pieces whose turns have no room for a wall.
pub(super) fn resolve(
    file: Option<&WallingFile>,
    regions: &[Region],
    pieces: &[PieceDef],
    errors: &mut Vec<LoadError>,
) -> Option<Walling> {
    let file = file?;
    let doubles =
        |piece: &&PieceDef| piece.ability.powers.iter().any(|power| matches!(power, Power::Double(_)));
    if let Some(piece) = pieces.iter().find(doubles) {
        let message =
            format!("a turn of two moves has no room for a wall: `{}` has the word `double`", piece.name);
        errors.push(LoadError::new(file.place.clone(), message));
    }
    let region = match &file.region {
        None => [SquareSet::ALL; 2],
        Some(name) => regions[region::find(regions, name, errors)?].squares,
    };
    Some(Walling { place: file.wall, region, instead: file.instead })
}

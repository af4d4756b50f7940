//! What the sides hold in reserve, as the file has it (L3, L36).

use super::error::LoadError;
use super::read::{Key, Reader, Value};
use super::source::{At, Place};
use crate::game::definition::{DropPlaces, ReserveItem, Reserves, TypeId};
use crate::geometry::{BoardSize, Square};
use crate::position::Reserve;

/// What a file says of reserves; `None` where it is silent.
#[derive(Clone, Debug, Default)]
pub(super) struct ReservesFile {
    items: Option<Vec<ItemFile>>,
    after_royals_moved: Option<bool>,
    until_royal_reached: Option<bool>,
}

#[derive(Clone, Debug)]
struct ItemFile {
    id: At<String>,
    piece: At<String>,
    count: u8,
    /// Nothing stands for any square.
    squares: Option<Vec<At<Vec<At<String>>>>>,
    returns: bool,
}

impl ReservesFile {
    /// Returns what this file says, and what the parent says where it is silent.
    pub(super) fn over(self, parent: ReservesFile) -> ReservesFile {
        ReservesFile {
            items: self.items.or(parent.items),
            after_royals_moved: self.after_royals_moved.or(parent.after_royals_moved),
            until_royal_reached: self.until_royal_reached.or(parent.until_royal_reached),
        }
    }

    /// Returns the reserves with their pieces and squares found; reports a name that `find` does not know by way of
    /// `unknown`.
    pub(super) fn resolve(
        &self,
        size: BoardSize,
        find: impl Fn(&str) -> Option<TypeId>,
        unknown: impl Fn(Place, &str) -> LoadError,
        errors: &mut Vec<LoadError>,
    ) -> Reserves {
        let mut items: Vec<ReserveItem> = Vec::new();
        for file in self.items.iter().flatten() {
            let Some(piece) = find(&file.piece.value) else {
                errors.push(unknown(file.piece.place.clone(), &file.piece.value));
                continue;
            };
            let mut complain =
                |place: &Place, message: &str| errors.push(LoadError::new(place.clone(), message));
            if items.iter().any(|item| item.id == file.id.value) {
                complain(&file.id.place, "another item of the reserve has this id");
            }
            if items.iter().any(|item| item.piece == piece) {
                complain(&file.piece.place, "another item of the reserve is dropped as this piece");
            }
            let is_id = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic());
            if !is_id(&file.id.value) {
                complain(&file.id.place, "the id of an item of the reserve is made of letters");
            }
            let places = file.squares.as_ref().map_or(DropPlaces::Anywhere, |squares| {
                DropPlaces::Squares(squares.iter().map(|squares| at_once(squares, size, errors)).collect())
            });
            let (id, count, returns) = (file.id.value.clone(), file.count, file.returns);
            items.push(ReserveItem { id, piece, count, places, returns });
        }
        Reserves {
            items,
            after_royals_moved: self.after_royals_moved.unwrap_or(false),
            until_royal_reached: self.until_royal_reached.unwrap_or(false),
        }
    }
}

/// Returns the squares of a drop: one, or two different ones.
fn at_once(names: &At<Vec<At<String>>>, size: BoardSize, errors: &mut Vec<LoadError>) -> Vec<Square> {
    let mut squares = Vec::new();
    for name in &names.value {
        match size.parse(&name.value) {
            Ok(square) if squares.contains(&square) => {
                errors.push(LoadError::new(name.place.clone(), "the squares of a drop are different"));
            }
            Ok(square) => squares.push(square),
            Err(error) => errors.push(LoadError::new(name.place.clone(), error.to_string())),
        }
    }
    if !(1..=2).contains(&names.value.len()) {
        errors.push(LoadError::new(names.place.clone(), "a drop has one square or two"));
    }
    squares
}

/// Reads the table `reserve`.
pub(super) fn read(r: &mut Reader<'_>, value: &Value<'_>) -> ReservesFile {
    const AFTER: &[(&str, bool)] = &[("the start", false), ("both royal pieces have moved", true)];
    const UNTIL: &[(&str, bool)] = &[("the end", false), ("a royal piece has reached its last row", true)];
    let mut file = ReservesFile::default();
    let Some(table) = r.table("reserve", value) else { return file };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "after" => file.after_royals_moved = r.one_of(name, value, AFTER),
            "until" => file.until_royal_reached = r.one_of(name, value, UNTIL),
            "items" => file.items = items(r, key, value),
            _ => r.unknown_key(key, &["after", "until", "items"]),
        }
    }
    file
}

fn items(r: &mut Reader<'_>, key: &Key<'_>, value: &Value<'_>) -> Option<Vec<ItemFile>> {
    let list = r.list("items", value)?;
    if list.len() > Reserve::MAX_ITEMS {
        r.error(key.span(), format!("a reserve has at most {} items", Reserve::MAX_ITEMS));
    }
    Some(list.iter().filter_map(|value| item(r, value)).collect())
}

fn item(r: &mut Reader<'_>, value: &Value<'_>) -> Option<ItemFile> {
    let (mut id, mut piece, mut count, mut squares, mut returns) = (None, None, 1, None, false);
    for (key, value) in r.table("items", value)? {
        let name = key.get_ref().as_ref();
        match name {
            "id" => id = r.text(name, value),
            "piece" => piece = r.text(name, value),
            "count" => count = r.number(name, value, 0..=Reserve::MAX_COUNT).unwrap_or(1),
            "squares" => squares = places(r, value),
            "captured" => {
                returns = r.one_of(name, value, &[("returns", true), ("is lost", false)]).unwrap_or(false);
            }
            _ => r.unknown_key(key, &["id", "piece", "count", "squares", "captured"]),
        }
    }
    for (key, missing) in [("id", id.is_none()), ("piece", piece.is_none())] {
        if missing {
            r.error(value.span(), format!("this item of the reserve has no `{key}`"));
        }
    }
    Some(ItemFile { id: id?, piece: piece?, count, squares, returns })
}

fn places(r: &mut Reader<'_>, value: &Value<'_>) -> Option<Vec<At<Vec<At<String>>>>> {
    let list = r.list("squares", value)?;
    let drops = list.iter().filter_map(|drop| {
        let squares = r.texts("squares", drop)?;
        Some(At { value: squares, place: r.place(drop.span()) })
    });
    Some(drops.collect())
}

//! Descriptions of pieces as they stand in a file.

use std::collections::BTreeMap;

use super::read::{Key, Reader, Value};
use super::source::{At, Place};

/// What a file says about a piece.
#[derive(Clone, Debug)]
pub(super) struct PieceFile {
    pub(super) place: Place,
    /// The piece of the bestiary that says what this does not.
    pub(super) like: Option<At<String>>,
    pub(super) id: Option<At<String>>,
    pub(super) abbreviation: Option<At<String>>,
    pub(super) ability: Option<At<String>>,
    pub(super) description: Option<At<String>>,
}

impl PieceFile {
    /// Returns the piece with what the inherited one adds.
    pub(super) fn over(self, inherited: PieceFile) -> PieceFile {
        PieceFile {
            place: self.place,
            like: self.like.or(inherited.like),
            id: self.id.or(inherited.id),
            abbreviation: self.abbreviation.or(inherited.abbreviation),
            ability: self.ability.or(inherited.ability),
            description: self.description.or(inherited.description),
        }
    }
}

/// Reads the descriptions of pieces.
pub(super) fn read(r: &mut Reader<'_>, value: &Value<'_>) -> BTreeMap<String, PieceFile> {
    let Some(table) = r.table("piece", value) else { return BTreeMap::new() };
    let mut all = BTreeMap::new();
    for (key, value) in table {
        if let Some(piece) = piece(r, key, value) {
            all.insert(key.get_ref().to_string(), piece);
        }
    }
    all
}

fn piece(r: &mut Reader<'_>, key: &Key<'_>, value: &Value<'_>) -> Option<PieceFile> {
    let place = r.place(key.span());
    let mut piece =
        PieceFile { place, like: None, id: None, abbreviation: None, ability: None, description: None };
    for (key, value) in r.table(key.get_ref(), value)? {
        let name = key.get_ref().as_ref();
        match name {
            "like" => piece.like = r.text(name, value),
            "id" => piece.id = r.text(name, value),
            "abbreviation" => piece.abbreviation = r.text(name, value),
            "ability" => piece.ability = r.text(name, value),
            "description" => piece.description = r.text(name, value),
            _ => r.unknown_key(key, &["like", "id", "abbreviation", "ability", "description"]),
        }
    }
    Some(piece)
}

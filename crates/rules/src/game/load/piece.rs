//! Descriptions of pieces in a file.

use std::collections::BTreeMap;

use super::read::{GameReader, Key, Value};
use super::source::{At, Place};

/// The description of a piece in a file.
#[derive(Clone, Debug)]
pub(super) struct PieceFile {
    pub(super) place: Place,
    /// A piece of the bestiary with the same move.
    pub(super) like: Option<At<String>>,
    pub(super) id: Option<At<String>>,
    pub(super) abbreviation: Option<At<String>>,
    pub(super) ability: Option<At<String>>,
    pub(super) description: Option<At<String>>,
    pub(super) unnamed: Option<bool>,
    pub(super) worth: Option<u16>,
}

impl PieceFile {
    /// Returns the piece with missing keys filled in from the inherited one. A piece that is `like` another does not inherit
    /// its move.
    pub(super) fn over(self, inherited: PieceFile) -> PieceFile {
        let (ability, description) = match self.like {
            Some(_) => (None, None),
            None => (inherited.ability, inherited.description),
        };
        PieceFile {
            place: self.place,
            like: self.like.or(inherited.like),
            id: self.id.or(inherited.id),
            abbreviation: self.abbreviation.or(inherited.abbreviation),
            ability: self.ability.or(ability),
            description: self.description.or(description),
            unnamed: self.unnamed.or(inherited.unnamed),
            worth: self.worth.or(inherited.worth),
        }
    }

    /// Returns the piece with the move of its model.
    pub(super) fn moving_like(self, model: PieceFile) -> PieceFile {
        PieceFile {
            ability: self.ability.or(model.ability),
            description: self.description.or(model.description),
            ..self
        }
    }
}

const KEYS: &[&str] = &["like", "id", "abbreviation", "ability", "description", "unnamed", "worth"];

/// Reads the descriptions of pieces.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> BTreeMap<String, PieceFile> {
    let Some(table) = r.table("piece", value) else { return BTreeMap::new() };
    let mut all = BTreeMap::new();
    for (key, value) in table {
        if let Some(piece) = piece(r, key, value) {
            all.insert(key.get_ref().to_string(), piece);
        }
    }
    all
}

fn piece(r: &mut GameReader<'_>, key: &Key<'_>, value: &Value<'_>) -> Option<PieceFile> {
    let place = r.place(key.span());
    let mut piece = PieceFile {
        place,
        like: None,
        id: None,
        abbreviation: None,
        ability: None,
        description: None,
        unnamed: None,
        worth: None,
    };
    for (key, value) in r.table(key.get_ref(), value)? {
        let name = key.get_ref().as_ref();
        match name {
            "like" => piece.like = r.text(name, value),
            "id" => piece.id = r.text(name, value),
            "abbreviation" => piece.abbreviation = r.text(name, value),
            "ability" => piece.ability = r.text(name, value),
            "description" => piece.description = r.text(name, value),
            "unnamed" => piece.unnamed = r.one_of(name, value, &[("in turns", true), ("never", false)]),
            "worth" => piece.worth = r.number(name, value, 1..=10_000),
            _ => r.unknown_key(key, KEYS),
        }
    }
    Some(piece)
}

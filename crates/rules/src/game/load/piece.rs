//! Descriptions of pieces in a file.

use std::collections::BTreeMap;

use super::error::LoadError;
use super::picture;
use super::read::{GameReader, Key, Value};
use super::source::{At, Place};
use crate::game::definition::{Picture, PieceDef};
use crate::vocabulary::quoted_within;

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
    /// The sign of each side's piece, the first player's first.
    pub(super) sign: Option<[String; 2]>,
    pub(super) picture: Option<Picture>,
    pub(super) in_hand: Option<At<String>>,
    pub(super) fen: Option<At<String>>,
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
            sign: self.sign.or(inherited.sign),
            picture: self.picture.or(inherited.picture),
            in_hand: self.in_hand.or(inherited.in_hand),
            fen: self.fen.or(inherited.fen),
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

const KEYS: &[&str] = &[
    "like",
    "id",
    "abbreviation",
    "ability",
    "description",
    "unnamed",
    "worth",
    "sign",
    "picture",
    "in-hand",
    "fen",
];

/// The greatest length of a sign, in characters.
const MAX_SIGN: usize = 2;

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
        sign: None,
        picture: None,
        in_hand: None,
        fen: None,
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
            "worth" => piece.worth = r.number(name, value, 1..=PieceDef::MAX_WORTH),
            "sign" => piece.sign = sign(r, value),
            "picture" => piece.picture = picture::read(r, value),
            "in-hand" => piece.in_hand = r.text(name, value),
            "fen" => piece.fen = r.text(name, value),
            _ => r.unknown_key(key, KEYS),
        }
    }
    Some(piece)
}

/// Reads a sign, or a sign for each side.
fn sign(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<[String; 2]> {
    let is_one = value.get_ref().as_str().is_some();
    let signs = if is_one { vec![r.text("sign", value)?] } else { r.texts("sign", value)? };
    let before = r.errors.len();
    for sign in &signs {
        if !(1..=MAX_SIGN).contains(&sign.value.chars().count())
            || !sign.value.chars().all(char::is_alphabetic)
        {
            let message = format!(
                "`{}` cannot be a sign: expected 1 to {MAX_SIGN} letters of any script",
                quoted_within(&sign.value, 2 * MAX_SIGN)
            );
            r.errors.push(LoadError::new(sign.place.clone(), message));
        }
    }
    if r.errors.len() > before {
        return None;
    }
    let mut signs: Vec<String> = signs.into_iter().map(|sign| sign.value).collect();
    if is_one {
        signs.extend_from_within(..);
    }
    let both = <[String; 2]>::try_from(signs).ok();
    if both.is_none() {
        r.error(value.span(), "`sign` must be a text or two of them, that of the first player first");
    }
    both
}

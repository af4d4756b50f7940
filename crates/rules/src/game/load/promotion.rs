//! Promotions and their conditions in a file.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::drops::SPOTS;
use super::error::LoadError;
use super::read::{GameReader, Value, quoted};
use super::source::{At, Place};
use crate::game::definition::{PieceDef, Promotion, PromotionWhen};
use crate::vocabulary::PieceType;

/// A promotion in a file.
#[derive(Clone, Debug)]
pub(super) struct PromotionFile {
    to: At<String>,
    when: WhenFile,
}

/// The condition of a promotion, with the names of pieces.
#[derive(Clone, Debug)]
enum WhenFile {
    After(PromotionWhen),
    /// While a piece of this type is on the board (K109).
    IfOnBoard(At<String>),
    /// While no piece of this type is on the board (K109).
    UnlessOnBoard(At<String>),
    /// After taking a piece of this type (L21).
    Taking(At<String>),
}

/// Reads the promotions of all pieces.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> BTreeMap<String, At<Vec<PromotionFile>>> {
    let Some(table) = r.table("promotions", value) else { return BTreeMap::new() };
    let mut all = BTreeMap::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let promotions: Vec<PromotionFile> = match value.get_ref() {
            DeValue::Array(list) => list.iter().filter_map(|item| promotion(r, name, item)).collect(),
            _ => promotion(r, name, value).into_iter().collect(),
        };
        all.insert(name.to_owned(), At { value: promotions, place: r.place(key.span()) });
    }
    all
}

fn promotion(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<PromotionFile> {
    const AFTER: &[(&str, PromotionWhen)] = &[
        ("any move", PromotionWhen::Always),
        ("diagonal move", PromotionWhen::DiagonalMove),
        ("orthogonal move", PromotionWhen::OrthogonalMove),
    ];
    const ON: &[(&str, PromotionWhen)] = &[("any square", PromotionWhen::Anywhere)];
    const KEYS: &[&str] =
        &["to", "after", "if-on-board", "unless-on-board", "taking", "on", "set-down", "at-most"];
    let table = match value.get_ref() {
        DeValue::String(_) => {
            let when = WhenFile::After(PromotionWhen::Always);
            return Some(PromotionFile { to: r.text(name, value)?, when });
        }
        DeValue::Table(table) => table,
        _ => {
            r.wrong_type(name, "the name of a piece, or a list of promotions", value);
            return None;
        }
    };
    let mut to = None;
    let mut conditions = Vec::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "to" => to = Some(r.text(name, value)),
            "after" => conditions.push(r.one_of(name, value, AFTER).map(WhenFile::After)),
            "if-on-board" => conditions.push(r.text(name, value).map(WhenFile::IfOnBoard)),
            "taking" => conditions.push(r.text(name, value).map(WhenFile::Taking)),
            "on" => conditions.push(r.one_of(name, value, ON).map(WhenFile::After)),
            "at-most" => {
                let number = r.number(name, value, 1..=u8::MAX);
                conditions.push(number.map(|number| WhenFile::After(PromotionWhen::AtMost(number))));
            }
            "set-down" => {
                let spot = r.one_of(name, value, SPOTS);
                conditions.push(spot.map(|spot| WhenFile::After(PromotionWhen::Placed(spot))));
            }
            "unless-on-board" => conditions.push(r.text(name, value).map(WhenFile::UnlessOnBoard)),
            _ => r.unknown_key(key, KEYS),
        }
    }
    if to.is_none() {
        r.error(value.span(), "this promotion has no `to`");
    }
    if conditions.len() > 1 {
        r.error(value.span(), format!("a promotion has one condition: {}", quoted(&KEYS[1..])));
    }
    let when = conditions.pop().unwrap_or(Some(WhenFile::After(PromotionWhen::Always)));
    Some(PromotionFile { to: to??, when: when? })
}

/// Resolves the pieces of the promotions of `from`; a name that `find` does not know is reported by `unknown`. Reports
/// promotions that change nothing, are listed twice or cannot be made.
pub(super) fn resolve(
    from: PieceType,
    promotions: &[PromotionFile],
    pieces: &[PieceDef],
    find: impl Fn(&str) -> Option<PieceType>,
    unknown: impl Fn(Place, &str) -> LoadError,
    errors: &mut Vec<LoadError>,
) -> Vec<Promotion> {
    let mut known = |name: &At<String>| {
        let found = find(&name.value);
        if found.is_none() {
            errors.push(unknown(name.place.clone(), &name.value));
        }
        found
    };
    let resolve_one = |promotion: &PromotionFile| {
        let to = known(&promotion.to);
        let when = match &promotion.when {
            WhenFile::After(when) => Some(*when),
            WhenFile::IfOnBoard(name) => known(name).map(PromotionWhen::Present),
            WhenFile::Taking(name) => known(name).map(PromotionWhen::Taking),
            WhenFile::UnlessOnBoard(name) => known(name).map(PromotionWhen::Absent),
        };
        Some(Promotion { to: to?, when: when? })
    };
    let resolved: Vec<Option<Promotion>> = promotions.iter().map(resolve_one).collect();
    let mut promotions_so_far: Vec<Promotion> = Vec::new();
    for (file, promotion) in promotions.iter().zip(resolved) {
        let Some(promotion) = promotion else { continue };
        let is_same = |other: &Promotion| {
            let always = [other.when, promotion.when].contains(&PromotionWhen::Always);
            other.to == promotion.to && (always || other.when == promotion.when)
        };
        let name = &file.to.value;
        if promotion.to == from {
            let message = format!("`{name}` promotes to itself: leave that out");
            errors.push(LoadError::new(file.to.place.clone(), message));
        } else if promotions_so_far.iter().any(is_same) {
            let message = format!("the promotion to `{name}` is there twice");
            errors.push(LoadError::new(file.to.place.clone(), message));
        }
        if let Some(message) = obstacle(&pieces[promotion.to.index()], promotion.when) {
            errors.push(LoadError::new(file.to.place.clone(), message));
        }
        promotions_so_far.push(promotion);
    }
    promotions_so_far
}

/// Returns why a piece cannot be the result of such a promotion: a piece on two squares needs a capture (L21), and one that
/// explodes must be set down somewhere (L44).
fn obstacle(piece: &PieceDef, when: PromotionWhen) -> Option<String> {
    let name = &piece.name;
    match when {
        PromotionWhen::Taking(_) | PromotionWhen::Placed(_) if piece.is_twofold() && piece.explodes() => {
            Some(format!("`{name}` stands on two squares and explodes: it never comes on the board"))
        }
        PromotionWhen::Taking(_) if piece.is_twofold() => None,
        PromotionWhen::Placed(_) if piece.explodes() => None,
        _ if piece.is_twofold() => {
            Some(format!("`{name}` stands on two squares: it comes only by a promotion with `taking`"))
        }
        _ if piece.explodes() => Some(format!(
            "`{name}` explodes where it is set down: it comes only by a promotion with `set-down`"
        )),
        _ => None,
    }
}

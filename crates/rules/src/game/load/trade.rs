//! The rule of trade in a file: the pieces that may not be traded for each other (R113, R114).

use super::error::LoadError;
use super::read::{GameReader, Value};
use super::source::{At, Place};
use crate::game::definition::{PieceDef, Trade};
use crate::vocabulary::PieceType;

/// The content of the table `trade`.
#[derive(Clone, Debug, Default)]
pub(super) struct TradeFile {
    guarded: Vec<At<String>>,
    trifles: Vec<At<String>>,
    takers: Option<Vec<At<String>>>,
    adjacent: bool,
    answer_is_free: bool,
}

/// Reads the table `trade`.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<TradeFile> {
    let mut file = TradeFile::default();
    let mut has_guarded = false;
    for (key, value) in r.table("trade", value)? {
        let name = key.get_ref().as_ref();
        match name {
            "guarded" => {
                has_guarded = true;
                file.guarded = r.texts(name, value).unwrap_or_default();
            }
            "trifles" => file.trifles = r.texts(name, value).unwrap_or_default(),
            "takers" => file.takers = r.texts(name, value),
            "adjacent" => {
                file.adjacent =
                    r.one_of(name, value, &[("free", false), ("guarded", true)]).unwrap_or_default();
            }
            "answer" => {
                let values = [("guarded", false), ("free", true)];
                file.answer_is_free = r.one_of(name, value, &values).unwrap_or_default();
            }
            _ => r.unknown_key(key, &["guarded", "trifles", "takers", "adjacent", "answer"]),
        }
    }
    if !has_guarded {
        r.error(value.span(), "`trade` has no `guarded`: the pieces that may not be traded for each other");
    }
    Some(file)
}

impl TradeFile {
    /// Returns the rule with the names of pieces resolved, or none if nothing is guarded; a name that `find` does not know is
    /// reported by `unknown`. What is like one of the pieces but promotes no further counts, too.
    pub(super) fn resolve(
        &self,
        pieces: &[PieceDef],
        find: impl Fn(&str) -> Option<PieceType>,
        unknown: impl Fn(Place, &str) -> LoadError,
        errors: &mut Vec<LoadError>,
    ) -> Option<Trade> {
        let mut known = |names: &[At<String>]| {
            let mut types = Vec::new();
            for name in names {
                match find(&name.value) {
                    Some(kind) => types.push(kind),
                    None => errors.push(unknown(name.place.clone(), &name.value)),
                }
                let copy = super::once::name_of(&name.value);
                let copies = pieces.iter().position(|piece| piece.name == copy);
                types.extend(copies.map(|index| PieceType::new(index as u8)));
            }
            types
        };
        let trade = Trade {
            guarded: known(&self.guarded),
            trifles: known(&self.trifles),
            takers: self.takers.as_deref().map(&mut known),
            adjacent: self.adjacent,
            answer_is_free: self.answer_is_free,
        };
        (!self.guarded.is_empty()).then_some(trade)
    }
}

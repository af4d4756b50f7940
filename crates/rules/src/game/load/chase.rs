//! The rule of perpetual chase in a file: `ending.perpetual-chase` (R137).

use super::error::LoadError;
use super::read::{GameReader, Value};
use super::region;
use super::source::{At, Place};
use crate::game::definition::Chase;
use crate::vocabulary::{PieceType, Region};

/// The content of `ending.perpetual-chase`.
#[derive(Clone, Debug)]
pub(super) struct ChaseFile {
    pub(super) place: Place,
    worth: Vec<(At<String>, u16)>,
    spared: Vec<(At<String>, At<String>)>,
}

/// Reads `ending.perpetual-chase`.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<ChaseFile> {
    let mut file = ChaseFile { place: r.place(value.span()), worth: Vec::new(), spared: Vec::new() };
    for (key, value) in r.table("perpetual-chase", value)? {
        let name = key.get_ref().as_ref();
        match name {
            "worth" => {
                for (piece, worth) in r.table(name, value)? {
                    let place = r.place(piece.span());
                    let worth = r.number(name, worth, 0..=1000)?;
                    file.worth.push((At { value: piece.get_ref().to_string(), place }, worth));
                }
            }
            "spared" => {
                for (piece, region) in r.table(name, value)? {
                    let place = r.place(piece.span());
                    let region = r.text(name, region)?;
                    file.spared.push((At { value: piece.get_ref().to_string(), place }, region));
                }
            }
            _ => r.unknown_key(key, &["worth", "spared"]),
        }
    }
    if file.worth.is_empty() {
        r.error(
            value.span(),
            "`perpetual-chase` has no `worth`: the pieces that may not chase for ever, as in `worth = { Rook = 2 }`",
        );
        return None;
    }
    Some(file)
}

impl ChaseFile {
    /// Returns the rule of a game with this number of types; `known` finds the pieces of a list and reports those that the game lacks.
    pub(super) fn resolve(
        &self,
        types: usize,
        regions: &[Region],
        known: &mut impl FnMut(&[At<String>], &mut Vec<LoadError>) -> Vec<PieceType>,
        errors: &mut Vec<LoadError>,
    ) -> Chase {
        let mut worth = vec![None; types];
        for (name, number) in &self.worth {
            if let Some(kind) = known(std::slice::from_ref(name), errors).first() {
                worth[kind.index()] = Some(*number);
            }
        }
        let mut spared = Vec::new();
        for (name, region) in &self.spared {
            let kind = known(std::slice::from_ref(name), errors).first().copied();
            let region = region::find(regions, region, errors);
            spared.extend(kind.zip(region.map(|index| regions[index].squares)));
        }
        Chase { worth, spared }
    }
}

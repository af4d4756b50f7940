//! `promotes = "once"`: what a piece becomes promotes no further (R115).

use super::error::LoadError;
use super::resolve::{MAX_ID, MAX_PIECES};
use super::source::Place;
use crate::game::definition::PieceDef;
use crate::vocabulary::PieceType;

/// Returns the name of the piece that is like another but promotes no further.
pub(super) fn name_of(name: &str) -> String {
    format!("{name} by promotion")
}

/// Lets every promotion to a piece that has promotions itself lead to a copy of it without any. Reports copies for which there is no
/// room, or no id.
pub(super) fn stop(pieces: &mut Vec<PieceDef>, place: &Place, errors: &mut Vec<LoadError>) {
    let promotes: Vec<bool> = pieces.iter().map(|piece| !piece.promotions.is_empty()).collect();
    let mut copies: Vec<Option<PieceType>> = vec![None; pieces.len()];
    for index in 0..promotes.len() {
        for nth in 0..pieces[index].promotions.len() {
            let to = pieces[index].promotions[nth].to.index();
            if !promotes[to] {
                continue;
            }
            if copies[to].is_none() {
                let Some(copy) = copy_of(&pieces[to], pieces, place, errors) else { return };
                copies[to] = Some(PieceType::new(pieces.len() as u8));
                // In a hand it is what it is like.
                let original = PieceType::new(to as u8);
                let in_hand = copy.in_hand.or(Some(original));
                pieces.push(PieceDef { in_hand, copy_of: Some(original), ..copy });
            }
            if let Some(copy) = copies[to] {
                pieces[index].promotions[nth].to = copy;
            }
        }
    }
}

/// Returns the copy of a piece, or reports why there is none.
fn copy_of(
    piece: &PieceDef,
    pieces: &[PieceDef],
    place: &Place,
    errors: &mut Vec<LoadError>,
) -> Option<PieceDef> {
    let (name, id) = (name_of(&piece.name), format!("{}p", piece.id));
    let taken = |other: &&PieceDef| {
        other.name == name
            || other.id.eq_ignore_ascii_case(&id)
            || other.abbreviation.as_deref() == Some(id.as_str())
    };
    let message = if let Some(other) = pieces.iter().find(taken) {
        format!("`{name}` needs the id `{id}`, which {} has, or its name", other.name)
    } else if id.len() > MAX_ID {
        format!("`{name}` needs an id of a letter more than {}: `{id}` has more than {MAX_ID}", piece.name)
    } else if pieces.len() >= MAX_PIECES {
        format!("with `{name}` the game has more than {MAX_PIECES} pieces")
    } else {
        let piece = piece.clone();
        return Some(PieceDef {
            name,
            id,
            abbreviation: None,
            promotions: Vec::new(),
            unnamed: false,
            fen: None,
            ..piece
        });
    };
    errors.push(LoadError::new(place.clone(), message));
    None
}

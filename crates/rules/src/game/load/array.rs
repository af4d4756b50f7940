//! The initial array, drawn rank by rank (K19).

use super::error::LoadError;
use super::source::At;
use crate::game::definition::{PieceDef, Placement, Symmetry};
use crate::language::Hint;
use crate::vocabulary::{Geometry, PieceType, Side, SquareSet};

/// The sign of a square that does not exist.
const HOLE: &str = "#";

/// Reads a drawing: the last line is rank 1, a dot is an empty square, `#` is a square that does not exist, any other word is the
/// id of a piece. Returns the placements in the order of the squares, and the holes.
///
/// Only the first player's pieces are drawn, and the second player's follow by the symmetry, as do the holes; without symmetry
/// both are drawn as in positions, `[K]` and `(K)`.
pub(super) fn read(
    drawing: &At<String>,
    size: Geometry,
    symmetry: Symmetry,
    pieces: &[PieceDef],
    errors: &mut Vec<LoadError>,
) -> (Vec<Placement>, SquareSet) {
    let lines: Vec<&str> = drawing.value.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut array: Vec<Placement> = Vec::new();
    let mut holes = SquareSet::EMPTY;
    if lines.len() > usize::from(size.ranks()) {
        let message = format!("{} ranks are drawn: the board has {}", lines.len(), size.ranks());
        errors.push(LoadError::new(drawing.place.clone(), message));
        return (array, holes);
    }
    for (rank, line) in lines.iter().rev().enumerate() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.len() != usize::from(size.files()) {
            let message = format!(
                "rank {} has {} squares: the board has {} files",
                rank + 1,
                words.len(),
                size.files()
            );
            let place = drawing.part(range_of(&drawing.value, line.trim()));
            errors.push(LoadError::new(place, message));
            continue;
        }
        for (file, word) in words.iter().enumerate().filter(|(_, word)| **word != ".") {
            let place = || drawing.part(range_of(&drawing.value, word));
            let square =
                size.square(file as i16, rank as i16).expect("the drawing has the size of the board");
            if *word == HOLE {
                holes.extend([square].into_iter().chain(symmetry.twin(size, square)));
                continue;
            }
            match piece(word, symmetry, pieces) {
                Ok((side, piece)) => {
                    let placement = Placement { square, side, piece };
                    if let Some(message) = obstacle(&pieces[piece.index()]) {
                        errors.push(LoadError::new(place(), message));
                    }
                    for placement in [Some(placement), twin(placement, size, symmetry)].into_iter().flatten()
                    {
                        if array.iter().any(|other| other.square == placement.square) {
                            let message =
                                format!("two pieces would stand on {}", size.name(placement.square));
                            errors.push(LoadError::new(place(), message));
                        }
                        let at = array.partition_point(|other| other.square <= placement.square);
                        array.insert(at, placement);
                    }
                }
                Err((message, hint)) => {
                    let error = LoadError::new(place(), message).with_hint(hint);
                    if errors.iter().all(|known| known.message() != error.message()) {
                        errors.push(error);
                    }
                }
            }
        }
    }
    if let Some(lost) = array.iter().find(|placement| holes.contains(placement.square)) {
        let message = format!("a piece would stand on {}, which is a hole", size.name(lost.square));
        errors.push(LoadError::new(drawing.place.clone(), message));
    }
    (array, holes)
}

/// Returns why a piece cannot stand in an array, in which each piece has one square (L22) and none explodes (L41).
fn obstacle(piece: &PieceDef) -> Option<String> {
    let name = &piece.name;
    if piece.is_twofold() {
        Some(format!("`{name}` stands on two squares: an array has one for each piece"))
    } else if piece.explodes() {
        Some(format!("`{name}` explodes where it is set down: it stands in no array"))
    } else {
        None
    }
}

/// Returns the piece for a word of the drawing, or an error and a hint.
fn piece(
    word: &str,
    symmetry: Symmetry,
    pieces: &[PieceDef],
) -> Result<(Side, PieceType), (String, Option<Hint>)> {
    let (side, id) = match symmetry {
        Symmetry::None => bracketed(word).ok_or_else(|| {
            (
                format!("`{word}` is neither `[ID]` nor `(ID)`: without symmetry every piece shows its side"),
                None,
            )
        })?,
        Symmetry::Rotational | Symmetry::Mirror => (Side::First, word),
    };
    match pieces.iter().position(|piece| piece.id == id) {
        Some(index) => {
            Ok((side, PieceType::new(u8::try_from(index).expect("a game has at most 200 pieces"))))
        }
        None => {
            let by_name =
                pieces.iter().find(|piece| piece.name == id || piece.abbreviation.as_deref() == Some(id));
            let hint = by_name
                .map(|piece| Hint::meant(&piece.id))
                .or_else(|| Hint::nearest(id, pieces.iter().map(|piece| piece.id.as_str())));
            let known = if hint.is_none() { the_ids(pieces) } else { String::new() };
            Err((format!("`{id}` is not the id of a piece of this game{known}"), hint))
        }
    }
}

/// The most pieces whose ids a message lists.
const MAX_TOLD: usize = 40;

/// Returns the ids as the end of a message, of a game that has not too many.
fn the_ids(pieces: &[PieceDef]) -> String {
    let ids: Vec<&str> = pieces.iter().map(|piece| piece.id.as_str()).collect();
    if (1..=MAX_TOLD).contains(&ids.len()) { format!(": expected {}", ids.join(", ")) } else { String::new() }
}

/// Removes the brackets: `[K]` is the first player's, `(K)` the second's.
fn bracketed(word: &str) -> Option<(Side, &str)> {
    let first = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')).map(|id| (Side::First, id));
    first.or_else(|| word.strip_prefix('(')?.strip_suffix(')').map(|id| (Side::Second, id)))
}

/// Returns the second player's counterpart (K19).
fn twin(placement: Placement, size: Geometry, symmetry: Symmetry) -> Option<Placement> {
    let square = symmetry.twin(size, placement.square)?;
    Some(Placement { square, side: Side::Second, piece: placement.piece })
}

/// Returns the range of a part of a text, in bytes.
fn range_of(text: &str, part: &str) -> std::ops::Range<usize> {
    let start = part.as_ptr().addr() - text.as_ptr().addr();
    start..start + part.len()
}

//! Castlings, as a file gives them for the first player (L47).

use super::error::LoadError;
use super::read::{GameReader, Key, Value};
use super::source::{At, Place};
use crate::game::definition::{Castling, CastlingPart, PieceDef, Placement, SetupChoice, SetupDef, Symmetry};
use crate::language::ast::{Power, Royal};
use crate::vocabulary::{Geometry, Side, Square};

/// The greatest number of castlings of a side.
const MAX_CASTLINGS: usize = 4;

/// A castling in a file.
#[derive(Clone, Debug)]
pub(super) struct CastlingFile {
    place: Place,
    letter: At<String>,
    text: At<String>,
    king: [At<String>; 2],
    rook: [At<String>; 2],
}

/// Reads the list of castlings.
pub(super) fn read(r: &mut GameReader<'_>, key: &Key<'_>, value: &Value<'_>) -> Option<Vec<CastlingFile>> {
    let list = r.list("castling", value)?;
    if list.len() > MAX_CASTLINGS {
        r.error(key.span(), format!("a side has at most {MAX_CASTLINGS} castlings"));
    }
    Some(list.iter().filter_map(|item| castling(r, item)).collect())
}

fn castling(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<CastlingFile> {
    const KEYS: &[&str] = &["letter", "text", "king", "rook"];
    let (mut letter, mut text, mut king, mut rook) = (None, None, None, None);
    let table = r.table("castling", value)?;
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "letter" => letter = r.text(name, value),
            "text" => text = r.text(name, value),
            "king" => king = squares(r, name, value),
            "rook" => rook = squares(r, name, value),
            _ => r.unknown_key(key, KEYS),
        }
    }
    for key in KEYS.iter().filter(|key| table.iter().all(|(known, _)| known.get_ref() != **key)) {
        r.error(value.span(), format!("this castling has no `{key}`"));
    }
    Some(CastlingFile {
        place: r.place(value.span()),
        letter: letter?,
        text: text?,
        king: king?,
        rook: rook?,
    })
}

fn squares(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<[At<String>; 2]> {
    let squares = <[At<String>; 2]>::try_from(r.texts(name, value)?);
    if squares.is_err() {
        r.error(value.span(), format!("`{name}` must be two squares: from where and to where"));
    }
    squares.ok()
}

/// Returns the castlings of both sides: the second player's are the first's on the opposite ranks. Reports castlings whose
/// pieces a setup displaces.
pub(super) fn resolve(
    files: &[CastlingFile],
    size: Geometry,
    symmetry: Symmetry,
    array: &[Placement],
    setup: &SetupDef,
    pieces: &[PieceDef],
    errors: &mut Vec<LoadError>,
) -> Vec<Castling> {
    let mut context = Context { size, array, pieces, errors };
    let mut castlings: Vec<Castling> = Vec::new();
    for file in files {
        if let Some(castling) = context.castling(file) {
            if castlings.iter().any(|other| other.letter == castling.letter) {
                context.error(&file.letter.place, "another castling has this letter");
            }
            if castlings.iter().any(|other| other.text == castling.text) {
                context.error(&file.text.place, "another castling has this text");
            }
            castlings.push(castling);
        }
    }
    let flipped =
        |part: CastlingPart| CastlingPart { from: size.flip(part.from), to: size.flip(part.to), ..part };
    let seconds: Vec<Castling> = castlings
        .iter()
        .map(|castling| Castling {
            letter: castling.letter.to_ascii_lowercase(),
            side: Side::Second,
            king: flipped(castling.king),
            rook: flipped(castling.rook),
            text: castling.text.clone(),
        })
        .collect();
    for (castling, file) in seconds.iter().zip(files) {
        for part in [castling.king, castling.rook] {
            let own = Placement { square: part.from, side: Side::Second, piece: part.kind };
            if !array.contains(&own) {
                let name = size.name(part.from);
                context.error(
                    &file.place,
                    format!("the second player's castling needs the like piece on {name}"),
                );
            }
        }
    }
    castlings.extend(seconds);
    let choices = || setup.phases.iter().flat_map(|phase| &phase.choices);
    for (castling, file) in castlings.iter().zip(files.iter().cycle()) {
        if choices().any(|choice| displaces(choice, size, symmetry, castling)) {
            let message =
                "a choice of the set-up displaces a piece of this castling, which could never be made then";
            context.error(&file.place, message);
        }
    }
    castlings
}

/// Returns whether a setup choice puts another piece on a starting square of a castling.
fn displaces(choice: &SetupChoice, size: Geometry, symmetry: Symmetry, castling: &Castling) -> bool {
    let starts = [castling.king.from, castling.rook.from];
    let is_moved = |square: Square| size.reflect(square) != square;
    match choice {
        SetupChoice::Symmetry => castling.side == Side::Second && starts.into_iter().any(is_moved),
        SetupChoice::Reflect { side } => castling.side == *side && starts.into_iter().any(is_moved),
        SetupChoice::Exchange { squares, .. } => squares.iter().any(|&square| {
            starts.contains(&square) || symmetry.twin(size, square).is_some_and(|twin| starts.contains(&twin))
        }),
    }
}

struct Context<'g> {
    size: Geometry,
    array: &'g [Placement],
    pieces: &'g [PieceDef],
    errors: &'g mut Vec<LoadError>,
}

impl Context<'_> {
    fn castling(&mut self, file: &CastlingFile) -> Option<Castling> {
        let letter = file.letter.value.chars().next().filter(char::is_ascii_uppercase);
        if letter.is_none() || file.letter.value.len() > 1 {
            self.error(&file.letter.place, "the letter of a castling is one capital from A to Z");
        }
        let text = &file.text.value;
        if !text.starts_with(|c: char| c.is_ascii_alphabetic())
            || !text.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
        {
            let message = "the text of a castling is made of letters and hyphens and begins with a letter";
            self.error(&file.text.place, message);
        }
        let (king, rook) = (self.part(&file.king), self.part(&file.rook));
        let castling =
            Castling { letter: letter?, text: text.clone(), side: Side::First, king: king?, rook: rook? };
        let rank = |square| self.size.rank(square);
        let Castling { king, rook, .. } = castling;
        if [king.to, rook.from, rook.to].iter().any(|&square| rank(square) != rank(king.from)) {
            self.error(&file.place, "the squares of a castling are all on one rank");
        }
        if king.from == rook.from || king.to == rook.to {
            self.error(&file.place, "the two pieces of a castling stand on different squares");
        }
        if !self.pieces[king.kind.index()].ability.powers.contains(&Power::Royal(Royal)) {
            self.error(&file.king[0].place, "the first piece of a castling, its `king`, is royal");
        }
        Some(castling)
    }

    fn part(&mut self, [from, to]: &[At<String>; 2]) -> Option<CastlingPart> {
        let (start, end) = (self.square(from), self.square(to));
        let (start, end) = (start?, end?);
        let own = |placement: &&Placement| placement.square == start && placement.side == Side::First;
        let Some(placement) = self.array.iter().find(own) else {
            self.error(&from.place, format!("the first player has no piece on {}", from.value));
            return None;
        };
        Some(CastlingPart { kind: placement.piece, from: start, to: end })
    }

    fn square(&mut self, name: &At<String>) -> Option<Square> {
        let square = self.size.parse(&name.value);
        if let Err(error) = &square {
            self.error(&name.place, error.to_string());
        }
        square.ok()
    }

    fn error(&mut self, place: &Place, message: impl Into<String>) {
        self.errors.push(LoadError::new(place.clone(), message));
    }
}

//! Castlings, as a file gives them for the first player (L47).

use std::collections::BTreeSet;

use toml::de::DeValue;

use super::error::LoadError;
use super::read::{GameReader, Key, Value};
use super::side;
use super::source::{At, Place};
use crate::game::definition::{Castling, CastlingPart, Placement, SetupChoice, SetupDef, Symmetry};
use crate::vocabulary::{Geometry, PieceType, Side, Square};

/// The greatest number of castlings of a side in a file.
const MAX_CASTLINGS: usize = 8;

/// A castling in a file.
#[derive(Clone, Debug)]
pub(super) struct CastlingFile {
    place: Place,
    letter: At<String>,
    text: At<String>,
    /// The only side that has it; without it, both do.
    side: Option<At<String>>,
    /// Where the first piece starts, and the square or range of squares where it ends.
    king: [At<String>; 2],
    rook: At<String>,
    /// Where the other piece ends; without it, beside the first, on the side from which that has come.
    rook_to: Option<At<String>>,
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
    const KEYS: &[&str] = &["letter", "text", "king", "rook", "side"];
    let (mut letter, mut text, mut king, mut rook, mut side) = (None, None, None, None, None);
    let table = r.table("castling", value)?;
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "letter" => letter = r.text(name, value),
            "text" => text = r.text(name, value),
            "king" => king = squares(r, name, value),
            "rook" => rook = other_squares(r, name, value),
            "side" => side = r.text(name, value),
            _ => r.unknown_key(key, KEYS),
        }
    }
    let needed = KEYS.iter().filter(|&&key| key != "side");
    for key in needed.filter(|key| table.iter().all(|(known, _)| known.get_ref() != **key)) {
        r.error(value.span(), format!("this castling has no `{key}`"));
    }
    let (rook, rook_to) = rook?;
    Some(CastlingFile {
        place: r.place(value.span()),
        letter: letter?,
        text: text?,
        side,
        king: king?,
        rook,
        rook_to,
    })
}

fn squares(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<[At<String>; 2]> {
    let squares = <[At<String>; 2]>::try_from(r.texts(name, value)?);
    if squares.is_err() {
        r.error(value.span(), format!("`{name}` must be two squares: from where and to where"));
    }
    squares.ok()
}

/// Reads the squares of the other piece: one, or two like those of the first.
fn other_squares(
    r: &mut GameReader<'_>,
    name: &str,
    value: &Value<'_>,
) -> Option<(At<String>, Option<At<String>>)> {
    if matches!(value.get_ref(), DeValue::String(_)) {
        return Some((r.text(name, value)?, None));
    }
    let [from, to] = squares(r, name, value)?;
    Some((from, Some(to)))
}

/// Returns the castlings of both sides, the first player's first. One that names no side is the second player's, too, on the
/// opposite ranks. Reports castlings whose pieces a setup displaces.
pub(super) fn resolve(
    files: &[CastlingFile],
    size: Geometry,
    symmetry: Symmetry,
    array: &[Placement],
    setup: &SetupDef,
    sides: &[String; 2],
    errors: &mut Vec<LoadError>,
) -> Vec<Castling> {
    let mut context = Context { size, array, errors };
    let mut castlings: Vec<Castling> = Vec::new();
    let choices = || setup.phases.iter().flat_map(|phase| &phase.choices);
    let mut arranging = BTreeSet::new();
    for side in Side::BOTH {
        for file in files {
            let Ok(only) = context.only_side(file, sides, side == Side::First) else { continue };
            let ways = match only {
                Some(only) if only != side => continue,
                None if side == Side::Second => {
                    // Its errors have been reported for the first player.
                    let mut silent = Vec::new();
                    let ways = Context { errors: &mut silent, ..context }.castlings(file, Side::First);
                    let ways: Vec<Castling> = ways.iter().map(|way| opposite(way, file, size)).collect();
                    context.check_opposite(&ways, file);
                    ways
                }
                _ => context.castlings(file, side),
            };
            if ways.iter().any(|way| choices().any(|choice| displaces(choice, size, symmetry, way))) {
                let message = "a choice of the set-up displaces a piece of this castling, which could never be made then";
                context.error(&file.place, message);
            }
            let arranged = |square| setup.arrangements().position(|one| one.squares.contains(&square));
            let moved_by = |way: &Castling| [way.king.from, way.rook.from].map(arranged);
            arranging.extend(ways.iter().flat_map(moved_by).flatten());
            let is_off = |way: &Castling| {
                let mut squares = setup.arrangements().flat_map(|one| &one.squares);
                [way.king.from, way.rook.from].into_iter().any(|from| arranged(from).is_some())
                    && squares.any(|&square| size.rank(square) != size.rank(way.king.from))
            };
            if side == Side::First && ways.iter().any(is_off) {
                context.error(&file.place, "pieces that castle can only be arranged along their rank");
            }
            if arranging.len() > 1 {
                let message = "two choices of the set-up arrange pieces that castle";
                context.error(&file.place, message);
                arranging.clear();
            }
            if side == Side::First || only.is_some() {
                context.check_names(file, &ways, &castlings);
            }
            castlings.extend(ways);
        }
    }
    if castlings.len() > Castling::MAX {
        let most = Castling::MAX;
        let message =
            format!("the castlings of both sides lead to {} ends, more than {most}", castlings.len());
        context.error(&files[0].place, message);
        castlings.truncate(most);
    }
    castlings
}

/// Returns the like castling of the second player, on the opposite rank.
fn opposite(castling: &Castling, file: &CastlingFile, size: Geometry) -> Castling {
    let flipped =
        |part: CastlingPart| CastlingPart { from: size.flip(part.from), to: size.flip(part.to), ..part };
    let (king, rook) = (flipped(castling.king), flipped(castling.rook));
    // A range has the square in its text.
    let text = match castling.text == file.text.value {
        true => castling.text.clone(),
        false => text_of_end(&file.text.value, &size.name(king.to)),
    };
    let letter = castling.letter.to_ascii_lowercase();
    Castling { letter, side: Side::Second, king, rook, text }
}

/// Returns the text of a castling that may end on several squares: `O-O-h1`.
fn text_of_end(text: &str, square: &str) -> String {
    format!("{text}-{square}")
}

/// Returns whether a setup choice puts another piece on a starting square of a castling.
fn displaces(choice: &SetupChoice, size: Geometry, symmetry: Symmetry, castling: &Castling) -> bool {
    let starts = [castling.king.from, castling.rook.from];
    let is_moved = |square: Square| size.reflect(square) != square;
    match choice {
        SetupChoice::Symmetry => castling.side == Side::Second && starts.into_iter().any(is_moved),
        SetupChoice::Reflect { side } => castling.side == *side && starts.into_iter().any(is_moved),
        // Its pieces castle from where they then stand (R121).
        SetupChoice::Arrange { .. } => false,
        SetupChoice::Exchange { squares, one_sided, .. } => squares.iter().any(|&square| {
            starts.contains(&square)
                || !one_sided && symmetry.twin(size, square).is_some_and(|twin| starts.contains(&twin))
        }),
    }
}

struct Context<'g, 'e> {
    size: Geometry,
    array: &'g [Placement],
    errors: &'e mut Vec<LoadError>,
}

impl Context<'_, '_> {
    /// Returns the only side that has a castling, if it names one; an error, which is reported on demand, if there is no such side.
    fn only_side(
        &mut self,
        file: &CastlingFile,
        sides: &[String; 2],
        reports: bool,
    ) -> Result<Option<Side>, ()> {
        let Some(name) = &file.side else { return Ok(None) };
        side::find(name, sides).map(Some).map_err(|error| {
            if reports {
                self.errors.push(error);
            }
        })
    }

    /// Returns the castlings of a side for each square where its first piece may end.
    fn castlings(&mut self, file: &CastlingFile, side: Side) -> Vec<Castling> {
        self.all(file, side).unwrap_or_default()
    }

    fn all(&mut self, file: &CastlingFile, side: Side) -> Option<Vec<Castling>> {
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
        let [from, to] = &file.king;
        let (king, ends) = (self.piece(from, side), self.ends(to));
        let rook = self.piece(&file.rook, side);
        let rook_to = file.rook_to.as_ref().map(|to| self.square(to));
        let ((kind, from), (rook_kind, rook_from)) = (king?, rook?);
        let (ends, rook_to) = (ends?, rook_to.map_or(Some(None), |to| to.map(Some))?);
        let rank = |square| self.size.rank(square);
        if ends.iter().chain(&rook_to).chain([&rook_from]).any(|&square| rank(square) != rank(from)) {
            self.error(&file.place, "the squares of a castling are all on one rank");
        }
        if from == rook_from || rook_to.is_some_and(|to| ends.contains(&to)) {
            self.error(&file.place, "the two pieces of a castling stand on different squares");
        }
        if rook_to.is_some() && ends.len() > 1 {
            let message = "where the first piece may end on several squares, the other ends beside it: \
                           `rook` is one square";
            self.error(&file.rook.place, message);
        }
        if rook_to.is_none() && ends.contains(&from) {
            let message = "the first piece does not go anywhere, so that the other could end beside it";
            self.error(&file.king[1].place, message);
            return None;
        }
        let letter = if side == Side::Second { letter?.to_ascii_lowercase() } else { letter? };
        let one = |&to: &Square| {
            // The square beside the end, on the side from which the piece has come.
            let beside = if to > from { to.index() - 1 } else { to.index() + 1 };
            let rook_to = rook_to.unwrap_or(Square::new(beside as u8));
            let text = if ends.len() > 1 { text_of_end(text, &self.size.name(to)) } else { text.clone() };
            Castling {
                letter,
                text,
                side,
                king: CastlingPart { kind, from, to },
                rook: CastlingPart { kind: rook_kind, from: rook_from, to: rook_to },
            }
        };
        Some(ends.iter().map(one).collect())
    }

    /// Reports castlings with the letter or the text of another one of the side, or with the same squares.
    fn check_names(&mut self, file: &CastlingFile, ways: &[Castling], others: &[Castling]) {
        for way in ways {
            let mut others = others.iter().filter(|other| other.side == way.side);
            if others.clone().any(|other| other.letter == way.letter) {
                self.error(&file.letter.place, "another castling has this letter");
                return;
            }
            if others.clone().any(|other| other.text == way.text) {
                self.error(&file.text.place, "another castling has this text");
                return;
            }
            let squares = |one: &Castling| [one.king.from, one.king.to, one.rook.from];
            if others.any(|other| squares(other) == squares(way)) {
                self.error(&file.place, "another castling goes from and to the same squares");
                return;
            }
        }
    }

    /// Reports castlings of the second player whose pieces do not stand there.
    fn check_opposite(&mut self, ways: &[Castling], file: &CastlingFile) {
        let Some(castling) = ways.first() else { return };
        for part in [castling.king, castling.rook] {
            let own = Placement { square: part.from, side: Side::Second, piece: part.kind };
            if !self.array.contains(&own) {
                let name = self.size.name(part.from);
                let message = format!("the second player's castling needs the like piece on {name}");
                self.error(&file.place, message);
            }
        }
    }

    /// Returns a side's piece on a square of the array, with the square.
    fn piece(&mut self, name: &At<String>, side: Side) -> Option<(PieceType, Square)> {
        let square = self.square(name)?;
        let own = |placement: &&Placement| placement.square == square && placement.side == side;
        let Some(placement) = self.array.iter().find(own) else {
            let player = ["first", "second"][side.index()];
            self.error(&name.place, format!("the {player} player has no piece on {}", name.value));
            return None;
        };
        Some((placement.piece, square))
    }

    /// Returns the squares of a range on one rank, as `h1-j1`, or a single square.
    fn ends(&mut self, text: &At<String>) -> Option<Vec<Square>> {
        let Some((low, high)) = text.value.split_once('-') else { return Some(vec![self.square(text)?]) };
        let part = |part: &str| At { value: part.to_owned(), place: text.place.clone() };
        let (low, high) = (self.square(&part(low))?, self.square(&part(high))?);
        if self.size.rank(low) != self.size.rank(high) || low > high {
            self.error(&text.place, "a range of squares goes along a rank from left to right");
            return None;
        }
        Some((low.byte()..=high.byte()).map(Square::new).collect())
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

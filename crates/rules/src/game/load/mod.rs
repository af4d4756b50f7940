//! Loading: from the text of a game file to its definition.
//!
//! A file passes three stages: `file` reads the TOML, `inherit` merges it with the game it extends, `resolve` turns names and
//! texts into a definition. `array`, `board`, `castling`, `counting`, `ending`, `objectives`, `piece`, `promotion`, `reachable`,
//! `region` and `setup` do this for the largest parts. Each reports all errors it finds.

mod arrange;
mod array;
mod board;
mod castling;
mod chase;
mod counting;
mod drops;
mod ending;
mod error;
mod file;
mod hand;
mod inherit;
mod objectives;
mod once;
mod picture;
mod piece;
mod promotion;
mod reachable;
mod read;
mod region;
mod resolve;
mod setup;
mod side;
mod source;
mod trade;
mod wall;

use std::sync::Arc;

use crate::game::definition::Definition;
use file::read_bestiary;
use inherit::read_with_parents;
use resolve::{check_abilities, resolve};
use source::Place;

pub use error::{LoadError, LoadErrors};
pub(crate) use file::document;
pub(crate) use read::{GameReader, Value};
pub(crate) use source::At;
pub use source::Source;

/// A piece of the bestiary, which any game can have by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestiaryPiece {
    /// The name: `Dervish`.
    pub name: String,
    /// The id in positions and notation: `Der`.
    pub id: String,
    /// The ability, in the language of the game files.
    pub ability: String,
    /// A sentence or two about it.
    pub description: String,
}

/// Returns the pieces of the bestiary in alphabetical order.
#[cfg(feature = "builtin")]
pub(crate) fn bestiary_pieces(source: Source) -> Vec<BestiaryPiece> {
    let mut errors = Vec::new();
    let pieces = read_bestiary(&Arc::new(source), &mut errors);
    let text = |value: Option<At<String>>| value.map(|text| text.value).unwrap_or_default();
    let entry = |(name, piece): (String, piece::PieceFile)| BestiaryPiece {
        name,
        id: text(piece.id),
        ability: text(piece.ability),
        description: text(piece.description),
    };
    pieces.into_iter().map(entry).collect()
}

/// The name by which [`load_game`](crate::load_game) requests the bestiary from the library.
pub const BESTIARY: &str = "bestiary";

/// Reads a game, see [`load_game`](crate::load_game). A valid definition for which `find_fault` returns a message is rejected
/// with it, at the place of the array.
///
/// # Errors
/// All errors found.
pub(crate) fn read_definition(
    file_name: &str,
    text: &str,
    library: &dyn Fn(&str) -> Option<Source>,
    find_fault: impl FnOnce(&Definition) -> Option<String>,
) -> Result<Definition, LoadErrors> {
    let mut errors = Vec::new();
    let source = Arc::new(Source { name: file_name.to_owned(), text: text.to_owned() });
    // Records hold the text of a game, and have no control characters.
    if let Some((at, c)) = text.char_indices().find(|(_, c)| ('\u{80}'..='\u{9f}').contains(c)) {
        let place = Place { source, span: at..at + c.len_utf8() };
        let message = format!("the control character U+{:04X}: is the file written in UTF-8?", u32::from(c));
        return Err(LoadErrors::new(vec![LoadError::new(place, message)]));
    }
    let game = read_with_parents(&source, library, &mut errors);
    let size = game.board.size(&mut errors);
    let pieces = library(BESTIARY).map(Arc::new);
    let bestiary = pieces.as_ref().map(|source| read_bestiary(source, &mut errors)).unwrap_or_default();
    // Values that cannot be read would only cause misleading further errors, but abilities are read by themselves.
    if !errors.is_empty() {
        check_abilities(&source, &game, &bestiary, &mut errors);
        return Err(LoadErrors::new(errors));
    }
    let definition = resolve(&source, &game, size, &bestiary, &mut errors);
    // A game that is valid by itself may be wrong with the changes of another file.
    let own_and_pieces = || [Some(&source), pieces.as_ref()].into_iter().flatten();
    for error in &mut errors {
        if !own_and_pieces().any(|file| Arc::ptr_eq(file, &error.place.source)) {
            error.hint_at_changes(file_name);
        }
    }
    let Some((definition, array)) = definition.zip(game.ranks).filter(|_| errors.is_empty()) else {
        return Err(LoadErrors::new(errors));
    };
    let Some(message) = find_fault(&definition) else { return Ok(definition) };
    let is_inherited = array.place.source.name != file_name;
    let mut error = LoadError::new(array.place, message);
    if is_inherited {
        error.hint_at_changes(file_name);
    }
    Err(LoadErrors::new(vec![error]))
}

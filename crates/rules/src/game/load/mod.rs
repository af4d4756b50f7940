//! From the text of a game file to its definition.
//!
//! A file passes three stages: `file` reads the TOML, `inherit` lays it over the game it extends, `resolve` turns names
//! and texts into a definition. `array`, `board`, `castling`,
//! `ending`, `piece`, `promotion` and `setup` do so for the largest parts. Each reports all it finds wrong. `futile` looks at
//! the whole.

mod array;
mod board;
mod castling;
mod drops;
mod ending;
mod error;
mod file;
mod futile;
mod inherit;
mod piece;
mod promotion;
mod read;
mod resolve;
mod setup;
mod source;

use std::sync::Arc;

use crate::game::definition::Definition;
use file::read_bestiary;
use inherit::read_with_parents;
use resolve::resolve;

pub use error::{LoadError, LoadErrors};
pub(crate) use file::document;
pub(crate) use read::{GameReader, Value};
pub(crate) use source::At;
use source::Place;
pub use source::Source;

/// The name by which [`load`] asks the library for the bestiary.
pub const BESTIARY: &str = "bestiary";

/// Reads a game.
///
/// The library supplies the games that others extend, by their ids, and the [`BESTIARY`]; a game that needs neither is
/// read with `&|_| None`. The name of the file is for messages alone.
///
/// # Errors
/// If the file, or one it builds on, is no game: every mistake found, each with its place.
///
/// # Examples
/// ```
/// use beaufort_rules::game;
///
/// let mini = r#"
///     id = "mini"
///     name = "The smallest game"
///     author = "Nobody"
///     year = 2024
///     [board]
///     files = 2
///     ranks = 3
///     [array]
///     ranks = "K ."
///     [piece.King]
///     id = "K"
///     ability = "W + F; royal"
/// "#;
/// let definition = game::load("mini.toml", mini, &|_| None).unwrap();
/// assert_eq!(definition.array.len(), 2);
///
/// let errors = game::load("mini.toml", &mini.replace("F; royal", "forwrd F; royal"), &|_| None).unwrap_err();
/// let error = errors.iter().next().unwrap();
/// assert_eq!((error.line(), error.word()), (13, "forwrd"));
/// assert_eq!(error.hint(), Some("did you mean `forward`?"));
/// ```
pub fn load(
    file_name: &str,
    text: &str,
    library: &dyn Fn(&str) -> Option<Source>,
) -> Result<Definition, LoadErrors> {
    let (definition, array) = read_game(file_name, text, library)?;
    let Some(message) = futile::without_first_turn(&definition) else { return Ok(definition) };
    let is_inherited = array.source.name != file_name;
    let mut error = LoadError::new(array, message);
    if is_inherited {
        error.hint_at_changes(file_name);
    }
    Err(LoadErrors::new(vec![error]))
}

/// Reads a game, which may have no first turn, with the place of its array.
pub(super) fn read_game(
    file_name: &str,
    text: &str,
    library: &dyn Fn(&str) -> Option<Source>,
) -> Result<(Definition, Place), LoadErrors> {
    let mut errors = Vec::new();
    let source = Arc::new(Source { name: file_name.to_owned(), text: text.to_owned() });
    let game = read_with_parents(&source, library, &mut errors);
    let size = game.board.size(&mut errors);
    let pieces = library(BESTIARY).map(Arc::new);
    let bestiary = pieces.as_ref().map(|source| read_bestiary(source, &mut errors)).unwrap_or_default();
    // What cannot be read would only bring up more mistakes that are none.
    if !errors.is_empty() {
        return Err(LoadErrors::new(errors));
    }
    let definition = resolve(&source, &game, size, &bestiary, &mut errors);
    // A game that is right by itself may be wrong with the changes of another file.
    let own_and_pieces = || [Some(&source), pieces.as_ref()].into_iter().flatten();
    for error in &mut errors {
        if !own_and_pieces().any(|file| Arc::ptr_eq(file, &error.place.source)) {
            error.hint_at_changes(file_name);
        }
    }
    match definition.zip(game.ranks) {
        Some((definition, array)) if errors.is_empty() => Ok((definition, array.place)),
        _ => Err(LoadErrors::new(errors)),
    }
}

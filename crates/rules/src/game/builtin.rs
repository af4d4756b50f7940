//! The games that come with the library, embedded as text. Requires the feature `builtin`, which is a default.

use std::sync::Arc;

use beaufort_games::{BESTIARY as PIECES, File, GAMES, HELP, OPENINGS, SHOWCASES, find};

use super::Game;
use super::alias::id_of;
use super::definition::Definition;
use super::load::{BESTIARY, BestiaryPiece, Source, bestiary_pieces, read_definition};

/// Returns the ids of the games, in a fixed order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|file| file.id)
}

/// Returns the file of a game, or of the [`BESTIARY`].
///
/// This can be passed to [`load_game`](crate::load_game) as the library.
pub fn source(id: &str) -> Option<Source> {
    let file = if id == BESTIARY { Some(PIECES) } else { find(GAMES, id) };
    file.map(to_source)
}

/// Returns the pieces of the bestiary in alphabetical order.
pub fn bestiary() -> Vec<BestiaryPiece> {
    bestiary_pieces(to_source(PIECES))
}

/// Returns whether a game is one of the older ones, from which the large games descend: those of the folder `games/older`.
pub fn is_older(id: &str) -> bool {
    find(GAMES, id).is_some_and(|file| file.name.starts_with("games/older/"))
}

fn to_source(file: &File) -> Source {
    Source { name: file.name.to_owned(), text: file.text.to_owned() }
}

/// Returns the file of the help chapters of a game, or one that such files extend.
pub fn help(id: &str) -> Option<Source> {
    find(HELP, id).map(to_source)
}

/// Returns a sample record of a game, if there is one.
pub fn showcase(id: &str) -> Option<&'static str> {
    find(SHOWCASES, id).map(|file| file.text)
}

/// Returns the file of the known openings of a game, if there is one.
pub(crate) fn openings(id: &str) -> Option<&'static str> {
    find(OPENINGS, id).map(|file| file.text)
}

/// Returns the ids of the files of help chapters.
#[cfg(test)]
pub(crate) fn help_ids() -> impl Iterator<Item = &'static str> {
    HELP.iter().map(|file| file.id)
}

/// Returns a compiled game, by its id or a name known to [`id_of`].
pub fn game(id: &str) -> Option<Arc<Game>> {
    definition(id).map(|definition| Arc::new(Game::from(definition)))
}

/// Returns the definition of a game, by its id or a name known to [`id_of`].
pub fn definition(id: &str) -> Option<Definition> {
    let file = source(id_of(id)).filter(|_| id != BESTIARY)?;
    // A test loads every built-in game with all checks, so none is over before its first turn.
    Some(
        read_definition(&file.name, &file.text, &source, |_| None).expect("a test loads every built-in game"),
    )
}

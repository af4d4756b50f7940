//! The games that come with the library, embedded as text; with the feature `builtin` alone, which is a default one.

use std::sync::Arc;

use beaufort_games::{BESTIARY as PIECES, File, GAMES, HELP, OPENINGS, SHOWCASES, find};

use super::Game;
use super::alias::id_of;
use super::definition::Definition;
use super::load::{BESTIARY, Source, read_definition};

/// Returns the ids of the games, in a fixed order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|file| file.id)
}

/// Returns the file of a game, or that of the [`BESTIARY`].
///
/// This is the library for [`load_game`](crate::load_game) where no other games are at hand.
pub fn source(id: &str) -> Option<Source> {
    let file = if id == BESTIARY { Some(PIECES) } else { find(GAMES, id) };
    file.map(to_source)
}

fn to_source(file: &File) -> Source {
    Source { name: file.name.to_owned(), text: file.text.to_owned() }
}

/// Returns the file of chapters for the players of a game, or one that such files extend.
pub fn help(id: &str) -> Option<Source> {
    find(HELP, id).map(to_source)
}

/// Returns the record of a game that shows what a game is like, for a few of them.
pub fn showcase(id: &str) -> Option<&'static str> {
    find(SHOWCASES, id).map(|file| file.text)
}

/// Returns the file of the known openings of a game, for a few of them.
pub(crate) fn openings(id: &str) -> Option<&'static str> {
    find(OPENINGS, id).map(|file| file.text)
}

/// Returns the ids of the files of chapters.
#[cfg(test)]
pub(crate) fn help_ids() -> impl Iterator<Item = &'static str> {
    HELP.iter().map(|file| file.id)
}

/// Returns a game, compiled, by its id or a name that [`id_of`] knows.
pub fn game(id: &str) -> Option<Arc<Game>> {
    definition(id).map(|definition| Arc::new(Game::from(definition)))
}

/// Returns the definition of a game, by its id or a name that [`id_of`] knows.
pub fn definition(id: &str) -> Option<Definition> {
    let file = source(id_of(id)).filter(|_| id != BESTIARY)?;
    // A test loads every built-in game as one's own, so none is over before its first turn.
    Some(
        read_definition(&file.name, &file.text, &source, |_| None).expect("a test loads every built-in game"),
    )
}

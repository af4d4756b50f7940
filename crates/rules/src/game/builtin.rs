//! The games that come with the program, embedded as text.

use std::sync::Arc;

use super::Game;
use super::definition::Definition;
use super::load::{BESTIARY, Source, load};

/// Embeds files of `games/help/`: the id, the name of the file, its text.
macro_rules! help_files {
    ($($id:literal),* $(,)?) => {
        [$((
            $id,
            concat!("games/help/", $id, ".toml"),
            include_str!(concat!("../../../../games/help/", $id, ".toml")),
        )),*]
    };
}

/// The ids and the files, the smallest game first and of each the newest rules; last the game of reference.
const GAMES: &[(&str, &str, &str)] = &[
    ("scirocco", "games/scirocco.toml", include_str!("../../../../games/scirocco.toml")),
    (
        "scirocco-2001",
        "games/revisions/scirocco-2001.toml",
        include_str!("../../../../games/revisions/scirocco-2001.toml"),
    ),
    (
        "scirocco-1999",
        "games/revisions/scirocco-1999.toml",
        include_str!("../../../../games/revisions/scirocco-1999.toml"),
    ),
    ("typhoon", "games/typhoon.toml", include_str!("../../../../games/typhoon.toml")),
    (
        "typhoon-1999",
        "games/revisions/typhoon-1999.toml",
        include_str!("../../../../games/revisions/typhoon-1999.toml"),
    ),
    ("jupiter", "games/jupiter.toml", include_str!("../../../../games/jupiter.toml")),
    (
        "jupiter-1999",
        "games/revisions/jupiter-1999.toml",
        include_str!("../../../../games/revisions/jupiter-1999.toml"),
    ),
    ("larger-board", "games/larger-board.toml", include_str!("../../../../games/larger-board.toml")),
    ("orthochess", "games/orthochess.toml", include_str!("../../../../games/orthochess.toml")),
];

/// The chapters in which the games are told to players, by the ids of the games; first what several games share.
const HELP: &[(&str, &str, &str)] = &help_files![
    "king-games",
    "scirocco",
    "scirocco-2001",
    "scirocco-1999",
    "typhoon",
    "typhoon-1999",
    "jupiter",
    "jupiter-1999",
    "larger-board",
    "orthochess",
];

const BESTIARY_TEXT: &str = include_str!("../../../../games/bestiary.toml");

/// Returns the ids of the games, in a fixed order.
pub fn ids() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|&(id, ..)| id)
}

/// Returns the file of a game, or that of the [`BESTIARY`].
///
/// This is the library for [`load`](super::load) where no other games are at hand.
pub fn source(id: &str) -> Option<Source> {
    if id == BESTIARY {
        return Some(Source { name: "games/bestiary.toml".to_owned(), text: BESTIARY_TEXT.to_owned() });
    }
    let &(_, name, text) = GAMES.iter().find(|(game, ..)| *game == id)?;
    Some(Source { name: name.to_owned(), text: text.to_owned() })
}

/// Returns the file of chapters for the players of a game, or one that such files extend.
pub fn help(id: &str) -> Option<Source> {
    let &(_, name, text) = HELP.iter().find(|(known, ..)| *known == id)?;
    Some(Source { name: name.to_owned(), text: text.to_owned() })
}

/// Returns the ids of the files of chapters.
#[cfg(test)]
pub(crate) fn help_ids() -> impl Iterator<Item = &'static str> {
    HELP.iter().map(|&(id, ..)| id)
}

/// Returns a game, compiled.
pub fn game(id: &str) -> Option<Arc<Game>> {
    definition(id).map(|definition| Arc::new(Game::from(definition)))
}

/// Returns the definition of a game.
pub fn definition(id: &str) -> Option<Definition> {
    let file = source(id).filter(|_| id != BESTIARY)?;
    Some(load(&file.name, &file.text, &source).expect("a test loads every built-in game"))
}

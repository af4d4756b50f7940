//! The rules of a game in words for players: chapters with boards to be tried and with turns as they are written.
//!
//! The built-in games have such chapters in `games/help/`, a file a game. A revision is a file of its own that says what
//! differs from the newer rules; what several games share stands in a file that they all extend.
//!
//! ```
//! use beaufort_rules::{builtin, help};
//!
//! let game = builtin::game("scirocco").unwrap();
//! let chapters = help::chapters(&game).expect("a built-in game has chapters");
//! assert_eq!(chapters[0].title, "The aim");
//! ```

mod file;
mod resolve;
#[cfg(test)]
mod tests;

use std::sync::Arc;

#[cfg(feature = "builtin")]
use crate::game::builtin;
use crate::game::{Game, LoadErrors, Source};
use crate::position::Position;
use crate::vocabulary::{Phrase, Side, Square, phrase};

/// A chapter of a game's rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chapter {
    /// What it is about.
    pub title: String,
    /// Its text.
    pub paragraphs: Vec<Phrase>,
    /// Boards on which pieces show what the text says.
    pub diagrams: Vec<Diagram>,
    /// Turns or words with what they mean.
    pub entries: Vec<Entry>,
}

/// A board on which a piece shows what a text says. The first side is to move; it needs no royal piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// What it shows.
    pub title: String,
    /// The text.
    pub text: Phrase,
    /// What stands where.
    pub position: Position,
    /// Where the piece stands that is shown.
    pub square: Square,
    /// How many squares are worth seeing to each side of it.
    pub reach: u8,
    /// Turns of that piece that the text speaks of, as the notation writes them.
    pub turns: Vec<String>,
    /// Turns that the text says are impossible.
    pub illegal: Vec<String>,
}

/// A turn or a word with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The turn as the notation writes it, or the word.
    pub term: String,
    /// What it means.
    pub text: String,
    /// Other spellings of the turn that are read.
    pub also: Vec<String>,
    /// A position in which the turn can be played.
    pub position: Option<Position>,
}

/// Returns the chapters that were written for a built-in game; nothing for any other game, even one of the same name.
#[cfg(feature = "builtin")]
pub fn chapters(game: &Arc<Game>) -> Option<Vec<Chapter>> {
    let id = &game.definition().id;
    let source = builtin::help(id)?;
    let is_builtin = builtin::definition(id).is_some_and(|definition| definition == *game.definition());
    is_builtin.then(|| load(game, source, &builtin::help).expect("a test reads the chapters of every game"))
}

/// Reads the chapters of a game from a file like those in `games/help/`; the library has the files that others extend.
///
/// # Errors
/// If the file, or one that it extends, says something that the game does not; with all mistakes and their places.
pub fn load(
    game: &Arc<Game>,
    source: Source,
    library: &dyn Fn(&str) -> Option<Source>,
) -> Result<Vec<Chapter>, LoadErrors> {
    let mut errors = Vec::new();
    let file = file::read_with_parents(source, library, &mut errors);
    let chapters = resolve::chapters(game, &file, &mut errors);
    if errors.is_empty() { Ok(chapters) } else { Err(LoadErrors::new(errors)) }
}

/// Returns where pieces promote, as in `the three far ranks: 8 to 10 for Blue, 1 to 3 for Tan`; nothing if nowhere (K104).
pub fn promotion_zone(game: &Game) -> Option<Phrase> {
    let (depth, ranks) = (game.definition().zone_ranks, game.size().ranks());
    let [first, second] = Side::BOTH.map(|side| game.side_name(side));
    match depth {
        0 => None,
        1 => Some(phrase!(
            "the far rank: {rank} for {first}, 1 for {second}",
            rank = ranks,
            first = first,
            second = second
        )),
        _ => Some(phrase!(
            "the {number} far ranks: {from} to {rank} for {first}, 1 to {depth} for {second}",
            number = depth,
            from = ranks - depth + 1,
            rank = ranks,
            first = first,
            depth = depth,
            second = second
        )),
    }
}

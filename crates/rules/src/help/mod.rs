//! The rules of a game for players: chapters with boards to try out and with explained turns.
//!
//! The built-in games have such chapters in `games/help/`, one file for each. A revision has a file of its own with the
//! differences from the newer rules; text shared by several games is in a file that they all extend.
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

/// A chapter of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chapter {
    /// The title.
    pub title: String,
    /// The text.
    pub paragraphs: Vec<Phrase>,
    /// Boards on which pieces illustrate the text.
    pub diagrams: Vec<Diagram>,
    /// Explained turns and words.
    pub entries: Vec<Entry>,
}

/// A board on which a piece illustrates a text. The first side is to move; it needs no royal piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The title.
    pub title: String,
    /// The text.
    pub text: Phrase,
    /// The position.
    pub position: Position,
    /// The square of the piece shown.
    pub square: Square,
    /// The number of squares to show on each side of the piece.
    pub reach: u8,
    /// Turns of the piece to which the text refers, in the notation of the game.
    pub turns: Vec<String>,
    /// Turns that the text says are illegal.
    pub illegal: Vec<String>,
}

/// A turn or a word with its explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The turn in the notation of the game, or the word.
    pub term: String,
    /// The explanation.
    pub text: String,
    /// Other accepted spellings of the turn.
    pub also: Vec<String>,
    /// A position in which the turn is legal.
    pub position: Option<Position>,
}

/// Returns the help chapters of a built-in game; `None` for any other game, even one with the same id.
#[cfg(feature = "builtin")]
pub fn chapters(game: &Arc<Game>) -> Option<Vec<Chapter>> {
    let id = &game.definition().id;
    let source = builtin::help(id)?;
    let is_builtin = builtin::definition(id).is_some_and(|definition| definition == *game.definition());
    is_builtin.then(|| load(game, source, &builtin::help).expect("a test reads the chapters of every game"))
}

/// Reads the chapters of a game from a file like those in `games/help/`; `library` supplies the files that others extend.
///
/// # Errors
/// If the file, or one that it extends, is invalid or contradicts the game; with all errors and their places.
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

/// Returns a description of the promotion zones, such as `the three far ranks: 8 to 10 for Blue, 1 to 3 for Tan`; `None` if
/// there are none (K104).
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

//! The card of a game: what the gallery shows of it, and the words that find it.

use beaufort_rules::Game;

use crate::conversation::without_hidden;
use crate::describe::game_summary;
use crate::library::{Library, ReadError};
use crate::view::GameSummary;

/// The longest name of a game, or of its inventor, that is shown, in characters.
const MAX_TITLE_CHARS: usize = 100;
/// The longest paragraph about a game that is shown, in characters.
const MAX_SUMMARY_CHARS: usize = 400;
/// The longest text that is searched, in bytes.
const MAX_WORDS_BYTES: usize = 4_000;

/// The card of a game: what the gallery shows of it, and the words that find it.
#[derive(Clone, Debug)]
pub struct Card {
    /// The entry in a list of games, with its long texts shortened.
    pub summary: GameSummary,
    /// The name of the game, its inventor and its pieces, in small letters.
    pub words: String,
}

impl Card {
    /// Reads a game.
    ///
    /// # Errors
    /// If it cannot be played, or if there is no room to read it.
    pub fn read(library: &Library, text: &str) -> Result<Card, ReadError> {
        let game = library.read(text)?;
        let summary = game_summary(library, &game);
        let summary = GameSummary {
            name: shortened(&summary.name, MAX_TITLE_CHARS),
            author: shortened(&summary.author, MAX_TITLE_CHARS),
            summary: shortened(&summary.summary, MAX_SUMMARY_CHARS),
            ..summary
        };
        let words = words(&summary, &game);
        Ok(Card { summary, words })
    }
}

/// Returns the text that is searched.
fn words(summary: &GameSummary, game: &Game) -> String {
    let mut words = String::new();
    let pieces = game.definition().pieces.iter().map(|piece| piece.name.as_str());
    for word in [summary.name.as_str(), summary.author.as_str()].into_iter().chain(pieces) {
        if words.len() + word.len() > MAX_WORDS_BYTES {
            break;
        }
        words += &plain(word).to_lowercase();
        words.push('\n');
    }
    words
}

/// Returns the beginning of a text, without what would change the text around it.
fn shortened(text: &str, most: usize) -> String {
    let text = plain(text);
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}

/// Returns a text in one line, without control characters, invisible ones and marks of direction.
fn plain(text: &str) -> String {
    let visible = without_hidden(text).replace(|letter: char| letter.is_control(), " ");
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

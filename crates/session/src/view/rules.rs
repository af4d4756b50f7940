//! The rules of a game as chapters for players.

use beaufort_rules::vocabulary::Phrase;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
use super::phrase::PhraseText;

use super::{Placed, SquareIndex};

/// A chapter of a game's rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ChapterView {
    /// The subject.
    pub title: String,
    /// Its text.
    #[cfg_attr(test, ts(as = "Vec<PhraseText>"))]
    pub paragraphs: Vec<Phrase>,
    /// Boards on which pieces show what the text says.
    pub diagrams: Vec<DiagramView>,
    /// Turns or words with what they mean.
    pub entries: Vec<EntryView>,
}

/// A board on which a piece of the first side shows what a text says; `explore` tells its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DiagramView {
    /// The subject.
    pub title: String,
    /// The text.
    #[cfg_attr(test, ts(as = "PhraseText"))]
    pub text: Phrase,
    /// The pieces on the board.
    pub pieces: Vec<Placed>,
    /// Where the piece stands that is shown.
    pub square: SquareIndex,
    /// How many squares are worth seeing to each side of it.
    pub reach: u8,
    /// Turns of that piece that the text speaks of, as they are written.
    pub turns: Vec<String>,
}

/// A turn as it is written, or a word, with its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct EntryView {
    /// The turn or the word.
    pub term: String,
    /// The explanation.
    pub text: String,
    /// Other ways to write the turn; missing if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub also: Vec<String>,
}

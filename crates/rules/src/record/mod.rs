//! Game records: a text format similar to PGN, which any editor can open and any program can write.
//!
//! A [`Record`] is the text alone: the legality of moves and the meaning of tags are not checked, except that the side to move
//! in the tag `Position` determines how moves are numbered. A [`Replay`] plays it by the rules.
//! `docs/records.md` describes the format for other programs.
//!
//! # Examples
//! ```
//! use beaufort_rules::record::{GameResult, Record, Tree};
//!
//! let text = r#"[Event "A walk"] 1. P-e4 $1 {forward} (1. P-d4 P-d7) P-e7 2. Sc-d1 1-0"#;
//! let mut record = Record::parse(text)?.remove(0);
//! assert_eq!(record.tags.get("Event"), Some("A walk"));
//! assert_eq!(record.result, GameResult::FirstWins);
//!
//! let line: Vec<&str> = record.moves.line(Tree::ROOT).map(|id| record.moves.node(id).text()).collect();
//! assert_eq!(line, ["P-e4", "P-e7", "Sc-d1"]);
//!
//! let variation = record.moves.children(Tree::ROOT)[1];
//! record.moves.promote(variation);
//! assert!(record.to_string().ends_with("\n1. P-d4 (1. P-e4 $1 {forward} 1... P-e7 2. Sc-d1) 1... P-d7 1-0\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod game_of;
mod lex;
#[cfg(feature = "builtin")]
mod own;
mod read;
mod replay;
mod stream;
mod tags;
mod tree;
mod write;

pub use error::{MoveTextError, Places, RecordError, RecordWarning, TagError, TextStart, line_and_column};
pub use game_of::game_of;
#[cfg(feature = "builtin")]
pub use own::rules_text;
pub use replay::{Replay, ReplayError, ReplayProblem, StartTag};
pub use stream::{RecordStream, StreamedRecord};
pub use tags::Tags;
pub use tree::{Node, NodeId, Tree};

/// A record of a game.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The tags, such as players, place and game. The result is not among them: see [`Record::result`].
    pub tags: Tags,
    /// The moves, with variations, comments and annotations.
    pub moves: Tree,
    /// The result of the game.
    pub result: GameResult,
    /// The assumptions made to read the record; see [`Replay::warnings`] for those about the rules.
    pub warnings: Vec<RecordWarning>,
}

/// Records are equal if they are written in the same way; warnings are ignored.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.tags == other.tags && self.moves == other.moves && self.result == other.result
    }
}

impl Eq for Record {}

/// The result of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Unfinished or unknown: `*`.
    #[default]
    Open,
    /// The first player won: `1-0`.
    FirstWins,
    /// The second player won: `0-1`.
    SecondWins,
    /// A draw by agreement or by the rules (K118): `1/2-1/2`.
    Draw,
}

impl GameResult {
    /// Every result.
    pub const ALL: [GameResult; 4] =
        [GameResult::Open, GameResult::FirstWins, GameResult::SecondWins, GameResult::Draw];

    /// Returns the text of the result in records.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::Open => "*",
            GameResult::FirstWins => "1-0",
            GameResult::SecondWins => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// Returns the result with a text, if there is one.
    pub fn from_text(text: &str) -> Option<GameResult> {
        GameResult::ALL.into_iter().find(|result| result.text() == text)
    }
}

#[cfg(test)]
mod tests;

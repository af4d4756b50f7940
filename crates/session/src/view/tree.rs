//! The game tree and what the engine thinks of it.

use beaufort_engine::expected_points;
use beaufort_rules::vocabulary::Phrase;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
use super::phrase::PhraseText;

use super::SideIndex;

/// A place of the game tree: the start, or after a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct NodeView {
    /// Its number, which stays the same as long as the session is in memory; 0 is the start.
    pub id: u32,
    /// The place before; missing for the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The places after it: first the one of the line, then the variations.
    pub children: Vec<u32>,
    /// The turn in notation; empty for the start.
    pub text: String,
    /// The number of the turn, as in `12.` or `12...`; empty for the start.
    pub number: String,
    /// The side that has played it; for the start, the other side than the one to move.
    pub side: SideIndex,
    /// The comment; missing if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub comment: String,
    /// Annotation glyphs, as PGN numbers them; missing if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u8>>", optional))]
    pub nags: Vec<u8>,
}

/// A score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(from = "ScoreParts")]
pub struct Score {
    /// In centipawns, of which the game's commonest piece is worth about 100, positive if the first side is better; at most 1000000 either way.
    pub value: i32,
    /// The expected points of the first side that follow from it, in thousandths: 0 if it loses, 1000 if it wins.
    pub points: u16,
    /// The number of turns of both sides until the end of the game, if it is in sight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The score in words: `Blue +0.50`, `Tan wins in 3 turns`, `level`.
    #[cfg_attr(test, ts(as = "PhraseText"))]
    pub text: Phrase,
}

/// A score as it is read: its expected points follow from the rest.
#[derive(Deserialize)]
struct ScoreParts {
    value: i32,
    #[serde(default)]
    plies: Option<u32>,
    text: Phrase,
}

impl From<ScoreParts> for Score {
    fn from(ScoreParts { value, plies, text }: ScoreParts) -> Score {
        Score::new(value, plies, text)
    }
}

impl Score {
    pub(crate) fn new(value: i32, plies: Option<u32>, text: Phrase) -> Score {
        Score { value, points: (expected_points(value) * 1000.0).round() as u16, plies, text }
    }
}

/// The cost of a turn to its player, judged by a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct Judgement {
    /// The expected points that it lost, in thousandths.
    pub loss: u16,
    /// How good it was, 0 to 100: each 150 thousandths that it lost halve it.
    pub accuracy: u8,
    /// The glyph of a turn that lost much: 6 for an inaccuracy, 2 for a mistake, 4 for a blunder, as PGN numbers glyphs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nag: Option<u8>,
    /// Why it lost so much, in a sentence; missing if it did not, or nothing plain can be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<PhraseText>", optional))]
    pub reason: Option<Phrase>,
}

/// The score of a place of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct NodeScore {
    /// The place.
    pub node: u32,
    /// Its score.
    pub score: Score,
    /// The turn that the engine would play there; missing where the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// How the opponent would answer that turn, as far as the engine has looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// The cost of the turn that led there; missing at the start of a review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<Judgement>,
}

/// The engine's thoughts about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Thought {
    /// The place.
    pub node: u32,
    /// How deep it has looked, in plies.
    pub depth: u32,
    /// How many positions it has looked at.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// How long it has taken, in milliseconds.
    pub ms: u32,
    /// The best lines, the best first; at least one.
    pub lines: Vec<ThoughtLine>,
}

/// A line of turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ThoughtLine {
    /// How good it is.
    pub score: Score,
    /// The turns in notation.
    pub turns: Vec<String>,
    /// The place of the first turn in the list of the position.
    pub index: u32,
    /// In a hint and an analysis: what the first turn does, in a sentence or two; missing if nothing plain can be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<PhraseText>", optional))]
    pub reason: Option<Phrase>,
}

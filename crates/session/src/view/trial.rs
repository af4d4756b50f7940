//! The report on quick games of the engine against itself.

use beaufort_rules::vocabulary::Phrase;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
use super::phrase::PhraseText;

/// How quick games of the engine against itself went. Unfinished games count as drawn in the share of points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct TrialView {
    /// The id of the game.
    pub game: String,
    /// The number of games that are to be played.
    pub wanted: u32,
    /// The number of games that have been played.
    pub games: u32,
    /// The games that each side has won, the first side's first.
    pub wins: [u32; 2],
    /// The drawn games.
    pub draws: u32,
    /// The games that were given up after 1,000 turns.
    pub unfinished: u32,
    /// The first side's share of the points in hundredths: the lower bound of 95%, the mean, the upper bound.
    pub share: [u8; 3],
    /// The mean length of a game, in turns of both sides together.
    pub turns: u32,
    /// The length of the shortest game.
    pub shortest: u32,
    /// The length of the longest game.
    pub longest: u32,
    /// The mean number of turns from which a player could choose.
    pub choices: u32,
    /// The greatest number of them.
    pub most_choices: u32,
    /// A histogram of the lengths: the numbers of games, by their lengths divided by `length_step` and rounded down.
    pub lengths: Vec<u32>,
    /// The width of a bar of the histogram, in turns.
    pub length_step: u32,
    /// How games have ended, the commonest first.
    pub ends: Vec<TrialEndView>,
    /// The statistics of the pieces, by the index of their type.
    pub types: Vec<TrialTypeView>,
    /// The first change to make; missing before the end, and if too few games were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<PhraseText>", optional))]
    pub advice: Option<Phrase>,
    /// Properties that are probably not meant, whatever the games have shown; empty before the end.
    #[cfg_attr(test, ts(as = "Vec<PhraseText>"))]
    pub warnings: Vec<Phrase>,
    /// Games to play through, the first of about the mean length; empty before the end.
    pub examples: Vec<TrialGameView>,
    /// Whether no more games follow.
    pub over: bool,
}

/// An end of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TrialEndView {
    /// The winner and the reason, in words.
    #[cfg_attr(test, ts(as = "PhraseText"))]
    pub text: Phrase,
    /// The number of games that have ended so.
    pub games: u32,
}

/// A game to play through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TrialGameView {
    /// Its title, in words.
    #[cfg_attr(test, ts(as = "PhraseText"))]
    pub text: Phrase,
    /// Its length in turns of both sides together.
    pub turns: u32,
    /// Its record.
    pub record: String,
}

/// The statistics of the pieces of a type in all games together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct TrialTypeView {
    /// How often they have moved.
    pub moves: u32,
    /// How often they have taken or converted something.
    pub captures: u32,
    /// Where the first side's have gone: a digit for each square, by its index, in ninths of the square to which they have gone most
    /// often, rounded up. Empty before the end, and if they have gone nowhere.
    pub squares: String,
    /// The promotions of both sides: the index of the new type, and how often. The commonest first; empty before the end.
    pub promotions: Vec<[u32; 2]>,
    /// The example in which they have taken the most, by its index; missing before the end, and if they have no part in any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<usize>,
}

//! Games and their pieces, for people and for drawing.

use beaufort_rules::vocabulary::Phrase;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
use super::phrase::PhraseText;

use super::{BesideView, BoardView, CastlingView, ItemView, SideIndex, SquareIndex, Standing};

/// A game in the list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// The id, for commands and records.
    pub id: String,
    /// The name.
    pub name: String,
    /// The inventor.
    pub author: String,
    /// The year of these rules.
    pub year: u16,
    /// A paragraph about the game.
    pub summary: String,
    /// The number of files of the board.
    pub files: u8,
    /// The number of ranks.
    pub ranks: u8,
    /// The number of piece types.
    pub types: u8,
    /// The number of pieces at the start, of both sides together.
    pub pieces: u16,
    /// The names of the sides, as in `Blue` and `Tan`.
    pub sides: [String; 2],
    /// The id of the newest rules of this game, if these are older ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision_of: Option<String>,
    /// Whether it is one of the older games, from which the large ones descend.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub older: bool,
    /// About how many turns of each side a game lasts; estimated from the number of pieces if the game does not say.
    pub typical_turns: u16,
    /// The number of phases of the set-up.
    #[serde(rename = "setUpPhases")]
    pub setup_phases: u8,
    /// The board at the start, to be drawn small.
    pub start: BoardView,
}

/// Everything about a game that does not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    /// The entry in the list of games.
    pub summary: GameSummary,
    /// The letters of the files, from file 0 on.
    pub file_names: Vec<String>,
    /// The numbers of the ranks, from rank 0 on.
    pub rank_names: Vec<String>,
    /// The squares where pieces of the first and of the second side promote.
    pub zones: [Vec<SquareIndex>; 2],
    /// The regions to be seen on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<DrawnRegionView>>", optional))]
    pub drawn: Vec<DrawnRegionView>,
    /// The items of the reserve, in the order of positions; missing in a game without drops.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<ItemView>>", optional))]
    pub reserve: Vec<ItemView>,
    /// Whether positions tell what royal pieces have done, for which drops wait.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub remembers_royals: bool,
    /// Whether most types of the pieces on the board at the start have figurines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub has_figurines: bool,
    /// The castlings of both sides; missing in a game without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<CastlingView>>", optional))]
    pub castlings: Vec<CastlingView>,
    /// The state beside the board at the start; missing in a game that has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<BesideView>,
    /// The piece types; the index of a type is its place here.
    pub types: Vec<TypeView>,
    /// The phases of the set-up.
    #[serde(rename = "setUp")]
    pub setup: Vec<PhaseView>,
    /// The occurrence of a position that may not be brought about: 3 for a third time; 0 if any may.
    pub illegal_repetition: u8,
    /// The occurrence of a position that makes a draw; 0 if none does.
    pub drawn_repetition: u8,
    /// The text of the game file, of a game that has been read from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A region that is to be seen on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct DrawnRegionView {
    /// How it is drawn.
    pub drawing: DrawingView,
    /// The squares of each side's region.
    pub squares: [Vec<SquareIndex>; 2],
}

/// How a region is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum DrawingView {
    /// Lines between its squares and all others.
    Edged,
    /// Such lines, and the two diagonals through the middles of its corner squares.
    Crossed,
    /// Its squares have a colour.
    Tinted,
}

/// A piece type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct TypeView {
    /// The id in positions and notation, which stands on the tile.
    pub id: String,
    /// The name.
    pub name: String,
    /// The author's own abbreviation where it differs from the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abbreviation: Option<String>,
    /// Its traditional character, `角`: that of the first player's piece and that of the second's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<[String; 2]>,
    /// Its ability, in the inventor's notation.
    pub notation: String,
    /// The same in Betza's notation.
    pub betza: BetzaView,
    /// A sentence or two about it.
    pub description: String,
    /// How it stands on the board, if not on one square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
    /// The companion that it needs in a diagram to show its effects on other pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<CompanionView>>", optional))]
    pub companions: Vec<CompanionView>,
    /// Whether it is royal.
    pub royal: bool,
    /// Whether it is what another piece promotes to.
    pub promoted: bool,
    /// The types that it promotes to.
    pub promotes_to: Vec<PromotionView>,
    /// The indices of the types that promote to it.
    pub promotes_from: Vec<u8>,
    /// The index of the piece that stands opposite to it in a pair of the set-up, or of what that promotes to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub twin: Option<u8>,
    /// The squares where the first side's pieces of this type start.
    pub starts: Vec<SquareIndex>,
}

/// A piece in Betza's notation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct BetzaView {
    /// The moves; empty if the notation has none of them.
    pub text: String,
    /// The words of the ability that the notation does not say; missing if it says all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<String>>", optional))]
    pub unsaid: Vec<String>,
}

/// A piece near another in a diagram. Distances are seen by the owner of the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct CompanionView {
    /// How many files it stands to the right.
    pub files: i8,
    /// How many ranks it stands ahead.
    pub ranks: i8,
    /// The kind of piece.
    pub who: Companion,
}

/// The kind of a piece that stands near another in a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Companion {
    /// A royal piece of its side.
    Royal,
    /// Any other piece of its side.
    Friend,
    /// A piece of the other side.
    Enemy,
}

/// A promotion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PromotionView {
    /// The index of the type it becomes.
    pub to: u8,
    /// When, in words; missing if always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(as = "Option<PhraseText>", optional))]
    pub when: Option<Phrase>,
}

/// A phase of the set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PhaseView {
    /// The side that chooses.
    pub chooser: SideIndex,
    /// The choices, each independent of the others.
    pub choices: Vec<ChoiceView>,
}

/// A choice of a set-up phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct ChoiceView {
    /// Its name: `mirror` or `rotational`, `Knight-Camel`.
    pub name: String,
    /// Its effect, in words.
    #[cfg_attr(test, ts(as = "PhraseText"))]
    pub meaning: Phrase,
    /// The squares of the first side, or of the only army that changes, that are exchanged, if two are.
    pub squares: Vec<SquareIndex>,
    /// Whether an exchange changes one army alone.
    pub one_sided: bool,
    /// The options, if there are more than to change the array or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrangements: Option<ArrangementsView>,
}

/// Arrangements of pieces, one of which is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ArrangementsView {
    /// How many there are; they are numbered from 0.
    pub number: u32,
    /// The number of that of the array.
    pub default: u32,
    /// Their names; empty if they have only numbers.
    pub names: Vec<String>,
}

/// The picture of a piece type: what to put into an SVG element of 100 by 100 units. It has no colours of its own but the
/// CSS variables `--tile-fill`, `--tile-edge` and `--tile-ink`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TileView {
    /// Pointing up the screen.
    pub up: String,
    /// Pointing down the screen, still to be read the right way up but for signs, which turn with their tile.
    pub down: String,
}

/// The worth of a piece type to the engine, in hundredths of the game's commonest piece: averaged over all squares, halfway
/// between the opening and the ending.
pub type Worth = i32;

/// The worth of a piece type of the first player on each square, in hundredths of the game's commonest piece, by the index of the
/// square. Influences of other pieces are not included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct HeatMapView {
    /// The index of the piece type.
    pub piece_type: usize,
    /// While all pieces are on the board.
    pub opening: Vec<Worth>,
    /// When hardly any are left.
    pub ending: Vec<Worth>,
}

/// How well the engine can play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct LevelView {
    /// The id, for commands.
    pub id: String,
    /// The number on Beaufort's wind scale, 1 to 12.
    pub force: u8,
    /// The wind of that force: `moderate breeze`.
    pub name: String,
    /// The strength to expect, in a sentence.
    pub description: String,
    /// The number of positions after which it chooses a turn, so that more time changes nothing; missing at full strength.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub max_nodes: Option<u32>,
}

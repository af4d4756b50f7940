//! The state of a session: what it waits for, who plays, how much time is left.

use beaufort_rules::vocabulary::Phrase;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
use super::phrase::PhraseText;

use super::account::{NamedPlayer, nobody_is_named};
use super::{BoardView, ClockRule, Publicity, SideIndex, SquareIndex};

/// The player of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
pub enum Player {
    /// A person at any client of the session.
    #[default]
    Person,
    /// The engine.
    Engine {
        /// How well it plays: the id of a level.
        level: String,
        /// The most time it takes for a turn, in milliseconds, 20 to a day; its level may need less.
        ms: u32,
        /// How many plies deep it looks at most, 1 to 100.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
        /// How many positions it looks at for a turn at most, from 1 on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nodes: Option<u32>,
    },
}

/// Returns whether no player has a name.
fn nobody_has_a_name(names: &[Option<String>; 2]) -> bool {
    names.iter().all(Option::is_none)
}

/// The stage of a session: the input that it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum StageView {
    /// A game: none has been begun.
    Empty,
    /// The choices of a set-up phase.
    #[serde(rename = "setUp")]
    Setup,
    /// A turn.
    Turn,
    /// Nothing: the game is over where it is shown.
    Over,
}

/// The state of a session, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct StateView {
    /// The stage.
    pub stage: StageView,
    /// The id of the game; missing if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The players of the first and the second side.
    pub players: [Player; 2],
    /// The names of the players that have one; missing if no player has.
    #[serde(default, skip_serializing_if = "nobody_has_a_name")]
    #[cfg_attr(test, ts(as = "Option<[Option<String>; 2]>", optional))]
    pub names: [Option<String>; 2],
    /// The place of the tree that is shown.
    pub node: u32,
    /// The present phase of the set-up.
    #[serde(rename = "setUp", default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<SetupView>,
    /// The finished phases of the set-up; missing if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<FinishedPhase>>"))]
    pub finished_phases: Vec<FinishedPhase>,
    /// How the game has ended, where it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultView>,
    /// The opening of the line through the place shown; missing if it is no known one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningView>,
    /// The clock, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// The side that offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<SideIndex>,
    /// Whether the engine thinks about its turn.
    pub thinking: bool,
    /// Whether the engine waits for `go`, after a takeback or a jump.
    pub waiting: bool,
    /// Whether `takeBack` would do something.
    pub can_take_back: bool,
    /// Whether `redo` would do something.
    pub can_redo: bool,
    /// Whether `reopen` would do something.
    pub can_reopen: bool,
    /// Whether a review is going on.
    pub reviewing: bool,
    /// How many lines an analysis tells; missing while it is off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub analysis: Option<u8>,
    /// The seats, if it is a game between two people elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<SeatsView>,
    /// Whether changes cannot be saved and are refused; missing while they can.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub unsaved: bool,
    /// Whether the game is deleted 30 days after the last visit, or after 7 if there was no visit after the first day; missing if
    /// not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub expires: bool,
}

/// The seats of a game between two people elsewhere, and what the players ask of each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct SeatsView {
    /// For each side whether its seat is taken.
    pub taken: [bool; 2],
    /// Whether `abort` would do something.
    pub can_abort: bool,
    /// For each side whether `offerDraw` would offer one.
    pub can_offer_draw: [bool; 2],
    /// For each side whether `offerTakeBack` would do something.
    pub can_offer_take_back: [bool; 2],
    /// The publicity of the game; missing if it is private.
    #[serde(default, skip_serializing_if = "Publicity::is_private")]
    #[cfg_attr(test, ts(as = "Option<Publicity>", optional))]
    pub public: Publicity,
    /// Whether the free seat is kept for a player who is challenged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub kept: bool,
    /// Whether this player has declined: the game is aborted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub declined: bool,
    /// The accounts that have the seats; missing if no account has one.
    #[serde(default, skip_serializing_if = "nobody_is_named")]
    #[cfg_attr(test, ts(as = "Option<[Option<NamedPlayer>; 2]>", optional))]
    pub names: [Option<NamedPlayer>; 2],
    /// Whether the game is rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub rated: bool,
    /// The side that asks to take back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back_offer: Option<SideIndex>,
    /// The side that offers a rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_offer: Option<SideIndex>,
    /// The session of the rematch, once both want it: there the sides are exchanged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<String>,
}

/// A line of the chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ChatLine {
    /// The side of its writer.
    pub side: SideIndex,
    /// The text.
    pub text: String,
}

/// Whether a player elsewhere is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct PresenceView {
    /// For how long the player has been away, in milliseconds, when this was sent; missing while there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<u32>,
}

/// A game in a list of games: where it stands, or how it has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct TableSummary {
    /// The id of the game.
    pub game: String,
    /// The name of the game, if it has been read from a text: the list of games does not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The players of the first and the second side.
    pub players: [Player; 2],
    /// The names of the players that have one; missing if no player has.
    #[serde(default, skip_serializing_if = "nobody_has_a_name")]
    #[cfg_attr(test, ts(as = "Option<[Option<String>; 2]>", optional))]
    pub names: [Option<String>; 2],
    /// The stage.
    pub stage: StageView,
    /// The number of the last move, as the record counts: both sides' turns are one move. 0 before the first.
    pub moves: u32,
    /// The side to move.
    pub side: SideIndex,
    /// The pieces on the board.
    pub board: BoardView,
    /// How it has ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultView>,
}

/// A set-up phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SetupView {
    /// Which phase of the game's set-up, counted from 0: its choices are in the game's description.
    pub phase: u8,
    /// The side that chose.
    pub chooser: SideIndex,
    /// The board after the phases before.
    pub board: BoardView,
    /// For each choice the squares that it changes, in both armies.
    pub squares: Vec<Vec<SquareIndex>>,
}

/// A finished phase of the set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct FinishedPhase {
    /// The option of each choice, 0 if it keeps the array.
    #[serde(deserialize_with = "crate::command::options")]
    pub changed: Vec<u32>,
    /// The squares on which other pieces stand because of it.
    pub squares: Vec<SquareIndex>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct ResultView {
    /// The winner; missing for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<SideIndex>,
    /// The result as records write it: `1-0`.
    pub score: String,
    /// The reason, in a sentence without a full stop.
    #[cfg_attr(test, ts(as = "PhraseText"))]
    pub text: Phrase,
}

/// How far a line follows the openings that are known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct OpeningView {
    /// The last name that it has had; missing if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The place of its first turn after the last known position; missing while all are known, and where none is but the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
}

/// The clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct ClockView {
    /// How the time is limited.
    pub rule: ClockRule,
    /// The time left of each side, in milliseconds, when this was sent.
    pub left: [u32; 2],
    /// The side whose time runs; missing while none does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub running: Option<SideIndex>,
    /// The vacations of both sides, in a game by mail. `left` does not run down until the vacation is used up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vacations: Option<[VacationView; 2]>,
}

/// The vacation of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct VacationView {
    /// Whether the side is on vacation: its clock stands still.
    pub on: bool,
    /// For how long it still can this year, in milliseconds, when this was sent.
    pub left: u32,
}

/// A claim against a player who stays away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ClaimView {
    /// The side that claims.
    pub side: SideIndex,
    /// Whether it is a draw that is claimed, not the win.
    pub draw: bool,
    /// When it is decided, unless the other player comes, in milliseconds from when this was sent.
    pub left: u32,
}

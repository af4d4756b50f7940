//! Public games, as the lobby of a server lists them.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::account::{NamedPlayer, nobody_is_named};
use super::{ClockRule, SideIndex, TableSummary};
use crate::seat_key::SeatKey;

/// A game between people elsewhere that anybody may take up or watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct PublicGame {
    /// Where it stands.
    pub table: TableSummary,
    /// How the time is limited; missing if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
    /// The seat that anybody may take or, in a private game, the player who is challenged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free: Option<FreeSeat>,
    /// The day on which it began, as records write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// The players' accounts; missing if there are none.
    #[serde(default, skip_serializing_if = "nobody_is_named")]
    #[cfg_attr(test, ts(as = "Option<[Option<NamedPlayer>; 2]>", optional))]
    pub names: [Option<NamedPlayer>; 2],
    /// Whether it is rated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub rated: bool,
    /// The first turns, in notation, with a space between them.
    pub opening: String,
}

/// A free seat that is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct FreeSeat {
    /// Its side.
    pub side: SideIndex,
    /// The key with which it is taken, once.
    pub invitation: SeatKey,
}

/// A public game with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ListedGame {
    /// The name of its session.
    pub session: String,
    /// The game.
    pub game: PublicGame,
}

/// A page of public games, those that have changed last first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LobbyPage {
    /// The games.
    pub games: Vec<ListedGame>,
    /// Whether there is another page.
    pub more: bool,
}

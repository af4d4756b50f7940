//! Games that people have made and published on a server, as its gallery lists them.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{GameSummary, NamedPlayer};

/// A request to publish a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct PublishGame {
    /// The text of its file.
    pub text: String,
    /// Whether everybody finds it in the gallery, not only those who have its address.
    pub public: bool,
    /// The id of the game from which it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// A request to change who finds a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct ChangeVisibility {
    /// The id of the game.
    pub game: String,
    /// Whether everybody finds it in the gallery, not only those who have its address.
    pub public: bool,
}

/// A request to mark a game as a favourite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct MarkFavourite {
    /// The id of the game.
    pub game: String,
    /// Whether it is one from now on.
    pub on: bool,
}

/// A published game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct PublishedGame {
    /// The entry as in a list of games; long texts are shortened.
    pub game: GameSummary,
    /// The account that has published it; missing if a guest has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publisher: Option<NamedPlayer>,
    /// Whether the browser is signed in as the publisher.
    pub own: bool,
    /// The game from which it was made; missing if that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<GameOrigin>,
    /// Whether everybody finds it in the gallery, not only those who have its address.
    pub public: bool,
    /// Whether the owner of the server has removed it.
    pub removed: bool,
    /// Whether the owner of the server recommends it.
    pub featured: bool,
    /// Whether it is a favourite of the account in which the browser is signed in.
    pub favourite: bool,
    /// How many accounts it is a favourite of.
    pub favourites: u32,
    /// How many games of it have begun on this server.
    pub plays: u32,
    /// The day on which it was published, as records write it, in UTC.
    pub day: String,
}

/// The game from which another one was made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct GameOrigin {
    /// Its id; missing if the gallery does not show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its name; missing if the gallery does not show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The account that has published it; missing if a guest has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub publisher: Option<NamedPlayer>,
}

/// A published game with its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PublishedText {
    /// The game.
    pub game: PublishedGame,
    /// The text of its file.
    pub text: String,
}

/// A page of published games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GalleryPage {
    /// The games.
    pub games: Vec<PublishedGame>,
    /// Whether there is another page.
    pub more: bool,
    /// The sizes of the boards that are there: files and ranks.
    pub boards: Vec<[u8; 2]>,
}

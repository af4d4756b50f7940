//! The store of published games.
//!
//! The text of a game never changes, since its id is the hash of its text. Who published it, who finds it, and how often it is played may.

#[cfg(test)]
mod contract;
mod operator;
mod sql;

use async_trait::async_trait;
use beaufort_session::AccountId;
use beaufort_session::view::{GameOrigin, GameSummary, NamedPlayer, PublishedGame};

use super::StoreError;
pub use operator::{GalleryAct, GalleryEntry, gallery_entries, operate_gallery};
pub(super) use sql::forget_favourites;

/// A store of published games.
#[async_trait]
pub trait GalleryStore: Send + Sync {
    /// Publishes a game. Returns `false`, and changes nothing, if it has been published already.
    async fn publish(&self, game: &NewGame) -> Result<bool, StoreError>;

    /// Makes an account the publisher of a game that was published without a name.
    async fn adopt(&self, id: &str, account: AccountId) -> Result<(), StoreError>;

    /// Changes who finds a game. Returns `false` if the account has not published it, or it has been removed.
    async fn set_public(&self, id: &str, account: AccountId, is_public: bool) -> Result<bool, StoreError>;

    /// Returns a game with its text, as an account sees it.
    async fn published(&self, id: &str, viewer: Viewer) -> Result<Option<(Published, String)>, StoreError>;

    /// Returns public games, the recommended ones first.
    async fn public_games(
        &self,
        search: &GallerySearch,
        viewer: Viewer,
    ) -> Result<Vec<Published>, StoreError>;

    /// Returns the sizes of the boards of public games: files and ranks.
    async fn boards(&self) -> Result<Vec<[u8; 2]>, StoreError>;

    /// Returns games of a list of an account.
    async fn own(
        &self,
        list: OwnList,
        account: AccountId,
        offset: u32,
        limit: u32,
    ) -> Result<Vec<Published>, StoreError>;

    /// Returns the number of games that an account has published.
    async fn count_published(&self, account: AccountId) -> Result<u32, StoreError>;

    /// Marks a game as a favourite of an account, or no longer. Returns `false`, and changes nothing, if there are `most` of them already.
    async fn mark(&self, account: AccountId, id: &str, on: bool, most: u32) -> Result<bool, StoreError>;

    /// Adds to the numbers of games that have begun, by the ids of their rules. Those that are not published are left out.
    async fn add_plays(&self, plays: &[(String, u32)]) -> Result<(), StoreError>;

    /// Returns the ids of games that were removed, `most` at most.
    async fn removed(&self, most: u32) -> Result<Vec<String>, StoreError>;

    /// Deletes games that were published without a name more than `age` seconds ago and have never been played. Returns their number.
    async fn delete_unplayed(&self, age: u32) -> Result<u64, StoreError>;
}

/// The account that looks, if the browser is signed in.
pub(crate) type Viewer = Option<AccountId>;

/// A list of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnList {
    /// The games that it has published, the newest first.
    Published,
    /// Its favourites without removed games, those that were marked last first.
    Favourites,
}

/// A game to publish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    pub(crate) id: String,
    pub(crate) text: String,
    /// The entry in a list of games.
    pub(crate) summary: GameSummary,
    /// The text that is searched.
    pub(crate) words: String,
    pub(crate) account: Option<AccountId>,
    /// The id of the game from which it was made.
    pub(crate) origin: Option<String>,
    pub(crate) is_public: bool,
}

/// A published game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    pub(crate) id: String,
    /// The entry in a list of games, as JSON.
    pub(crate) view: String,
    pub(crate) account: Option<AccountId>,
    /// The name of that account; `None` if it was deleted.
    pub(crate) name: Option<String>,
    pub(crate) origin: Option<Origin>,
    pub(crate) is_public: bool,
    pub(crate) is_removed: bool,
    pub(crate) is_featured: bool,
    pub(crate) is_favourite: bool,
    pub(crate) favourites: u32,
    pub(crate) plays: u32,
    /// The day on which it was published: `2026.11.30`.
    pub(crate) day: String,
}

/// The game from which a published game was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) id: String,
    /// The title and the publisher of a game that everybody finds.
    pub(crate) title: Option<String>,
    pub(crate) account: Option<AccountId>,
    pub(crate) name: Option<String>,
}

impl Published {
    /// Returns the game as an account sees it; `None` if a newer version has written it. `is_builtin` tells which games have no text.
    pub(crate) fn view(self, viewer: Viewer, is_builtin: impl Fn(&str) -> bool) -> Option<PublishedGame> {
        let game: GameSummary = serde_json::from_str(&self.view).ok()?;
        let own = self.account.is_some() && self.account == viewer;
        let publisher = |account: Option<AccountId>, name| account.map(|_| NamedPlayer::account(name));
        let origin = self.origin.map(|Origin { id, title, account, name }| match title {
            // Those who have the address of a game alone find it: another game does not tell it.
            None if !is_builtin(&id) => GameOrigin::default(),
            name_of => GameOrigin { id: Some(id), name: name_of, publisher: publisher(account, name) },
        });
        Some(PublishedGame {
            game,
            publisher: publisher(self.account, self.name),
            own,
            origin,
            public: self.is_public,
            removed: self.is_removed,
            featured: self.is_featured,
            favourite: self.is_favourite,
            favourites: self.favourites,
            plays: self.plays,
            day: self.day,
        })
    }
}

/// Which public games are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GallerySearch {
    /// Words of which each is in the title, among the names of pieces, or elsewhere in what is searched.
    pub(crate) words: Vec<String>,
    /// The folded name of a publisher, whose games are found, too.
    pub(crate) publisher: Option<String>,
    /// The files and ranks of the board.
    pub(crate) board: Option<[u8; 2]>,
    pub(crate) order: GalleryOrder,
    pub(crate) offset: u32,
    pub(crate) limit: u32,
}

/// The order of public games, behind the recommended ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum GalleryOrder {
    #[default]
    Newest,
    Plays,
    Favourites,
}

impl GallerySearch {
    /// Returns whether the end of an index answers the search without a scan.
    pub(crate) fn is_quick(&self) -> bool {
        self.words.is_empty() && self.board.is_none()
    }
}

//! Sessions on the disk: what a store is, the one implementation of it for a SQLite file and for a PostgreSQL database, and the task that
//! writes.
//!
//! Both databases run the same SQL from the same code (`sql`), over connections that are apart by what they are for (`pool`); what
//! differs stands in `connection` (texts), `sqlite` (the file) and `postgres` (the lock on the database). `sqlx` has both drivers and the
//! migrations; its macros, which want a database when the program is built, and its `Any`, which knows few types and cannot stop a
//! statement of SQLite, are not used. `deadpool` has the pools: one of either database that says why there is no connection, and checks
//! each with what only this store knows (that the file is the one of that name, that the lock is held).
//!
//! To add a column or a table: a file in `steps/` and a line at the end of `schema::STEPS`. If both databases understand it, it is one
//! text (`SchemaStep::Both`, types in lower case: `bigint`, `text`, `double precision`). A step that has been published never changes.
//!
//! To add a query: a method of [`Store`] or [`AccountStore`], with a default that does nothing where tests have stores of their own,
//! and in its implementation (`sql`, `accounts/sql`)
//!
//! ```text
//! let mut read = self.read().await?;              // found by its key; `self.search()` if it may take long
//! let rows = read.query("SELECT ... WHERE a = $1", values![a]).await?;
//! rows.iter().map(|row| row.get::<i64>(0)).collect()
//!
//! let mut write = self.write().await?;            // a transaction; dropped, it writes nothing
//! write.execute("UPDATE ... SET b = $2 WHERE a = $1", values![a, b]).await?;
//! write.commit().await
//! ```
//!
//! and a test in `contract`, which runs on both. Integers are `i64` (a column that is `integer` in PostgreSQL is cast to `bigint` where it
//! is read), moments are milliseconds or `unixepoch()` in seconds. Data that is written together with a session belongs in `save`.

mod accounts;
mod backup;
mod connection;
#[cfg(test)]
mod contract;
mod expiry;
mod gallery;
mod letters;
mod pool;
mod postgres;
mod save;
mod schema;
mod search;
mod sql;
mod sqlite;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use beaufort_session::view::{ListedGame, NamedPlayer, PublicGame};
use beaufort_session::{
    AccountId, List, Listing, ListingChange, NotChallenged, Post, Save, StoredConversation, Way,
};
use serde::{Deserialize, Serialize};

pub(crate) use accounts::{AccountStore, Credentials};
pub(crate) use backup::restore_into;
pub use backup::{BackupSummary, back_up};
pub(crate) use connection::{Connection, Record, Value, values};
pub use gallery::{GalleryAct, GalleryEntry, gallery_entries, operate_gallery};
pub(crate) use gallery::{GalleryOrder, GallerySearch, GalleryStore, NewGame, OwnList, Published, Viewer};
pub use letters::WaitingLetter;
pub(crate) use pool::SEARCH_CONNECTIONS;
pub use postgres::{PostgresUrl, PostgresUrlError};
pub(crate) use postgres::{Sharing, connect, identity};
pub(crate) use sql::SqlStore;
pub(crate) use sqlite::{create, identity as file_identity};
pub(crate) use writer::Writer;

/// Where sessions are kept.
#[derive(Clone, Debug)]
pub enum Database {
    /// In a SQLite file; it is made if it is not there.
    File(PathBuf),
    /// In a PostgreSQL database; its tables are made if they are not there.
    Postgres(PostgresUrl),
}

impl From<PathBuf> for Database {
    fn from(path: PathBuf) -> Database {
        Database::File(path)
    }
}

impl<P: AsRef<Path> + ?Sized> From<&P> for Database {
    fn from(path: &P) -> Database {
        Database::File(path.as_ref().to_owned())
    }
}

/// A store of sessions, by name.
#[async_trait]
pub trait Store: fmt::Debug + Send + Sync {
    /// Loads a session; `None` if there is none of this name.
    ///
    /// # Errors
    /// If it cannot be read.
    async fn load(&self, name: &str) -> Result<Option<Stored>, StoreError>;

    /// Saves sessions, all or none. When it returns, they are on the disk and survive a failure of the power.
    ///
    /// # Errors
    /// If they cannot be written, other servers have some of them, some that begin have names that are taken, or a player is not
    /// challenged; then what was saved before is there still, but for [`StoreError::Gone`].
    async fn save(&self, rows: &[Row]) -> Result<(), StoreError>;

    /// Returns the names of sessions whose flag has fallen by `now` while they were not in memory, or whose challenge has had no answer
    /// for too long: `most` at most, drawn at random, so that those which cannot be read are not in the way of the others.
    ///
    /// # Errors
    /// If they cannot be read.
    async fn flagged(&self, now: SystemTime, most: usize) -> Result<Vec<String>, StoreError>;

    /// Returns public games, those that have changed last first.
    ///
    /// # Errors
    /// If they cannot be read; [`StoreError::TooLong`] if that takes too long.
    async fn listed(&self, search: &Search) -> Result<Vec<Listed>, StoreError>;

    /// Returns letters that are to be sent one way by now, those that have waited for longest first.
    ///
    /// # Errors
    /// If they cannot be read.
    async fn due_letters(
        &self,
        way: Way,
        now: SystemTime,
        most: usize,
    ) -> Result<Vec<WaitingLetter>, StoreError>;

    /// Returns whether a letter may be sent now, and notes that one asks for an address to be confirmed: an address is asked once a day,
    /// few are an hour, and one whose reader wants no letters gets none.
    ///
    /// # Errors
    /// If that cannot be read or written.
    async fn admit_letter(&self, _letter: &WaitingLetter, _now: SystemTime) -> Result<bool, StoreError> {
        Ok(true)
    }

    /// Deletes a letter, or postpones it. A letter that another has replaced is gone already.
    ///
    /// # Errors
    /// If that cannot be written.
    async fn settle_letter(&self, id: i64, again: Option<SystemTime>) -> Result<(), StoreError>;

    /// Returns the key pair for push messages, in PKCS #8: the one that is kept, or else `pair`, which is kept from now on.
    ///
    /// # Errors
    /// If it cannot be read or written.
    async fn push_key(&self, pair: Vec<u8>) -> Result<Vec<u8>, StoreError> {
        Ok(pair)
    }

    /// Notes that there is a server at this moment, unless a later one is noted.
    ///
    /// # Errors
    /// If it cannot be written.
    async fn note_alive(&self, now: SystemTime) -> Result<(), StoreError>;

    /// Returns the latest moment that was noted.
    ///
    /// # Errors
    /// If it cannot be read.
    async fn last_alive(&self) -> Result<Option<SystemTime>, StoreError>;

    /// Compensates for the time without a server, in which no turn could be played: each flag falls later by that time, and not
    /// before `least` has passed since `now`. Sessions without a flag have a clock that stood still.
    ///
    /// # Errors
    /// If they cannot be written.
    async fn postpone_flags(&self, now: SystemTime, least: Duration) -> Result<(), StoreError>;

    /// Returns the record of a game of the archive; `None` if there is no such game.
    ///
    /// # Errors
    /// If it cannot be read.
    async fn archived(&self, _session: &str) -> Result<Option<Archived>, StoreError> {
        Ok(None)
    }

    /// Keeps the record of a game of the archive that has none yet.
    ///
    /// # Errors
    /// If it cannot be written.
    async fn keep_record(&self, _session: &str, _record: &str) -> Result<(), StoreError> {
        Ok(())
    }

    /// Records a visit of a session that may expire.
    ///
    /// # Errors
    /// If it cannot be written.
    async fn note_visit(&self, _name: &str, _now: SystemTime) -> Result<(), StoreError> {
        Ok(())
    }

    /// Returns the names of at most `most` sessions that have expired by `now`: they have no owner, and have had no visit for long.
    ///
    /// # Errors
    /// If they cannot be read.
    async fn expired(&self, _now: SystemTime, _most: usize) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    /// Deletes those of these sessions that have expired by `now`. Returns their number.
    ///
    /// # Errors
    /// If they cannot be deleted.
    async fn delete_expired(&self, _names: &[String], _now: SystemTime) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// Returns the size of the store, in bytes.
    ///
    /// # Errors
    /// If that cannot be read.
    async fn stored_bytes(&self) -> Result<u64, StoreError> {
        Ok(0)
    }

    /// Returns the store of accounts; a store of the caller may have none.
    fn accounts(&self) -> Option<&dyn AccountStore> {
        None
    }

    /// Returns the store of published games; a store of the caller may have none.
    fn gallery(&self) -> Option<&dyn GalleryStore> {
        None
    }
}

/// The number of a server among those that share the sessions of a database; it has another one each time it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ServerId(pub(crate) i64);

impl ServerId {
    /// Draws a number that no other server has.
    pub(crate) fn new() -> ServerId {
        ServerId(fastrand::i64(1..))
    }
}

/// A session as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// The session.
    pub kept: StoredConversation,
    /// When the flag falls of a clock that runs while the session is not in memory.
    pub flag: Option<SystemTime>,
    /// For how long the player who is challenged to the game may answer still; `None` without a challenge that can be
    /// answered.
    pub challenge_left: Option<Duration>,
}

/// Which public games are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The list.
    pub list: List,
    /// The id of the game.
    pub game: Option<String>,
    /// The result as records write it.
    pub result: Option<String>,
    /// The prefix of their first day, as records write it.
    pub day: Option<String>,
    /// The first turns, in notation, with a space between them.
    pub opening: Option<String>,
    /// The folded name of a player.
    pub player: Option<String>,
    /// The most seconds since their last change; [`u32::MAX`] for any time.
    pub age: u32,
    /// The number of games to skip.
    pub offset: u32,
    /// The most games to return.
    pub limit: u32,
}

impl Search {
    /// Looks for the first game of a list.
    pub fn first_of(list: List) -> Search {
        Search {
            list,
            game: None,
            result: None,
            day: None,
            opening: None,
            player: None,
            age: u32::MAX,
            offset: 0,
            limit: 1,
        }
    }
}

/// A public game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name of its session.
    pub session: String,
    /// Its view, as JSON.
    pub game: String,
    /// The players with an account.
    pub names: [Option<NamedPlayer>; 2],
    /// The time since its last change, in seconds.
    pub age: u32,
}

impl Listed {
    /// Parses the game; `None` if a newer version has written it.
    pub(crate) fn parse(self) -> Option<ListedGame> {
        let game: PublicGame = serde_json::from_str(&self.game).ok()?;
        // The view has the names of guests alone.
        let [first, second] = self.names;
        let [first_guest, second_guest] = game.names;
        let names = [first.or(first_guest), second.or(second_guest)];
        Some(ListedGame { session: self.session, game: PublicGame { names, ..game } })
    }
}

/// The record of a game of the archive, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archived {
    /// The id of the game.
    pub game: String,
    /// The record, without the names of accounts; `None` if it was not kept yet.
    pub record: Option<String>,
    /// The players with an account.
    pub names: [Option<NamedPlayer>; 2],
}

/// The columns of a public game.
struct ListingColumns {
    list: i64,
    game: String,
    result: Option<String>,
    day: Option<String>,
    opening: String,
    view: String,
    accounts: [Option<i64>; 2],
}

impl From<&Listing> for ListingColumns {
    fn from(Listing { list, game, accounts, .. }: &Listing) -> ListingColumns {
        ListingColumns {
            list: number(*list),
            game: game.table.game.clone(),
            result: game.table.result.as_ref().map(|result| result.score.clone()),
            day: game.day.clone(),
            opening: whole_turns(&game.opening),
            accounts: accounts.map(|account| account.map(|AccountId(id)| id)),
            view: serde_json::to_string(game).expect("a game is made of lists, numbers and texts"),
        }
    }
}

/// Returns the number of a list, which never changes.
fn number(list: List) -> i64 {
    match list {
        List::Open => 0,
        List::Live => 1,
        List::Archive => 2,
        List::Private => 3,
    }
}

/// Returns turns so that no other turn begins with the last of them.
fn whole_turns(turns: &str) -> String {
    turns.split_whitespace().fold(String::new(), |text, turn| text + turn + " ")
}

/// A session to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the session.
    pub name: String,
    /// The session from now on.
    pub save: Save,
    /// The right to write it.
    pub right: WriteRight,
    /// When the flag falls of a clock that runs on while the session is not in memory. While it is, only that of a game by mail is
    /// kept: it runs on whatever becomes of the server.
    pub flag: Option<SystemTime>,
    /// The change of its listing.
    pub listing: ListingChange,
    /// The record from now on, if it is a game of the archive and its record has changed; without the names of accounts.
    pub record: Option<String>,
    /// The moment of this visit, if the session may expire.
    pub expires: Option<SystemTime>,
    /// The changes of letters to the players.
    pub post: Vec<Post>,
    /// The name of a player who is challenged to the game from now on.
    pub challenged: Option<String>,
}

impl Row {
    /// Returns a row that changes nothing but the session.
    pub fn new(name: impl Into<String>, save: Save, right: WriteRight) -> Row {
        let (flag, listing, record, expires) = (None, ListingChange::None, None, None);
        Row {
            name: name.into(),
            save,
            right,
            flag,
            listing,
            record,
            expires,
            post: Vec::new(),
            challenged: None,
        }
    }
}

/// The right to write a session. A session that is not stored yet never replaces another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteRight {
    /// It has been stored before, or may have been: it replaces the stored one. In a cluster, this server holds its lease.
    Known,
    /// It has never been stored, and this server holds its lease. There must be no session of that name.
    First,
    /// It begins with another session: no server holds its lease yet. There must be no session of that name.
    Opened,
}

impl WriteRight {
    /// Returns whether it needs the lease of the session, in a cluster.
    fn is_leased(self) -> bool {
        self != WriteRight::Opened
    }

    /// Returns whether it may replace the session of its name.
    fn replaces(self) -> bool {
        self == WriteRight::Known
    }
}

/// An error of the store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The store has vanished with all that was in it. The next call makes a new one.
    #[error("{0} has been deleted or replaced")]
    Gone(String),
    /// Another server has the sessions.
    #[error("the sessions belong to another server")]
    Taken,
    /// Another server has had the sessions since this one lost them, so that the sessions in memory are out of date. Nothing is
    /// read or written any more.
    #[error("another server has had the sessions meanwhile: restart this one to have them again")]
    TakenOver,
    /// Other servers have these of the sessions that were to be saved, by their places among them; none has been saved.
    #[error("another server has taken the session")]
    Superseded(Vec<usize>),
    /// There are sessions already that have the names of these which were to begin, by their places among those that were to be saved;
    /// none has been saved.
    #[error("there is a session of that name already")]
    NameTaken(Vec<usize>),
    /// A player is not challenged to these of the sessions that were to be saved, by their places among them; none has been saved.
    #[error("the player is not challenged")]
    NotChallenged(Vec<usize>, NotChallenged),
    /// Reading or writing has failed: a full disk, a file that is locked or damaged, a database that is not there.
    #[error("{0}")]
    Failed(String),
    /// A search was stopped, as it took too long.
    #[error("the search takes too long")]
    TooLong,
    /// The database has refused a statement, such as one with text that it cannot store, and goes on as before.
    #[error("{0}")]
    Refused(String),
}

impl StoreError {
    /// Returns the places of those sessions that alone are not saved, if it is about some.
    fn refused(&self) -> Option<&[usize]> {
        match self {
            StoreError::Superseded(places)
            | StoreError::NameTaken(places)
            | StoreError::NotChallenged(places, _) => {
                Some(places).filter(|places| !places.is_empty()).map(Vec::as_slice)
            }
            _ => None,
        }
    }

    /// Returns the same error about sessions at other places.
    fn for_places(&self, places: Vec<usize>) -> StoreError {
        match self {
            StoreError::Superseded(_) => StoreError::Superseded(places),
            StoreError::NameTaken(_) => StoreError::NameTaken(places),
            StoreError::NotChallenged(_, why) => StoreError::NotChallenged(places, *why),
            other => other.clone(),
        }
    }
}

/// Returns a moment as it is kept: in milliseconds since 1970.
fn milliseconds(time: SystemTime) -> i64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Returns a moment that is kept.
fn time(milliseconds: i64) -> SystemTime {
    let since = Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0));
    SystemTime::UNIX_EPOCH.checked_add(since).unwrap_or(SystemTime::UNIX_EPOCH)
}

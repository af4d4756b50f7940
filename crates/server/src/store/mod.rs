//! Sessions on the disk: what a store is, the SQLite file and the PostgreSQL database that are one each, and the thread that
//! writes.

mod accounts;
#[cfg(test)]
mod contract;
mod letters;
mod postgres;
mod schema;
mod sqlite;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use beaufort_session::view::NamedPlayer;
use beaufort_session::{AccountId, Kept, List, Listing, ListingChange, Post, Save};
use serde::{Deserialize, Serialize};

pub(crate) use accounts::{AccountStore, Credentials, WhichTokens};
pub use letters::WaitingLetter;
pub(crate) use postgres::{Postgres, Sharing, connect};
pub use postgres::{PostgresUrl, PostgresUrlError};
pub(crate) use sqlite::{Sqlite, create};
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

/// What keeps sessions, by name.
pub trait Store: fmt::Debug + Send + Sync {
    /// Returns what is kept of a session; `None` if nothing is.
    ///
    /// # Errors
    /// If it cannot be read.
    fn load(&self, name: &str) -> Result<Option<Stored>, StoreError>;

    /// Saves sessions, all or none. When it returns, they are on the disk and survive a failure of the power.
    ///
    /// # Errors
    /// If they cannot be written, other servers have some of them, or some that begin have names that are taken; then what was saved before is there still, but for
    /// [`StoreError::Gone`].
    fn save(&self, rows: &[Row]) -> Result<(), StoreError>;

    /// Returns the names of sessions whose flag has fallen by `now` while they were not in memory: `most` at most, drawn at
    /// random, so that those which cannot be read are not in the way of the others.
    ///
    /// # Errors
    /// If they cannot be read.
    fn flagged(&self, now: SystemTime, most: usize) -> Result<Vec<String>, StoreError>;

    /// Returns public games, those that have changed last first.
    ///
    /// # Errors
    /// If they cannot be read.
    fn listed(&self, search: &Search) -> Result<Vec<Listed>, StoreError>;

    /// Returns letters that are to be sent by now, those that have waited for longest first.
    ///
    /// # Errors
    /// If they cannot be read.
    fn due_letters(&self, now: SystemTime, most: usize) -> Result<Vec<WaitingLetter>, StoreError>;

    /// Forgets a letter, or has it sent again later. One that another has replaced is forgotten already.
    ///
    /// # Errors
    /// If that cannot be written.
    fn settle_letter(&self, id: i64, again: Option<SystemTime>) -> Result<(), StoreError>;

    /// Notes that there is a server at this moment.
    ///
    /// # Errors
    /// If it cannot be written.
    fn note_alive(&self, now: SystemTime) -> Result<(), StoreError>;

    /// Makes up for the time without a server, in which nobody could play: each flag falls later by that time, and at the
    /// earliest when `least` has passed since `now`. What has no flag has a clock that stood still.
    ///
    /// # Errors
    /// If they cannot be written.
    fn postpone_flags(&self, now: SystemTime, least: Duration) -> Result<(), StoreError>;

    /// Returns what is kept of accounts; a store of the caller's may keep none.
    fn accounts(&self) -> Option<&dyn AccountStore> {
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
    /// What is kept of it.
    pub kept: Kept,
    /// When the flag falls of a clock that runs while the session is not in memory.
    pub flag: Option<SystemTime>,
}

/// Which public games are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The list.
    pub list: List,
    /// The session, if it is one alone.
    pub session: Option<String>,
    /// The id of the game.
    pub game: Option<String>,
    /// The result as records write it.
    pub result: Option<String>,
    /// How the day begins on which they began, as records write it.
    pub day: Option<String>,
    /// The first turns, in notation, with a space between them.
    pub opening: Option<String>,
    /// A player, by what the name is folded to.
    pub player: Option<String>,
    /// How long ago they may have changed last, in seconds.
    pub age: u32,
    /// How many of them are left out.
    pub offset: u32,
    /// How many are wanted at most.
    pub limit: u32,
}

impl Search {
    /// Looks for one session in a list.
    pub fn of_session(list: List, session: &str) -> Search {
        Search {
            list,
            session: Some(session.to_owned()),
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
    /// What is told of it, as JSON.
    pub game: String,
    /// Who plays it under a name.
    pub names: [Option<NamedPlayer>; 2],
}

impl Listed {
    /// Returns a game as it was read: for each side the number of an account and the name, if the account is there still.
    fn new(session: String, game: String, sides: [(Option<i64>, Option<String>); 2]) -> Listed {
        let names = sides.map(|(account, name)| account.map(|_| NamedPlayer { name }));
        Listed { session, game, names }
    }
}

/// What is kept of a public game.
struct ListingColumns {
    list: i32,
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
fn number(list: List) -> i32 {
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
    /// What is to be kept of it from now on.
    pub save: Save,
    /// By what right it is written.
    pub right: WriteRight,
    /// When the flag falls of a clock that runs on while the session is not in memory. While it is, only that of a game by mail is
    /// kept: it runs on whatever becomes of the server.
    pub flag: Option<SystemTime>,
    /// What becomes of what others are told of it.
    pub listing: ListingChange,
    /// What becomes of letters that wait to be sent to the players.
    pub post: Vec<Post>,
}

/// By what right a session is written. What is not kept yet never replaces anything, whoever chose its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteRight {
    /// It has been kept before, or may have been: it replaces what is kept of it. Where several servers share the sessions, this one has
    /// its lease.
    Known,
    /// It has never been kept, and this server has its lease. There may be no session of that name.
    First,
    /// It begins with another session and is nobody's yet: no server needs its lease. There may be no session of that name.
    Opened,
}

impl WriteRight {
    /// Returns whether it is written by the server alone that has its lease, where several share the sessions.
    fn is_leased(self) -> bool {
        self != WriteRight::Opened
    }

    /// Returns whether it may replace what is kept under its name.
    fn replaces(self) -> bool {
        self == WriteRight::Known
    }
}

/// Why sessions cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The store has vanished with all that was in it. The next call makes a new one.
    Gone(String),
    /// Another server has the sessions.
    Taken,
    /// Another server has had the sessions since this one lost them, so what this one has in memory is out of date. Nothing is read
    /// or written any more.
    TakenOver,
    /// Other servers have these of the sessions that were to be saved, by their places among them; none has been saved.
    Superseded(Vec<usize>),
    /// There are sessions already that have the names of these which were to begin, by their places among those that were to be saved;
    /// none has been saved.
    NameTaken(Vec<usize>),
    /// Reading or writing has failed: a full disk, a file that is locked or damaged, a database that is not there.
    Failed(String),
    /// A database has refused what it was told, and goes on as before: text that it cannot keep.
    Refused(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Gone(file) => write!(f, "{file} has been deleted or replaced"),
            StoreError::Taken => f.write_str("the sessions belong to another server"),
            StoreError::TakenOver => f.write_str(
                "another server has had the sessions meanwhile: restart this one to have them again",
            ),
            StoreError::Superseded(_) => f.write_str("another server has taken the session"),
            StoreError::NameTaken(_) => f.write_str("there is a session of that name already"),
            StoreError::Failed(message) | StoreError::Refused(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for StoreError {}

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

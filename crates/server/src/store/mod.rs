//! Sessions on the disk: what a store is, the SQLite file and the PostgreSQL database that are one each, and the thread that
//! writes.

#[cfg(test)]
mod contract;
mod postgres;
mod schema;
mod sqlite;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use beaufort_session::{Kept, Save};

pub(crate) use postgres::Postgres;
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
    /// If they cannot be written; then what was saved before is there still, but for [`StoreError::Gone`].
    fn save(&self, rows: &[Row]) -> Result<(), StoreError>;

    /// Returns the names of sessions whose flag has fallen by then while they were not in memory: so many at most, drawn at
    /// random, so that those which cannot be read are not in the way of the others.
    ///
    /// # Errors
    /// If they cannot be read.
    fn flagged(&self, now: SystemTime, most: usize) -> Result<Vec<String>, StoreError>;

    /// Lets no flag fall before then of a session that is not in memory: while there was no server nobody could play.
    ///
    /// # Errors
    /// If they cannot be written.
    fn postpone_flags(&self, to: SystemTime) -> Result<(), StoreError>;
}

/// A session as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// What is kept of it.
    pub kept: Kept,
    /// When the flag falls of a clock that runs while the session is not in memory.
    pub flag: Option<SystemTime>,
}

/// A session to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the session.
    pub name: String,
    /// What is to be kept of it from now on.
    pub save: Save,
    /// When the flag falls of a clock that runs on while the session is not in memory; a save of one that is has none.
    pub flag: Option<SystemTime>,
}

/// Why sessions cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// The store has vanished with all that was in it. The next call makes a new one.
    Gone(String),
    /// Another server has the sessions.
    Taken,
    /// Reading or writing has failed: a full disk, a file that is locked or damaged, a database that is not there.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Gone(file) => write!(f, "{file} has been deleted or replaced"),
            StoreError::Taken => f.write_str("the sessions belong to another server"),
            StoreError::Failed(message) => f.write_str(message),
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

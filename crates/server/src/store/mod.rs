//! Sessions on the disk: what a store is, the SQLite file that is one, and the thread that writes.

mod schema;
mod sqlite;
mod writer;

use std::fmt;
use std::time::SystemTime;

use beaufort_session::{Kept, Save};

pub(crate) use sqlite::{Sqlite, create};
pub(crate) use writer::Writer;

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
    /// Reading or writing has failed: a full disk, a file that is locked or damaged.
    Failed(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Gone(file) => write!(f, "{file} has been deleted or replaced"),
            StoreError::Failed(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for StoreError {}

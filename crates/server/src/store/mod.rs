//! Sessions on the disk: what a store is, the SQLite file that is one, and the thread that writes.

mod schema;
mod sqlite;
mod writer;

use std::fmt;

use beaufort_session::{Kept, Save};

pub(crate) use sqlite::{Sqlite, create};
pub(crate) use writer::Writer;

/// What keeps sessions, by name.
pub trait Store: fmt::Debug + Send + Sync {
    /// Returns what is kept of a session; `None` if nothing is.
    ///
    /// # Errors
    /// If it cannot be read.
    fn load(&self, name: &str) -> Result<Option<Kept>, StoreError>;

    /// Saves sessions, all or none. When it returns, they are on the disk and survive a failure of the power.
    ///
    /// # Errors
    /// If they cannot be written; then what was saved before is there still, but for [`StoreError::Gone`].
    fn save(&self, rows: &[Row]) -> Result<(), StoreError>;
}

/// A session to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The name of the session.
    pub name: String,
    /// What is to be kept of it from now on.
    pub save: Save,
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

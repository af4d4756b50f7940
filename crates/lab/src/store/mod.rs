//! Storage of games while more of them are played, so that interrupted work resumes from there.
//!
//! A [`StudyFolder`] has the games of the engine against itself, as a table in a folder of Parquet files; a [`GameLog`] is a file
//! with a line for each game of a match. Both know the settings of their games, refuse others, and are locked against a second writer.

mod log;
mod settings;
#[cfg(feature = "plots")]
mod table;

use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

pub use log::{GameLog, read_games};
#[cfg(feature = "plots")]
pub use table::{StudyFolder, by_name, read_settings, read_study};

/// The reason why games cannot be stored or read.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refuses: a full disk, a folder without permission.
    #[error("{what}: {error}")]
    Io {
        /// The operation that failed: `` cannot write `scirocco.jsonl` ``.
        what: String,
        /// Why it failed.
        #[source]
        error: io::Error,
    },
    /// The stored games were played with other settings.
    #[error("{0}")]
    Settings(String),
    /// The place holds something else, or another program is writing to it.
    #[error("{0}")]
    Unusable(String),
}

impl StoreError {
    /// Returns a function that adds the operation to an error of the system.
    pub(crate) fn io(what: impl fmt::Display) -> impl FnOnce(io::Error) -> StoreError {
        move |error| StoreError::Io { what: what.to_string(), error }
    }
}

/// Rejects a URL such as `s3://bucket/games`: it would become a folder of that name on this machine.
///
/// # Errors
/// If the path is an address.
///
/// # Examples
/// ```
/// use beaufort_lab::store::check_local;
/// use std::path::Path;
///
/// assert!(check_local(Path::new("reports/scirocco")).is_ok());
/// assert!(check_local(Path::new("s3://bucket/games")).is_err());
/// ```
pub fn check_local(path: &Path) -> Result<(), StoreError> {
    let text = path.to_string_lossy();
    // Python's paths have one slash there; one letter is a disk.
    let scheme = text.split_once(":/").map(|(scheme, _)| scheme).filter(|scheme| scheme.len() > 1);
    let is_scheme = |scheme: &str| {
        let rest = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        scheme.starts_with(|c: char| c.is_ascii_alphabetic()) && scheme.chars().all(rest)
    };
    match scheme {
        Some(scheme) if is_scheme(scheme) => Err(StoreError::Unusable(format!(
            "`{text}` is an address, not a path: results are kept on this machine alone; name a folder here and copy it afterwards"
        ))),
        _ => Ok(()),
    }
}

/// Takes an exclusive lock on a file, which lasts until the file is closed; does not wait.
///
/// `name` and `purpose` are those of the file and its content in the message.
///
/// # Errors
/// If another program holds the lock, or the system fails.
pub fn lock(file: &File, name: &str, purpose: &str) -> Result<(), StoreError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::Unusable(format!("another {purpose} is writing to `{name}`")),
        TryLockError::Error(error) => StoreError::io(format_args!("cannot lock `{name}`"))(error),
    })
}

//! Where games are kept while more of them are played, so that work that was stopped goes on from there.
//!
//! A [`GameLog`] is a file with a line for each game; the table of a study is a
//! folder of Parquet files, see the module `study`. Both know the settings of their games, refuse others, and are locked against a second writer.

mod log;
mod settings;

use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

pub use log::{GameLog, read_games, read_plan};
#[cfg(feature = "plots")]
pub(crate) use settings::check_settings;

/// Why games cannot be kept, or be read again.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refuses: a full disk, a folder without permission.
    #[error("{what}: {error}")]
    Io {
        /// What was being done: `` cannot write `scirocco.jsonl` ``.
        what: String,
        /// Why it failed.
        #[source]
        error: io::Error,
    },
    /// What is there was played with other settings.
    #[error("{0}")]
    Settings(String),
    /// What is there is something else, or somebody else is writing to it.
    #[error("{0}")]
    Unusable(String),
}

impl StoreError {
    /// Returns a function that tells what was being done when the system refused.
    pub(crate) fn io(what: impl fmt::Display) -> impl FnOnce(io::Error) -> StoreError {
        move |error| StoreError::Io { what: what.to_string(), error }
    }
}

/// Refuses the address of a place elsewhere, such as `s3://bucket/games`: it would become a folder of that name on this machine.
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

/// Locks a file until it is closed.
///
/// # Errors
/// If another `purpose`, such as a study, has locked it, or the system refuses.
pub fn lock(file: &File, name: &str, purpose: &str) -> Result<(), StoreError> {
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::Unusable(format!("another {purpose} is writing to `{name}`")),
        TryLockError::Error(error) => StoreError::io(format_args!("cannot lock `{name}`"))(error),
    })
}

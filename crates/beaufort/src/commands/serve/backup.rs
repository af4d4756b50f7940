//! `--backup` and `--restore`.

use std::io;
use std::path::Path;

use beaufort_server::{BackupSummary, ServerError, StoreError};

use super::settings::Settings;
use super::{database, end, page};
use crate::failure::Failure;
use crate::output;

/// Backs the games up to a file.
pub(super) async fn back_up(settings: &Settings, file: &Path) -> Result<(), Failure> {
    let (database, place) = database(settings)?;
    let backup = uninterrupted(beaufort_server::back_up(&database, file)).await?;
    let summary = backup.map_err(|error| failure(error, format!("cannot back up the games in {place}")))?;
    let file = file.display();
    output::styled(&format!("{} of {place} are backed up in {file}\n", contents(summary)))?;
    Ok(())
}

/// Restores the games from a file.
pub(super) async fn restore(settings: &Settings, file: &Path) -> Result<(), Failure> {
    let (database, place) = database(settings)?;
    let restored = uninterrupted(beaufort_server::restore(file, &database)).await?;
    let summary = restored.map_err(|error| {
        let what = format!("cannot restore the games into {place}");
        match error {
            ServerError::Taken(address) => {
                let other = address.map_or("another server".to_owned(), page);
                Failure::io(what)(io::Error::other(format!("{other} serves them")))
            }
            ServerError::Store(error) => failure(error, what),
            error => Failure::io(what)(io::Error::other(error)),
        }
    })?;
    output::styled(&format!("{} are restored into {place}\n", contents(summary)))?;
    Ok(())
}

/// Does something until it is done, or the user stops it.
async fn uninterrupted<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    tokio::select! {
        done = work => Ok(done),
        () = end() => Err(Failure::Cancelled),
    }
}

fn contents(BackupSummary { sessions, accounts }: BackupSummary) -> String {
    let count = |number: i64, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    format!("{} and {}", count(sessions, "game"), count(accounts, "account"))
}

fn failure(error: StoreError, what: String) -> Failure {
    match error {
        StoreError::Refused(error) => Failure::user(format_args!("{what}: {error}")),
        error => Failure::io(what)(io::Error::other(error)),
    }
}

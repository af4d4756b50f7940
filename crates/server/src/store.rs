//! Sessions on the disk: one SQLite file, a row for each.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, params};

/// The file of the sessions.
#[derive(Debug)]
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

/// Why sessions cannot be read or written.
#[derive(Debug)]
pub struct StoreError(String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError(error.to_string())
    }
}

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS session (
        name TEXT PRIMARY KEY,
        saved TEXT NOT NULL,
        changed INTEGER NOT NULL DEFAULT (unixepoch())
    ) STRICT;
";

impl Store {
    /// Opens the file, or makes it with its folder.
    pub(crate) fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| StoreError(format!("{}: {error}", folder.display())))?;
        }
        let connection = Connection::open(path)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        // A turn that was answered is on the disk, even if the power fails.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.execute_batch(SCHEMA)?;
        Ok(Store { connection: Mutex::new(connection) })
    }

    /// Returns what was saved of a session.
    pub(crate) fn load(&self, name: &str) -> Result<Option<String>, StoreError> {
        let connection = self.connection();
        let mut statement = connection.prepare_cached("SELECT saved FROM session WHERE name = ?1")?;
        Ok(statement.query_row([name], |row| row.get(0)).optional()?)
    }

    /// Saves a session.
    pub(crate) fn save(&self, name: &str, saved: &str) -> Result<(), StoreError> {
        const SAVE: &str = "
            INSERT INTO session (name, saved) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET saved = ?2, changed = unixepoch()";
        self.connection().prepare_cached(SAVE)?.execute(params![name, saved])?;
        Ok(())
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().expect("nothing panics while it uses the file")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_saved_is_there_after_opening_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/sessions.sqlite");
        let store = Store::open(&path).unwrap();
        assert_eq!(store.load("a").unwrap(), None);
        store.save("a", "one").unwrap();
        store.save("a", "two").unwrap();
        drop(store);
        assert_eq!(Store::open(&path).unwrap().load("a").unwrap().as_deref(), Some("two"));
    }
}

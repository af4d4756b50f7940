//! One SQLite file with a row for each session, readable by its owner alone.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior, params};

use super::{Row, Store, StoreError};

/// How long to wait for another program that has locked the file.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS session (
        name TEXT PRIMARY KEY,
        saved TEXT NOT NULL,
        changed INTEGER NOT NULL DEFAULT (unixepoch())
    ) STRICT;
";

/// The file of the sessions.
#[derive(Debug)]
pub(crate) struct Sqlite {
    path: PathBuf,
    /// `None` after the file has vanished: the next call makes a new one.
    file: Mutex<Option<OpenDatabase>>,
}

/// The open file.
#[derive(Debug)]
struct OpenDatabase {
    connection: Connection,
    identity: FileIdentity,
}

impl Sqlite {
    /// Opens the file, or makes it with its folder.
    pub(crate) fn open(path: &Path) -> Result<Sqlite, StoreError> {
        let file = OpenDatabase::new(path)?;
        Ok(Sqlite { path: path.to_owned(), file: Mutex::new(Some(file)) })
    }

    /// Works with the file, and makes sure afterwards that it was the one which has that name.
    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let mut file = self.file();
        let open = match &mut *file {
            Some(open) => open,
            None => file.insert(OpenDatabase::new(&self.path)?),
        };
        let result = work(&mut open.connection);
        // What is written to a file without a name is lost.
        if identity(&self.path).ok() != Some(open.identity) {
            *file = None;
            return Err(StoreError::Gone(self.path.display().to_string()));
        }
        Ok(result?)
    }

    fn file(&self) -> MutexGuard<'_, Option<OpenDatabase>> {
        self.file.lock().expect("nothing panics while it uses the file")
    }
}

impl Store for Sqlite {
    fn load(&self, name: &str) -> Result<Option<String>, StoreError> {
        const LOAD: &str = "SELECT saved FROM session WHERE name = ?1";
        self.with(|connection| {
            connection.prepare_cached(LOAD)?.query_row([name], |row| row.get(0)).optional()
        })
    }

    fn save(&self, rows: &[Row]) -> Result<(), StoreError> {
        const SAVE: &str = "
            INSERT INTO session (name, saved) VALUES (?1, ?2)
            ON CONFLICT (name) DO UPDATE SET saved = ?2, changed = unixepoch()";
        self.with(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for Row { name, saved } in rows {
                transaction.prepare_cached(SAVE)?.execute(params![name, saved])?;
            }
            transaction.commit()
        })
    }
}

impl OpenDatabase {
    fn new(path: &Path) -> Result<OpenDatabase, StoreError> {
        let identity =
            create(path).map_err(|error| StoreError::Failed(format!("{}: {error}", path.display())))?;
        let connection = Connection::open(path)?;
        connection.busy_timeout(LOCK_TIMEOUT)?;
        // A commit that has returned is on the disk, even if the power fails.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.execute_batch(SCHEMA)?;
        Ok(OpenDatabase { connection, identity })
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Failed(error.to_string())
    }
}

/// What tells a file from another one that has been put in its place: device and number.
pub(crate) type FileIdentity = (u64, u64);

/// Makes the file with its folder where they are missing, and keeps other users from reading it. SQLite gives the files
/// beside it the same permissions.
pub(crate) fn create(path: &Path) -> io::Result<FileIdentity> {
    let mut folder = DirBuilder::new();
    folder.recursive(true);
    let mut file = OpenOptions::new();
    file.create(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
        folder.mode(0o700);
        file.mode(0o600);
    }
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        folder.create(parent)?;
    }
    let file = file.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    drop(file);
    identity(path)
}

#[cfg(unix)]
fn identity(path: &Path) -> io::Result<FileIdentity> {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(path).map(|file| (file.dev(), file.ino()))
}

/// Elsewhere an open file cannot be deleted.
#[cfg(not(unix))]
fn identity(path: &Path) -> io::Result<FileIdentity> {
    std::fs::metadata(path).map(|_| (0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, saved: &str) -> Row {
        Row { name: name.to_owned(), saved: saved.to_owned() }
    }

    fn file() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/sessions.sqlite");
        (folder, path)
    }

    #[test]
    fn what_is_saved_is_there_after_opening_anew() {
        let (_folder, path) = file();
        let store = Sqlite::open(&path).unwrap();
        assert_eq!(store.load("a").unwrap(), None);
        store.save(&[row("a", "one"), row("b", "other")]).unwrap();
        store.save(&[row("a", "two")]).unwrap();
        drop(store);
        let store = Sqlite::open(&path).unwrap();
        assert_eq!(store.load("a").unwrap().as_deref(), Some("two"));
        assert_eq!(store.load("b").unwrap().as_deref(), Some("other"));
    }

    #[test]
    fn a_file_that_is_deleted_is_missed_and_made_anew() {
        let (_folder, path) = file();
        let store = Sqlite::open(&path).unwrap();
        store.save(&[row("a", "one")]).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(store.save(&[row("a", "two")]), Err(StoreError::Gone(_))));
        store.save(&[row("a", "three")]).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(matches!(store.load("a"), Err(StoreError::Gone(_))));
        store.save(&[row("a", "four")]).unwrap();
        drop(store);
        assert_eq!(Sqlite::open(&path).unwrap().load("a").unwrap().as_deref(), Some("four"));
    }

    #[cfg(unix)]
    #[test]
    fn other_users_cannot_read_the_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let (_folder, path) = file();
        let store = Sqlite::open(&path).unwrap();
        store.save(&[row("a", "one")]).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(path.parent().unwrap()), 0o700);
        for name in ["sessions.sqlite", "sessions.sqlite-wal", "sessions.sqlite-shm"] {
            assert_eq!(mode(&path.with_file_name(name)), 0o600, "{name}");
        }
    }

    #[test]
    fn a_locked_file_fails_and_works_again() {
        let (_folder, path) = file();
        let store = Sqlite::open(&path).unwrap();
        let other = Connection::open(&path).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        assert!(matches!(store.save(&[row("a", "one")]), Err(StoreError::Failed(_))));
        other.execute_batch("ROLLBACK").unwrap();
        store.save(&[row("a", "two")]).unwrap();
        assert_eq!(store.load("a").unwrap().as_deref(), Some("two"));
    }
}

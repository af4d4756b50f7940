//! The SQLite file: readable by its owner alone, and missed when it is deleted or replaced.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _};

use super::connection::{Connection, Deadline, Driver, OpenFile};
use super::pool::{Purpose, SEARCH_TIMEOUT};
use super::{StoreError, schema};

/// The longest wait for another program that has locked the file.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
/// The number of virtual machine steps, less than a millisecond, after which SQLite checks the deadline of a search.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

/// The file of the sessions.
#[derive(Debug)]
pub(super) struct SqliteFile {
    path: PathBuf,
    present: Presence,
    /// Held while the file is opened, so that it is made once.
    opening: tokio::sync::Mutex<()>,
}

/// Which file is there under the name: `None` before it is opened, and after it has vanished.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence(Arc<std::sync::Mutex<Option<Arc<str>>>>);

impl Presence {
    fn get(&self) -> Option<Arc<str>> {
        self.0.lock().expect("nothing panics while it holds the identity").clone()
    }

    fn set(&self, identity: Option<Arc<str>>) {
        *self.0.lock().expect("nothing panics while it holds the identity") = identity;
    }

    /// Notes that a file is gone, unless another one has been opened since.
    pub(super) fn forget(&self, identity: &str) {
        let mut present = self.0.lock().expect("nothing panics while it holds the identity");
        if present.as_deref() == Some(identity) {
            *present = None;
        }
    }
}

impl SqliteFile {
    pub(super) fn new(path: &Path) -> SqliteFile {
        SqliteFile {
            path: path.to_owned(),
            present: Presence::default(),
            opening: tokio::sync::Mutex::default(),
        }
    }

    /// Opens the file, or makes it with its folder, and brings its tables to the present version.
    pub(super) async fn prepare(&self) -> Result<Arc<str>, StoreError> {
        let _opening = self.opening.lock().await;
        if let Some(known) = self.present.get() {
            if identity(&self.path).as_deref() == Some(&*known) {
                return Ok(known);
            }
            self.present.forget(&known);
            return Err(StoreError::Gone(self.path.display().to_string()));
        }
        create(&self.path)
            .map_err(|error| StoreError::Failed(format!("{}: {error}", self.path.display())))?;
        let identity =
            identity(&self.path).ok_or_else(|| StoreError::Gone(self.path.display().to_string()))?;
        let mut connection = self.open(Arc::clone(&identity), Purpose::Write).await?;
        schema::migrate(&mut connection).await?;
        self.present.set(Some(Arc::clone(&identity)));
        Ok(identity)
    }

    /// Returns another connection to the file.
    pub(super) async fn connect(&self, purpose: Purpose) -> Result<Connection, StoreError> {
        let identity = self.prepare().await?;
        self.open(identity, purpose).await
    }

    /// Returns whether a connection is one to the file that is there.
    pub(super) fn has(&self, connection: &Connection) -> bool {
        self.present.get().is_some_and(|present| present == connection.identity)
    }

    async fn open(&self, identity: Arc<str>, purpose: Purpose) -> Result<Connection, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(&self.path)
            .busy_timeout(LOCK_TIMEOUT)
            .journal_mode(SqliteJournalMode::Wal)
            // A commit that has returned is on the disk, even if the power fails.
            .synchronous(SqliteSynchronous::Full)
            .disable_statement_logging();
        let mut connection = SqliteConnection::connect_with(&options).await?;
        let mut deadline = None;
        if purpose == Purpose::Search {
            let search = Deadline::new(SEARCH_TIMEOUT);
            deadline = Some(Arc::clone(&search));
            let mut handle = connection.lock_handle().await?;
            handle.set_progress_handler(STEPS_BETWEEN_LOOKS, move || search.is_ahead());
        }
        let file = OpenFile { path: self.path.clone(), present: self.present.clone() };
        Ok(Connection::new(Driver::Sqlite { connection, file, deadline }, identity))
    }
}

/// Makes the file with its folder where they are missing, and keeps other users from reading it. SQLite gives the files
/// beside it the same permissions.
pub(crate) fn create(path: &Path) -> io::Result<()> {
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
    Ok(())
}

/// Returns the identity of a file, which another one in its place does not have: device and inode.
#[cfg(unix)]
pub(crate) fn identity(path: &Path) -> Option<Arc<str>> {
    use std::os::unix::fs::MetadataExt as _;
    let file = std::fs::metadata(path).ok()?;
    Some(format!("{}:{}", file.dev(), file.ino()).into())
}

/// Elsewhere an open file cannot be deleted.
#[cfg(not(unix))]
pub(crate) fn identity(path: &Path) -> Option<Arc<str>> {
    std::fs::metadata(path).ok().map(|_| "".into())
}

#[cfg(test)]
mod tests {
    use super::super::contract::{Place, row, snapshot};
    use super::super::{AccountStore as _, Database, Sharing, SqlStore, Store as _};
    use super::*;

    async fn file() -> (Place, SqlStore) {
        let place = Place::file();
        let store = place.open().await;
        (place, store)
    }

    async fn beside(place: &Place) -> SqliteFile {
        let file = SqliteFile::new(place.path());
        file.prepare().await.unwrap();
        file
    }

    #[tokio::test]
    async fn a_file_that_is_deleted_is_missed_and_made_anew() {
        let (place, store) = file().await;
        store.save(&[row("a", "one")]).await.unwrap();
        std::fs::remove_file(place.path()).unwrap();
        assert!(matches!(store.save(&[row("a", "two")]).await, Err(StoreError::Gone(_))));
        store.save(&[row("a", "three")]).await.unwrap();
        std::fs::remove_file(place.path()).unwrap();
        assert!(matches!(store.load("a").await, Err(StoreError::Gone(_))));
        store.save(&[row("a", "four")]).await.unwrap();
        drop(store);
        assert_eq!(snapshot(&place.open().await, "a").await.as_deref(), Some("four"));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn other_users_cannot_read_the_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let (place, store) = file().await;
        store.save(&[row("a", "one")]).await.unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(place.path().parent().unwrap()), 0o700);
        for name in ["sessions.sqlite", "sessions.sqlite-wal", "sessions.sqlite-shm"] {
            assert_eq!(mode(&place.path().with_file_name(name)), 0o600, "{name}");
        }
    }

    #[tokio::test]
    async fn a_locked_file_fails_and_works_again() {
        let (place, store) = file().await;
        let mut other = beside(&place).await.connect(Purpose::Write).await.unwrap();
        other.begin().await.unwrap();
        assert!(matches!(store.save(&[row("a", "one")]).await, Err(StoreError::Failed(_))));
        // Reads wait for no lock.
        assert_eq!(store.load("a").await, Ok(None));
        other.batch("ROLLBACK").await.unwrap();
        store.save(&[row("a", "two")]).await.unwrap();
        assert_eq!(snapshot(&store, "a").await.as_deref(), Some("two"));
    }

    #[tokio::test]
    async fn who_looks_through_the_own_games_does_not_wait_for_what_is_saved() {
        let (_place, store) = file().await;
        let _saving = store.write().await.unwrap();
        let account = beaufort_session::AccountId(1);
        assert_eq!(store.games_of(account, 0, 9).await, Ok(Vec::new()));
        assert_eq!(store.facts_about(account).await, Ok(serde_json::Value::Null));
    }

    #[tokio::test]
    async fn a_file_that_cannot_be_made_is_told() {
        let database = Database::File("/dev/null/sessions.sqlite".into());
        let error = SqlStore::open(&database, Sharing::Alone).await.unwrap_err();
        assert!(error.to_string().starts_with("/dev/null/sessions.sqlite: "), "{error}");
    }
}

//! One SQLite file with a row for each session and one for each turn, readable by its owner alone.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use beaufort_session::{AppendedTurn, Kept, Letter, ListingChange, Post, Save};
use rusqlite::{Connection, OptionalExtension as _, ToSql, Transaction, TransactionBehavior, params};

use super::{
    AccountStore, Listed, ListingColumns, Row, Search, Store, StoreError, Stored, WaitingLetter, accounts,
    letters, milliseconds, number, schema, time, whole_turns,
};

/// How long to wait for another program that has locked the file.
const LOCK_TIMEOUT: Duration = Duration::from_secs(1);

/// The file of the sessions.
#[derive(Debug)]
pub(crate) struct Sqlite {
    path: PathBuf,
    /// `None` after the file has vanished: the next call makes a new one.
    file: Mutex<Option<OpenDatabase>>,
    /// The same file once more, to look through games: that takes longer the more there are, and nothing that is saved waits for
    /// it.
    searched: Mutex<Option<OpenDatabase>>,
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
        Ok(Sqlite { path: path.to_owned(), file: Mutex::new(Some(file)), searched: Mutex::default() })
    }

    /// Works with the file, and makes sure afterwards that it was the one which has that name.
    pub(super) fn with<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.with_file(&self.file, work)
    }

    /// Looks through games.
    pub(super) fn search<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.with_file(&self.searched, work)
    }

    fn with_file<T>(
        &self,
        file: &Mutex<Option<OpenDatabase>>,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let mut file = file.lock().expect("nothing panics while it uses the file");
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
}

impl Store for Sqlite {
    fn accounts(&self) -> Option<&dyn AccountStore> {
        Some(self)
    }

    fn load(&self, name: &str) -> Result<Option<Stored>, StoreError> {
        const LOAD: &str = "SELECT snapshot, state, flag FROM session WHERE name = ?1";
        const TURNS: &str = "SELECT text FROM turn WHERE session = ?1 ORDER BY number";
        self.with(|connection| {
            // Both are read as of the same moment.
            let transaction = connection.transaction()?;
            let session = transaction.prepare_cached(LOAD)?.query_row([name], |row| {
                let kept = Kept { snapshot: row.get(0)?, state: row.get(1)?, turns: Vec::new() };
                Ok(Stored { kept, flag: row.get::<_, Option<i64>>(2)?.map(time) })
            });
            let Some(mut stored) = session.optional()? else { return Ok(None) };
            let mut turns = transaction.prepare_cached(TURNS)?;
            stored.kept.turns = turns.query_map([name], |row| row.get(0))?.collect::<Result<_, _>>()?;
            Ok(Some(stored))
        })
    }

    fn save(&self, rows: &[Row]) -> Result<(), StoreError> {
        self.with(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let mut taken = Vec::new();
            for (place, row) in rows.iter().enumerate() {
                if !write(&transaction, row)? {
                    taken.push(place);
                }
            }
            if !taken.is_empty() {
                return Ok(Err(StoreError::NameTaken(taken)));
            }
            transaction.commit().map(Ok)
        })?
    }

    fn flagged(&self, now: SystemTime, most: usize) -> Result<Vec<String>, StoreError> {
        const FLAGGED: &str = "SELECT name FROM session WHERE flag <= ?1 ORDER BY random() LIMIT ?2";
        self.with(|connection| {
            let mut names = connection.prepare_cached(FLAGGED)?;
            names.query_map(params![milliseconds(now), most as i64], |row| row.get(0))?.collect()
        })
    }

    fn listed(&self, search: &Search) -> Result<Vec<Listed>, StoreError> {
        let Search { list, session, game, result, day, opening, player, age, offset, limit } = search;
        let (list, opening) = (number(*list), opening.as_deref().map(whole_turns));
        let mut sql = "
            SELECT session, view, first, one.name, second, other.name FROM listing
            LEFT JOIN account one ON one.id = first LEFT JOIN account other ON other.id = second
            WHERE list = :list AND changed >= unixepoch() - :age"
            .to_owned();
        let mut values: Vec<(&str, &dyn ToSql)> =
            vec![(":list", &list), (":age", age), (":limit", limit), (":offset", offset)];
        // What is not asked for is left out, so that the indices serve.
        for (name, value, condition) in [
            (":session", session, "session = :session"),
            (":game", game, "game = :game"),
            (":result", result, "result = :result"),
            (":day", day, "substr(day, 1, length(:day)) = :day"),
            (":opening", &opening, "substr(opening, 1, length(:opening)) = :opening"),
            (":player", player, "(SELECT id FROM account WHERE folded = :player) IN (first, second)"),
        ] {
            if value.is_some() {
                values.push((name, value));
                sql += " AND ";
                sql += condition;
            }
        }
        sql += " ORDER BY changed DESC, session LIMIT :limit OFFSET :offset";
        self.search(|connection| {
            let mut games = connection.prepare_cached(&sql)?;
            games.query_map(&*values, listed)?.collect()
        })
    }

    fn due_letters(&self, now: SystemTime, most: usize) -> Result<Vec<WaitingLetter>, StoreError> {
        const DUE: &str =
            "SELECT id, session, address, token, game, kind, attempts, language FROM letter WHERE due <= ?1
            ORDER BY due, id LIMIT ?2";
        self.with(|connection| {
            let mut due = connection.prepare_cached(DUE)?;
            let letters = due.query_map(params![milliseconds(now), most as i64], |row| {
                Ok(WaitingLetter {
                    id: row.get(0)?,
                    session: row.get(1)?,
                    address: row.get(2)?,
                    token: row.get(3)?,
                    game: row.get(4)?,
                    kind: letters::kind(row.get(5)?),
                    attempts: row.get(6)?,
                    language: row.get(7)?,
                })
            });
            letters?.collect()
        })
    }

    fn settle_letter(&self, id: i64, again: Option<SystemTime>) -> Result<(), StoreError> {
        const LATER: &str = "UPDATE letter SET due = ?2, attempts = attempts + 1 WHERE id = ?1";
        self.with(|connection| match again {
            Some(again) => connection.execute(LATER, params![id, milliseconds(again)]).map(drop),
            None => connection.execute("DELETE FROM letter WHERE id = ?1", [id]).map(drop),
        })
    }

    fn note_alive(&self, now: SystemTime) -> Result<(), StoreError> {
        const ALIVE: &str =
            "INSERT INTO server (id, alive) VALUES (0, ?1) ON CONFLICT (id) DO UPDATE SET alive = ?1";
        self.with(|connection| connection.execute(ALIVE, [milliseconds(now)]).map(drop))
    }

    fn postpone_flags(&self, now: SystemTime, least: Duration) -> Result<(), StoreError> {
        const POSTPONE: &str = "
            UPDATE session SET flag = max(flag + max(?1 - coalesce((SELECT alive FROM server), ?1), 0), ?2)
            WHERE flag IS NOT NULL";
        let values = [now, now + least].map(milliseconds);
        self.with(|connection| connection.execute(POSTPONE, values).map(drop))
    }
}

/// Reads a game of a list.
pub(super) fn listed(row: &rusqlite::Row<'_>) -> rusqlite::Result<Listed> {
    let sides = [(row.get(2)?, row.get(3)?), (row.get(4)?, row.get(5)?)];
    Ok(Listed::new(row.get(0)?, row.get(1)?, sides))
}

/// Writes a session. Returns `false`, and writes nothing, if it begins and its name is taken.
fn write(transaction: &Transaction<'_>, row: &Row) -> rusqlite::Result<bool> {
    let Row { name, save, right, flag, listing, post } = row;
    const BEGIN: &str =
        "INSERT INTO session (name, snapshot, flag) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO NOTHING";
    const SNAPSHOT: &str = "
        INSERT INTO session (name, snapshot, flag) VALUES (?1, ?2, ?3)
        ON CONFLICT (name) DO UPDATE SET snapshot = ?2, state = NULL, flag = ?3, changed = unixepoch()";
    const FORGET_TURNS: &str = "DELETE FROM turn WHERE session = ?1";
    const STATE: &str = "UPDATE session SET state = ?2, flag = ?3, changed = unixepoch() WHERE name = ?1";
    const TURN: &str = "INSERT INTO turn (session, number, text) VALUES (?1, ?2, ?3)";
    let flag = flag.map(milliseconds);
    match save {
        Save::Snapshot(snapshot) if !right.replaces() => {
            if transaction.prepare_cached(BEGIN)?.execute(params![name, snapshot, flag])? == 0 {
                return Ok(false);
            }
        }
        Save::Snapshot(snapshot) => {
            transaction.prepare_cached(FORGET_TURNS)?.execute([name])?;
            transaction.prepare_cached(SNAPSHOT)?.execute(params![name, snapshot, flag])?;
        }
        Save::Append { state, turn } => {
            // Nothing is appended to a session that is not there.
            if transaction.prepare_cached(STATE)?.execute(params![name, state, flag])? == 0 {
                return Err(rusqlite::Error::StatementChangedRows(0));
            }
            if let Some(AppendedTurn { number, text }) = turn {
                transaction.prepare_cached(TURN)?.execute(params![name, number, text])?;
            }
        }
    }
    list(transaction, name, listing)?;
    post.iter().try_for_each(|post| deliver(transaction, name, post))?;
    Ok(true)
}

/// Has a letter wait in the place of another one.
fn deliver(transaction: &Transaction<'_>, name: &str, Post { side, letter }: &Post) -> rusqlite::Result<()> {
    const FORGET: &str = "DELETE FROM letter WHERE session = ?1 AND side = ?2";
    const DELIVER: &str = "INSERT INTO letter (session, side, kind, address, token, game, language, due)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    transaction.prepare_cached(FORGET)?.execute(params![name, side])?;
    if let Some(Letter { kind, address, token, game, delay, language }) = letter {
        let (kind, address, token) = (letters::kind_number(*kind), address.as_str(), token.as_str());
        let due = milliseconds(SystemTime::now() + *delay);
        let values = params![name, side, kind, address, token, game, language, due];
        transaction.prepare_cached(DELIVER)?.execute(values)?;
    }
    Ok(())
}

fn list(transaction: &Transaction<'_>, name: &str, listing: &ListingChange) -> rusqlite::Result<()> {
    const LIST: &str = "
        INSERT INTO listing (session, list, game, result, day, opening, view, first, second)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        ON CONFLICT (session) DO UPDATE SET list = ?2, game = ?3, result = ?4, day = ?5, opening = ?6, view = ?7,
            first = ?8, second = ?9, changed = unixepoch()";
    const UNLIST: &str = "DELETE FROM listing WHERE session = ?1";
    match listing {
        ListingChange::None => {}
        ListingChange::Listed(listing) => {
            let ListingColumns { list, game, result, day, opening, view, accounts } = (&**listing).into();
            let [first, second] = accounts;
            let values = params![name, list, game, result, day, opening, view, first, second];
            transaction.prepare_cached(LIST)?.execute(values)?;
            accounts::rate_in_sqlite(transaction, name, listing)?;
        }
        ListingChange::Unlisted => {
            transaction.prepare_cached(UNLIST)?.execute([name])?;
        }
    }
    Ok(())
}

impl OpenDatabase {
    fn new(path: &Path) -> Result<OpenDatabase, StoreError> {
        let identity =
            create(path).map_err(|error| StoreError::Failed(format!("{}: {error}", path.display())))?;
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(LOCK_TIMEOUT)?;
        // A commit that has returned is on the disk, even if the power fails.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        schema::migrate(&mut connection)?;
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
    use super::super::contract::{Place, row, snapshot};
    use super::*;

    fn file() -> (Place, Sqlite) {
        let place = Place::file();
        let store = Sqlite::open(place.path()).unwrap();
        (place, store)
    }

    #[test]
    fn a_file_that_is_deleted_is_missed_and_made_anew() {
        let (place, store) = file();
        store.save(&[row("a", "one")]).unwrap();
        std::fs::remove_file(place.path()).unwrap();
        assert!(matches!(store.save(&[row("a", "two")]), Err(StoreError::Gone(_))));
        store.save(&[row("a", "three")]).unwrap();
        std::fs::remove_file(place.path()).unwrap();
        assert!(matches!(store.load("a"), Err(StoreError::Gone(_))));
        store.save(&[row("a", "four")]).unwrap();
        drop(store);
        assert_eq!(snapshot(&Sqlite::open(place.path()).unwrap(), "a").as_deref(), Some("four"));
    }

    #[cfg(unix)]
    #[test]
    fn other_users_cannot_read_the_file() {
        use std::os::unix::fs::PermissionsExt as _;
        let (place, store) = file();
        store.save(&[row("a", "one")]).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(place.path().parent().unwrap()), 0o700);
        for name in ["sessions.sqlite", "sessions.sqlite-wal", "sessions.sqlite-shm"] {
            assert_eq!(mode(&place.path().with_file_name(name)), 0o600, "{name}");
        }
    }

    #[test]
    fn who_looks_through_the_own_games_does_not_wait_for_what_is_saved() {
        let (_place, store) = file();
        let saving = store.file.lock().unwrap();
        let (found, games) = std::sync::mpsc::channel();
        std::thread::scope(|threads| {
            threads.spawn(|| {
                let account = beaufort_session::AccountId(1);
                found.send((store.games_of(account, 0, 9), store.facts_about(account))).unwrap();
            });
            let games = games.recv_timeout(Duration::from_secs(60));
            drop(saving);
            assert!(matches!(games, Ok((Ok(_), Ok(_)))), "{games:?}");
        });
    }

    #[test]
    fn a_locked_file_fails_and_works_again() {
        let (place, store) = file();
        let other = Connection::open(place.path()).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        assert!(matches!(store.save(&[row("a", "one")]), Err(StoreError::Failed(_))));
        other.execute_batch("ROLLBACK").unwrap();
        store.save(&[row("a", "two")]).unwrap();
        assert_eq!(snapshot(&store, "a").as_deref(), Some("two"));
    }
}

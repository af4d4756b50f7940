//! Backups. A backup is a SQLite file with the tables of the present version, of whichever store it is made, so that a backup of one
//! store can be restored into the other.
//!
//! A SQLite file is copied by `VACUUM INTO`; a PostgreSQL database is read table by table, all as of the same moment. Neither disturbs a
//! server that runs. A restore writes table by table, in one transaction. The tables and columns are read from the schema of the backup,
//! so that a new column is copied without a change here.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use futures_util::TryStreamExt as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::NamedTempFile;

use super::connection::{Connection, Dialect, Driver, OpenFile, Record, Value, values};
use super::postgres::{Sharing, connect};
use super::sqlite::identity;
use super::{Database, SqlStore, StoreError, schema};

/// Reads a PostgreSQL database as of one moment.
const SNAPSHOT: &str = "
    SET client_min_messages = warning;
    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
/// The longest wait for another program that has locked a file.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
/// The numbered tables, with the column of the number. A number is never used again, not even that of a deleted account, because old
/// games refer to it: the last one is copied, too.
const NUMBERED: [(&str, &str); 3] = [("account", "id"), ("sign_in", "number"), ("letter", "id")];
/// The tables in which a store without sessions may have a row, since a server has run: when that was last, and its key for push
/// messages. The rows of the backup replace them.
const SERVER_TABLES: [&str; 2] = ["server", "push_key"];

/// The contents of a backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupSummary {
    /// The number of sessions.
    pub sessions: i64,
    /// The number of accounts.
    pub accounts: i64,
}

/// Writes a backup of a database to a file that does not exist yet, while a server may run. The file appears when it is complete.
///
/// # Errors
/// If the database cannot be read, or the file exists or cannot be written.
pub async fn back_up(database: &Database, file: &Path) -> Result<BackupSummary, StoreError> {
    if file.symlink_metadata().is_ok() {
        return Err(StoreError::Refused(format!("{}: it exists already", file.display())));
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let part = tempfile::Builder::new().prefix(".beaufort-").suffix(".part").tempfile_in(folder);
    let part = part.map_err(at(file))?;
    let mut copy = match database {
        Database::File(path) => import(path, part.path()).await?,
        Database::Postgres(url) => {
            let mut source = connect(url, SNAPSHOT).await?.with_limit(None);
            schema::expect_present(&mut source).await?;
            let mut copy = open(part.path()).await?;
            let written = async {
                schema::migrate(&mut copy).await?;
                let tables = tables(&mut copy).await?;
                copy.begin().await?;
                copy_tables(&tables, &mut source, &mut copy).await?;
                copy.batch("COMMIT").await
            };
            written.await.map_err(at(file))?;
            copy
        }
    };
    let summary = summary(&mut copy).await?;
    copy.close().await.map_err(at(file))?;
    part.as_file().sync_all().map_err(at(file))?;
    part.persist_noclobber(file).map_err(|error| at(file)(error.error))?;
    sync_folder(folder).map_err(at(file))?;
    Ok(summary)
}

/// Restores a backup into a database that has no sessions and no accounts. The caller has the lock on a file.
///
/// # Errors
/// If one of them cannot be used, or there are sessions or accounts. Then nothing of it is restored.
pub(crate) async fn restore_into(database: &Database, file: &Path) -> Result<BackupSummary, StoreError> {
    // An older backup is migrated, and must not change.
    let temporary = NamedTempFile::new().map_err(at(&std::env::temp_dir()))?;
    let backup = import(file, temporary.path()).await;
    let mut backup = backup.map_err(|error| StoreError::Refused(error.to_string()))?;
    let (tables, summary) = (tables(&mut backup).await?, summary(&mut backup).await?);
    let store = SqlStore::open(database, Sharing::Alone).await?;
    let mut transaction = store.write().await?;
    copy_tables(&tables, &mut backup, &mut transaction).await?;
    transaction.commit().await?;
    Ok(summary)
}

/// Copies a SQLite file to an empty one, whose tables are brought to the present version.
async fn import(from: &Path, to: &Path) -> Result<Connection, StoreError> {
    let mut source = open_with(from, SqliteConnectOptions::new().read_only(true)).await?;
    let vacuumed = async {
        if !schema::has_table(&mut source, "session").await? {
            return Err(StoreError::Failed("it has no games of Beaufort".to_owned()));
        }
        let to =
            to.to_str().ok_or_else(|| StoreError::Failed("the name of a file is not UTF-8".to_owned()))?;
        source.execute("VACUUM INTO $1", values![to]).await
    };
    vacuumed.await.map_err(at(from))?;
    let mut copy = open(to).await?;
    schema::migrate(&mut copy).await.map_err(at(from))?;
    Ok(copy)
}

/// Opens a file that becomes a backup, or is read as one: one file, without those that SQLite keeps beside the file of a server.
async fn open(path: &Path) -> Result<Connection, StoreError> {
    let options = SqliteConnectOptions::new()
        .journal_mode(SqliteJournalMode::Delete)
        // It is synced as a whole at the end.
        .synchronous(SqliteSynchronous::Off);
    open_with(path, options).await
}

pub(super) async fn open_with(path: &Path, options: SqliteConnectOptions) -> Result<Connection, StoreError> {
    let options = options.filename(path).busy_timeout(LOCK_TIMEOUT).disable_statement_logging();
    let identity = identity(path).ok_or_else(|| at(path)("there is no such file"))?;
    let connection = SqliteConnection::connect_with(&options).await.map_err(at(path))?;
    let file = OpenFile { path: path.to_owned(), present: Default::default() };
    Ok(Connection::new(Driver::Sqlite { connection, file, deadline: None }, identity))
}

/// Adds the place to an error.
fn at<E: Display>(path: &Path) -> impl FnOnce(E) -> StoreError {
    let path: PathBuf = path.to_owned();
    move |error| StoreError::Failed(format!("{}: {error}", path.display()))
}

/// A new name is on the disk when its folder is.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { std::fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

async fn summary(backup: &mut Connection) -> Result<BackupSummary, StoreError> {
    Ok(BackupSummary { sessions: count(backup, "session").await?, accounts: count(backup, "account").await? })
}

async fn count(connection: &mut Connection, table: &str) -> Result<i64, StoreError> {
    let row = connection.query_opt(&format!("SELECT count(*) FROM {table}"), &[]).await?;
    row.map_or(Ok(0), |row| row.get(0))
}

/// A table to be copied.
struct Table {
    name: String,
    columns: Vec<Column>,
}

struct Column {
    name: String,
    kind: Kind,
}

/// How a column is read and written.
#[derive(Clone, Copy)]
enum Kind {
    Integer,
    Real,
    Text,
    Bytes,
    /// Seconds since 1970, for which PostgreSQL has a type of its own.
    Moment,
}

impl Column {
    fn read(&self, dialect: Dialect) -> String {
        let name = &self.name;
        match (dialect, self.kind) {
            (Dialect::Postgres, Kind::Integer) => format!("{name}::bigint"),
            (Dialect::Postgres, Kind::Moment) => format!("floor(extract(epoch FROM {name}))::bigint"),
            _ => name.clone(),
        }
    }

    fn write(&self, dialect: Dialect, number: usize) -> String {
        match (dialect, self.kind) {
            (Dialect::Postgres, Kind::Moment) => format!("to_timestamp(${number})"),
            _ => format!("${number}"),
        }
    }
}

/// Returns the tables of a backup, each after those that it refers to.
async fn tables(backup: &mut Connection) -> Result<Vec<Table>, StoreError> {
    const COLUMNS: &str = r"
        SELECT t.name, c.name, lower(c.type) FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.name NOT LIKE '\_%' ESCAPE '\' AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'
        ORDER BY t.rowid, c.cid";
    let mut tables: Vec<Table> = Vec::new();
    for row in backup.query(COLUMNS, &[]).await? {
        let (table, name, kind): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let kind = match (&*table, &*name, &*kind) {
            ("turn", "played", _) => Kind::Moment,
            (_, _, "integer" | "bigint") => Kind::Integer,
            (_, _, "real" | "double precision") => Kind::Real,
            (_, _, "blob" | "bytea") => Kind::Bytes,
            _ => Kind::Text,
        };
        if tables.last().is_none_or(|last| last.name != table) {
            tables.push(Table { name: table, columns: Vec::new() });
        }
        tables.last_mut().expect("it was just added").columns.push(Column { name, kind });
    }
    Ok(tables)
}

/// Copies tables into a database in which they are empty.
async fn copy_tables(tables: &[Table], from: &mut Connection, to: &mut Connection) -> Result<(), StoreError> {
    for table in tables {
        let name = &table.name;
        if SERVER_TABLES.contains(&name.as_str()) {
            to.execute(&format!("DELETE FROM {name}"), &[]).await?;
        } else if to.query_opt(&format!("SELECT 1 FROM {name} LIMIT 1"), &[]).await?.is_some() {
            let place = to.dialect().place();
            return Err(StoreError::Refused(format!("the {place} has games or accounts already")));
        }
        let copied = copy_table(table, from, to).await.map_err(|error| match error {
            StoreError::Failed(error) | StoreError::Refused(error) => {
                StoreError::Failed(format!("the table `{name}`: {error}"))
            }
            error => error,
        })?;
        let written = count(to, name).await?;
        if written != copied {
            return Err(StoreError::Failed(format!(
                "the table `{name}` has {written} rows, and should have {copied}"
            )));
        }
    }
    for (table, column) in NUMBERED {
        let last = last_number(from, table, column).await?;
        set_last_number(to, table, column, last).await?;
    }
    Ok(())
}

/// Copies the rows of a table. Returns their number.
async fn copy_table(table: &Table, from: &mut Connection, to: &mut Connection) -> Result<i64, StoreError> {
    let Table { name, columns } = table;
    let (reads, writes) = (from.dialect(), to.dialect());
    let join = |texts: Vec<String>| texts.join(", ");
    let select = join(columns.iter().map(|column| column.read(reads)).collect());
    let select = format!("SELECT {select} FROM {name}");
    let names = join(columns.iter().map(|column| column.name.clone()).collect());
    let values = join(columns.iter().zip(1..).map(|(column, number)| column.write(writes, number)).collect());
    // Otherwise PostgreSQL would number the rows itself.
    let overriding = if writes == Dialect::Postgres { "OVERRIDING SYSTEM VALUE" } else { "" };
    let insert = format!("INSERT INTO {name} ({names}) {overriding} VALUES ({values})");
    let mut rows = from.stream(&select);
    let mut count = 0;
    while let Some(row) = rows.try_next().await? {
        let fields = columns.iter().enumerate().map(|(number, column)| Field::get(&row, number, column.kind));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let values: Vec<Value<'_>> = fields.iter().map(Field::value).collect();
        to.execute(&insert, &values).await?;
        count += 1;
    }
    Ok(count)
}

/// A field of a row that is copied.
enum Field {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    Bytes(Vec<u8>),
}

impl Field {
    fn get(row: &Record, column: usize, kind: Kind) -> Result<Field, StoreError> {
        Ok(match kind {
            Kind::Integer | Kind::Moment => Field::Integer(row.get(column)?),
            Kind::Real => Field::Real(row.get(column)?),
            Kind::Text => Field::Text(row.get(column)?),
            Kind::Bytes => Field::Bytes(row.get(column)?),
        })
    }

    fn value(&self) -> Value<'_> {
        match self {
            Field::Integer(value) => Value::Integer(*value),
            Field::Real(value) => Value::Real(*value),
            Field::Text(value) => Value::Text(value.as_deref()),
            Field::Bytes(value) => Value::Bytes(value),
        }
    }
}

/// Returns the last number that was given to a row of a table; 0 if none was.
async fn last_number(connection: &mut Connection, table: &str, column: &str) -> Result<i64, StoreError> {
    let sql = match connection.dialect() {
        Dialect::Sqlite => format!("SELECT seq FROM sqlite_sequence WHERE name = '{table}'"),
        Dialect::Postgres => {
            format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {table}_{column}_seq")
        }
    };
    connection.query_opt(&sql, &[]).await?.map_or(Ok(0), |row| row.get(0))
}

async fn set_last_number(
    connection: &mut Connection,
    table: &str,
    column: &str,
    last: i64,
) -> Result<(), StoreError> {
    let sql = match connection.dialect() {
        Dialect::Sqlite => format!(
            "DELETE FROM sqlite_sequence WHERE name = '{table}';
            INSERT INTO sqlite_sequence (name, seq) VALUES ('{table}', {last})"
        ),
        Dialect::Postgres => {
            format!("SELECT setval('{table}_{column}_seq', {}, {})", last.max(1), last > 0)
        }
    };
    connection.batch(&sql).await
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::contract::{Place, row, snapshot};
    use super::super::{Row, Store as _, WriteRight};
    use super::*;

    /// A row of each table, and a deleted account, whose number is the last.
    const ROWS: &str = "
        INSERT INTO session (name, snapshot, state, flag, changed, begun, visited, expires) VALUES
            ('a', '{\"é\": \"♔''\"}', NULL, NULL, 7, 1, 2, 1), ('b', 'two', 'state', 99, 8, 0, 0, 0);
        INSERT INTO turn (session, number, text, played) VALUES ('b', 1, 'P-e4', PLAYED), ('b', 2, 'P-e7', PLAYED);
        INSERT INTO account (name, folded, password, created) VALUES
            ('Anna', 'anna', 'x', 5), ('Bert', 'bert', 'y', 6), ('Carl', 'carl', 'z', 7);
        DELETE FROM account WHERE name = 'Carl';
        INSERT INTO sign_in (token, account, begun, expires) VALUES (TOKEN, 1, 1, 9);
        INSERT INTO listing (session, list, game, result, day, opening, view, changed, first, second)
            VALUES ('b', 2, 'scirocco', '1-0', NULL, 'P-e4 P-e7 ', '{}', 9, 1, 3);
        INSERT INTO record (session, text) VALUES ('b', '1. P-e4 P-e7 1-0');
        INSERT INTO rating (account, game, rating, deviation, volatility, games, changed)
            VALUES (1, 'scirocco', 1512.25, 99, 0.0625, 3, 44);
        INSERT INTO rated_game (session, game, first, second, score, first_rating, second_rating, rated)
            VALUES ('b', 'scirocco', 1, 3, 1, 1512.25, NULL, 11);
        INSERT INTO server (id, alive) VALUES (0, 12);
        INSERT INTO letter (session, side, kind, address, token, game, due, attempts, language)
            VALUES ('b', 1, 0, 'anna@example.org', 'key', 'Scirocco', 13, 2, 'fr');
        INSERT INTO letter (session, side, kind, address, token, game, due, attempts, language, opponent)
            VALUES ('b', 1, 2, 'https://push.example.org', 'keys', 'Scirocco', 14, 0, 'fr', 'Bert');
        INSERT INTO push_key (id, pair) VALUES (1, TOKEN);
        INSERT INTO recipient (address, asked, stopped) VALUES ('hash', 14, 1);
        INSERT INTO made_game (id, text, title, words, view, files, ranks, account, origin, visibility, removed, featured, plays,
            favourites, published) VALUES ('own-1', 'é', 'Mine', 'mine', '{}', 8, 9, 3, 'scirocco', 1, 0, 1, 5, 1, 15);
        INSERT INTO challenge (session, account, made) VALUES ('b', 2, 17);
        INSERT INTO follow (account, followed) VALUES (1, 2);
        INSERT INTO favourite (account, game, marked) VALUES (1, 'own-1', 16);";

    async fn fill(store: &SqlStore) {
        let mut write = store.write().await.unwrap();
        let (played, token) = match write.dialect() {
            Dialect::Sqlite => ("1234567890", "x'01ff'"),
            Dialect::Postgres => ("to_timestamp(1234567890.5)", "'\\x01ff'"),
        };
        write.batch(&ROWS.replace("PLAYED", played).replace("TOKEN", token)).await.unwrap();
        write.commit().await.unwrap();
    }

    /// Returns the tables of the present version.
    async fn present_tables() -> Vec<Table> {
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut connection = open(file.path()).await.unwrap();
        schema::migrate(&mut connection).await.unwrap();
        tables(&mut connection).await.unwrap()
    }

    /// Returns all rows, as text.
    async fn dump(store: &SqlStore) -> Vec<String> {
        let mut read = store.read().await.unwrap();
        let mut texts = Vec::new();
        for Table { name, columns } in present_tables().await {
            let select: Vec<String> = columns.iter().map(|column| column.read(read.dialect())).collect();
            let sql = format!("SELECT {} FROM {name} ORDER BY 1, 2", select.join(", "));
            for row in read.query(&sql, &[]).await.unwrap() {
                let fields = columns.iter().enumerate().map(|(number, column)| {
                    match Field::get(&row, number, column.kind).unwrap() {
                        Field::Integer(value) => format!("{value:?}"),
                        Field::Real(value) => format!("{value:?}"),
                        Field::Text(value) => format!("{value:?}"),
                        Field::Bytes(value) => format!("{value:?}"),
                    }
                });
                texts.push(format!("{name}: {}", fields.collect::<Vec<_>>().join(" ")));
            }
        }
        texts
    }

    async fn backs_up_and_restores(source: &Place, target: &Place) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup");
        let store = source.open().await;
        fill(&store).await;
        // Neither the server that has the store is in the way, nor a change that it is about to make.
        let mut pending = store.write().await.unwrap();
        pending.execute("UPDATE session SET snapshot = 'later'", &[]).await.unwrap();
        let expected = BackupSummary { sessions: 2, accounts: 2 };
        assert_eq!(back_up(&source.database, &file).await, Ok(expected));
        pending.roll_back().await;
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "the backup is one file");
        // A server may have begun there, in whose store is nothing yet.
        target.open().await.note_alive(std::time::SystemTime::now()).await.unwrap();
        assert_eq!(restore_into(&target.database, &file).await, Ok(expected));
        let restored = target.open().await;
        let rows = dump(&restored).await;
        assert_eq!(rows, dump(&store).await);
        let filled: BTreeSet<&str> = rows.iter().filter_map(|row| row.split(':').next()).collect();
        let tables = present_tables().await;
        assert_eq!(filled, tables.iter().map(|table| &*table.name).collect(), "each table has a row");
        assert!(
            rows.contains(&"turn: Some(\"b\") Some(1) Some(\"P-e4\") Some(1234567890)".to_owned()),
            "{rows:?}"
        );
        // The number of the deleted account is not given again.
        let mut write = restored.write().await.unwrap();
        let new = "INSERT INTO account (name, folded, password) VALUES ('Dora', 'dora', 'x') RETURNING id";
        let id: i64 = write.query_opt(new, &[]).await.unwrap().unwrap().get(0).unwrap();
        assert_eq!(id, 4);
        write.commit().await.unwrap();
        restored.save(&[Row { right: WriteRight::First, ..row("c", "three") }]).await.unwrap();
        // A database with games is not overwritten.
        drop(restored);
        let refused = restore_into(&target.database, &file).await.unwrap_err().to_string();
        assert!(refused.ends_with(" has games or accounts already"), "{refused}");
        assert_eq!(snapshot(&target.open().await, "c").await.as_deref(), Some("three"));
    }

    #[tokio::test]
    async fn a_file_is_restored_from_its_backup() {
        backs_up_and_restores(&Place::file(), &Place::file()).await;
    }

    #[tokio::test]
    async fn a_database_is_restored_from_its_backup_on_postgres() {
        backs_up_and_restores(&Place::postgres(), &Place::postgres()).await;
    }

    #[tokio::test]
    async fn the_games_of_a_file_are_moved_to_a_database_on_postgres() {
        backs_up_and_restores(&Place::file(), &Place::postgres()).await;
    }

    #[tokio::test]
    async fn the_games_of_a_database_on_postgres_are_moved_to_a_file() {
        backs_up_and_restores(&Place::postgres(), &Place::file()).await;
    }

    #[tokio::test]
    async fn every_table_on_postgres_but_those_of_the_servers_is_in_a_backup() {
        let place = Place::postgres();
        let store = place.open().await;
        let sql = r"SELECT table_name::text || '.' || column_name::text FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name NOT LIKE '\_%'
            AND table_name NOT IN ('identity', 'member', 'lease')";
        let rows = store.read().await.unwrap().query(sql, &[]).await.unwrap();
        let columns: BTreeSet<String> = rows.iter().map(|row| row.get(0).unwrap()).collect();
        let tables = present_tables().await;
        let copied = tables.iter().flat_map(|Table { name, columns }| {
            columns.iter().map(move |column| format!("{name}.{}", column.name))
        });
        assert_eq!(copied.collect::<BTreeSet<_>>(), columns);
    }

    #[tokio::test]
    async fn files_that_are_no_backups_are_refused_and_nothing_is_made() {
        let source = Place::file();
        let store = source.open().await;
        fill(&store).await;
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        back_up(&source.database, &file("whole")).await.unwrap();
        let whole = std::fs::read(file("whole")).unwrap();
        std::fs::write(file("text"), "1. P-e4 *\n".repeat(1000)).unwrap();
        std::fs::write(file("empty"), "").unwrap();
        std::fs::write(file("cut"), &whole[..whole.len() / 2]).unwrap();
        std::fs::write(file("other"), "").unwrap();
        open(&file("other")).await.unwrap().batch("CREATE TABLE games (id)").await.unwrap();
        std::fs::write(file("newer"), &whole).unwrap();
        let newer = "UPDATE _sqlx_migrations SET version = 99 WHERE version = 13";
        open(&file("newer")).await.unwrap().batch(newer).await.unwrap();
        let target = Place::file();
        for (name, problem) in [
            ("gone", "there is no such file"),
            ("text", "file is not a database"),
            ("empty", "it has no games of Beaufort"),
            ("cut", "database disk image is malformed"),
            ("other", "it has no games of Beaufort"),
            ("newer", "the file is of a newer version of Beaufort"),
        ] {
            let before = std::fs::read(file(name)).ok();
            let error = restore_into(&target.database, &file(name)).await.unwrap_err();
            assert_eq!(error, StoreError::Refused(format!("{}: {problem}", file(name).display())));
            assert!(!target.path().exists(), "{name}");
            assert_eq!(std::fs::read(file(name)).ok(), before, "{name}");
        }
        // A backup replaces no file, least of all the one that it is made of.
        let error = back_up(&source.database, source.path()).await.unwrap_err();
        assert!(matches!(error, StoreError::Refused(_)), "{error}");
        let gone = Database::File(file("none.sqlite"));
        let error = back_up(&gone, &file("of-none")).await.unwrap_err().to_string();
        assert!(error.ends_with("none.sqlite: there is no such file"), "{error}");
        assert!(!file("none.sqlite").exists() && !file("of-none").exists());
    }
}

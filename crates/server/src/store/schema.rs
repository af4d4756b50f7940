//! The tables, and how a database of an older version becomes one of this version.
//!
//! `sqlx` takes the steps that are due, each as a whole, and keeps in the table `_sqlx_migrations` which ones have been taken. A step
//! that has been published never changes. Before step 9 two other tools counted them: `PRAGMA user_version` in SQLite, the table
//! `refinery_schema_history` in PostgreSQL. Their counters are read once and then set to the last step, so that an
//! older program refuses the database.

use std::borrow::Cow;
use std::cmp::Ordering;

use futures_util::future::BoxFuture;
use sqlx::SqlStr;
use sqlx::migrate::{Migrate as _, MigrateError, Migration, MigrationType, Migrator};

use super::StoreError;
use super::connection::{Connection, Dialect, Driver, values};

/// The last step that the tools before `sqlx` have counted.
const LAST_OLD_STEP: i64 = 8;

/// Where `sqlx` counts them.
const TABLE: &str = "_sqlx_migrations";
/// Where the older tool for PostgreSQL did.
const OLD_TABLE: &str = "refinery_schema_history";

/// The SQL of a step for each database.
enum SchemaStep {
    /// Both the same. Types are written in lower case, as both understand them: `bigint`, `text`, `double precision`, `bytea`.
    Both(&'static str),
    /// Each of them something else.
    Each { sqlite: &'static str, postgres: &'static str },
}

/// The steps from one version of the tables to the next. Up to 8 those with the same number have nothing to do with each other.
const STEPS: [SchemaStep; 15] = [
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_1_sessions.sql"),
        postgres: include_str!("steps/postgres_1_sessions.sql"),
    },
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_2_turns.sql"),
        postgres: include_str!("steps/postgres_2_listing.sql"),
    },
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_3_flag.sql"),
        postgres: include_str!("steps/postgres_3_accounts.sql"),
    },
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_4_listing.sql"),
        postgres: include_str!("steps/postgres_4_server.sql"),
    },
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_5_accounts.sql"),
        postgres: include_str!("steps/postgres_5_letter.sql"),
    },
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_6_server.sql"),
        postgres: include_str!("steps/postgres_6_lease.sql"),
    },
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_7_letter.sql"),
        postgres: include_str!("steps/postgres_7_letter_language.sql"),
    },
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_8_letter_language.sql"),
        postgres: include_str!("steps/postgres_8_holder.sql"),
    },
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_9_searches.sql"),
        postgres: include_str!("steps/postgres_9_searches.sql"),
    },
    SchemaStep::Both(include_str!("steps/10_archive.sql")),
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_11_expiry.sql"),
        postgres: include_str!("steps/postgres_11_expiry.sql"),
    },
    SchemaStep::Both(include_str!("steps/12_recipient.sql")),
    SchemaStep::Both(include_str!("steps/13_gallery.sql")),
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_14_push.sql"),
        postgres: include_str!("steps/postgres_14_push.sql"),
    },
    SchemaStep::Each {
        sqlite: include_str!("steps/sqlite_15_challenge.sql"),
        postgres: include_str!("steps/postgres_15_challenge.sql"),
    },
];

/// Returns the steps of a database.
fn migrator(dialect: Dialect) -> Migrator {
    let steps = STEPS.iter().zip(1..).map(|(step, number)| {
        let sql = match (step, dialect) {
            (SchemaStep::Both(sql), _)
            | (SchemaStep::Each { sqlite: sql, .. }, Dialect::Sqlite)
            | (SchemaStep::Each { postgres: sql, .. }, Dialect::Postgres) => *sql,
        };
        Migration::new(number, Cow::Borrowed("step"), MigrationType::Simple, SqlStr::from_static(sql), false)
    });
    // A lock of our own is held already.
    Migrator { migrations: steps.collect(), locking: false, ..Migrator::DEFAULT }
}

fn newer(place: &str) -> StoreError {
    StoreError::Failed(format!("the {place} is of a newer version of Beaufort"))
}

fn failed(error: MigrateError, place: &str) -> StoreError {
    match error {
        MigrateError::VersionMissing(_) => newer(place),
        error => StoreError::Failed(format!("cannot make the tables: {error}")),
    }
}

/// Keeps that a step was taken.
const NOTE: &str = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
    VALUES ($1, $2, TRUE, $3, 0)";

/// Migrates the tables of a database to the present version. The caller holds the lock.
///
/// # Errors
/// If it cannot be written, or is of a newer version of the program.
pub(super) async fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let dialect = connection.dialect();
    let (place, migrator) = (dialect.place(), migrator(dialect));
    let is_counted_before = dialect == Dialect::Sqlite || has_table(connection, OLD_TABLE).await?;
    if !has_table(connection, TABLE).await? {
        let last = if is_counted_before { last_before(connection).await? } else { 0 };
        if !(0..=LAST_OLD_STEP).contains(&last) {
            return Err(newer(place));
        }
        connection.begin().await?;
        let table = match &mut connection.driver {
            Driver::Sqlite { connection, .. } => connection.ensure_migrations_table(TABLE),
            Driver::Postgres(connection) => connection.ensure_migrations_table(TABLE),
        };
        table.await.map_err(|error| failed(error, place))?;
        for Migration { version, description, checksum, .. } in migrator.iter() {
            if *version <= last {
                connection.execute(NOTE, values![*version, &**description, &**checksum]).await?;
            }
        }
        connection.batch("COMMIT").await?;
    }
    let steps: BoxFuture<'_, Result<(), MigrateError>> = match &mut connection.driver {
        Driver::Sqlite { connection, .. } => Box::pin(migrator.run_direct(None, connection, false)),
        Driver::Postgres(connection) => Box::pin(migrator.run_direct(None, connection, false)),
    };
    steps.await.map_err(|error| failed(error, place))?;
    if is_counted_before { tell_older_tool(connection).await } else { Ok(()) }
}

/// Checks that the tables of a database are of the present version, and changes nothing.
///
/// # Errors
/// If they are not, or cannot be read.
pub(super) async fn expect_present(connection: &mut Connection) -> Result<(), StoreError> {
    let place = connection.dialect().place();
    let last: i64 = match has_table(connection, TABLE).await? {
        true => {
            let last = connection.query_opt("SELECT max(version) FROM _sqlx_migrations", &[]).await?;
            last.map_or(Ok(0), |row| row.get(0))?
        }
        false => 0,
    };
    match last.cmp(&(STEPS.len() as i64)) {
        Ordering::Equal => Ok(()),
        Ordering::Greater => Err(newer(place)),
        Ordering::Less => Err(StoreError::Failed(format!(
            "the {place} has no tables of this version of Beaufort: start its server once, which makes them"
        ))),
    }
}

pub(super) async fn has_table(connection: &mut Connection, name: &str) -> Result<bool, StoreError> {
    let sql = match connection.dialect() {
        Dialect::Sqlite => "SELECT 1 FROM sqlite_schema WHERE name = $1",
        Dialect::Postgres => "SELECT 1 WHERE to_regclass($1) IS NOT NULL",
    };
    Ok(connection.query_opt(sql, values![name]).await?.is_some())
}

/// Returns the last step that the older tool has counted.
async fn last_before(connection: &mut Connection) -> Result<i64, StoreError> {
    let sql = match connection.dialect() {
        Dialect::Sqlite => "PRAGMA user_version",
        Dialect::Postgres => "SELECT coalesce(max(version), 0)::bigint FROM refinery_schema_history",
    };
    connection.query_opt(sql, &[]).await?.map_or(Ok(0), |row| row.get(0))
}

/// Tells the tool of older programs a step that they do not know: they refuse the database.
async fn tell_older_tool(connection: &mut Connection) -> Result<(), StoreError> {
    let sql = match connection.dialect() {
        Dialect::Sqlite => format!("PRAGMA user_version = {}", STEPS.len()),
        Dialect::Postgres => format!(
            "INSERT INTO refinery_schema_history (version, name, applied_on, checksum)
            SELECT {}, 'later', applied_on, checksum FROM refinery_schema_history LIMIT 1
            ON CONFLICT (version) DO NOTHING",
            STEPS.len()
        ),
    };
    connection.batch(&sql).await
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sqlx::Connection as _;
    use sqlx::sqlite::SqliteConnection;

    use super::super::connection::OpenFile;
    use super::super::contract::Place;
    use super::super::sqlite::identity;
    use super::super::{Database, Sharing, SqlStore, StoreError, connect};
    use super::*;

    /// The tables of a file of the first version, which had no number.
    const FIRST: &str = "
        CREATE TABLE IF NOT EXISTS session (
            name TEXT PRIMARY KEY,
            saved TEXT NOT NULL,
            changed INTEGER NOT NULL DEFAULT (unixepoch())
        ) STRICT;
        INSERT INTO session (name, saved, changed) VALUES ('a', 'one', 7), ('b', 'two', 8);";

    /// Opens a database from beside the store; a file is made.
    async fn beside(place: &Place) -> Connection {
        match &place.database {
            Database::File(path) => {
                super::super::create(path).unwrap();
                let identity = identity(path).unwrap();
                let url = format!("sqlite://{}", path.display());
                let connection = SqliteConnection::connect(&url).await.unwrap();
                let file = OpenFile { path: path.clone(), present: Default::default() };
                Connection::new(Driver::Sqlite { connection, file, deadline: None }, Arc::clone(&identity))
            }
            Database::Postgres(url) => connect(url, "").await.unwrap(),
        }
    }

    /// Creates the database as an old version left it after `steps` steps, with that version's step counter.
    async fn as_of(place: &Place, steps: usize) {
        let mut old = beside(place).await;
        let dialect = old.dialect();
        for step in migrator(dialect).iter().take(steps) {
            old.batch(step.sql.as_str()).await.unwrap();
        }
        match dialect {
            Dialect::Sqlite => old.batch(&format!("PRAGMA user_version = {steps}")).await.unwrap(),
            Dialect::Postgres => {
                let table = "CREATE TABLE refinery_schema_history
                    (version INT4 PRIMARY KEY, name VARCHAR(255), applied_on VARCHAR(255), checksum VARCHAR(255))";
                old.batch(table).await.unwrap();
                for step in 1..=steps {
                    let row =
                        format!("INSERT INTO refinery_schema_history VALUES ({step}, 'x', 'then', '1')");
                    old.batch(&row).await.unwrap();
                }
            }
        }
        let saved = if dialect == Dialect::Sqlite && steps < 2 { "saved" } else { "snapshot" };
        let row = format!("INSERT INTO session (name, {saved}) VALUES ('a', 'one')");
        old.batch(&row).await.unwrap();
        if dialect == Dialect::Postgres && steps >= 3 || steps >= 5 {
            old.batch("INSERT INTO account (name, folded, password) VALUES ('Anna', 'anna', 'x')")
                .await
                .unwrap();
            let token = if dialect == Dialect::Sqlite { "x'01'" } else { "'\\x01'" };
            let sign_in = format!("INSERT INTO sign_in (token, account, expires) VALUES ({token}, 1, 99)");
            old.batch(&sign_in).await.unwrap();
        }
    }

    /// Checks that the database has taken every step and has kept the row that it had before.
    async fn is_present(place: &Place) {
        let store = SqlStore::open(&place.database, Sharing::Alone).await.unwrap();
        drop(store);
        drop(SqlStore::open(&place.database, Sharing::Alone).await.unwrap());
        let mut connection = beside(place).await;
        let count = "SELECT count(*) FROM _sqlx_migrations WHERE success";
        let taken: i64 = connection.query_opt(count, &[]).await.unwrap().unwrap().get(0).unwrap();
        assert_eq!(taken as usize, STEPS.len());
        let session = connection.query("SELECT name, snapshot, changed FROM session", &[]).await.unwrap();
        let row = &session[0];
        assert_eq!(
            (row.get::<String>(0).unwrap(), row.get::<String>(1).unwrap()),
            ("a".into(), "one".into())
        );
        assert!(row.get::<i64>(2).unwrap() > 0);
        let sign_ins = connection.query("SELECT number, begun FROM sign_in", &[]).await.unwrap();
        for row in sign_ins {
            assert_eq!((row.get::<i64>(0).unwrap(), row.get::<i64>(1).unwrap() > 1_700_000_000), (1, true));
        }
    }

    #[tokio::test]
    async fn files_of_every_older_version_are_migrated_and_lose_nothing() {
        for steps in 1..=LAST_OLD_STEP as usize {
            let place = Place::file();
            as_of(&place, steps).await;
            is_present(&place).await;
            let mut file = beside(&place).await;
            assert_eq!(last_before(&mut file).await, Ok(STEPS.len() as i64), "an older program refuses it");
        }
    }

    #[tokio::test]
    async fn databases_of_every_older_version_are_migrated_on_postgres_and_lose_nothing() {
        for steps in 1..=LAST_OLD_STEP as usize {
            let place = Place::postgres();
            as_of(&place, steps).await;
            is_present(&place).await;
            let mut database = beside(&place).await;
            assert_eq!(
                last_before(&mut database).await,
                Ok(STEPS.len() as i64),
                "an older program refuses it"
            );
        }
    }

    #[tokio::test]
    async fn the_first_version_is_migrated_and_loses_nothing() {
        let place = Place::file();
        let mut file = beside(&place).await;
        file.batch(FIRST).await.unwrap();
        migrate(&mut file).await.unwrap();
        migrate(&mut file).await.unwrap();
        let rows = file.query("SELECT name, snapshot, state, changed FROM session", &[]).await.unwrap();
        let rows: Vec<(String, String, Option<String>, i64)> = rows
            .iter()
            .map(|row| (row.get(0).unwrap(), row.get(1).unwrap(), row.get(2).unwrap(), row.get(3).unwrap()))
            .collect();
        let row = |name: &str, text: &str, at| (name.to_owned(), text.to_owned(), None, at);
        assert_eq!(rows, [row("a", "one", 7), row("b", "two", 8)]);
    }

    #[tokio::test]
    async fn a_file_of_a_newer_version_is_refused_and_stays_as_it_is() {
        for sql in ["PRAGMA user_version = 99", "UPDATE _sqlx_migrations SET version = 99 WHERE version = 1"]
        {
            let place = Place::file();
            let mut file = beside(&place).await;
            if sql.starts_with("UPDATE") {
                migrate(&mut file).await.unwrap();
            }
            file.batch(sql).await.unwrap();
            // As a server leaves its file.
            file.batch("PRAGMA journal_mode = wal").await.unwrap();
            file.close().await.unwrap();
            let before = std::fs::read(place.path()).unwrap();
            let error = SqlStore::open(&place.database, Sharing::Alone).await.unwrap_err();
            assert_eq!(error, StoreError::Failed("the file is of a newer version of Beaufort".to_owned()));
            assert!(std::fs::read(place.path()).unwrap() == before);
        }
    }

    #[tokio::test]
    async fn a_database_of_a_newer_version_is_refused_on_postgres_and_stays_as_it_is() {
        const TABLES: &str = "SELECT table_name::text FROM information_schema.tables
            WHERE table_schema = 'public' ORDER BY 1";
        async fn contents(database: &mut Connection) -> Vec<String> {
            let mut contents = Vec::new();
            for table in database.query(TABLES, &[]).await.unwrap() {
                let table: String = table.get(0).unwrap();
                let rows = database.query(&format!("SELECT x::text FROM {table} AS x ORDER BY 1"), &[]).await;
                contents
                    .extend(rows.unwrap().iter().map(|row| table.clone() + &row.get::<String>(0).unwrap()));
            }
            contents
        }
        let place = Place::postgres();
        drop(SqlStore::open(&place.database, Sharing::Alone).await.unwrap());
        let mut database = beside(&place).await;
        let newer = "UPDATE _sqlx_migrations SET version = 99 WHERE version = 1;
            INSERT INTO member VALUES (7, now())";
        database.batch(newer).await.unwrap();
        let before = contents(&mut database).await;
        let error = SqlStore::open(&place.database, Sharing::Alone).await.unwrap_err();
        assert_eq!(error, StoreError::Failed("the database is of a newer version of Beaufort".to_owned()));
        assert_eq!(contents(&mut database).await, before);
        let error = super::super::back_up(&place.database, std::path::Path::new("none")).await.unwrap_err();
        assert_eq!(error, StoreError::Failed("the database is of a newer version of Beaufort".to_owned()));
        assert!(!std::path::Path::new("none").exists());
    }
}

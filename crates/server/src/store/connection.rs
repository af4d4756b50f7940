//! A connection to a database of either kind, with the differences between the two.
//!
//! SQL is written once. Both databases number their parameters `$1`, `$2`, ..., and both have `unixepoch()` (a migration gives it to
//! PostgreSQL). [`Connection::dialect`] has the few texts that cannot be the same.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{TryFutureExt as _, TryStreamExt as _};
use sqlx::error::Error;
use sqlx::postgres::{PgArguments, PgConnection, PgRow, Postgres};
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnection, SqliteRow};
use sqlx::{
    Arguments as _, AssertSqlSafe, Connection as _, Decode, Executor as _, Row as _, Type, query, query_with,
};
use tokio::time::timeout;

use super::StoreError;
use super::sqlite::{Presence, identity};

/// The longest wait for an answer of PostgreSQL. SQLite answers when the disk does.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(5);

/// A connection to a database.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(super) driver: Driver,
    /// The identity of the database, which another one in its place does not have.
    pub(super) identity: Arc<str>,
    /// The longest wait for an answer; `None` for SQLite, which always answers.
    limit: Option<Duration>,
    /// Set while an answer is outstanding, and for ever if it does not come: the connection is useless then.
    is_spoiled: bool,
}

/// The connection itself.
#[derive(Debug)]
pub(super) enum Driver {
    Sqlite {
        connection: SqliteConnection,
        file: OpenFile,
        /// When a search is stopped.
        deadline: Option<Arc<Deadline>>,
    },
    Postgres(PgConnection),
}

/// The file of a connection.
#[derive(Debug)]
pub(super) struct OpenFile {
    pub(super) path: PathBuf,
    /// Which file the other connections use.
    pub(super) present: Presence,
}

/// The moment at which the statements of a connection are stopped.
#[derive(Debug)]
pub(super) struct Deadline {
    begun: Instant,
    most: Duration,
    /// In milliseconds since `begun`.
    end: AtomicU64,
}

impl Deadline {
    pub(super) fn new(most: Duration) -> Arc<Deadline> {
        Arc::new(Deadline { begun: Instant::now(), most, end: AtomicU64::new(u64::MAX) })
    }

    fn begin(&self) {
        let end = (self.begun.elapsed() + self.most).as_millis();
        self.end.store(u64::try_from(end).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Returns whether there is time left.
    pub(super) fn is_ahead(&self) -> bool {
        self.begun.elapsed().as_millis() < u128::from(self.end.load(Ordering::Relaxed))
    }
}

/// The texts that differ between the databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// Begins a transaction that writes.
    fn begin(self) -> &'static str {
        match self {
            Dialect::Sqlite => "BEGIN IMMEDIATE",
            Dialect::Postgres => "BEGIN",
        }
    }

    /// Returns the word of messages for the place of the sessions.
    pub(super) fn place(self) -> &'static str {
        match self {
            Dialect::Sqlite => "file",
            Dialect::Postgres => "database",
        }
    }

    /// Locks the rows of a query until the end of the transaction. SQLite has one writer.
    pub(super) fn for_share(self) -> &'static str {
        match self {
            Dialect::Sqlite => "",
            Dialect::Postgres => " FOR SHARE",
        }
    }

    /// Returns a column of seconds since 1970 as text: `2026-11-28T07:00:00Z`.
    pub(super) fn utc(self, column: &str) -> String {
        match self {
            Dialect::Sqlite => format!("strftime('%Y-%m-%dT%H:%M:%SZ', {column}, 'unixepoch')"),
            Dialect::Postgres => {
                format!(
                    "to_char(to_timestamp({column}) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
                )
            }
        }
    }
}

/// A parameter of a statement.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'a> {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<&'a str>),
    Bytes(&'a [u8]),
    /// An array; PostgreSQL alone has them.
    Texts(&'a [&'a str]),
}

macro_rules! value_from {
    ($($from:ty, $value:ident => $to:expr;)*) => {
        $(impl<'a> From<$from> for Value<'a> {
            fn from($value: $from) -> Value<'a> {
                $to
            }
        })*
    };
}
value_from! {
    i64, value => Value::Integer(Some(value));
    i32, value => Value::Integer(Some(value.into()));
    u32, value => Value::Integer(Some(value.into()));
    u8, value => Value::Integer(Some(value.into()));
    usize, value => Value::Integer(Some(i64::try_from(value).unwrap_or(i64::MAX)));
    Option<i64>, value => Value::Integer(value);
    f64, value => Value::Real(Some(value));
    &'a str, value => Value::Text(Some(value));
    &'a String, value => Value::Text(Some(value));
    Option<&'a str>, value => Value::Text(value);
    &'a Option<String>, value => Value::Text(value.as_deref());
    &'a [u8], value => Value::Bytes(value);
    &'a [&'a str], value => Value::Texts(value);
}

/// Makes the parameters of a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::store::Value::from($value)),*] };
}
pub(crate) use values;

/// A row that was read.
pub(crate) enum Record {
    Sqlite(SqliteRow),
    Postgres(PgRow),
}

impl Record {
    /// Reads a column, counted from 0. An integer is an `i64`: one that PostgreSQL keeps in fewer bytes is to be cast to `bigint`.
    pub(crate) fn get<T>(&self, column: usize) -> Result<T, StoreError>
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite> + for<'r> Decode<'r, Postgres> + Type<Postgres>,
    {
        Ok(match self {
            Record::Sqlite(row) => row.try_get_unchecked(column)?,
            Record::Postgres(row) => row.try_get(column)?,
        })
    }
}

impl Connection {
    pub(super) fn new(driver: Driver, identity: Arc<str>) -> Connection {
        let limit = matches!(driver, Driver::Postgres(_)).then_some(ANSWER_TIMEOUT);
        Connection { driver, identity, limit, is_spoiled: false }
    }

    /// Sets the longest wait for an answer.
    pub(super) fn with_limit(self, limit: Option<Duration>) -> Connection {
        Connection { limit, ..self }
    }

    pub(crate) fn dialect(&self) -> Dialect {
        match self.driver {
            Driver::Sqlite { .. } => Dialect::Sqlite,
            Driver::Postgres(_) => Dialect::Postgres,
        }
    }

    /// Returns whether nothing can be asked over it any more.
    pub(super) fn is_spoiled(&self) -> bool {
        self.is_spoiled
    }

    /// Marks the connection as useless: it is closed when it is given back.
    pub(super) fn spoil(&mut self) {
        self.is_spoiled = true;
    }

    /// Changes something. Returns the number of rows.
    pub(crate) fn execute<'a>(
        &'a mut self,
        sql: &'a str,
        values: &'a [Value<'a>],
    ) -> BoxFuture<'a, Result<u64, StoreError>> {
        Box::pin(async move {
            self.begin_work();
            let work: BoxFuture<'_, Result<u64, Error>> = match &mut self.driver {
                Driver::Sqlite { connection, .. } => {
                    let query = sqlite_query(sql, values)?;
                    Box::pin(connection.execute(query).map_ok(|done| done.rows_affected()))
                }
                Driver::Postgres(connection) => {
                    let query = postgres_query(sql, values)?;
                    Box::pin(connection.execute(query).map_ok(|done| done.rows_affected()))
                }
            };
            let answer = answered(self.limit, work).await;
            self.end_work(answer)
        })
    }

    /// Returns rows.
    pub(crate) fn query<'a>(
        &'a mut self,
        sql: &'a str,
        values: &'a [Value<'a>],
    ) -> BoxFuture<'a, Result<Vec<Record>, StoreError>> {
        Box::pin(async move {
            self.begin_work();
            let work: BoxFuture<'_, Result<Vec<Record>, Error>> = match &mut self.driver {
                Driver::Sqlite { connection, .. } => {
                    let rows = connection.fetch_all(sqlite_query(sql, values)?);
                    Box::pin(rows.map_ok(|rows| rows.into_iter().map(Record::Sqlite).collect()))
                }
                Driver::Postgres(connection) => {
                    let rows = connection.fetch_all(postgres_query(sql, values)?);
                    Box::pin(rows.map_ok(|rows| rows.into_iter().map(Record::Postgres).collect()))
                }
            };
            let answer = answered(self.limit, work).await;
            self.end_work(answer)
        })
    }

    /// Returns the first row, if there is one.
    pub(crate) async fn query_opt(
        &mut self,
        sql: &str,
        values: &[Value<'_>],
    ) -> Result<Option<Record>, StoreError> {
        Ok(self.query(sql, values).await?.into_iter().next())
    }

    /// Returns rows one after the other, however many there are. For connections of which nothing else is expected: neither the limit of
    /// an answer holds, nor is the file looked after.
    pub(super) fn stream<'a>(&'a mut self, sql: &'a str) -> BoxStream<'a, Result<Record, StoreError>> {
        match &mut self.driver {
            Driver::Sqlite { connection, .. } => Box::pin(
                connection.fetch(query(AssertSqlSafe(sql))).map_ok(Record::Sqlite).map_err(StoreError::from),
            ),
            Driver::Postgres(connection) => Box::pin(
                connection
                    .fetch(query(AssertSqlSafe(sql)))
                    .map_ok(Record::Postgres)
                    .map_err(StoreError::from),
            ),
        }
    }

    /// Closes the connection; what it has written is in the file then.
    pub(super) async fn close(self) -> Result<(), StoreError> {
        Ok(match self.driver {
            Driver::Sqlite { connection, .. } => connection.close().await,
            Driver::Postgres(connection) => connection.close().await,
        }?)
    }

    /// Carries out statements without parameters.
    pub(crate) fn batch<'a>(&'a mut self, sql: &'a str) -> BoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            self.begin_work();
            let work: BoxFuture<'_, Result<(), Error>> = match &mut self.driver {
                Driver::Sqlite { connection, .. } => {
                    Box::pin(connection.execute(AssertSqlSafe(sql)).map_ok(drop))
                }
                Driver::Postgres(connection) => Box::pin(connection.execute(AssertSqlSafe(sql)).map_ok(drop)),
            };
            let answer = answered(self.limit, work).await;
            self.end_work(answer)
        })
    }

    /// Begins a transaction that writes.
    pub(super) async fn begin(&mut self) -> Result<(), StoreError> {
        self.batch(self.dialect().begin()).await
    }

    /// Checks that the database is still reachable. For a file the next statement checks this.
    pub(crate) async fn ping(&mut self) -> Result<(), StoreError> {
        self.begin_work();
        let answer = match &mut self.driver {
            Driver::Sqlite { .. } => Ok(()),
            Driver::Postgres(connection) => answered(self.limit, connection.ping()).await,
        };
        self.is_spoiled = answer.is_err();
        answer
    }

    fn begin_work(&mut self) {
        self.is_spoiled = true;
        if let Driver::Sqlite { deadline: Some(deadline), .. } = &self.driver {
            deadline.begin();
        }
    }

    /// Passes on an answer, and makes sure that the file still has its name: data written to a deleted file is
    /// lost.
    fn end_work<T>(&mut self, answer: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Driver::Sqlite { file: OpenFile { path, present }, .. } = &self.driver
            && identity(path).as_deref() != Some(&*self.identity)
        {
            present.forget(&self.identity);
            return Err(StoreError::Gone(path.display().to_string()));
        }
        self.is_spoiled = matches!(answer, Err(StoreError::Failed(_)));
        answer
    }
}

/// Waits for an answer of the database, but not for ever.
pub(super) async fn answered<T>(
    limit: Option<Duration>,
    answer: impl Future<Output = Result<T, Error>>,
) -> Result<T, StoreError> {
    let Some(limit) = limit else { return Ok(answer.await?) };
    match timeout(limit, answer).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(silent(limit)),
    }
}

pub(super) fn silent(limit: Duration) -> StoreError {
    StoreError::Failed(format!("the database has not answered for {} s", limit.as_secs()))
}

/// Returns a statement with its values as parameters, so that no value is read as SQL.
fn sqlite_query(sql: &str, values: &[Value<'_>]) -> Result<Query<'static, Sqlite, SqliteArguments>, Error> {
    let mut arguments = SqliteArguments::default();
    for value in values {
        match *value {
            Value::Integer(value) => arguments.add(value),
            Value::Real(value) => arguments.add(value),
            Value::Text(value) => arguments.add(value.map(str::to_owned)),
            Value::Bytes(value) => arguments.add(value.to_owned()),
            Value::Texts(_) => Err("SQLite has no arrays".into()),
        }
        .map_err(Error::Encode)?;
    }
    Ok(query_with(AssertSqlSafe(sql), arguments))
}

/// The same for PostgreSQL.
fn postgres_query(sql: &str, values: &[Value<'_>]) -> Result<Query<'static, Postgres, PgArguments>, Error> {
    let mut arguments = PgArguments::default();
    for value in values {
        match *value {
            Value::Integer(value) => arguments.add(value),
            Value::Real(value) => arguments.add(value),
            Value::Text(value) => arguments.add(value),
            Value::Bytes(value) => arguments.add(value),
            Value::Texts(value) => arguments.add(value),
        }
        .map_err(Error::Encode)?;
    }
    Ok(query_with(AssertSqlSafe(sql), arguments))
}

/// The class of errors in what PostgreSQL was told, not in the database: the first characters of their codes.
const DATA_EXCEPTION: &str = "22";
/// The length of the codes of PostgreSQL; those of SQLite are shorter.
const CODE_LENGTH: usize = 5;
/// The code of a statement that was stopped, in SQLite and in PostgreSQL.
const STOPPED: [&str; 2] = ["9", "57014"];
/// The code of an action that the user of PostgreSQL may not take.
const INSUFFICIENT_PRIVILEGE: &str = "42501";

impl From<Error> for StoreError {
    fn from(error: Error) -> StoreError {
        let Error::Database(error) = &error else { return StoreError::Failed(error.to_string()) };
        let message = error.message().to_owned();
        match error.code().as_deref() {
            Some(code) if STOPPED.contains(&code) => StoreError::TooLong,
            Some(code) if code.len() == CODE_LENGTH && code.starts_with(DATA_EXCEPTION) => {
                StoreError::Refused(message)
            }
            // The details would repeat what was to be written.
            Some(INSUFFICIENT_PRIVILEGE) => {
                StoreError::Failed(format!("{message}: the user needs a database of its own"))
            }
            _ => StoreError::Failed(message),
        }
    }
}

//! The database of a server, from beside it.

use std::path::Path;

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::sqlite::{Sqlite, SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _, Decode, Executor as _, Row as _, Type};

/// A connection of its own to the file of a server.
pub(crate) struct Beside(SqliteConnection);

impl Beside {
    pub(crate) async fn open(path: &Path) -> Beside {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        Beside(SqliteConnection::connect_with(&options).await.unwrap())
    }

    /// Changes something. Returns the number of rows.
    pub(crate) async fn tell(&mut self, sql: &str) -> u64 {
        self.0.execute(AssertSqlSafe(sql)).await.unwrap().rows_affected()
    }

    /// Returns a column of the first row.
    pub(crate) async fn ask_column<T>(&mut self, sql: &str, column: usize) -> T
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite>,
    {
        self.0.fetch_one(AssertSqlSafe(sql)).await.unwrap().try_get_unchecked(column).unwrap()
    }

    /// Returns the first column of the first row.
    pub(crate) async fn ask<T>(&mut self, sql: &str) -> T
    where
        T: for<'r> Decode<'r, Sqlite> + Type<Sqlite>,
    {
        self.ask_column(sql, 0).await
    }
}

/// Asks a PostgreSQL database something.
pub(crate) async fn ask_postgres(url: &str, question: &str) -> Vec<PgRow> {
    // An address without a host is none to everybody.
    let mut connection = PgConnection::connect(&url.replace("@/", "@localhost/")).await.unwrap();
    connection.fetch_all(AssertSqlSafe(question)).await.unwrap()
}

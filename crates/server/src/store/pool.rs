//! The connections of a store, separated by purpose: saves do not wait for reads, and neither wait for searches.
//!
//! One connection writes, some read what is found by its key (a session, who is signed in, the first page of a list), and some search
//! the archive, each statement for [`SEARCH_TIMEOUT`] at most. PostgreSQL has two kinds more: the one that holds the lock on the
//! database (`postgres`), and those of the leases (`cluster/leases`). A connection with which something went wrong is closed, and the
//! next one who needs it makes a new one.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::time::Duration;

use deadpool::Runtime;
use deadpool::managed::{Manager, Metrics, Object, Pool, PoolError, RecycleError, RecycleResult, Timeouts};

use super::StoreError;
use super::connection::{ANSWER_TIMEOUT, Connection, silent};
use super::postgres::PostgresDatabase;
use super::sqlite::SqliteFile;

/// The connections for reads by key.
const READ_CONNECTIONS: usize = 4;
/// The connections that search.
pub(crate) const SEARCH_CONNECTIONS: usize = 2;
/// The longest search.
pub(super) const SEARCH_TIMEOUT: Duration = Duration::from_secs(2);

/// The purpose of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Write,
    Read,
    Search,
}

/// The database to which connections are made.
#[derive(Debug)]
pub(super) enum Opener {
    Sqlite(SqliteFile),
    Postgres(PostgresDatabase),
}

impl Opener {
    /// Opens the database, and brings its tables to the present version; that may take its time.
    pub(super) async fn prepare(&self) -> Result<(), StoreError> {
        match self {
            Opener::Sqlite(file) => file.prepare().await.map(drop),
            Opener::Postgres(database) => database.prepare().await.map(drop),
        }
    }
}

/// The connections of a store.
#[derive(Debug)]
pub(super) struct Lanes {
    pub(super) opener: Arc<Opener>,
    write: Pool<ConnectionManager>,
    read: Pool<ConnectionManager>,
    search: Pool<ConnectionManager>,
}

/// Opens and checks the connections of a pool.
#[derive(Debug)]
pub(super) struct ConnectionManager {
    opener: Arc<Opener>,
    purpose: Purpose,
}

impl Manager for ConnectionManager {
    type Type = Connection;
    type Error = StoreError;

    async fn create(&self) -> Result<Connection, StoreError> {
        match &*self.opener {
            Opener::Sqlite(file) => file.connect(self.purpose).await,
            Opener::Postgres(database) => database.connect(self.purpose).await,
        }
    }

    async fn recycle(&self, connection: &mut Connection, _: &Metrics) -> RecycleResult<StoreError> {
        let is_present = match &*self.opener {
            Opener::Sqlite(file) => file.has(connection),
            Opener::Postgres(database) => database.has(connection),
        };
        if connection.is_spoiled() || !is_present {
            return Err(RecycleError::message("it is of no use any more"));
        }
        Ok(connection.ping().await?)
    }
}

impl Lanes {
    pub(super) fn new(opener: Opener) -> Lanes {
        let opener = Arc::new(opener);
        // A disk answers in the end.
        let limit = matches!(*opener, Opener::Postgres(_)).then_some(ANSWER_TIMEOUT);
        let pool = |purpose, size| {
            Pool::builder(ConnectionManager { opener: Arc::clone(&opener), purpose })
                .max_size(size)
                .timeouts(Timeouts { wait: limit, create: limit, recycle: limit })
                .runtime(Runtime::Tokio1)
                .build()
                .expect("it has a runtime for its timeouts")
        };
        Lanes {
            write: pool(Purpose::Write, 1),
            read: pool(Purpose::Read, READ_CONNECTIONS),
            search: pool(Purpose::Search, SEARCH_CONNECTIONS),
            opener,
        }
    }

    /// Returns a connection when one is free.
    pub(super) async fn take(&self, purpose: Purpose) -> Result<PooledConnection, StoreError> {
        let pool = match purpose {
            Purpose::Write => &self.write,
            Purpose::Read => &self.read,
            Purpose::Search => &self.search,
        };
        match pool.get().await {
            Ok(connection) => Ok(PooledConnection(Some(connection))),
            Err(PoolError::Backend(error)) => Err(error),
            Err(PoolError::Timeout(_)) => Err(silent(ANSWER_TIMEOUT)),
            Err(error) => Err(StoreError::Failed(error.to_string())),
        }
    }
}

/// A connection, until it is dropped. One over which something is outstanding is closed then.
pub(crate) struct PooledConnection(Option<Object<ConnectionManager>>);

impl fmt::Debug for PooledConnection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PooledConnection(..)")
    }
}

impl Deref for PooledConnection {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.0.as_ref().expect("it is there until it is dropped")
    }
}

impl DerefMut for PooledConnection {
    fn deref_mut(&mut self) -> &mut Connection {
        self.0.as_mut().expect("it is there until it is dropped")
    }
}

impl Drop for PooledConnection {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take()
            && connection.is_spoiled()
        {
            drop(Object::take(connection));
        }
    }
}

/// A transaction that writes. If it is neither committed nor rolled back, its connection is closed.
#[derive(Debug)]
pub(crate) struct Transaction {
    connection: PooledConnection,
    is_over: bool,
}

impl Transaction {
    /// Begins a transaction.
    pub(super) async fn begin(mut connection: PooledConnection) -> Result<Transaction, StoreError> {
        connection.begin().await?;
        Ok(Transaction { connection, is_over: false })
    }

    /// Commits the transaction. When it returns, the changes are on the disk.
    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        self.connection.batch("COMMIT").await?;
        self.is_over = true;
        Ok(())
    }

    /// Rolls the transaction back; the connection is used further, if that works.
    pub(crate) async fn roll_back(mut self) {
        self.is_over = self.connection.batch("ROLLBACK").await.is_ok();
    }
}

impl Deref for Transaction {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if !self.is_over {
            self.connection.spoil();
        }
    }
}

//! A PostgreSQL database, and the lock on it.
//!
//! A connection of its own has the lock on the sessions, and does nothing else: no other server opens the database as long as it
//! lives, but for those that share the sessions and the lock. Then each session is written by the server alone that has its lease
//! (`cluster`). The lock may be lost with its connection while others live on, so every transaction that writes makes sure that no
//! other server has had the database meanwhile ([`PostgresDatabase::expect_held`]): then what is in memory is out of date, and this
//! server writes nothing any more.

#[cfg(test)]
#[path = "tests.rs"]
mod tests_on_postgres;
mod url;

use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::postgres::PgConnection;
use sqlx::{ConnectOptions as _, Connection as _, Error};
use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{sleep, timeout};

use super::connection::{ANSWER_TIMEOUT, Connection, Driver, values};
use super::pool::{Purpose, SEARCH_TIMEOUT};
use super::{ServerId, StoreError, schema};
pub use url::{PostgresUrl, PostgresUrlError};

/// The number of the lock on the sessions of a database: a server has it as long as its connection lives. Servers that share the
/// sessions share the lock, too.
const LOCK: i64 = i64::from_be_bytes(*b"Beaufort");
/// The number of the lock under which the tables are made.
const TABLES_LOCK: i64 = LOCK + 1;
/// The number of the lock of the server that sends letters.
const LETTERS_LOCK: i64 = LOCK + 2;
/// The number of the lock under which ratings are written, until the end of the transaction.
pub(super) const RATINGS_LOCK: i64 = LOCK + 3;

/// The holder number of servers that share the database: they have none of their own there, since leases guard their writes.
const SHARED: ServerId = ServerId(0);

/// The longest wait for the lock, and the interval of attempts.
const LOCK_TIMEOUT: Duration = Duration::from_secs(3);
const LOCK_INTERVAL: Duration = Duration::from_millis(50);

/// The settings of each connection. A commit that has returned is on the disk. When the connection breaks without a word the
/// database notices, and lets the lock go.
const SETTINGS: &str = "
    SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off';
    SET tcp_keepalives_idle = 10;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3;
    SET lock_timeout = '3s';
    SET client_min_messages = warning;";

/// The owner of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// This server alone.
    Alone,
    /// Several servers, of which this is one.
    With(ServerId),
}

/// The database of the sessions.
#[derive(Debug)]
pub(super) struct PostgresDatabase {
    url: PostgresUrl,
    pub(super) sharing: Sharing,
    /// The number of this server as the holder.
    holder: ServerId,
    hold: Mutex<Hold>,
    /// The identity of the database, which another one in its place does not have.
    identity: std::sync::Mutex<Option<Arc<str>>>,
}

/// The lock on the sessions.
#[derive(Debug, Default)]
struct Hold {
    /// The connection that holds it; `None` after a failure: the next connection takes the lock again.
    connection: Option<Connection>,
    /// Whether this server sends the letters, as long as the connection lives.
    sends_letters: bool,
}

impl PostgresDatabase {
    pub(super) fn new(url: PostgresUrl, sharing: Sharing) -> PostgresDatabase {
        let holder = match sharing {
            Sharing::Alone => ServerId::new(),
            Sharing::With(_) => SHARED,
        };
        let (hold, identity) = Default::default();
        PostgresDatabase { url, sharing, holder, hold, identity }
    }

    /// Takes the lock and brings the tables to the present version, unless that was done and the lock is held still.
    ///
    /// # Errors
    /// If there is no such database, it does not let the server in, or another server has it or has had it.
    pub(super) async fn prepare(&self) -> Result<Arc<str>, StoreError> {
        self.held().await.map(|(_, identity)| identity)
    }

    async fn held(&self) -> Result<(MutexGuard<'_, Hold>, Arc<str>), StoreError> {
        let mut hold = self.hold.lock().await;
        let known = self.known();
        if let (Some(connection), Some(identity)) = (&mut hold.connection, &known)
            && connection.ping().await.is_ok()
        {
            let identity = Arc::clone(identity);
            return Ok((hold, identity));
        }
        *hold = Hold::default();
        let mut connection = self.take().await?;
        let begins = known.is_none() || self.holder == SHARED;
        // A starting server always takes the database; a reconnecting one only if no other server has held it since, whose turns
        // would be overwritten by what is in memory.
        const HOLD: &str = "UPDATE identity SET holder = $1 WHERE $2 <> 0 OR holder IS NULL OR holder = $1";
        if connection.execute(HOLD, values![self.holder.0, i64::from(begins)]).await? == 0 {
            return Err(StoreError::TakenOver);
        }
        let identity = Arc::clone(&connection.identity);
        hold.connection = Some(connection);
        *self.identity.lock().expect("nothing panics while it holds the identity") =
            Some(Arc::clone(&identity));
        if known.is_some_and(|known| known != identity) {
            return Err(StoreError::Gone(self.url.to_string()));
        }
        Ok((hold, identity))
    }

    /// Connects, takes the lock, and brings the tables to the present version.
    async fn take(&self) -> Result<Connection, StoreError> {
        let mut connection = connect(&self.url, SETTINGS).await?;
        expect_unicode(&mut connection).await?;
        self.take_lock(&mut connection).await?;
        // Servers that begin at the same time make the tables one after the other. That may take its time.
        let mut connection = connection.with_limit(None);
        connection.execute("SELECT pg_advisory_lock($1)", values![TABLES_LOCK]).await?;
        schema::migrate(&mut connection).await?;
        connection.execute("SELECT pg_advisory_unlock($1)", values![TABLES_LOCK]).await?;
        let mut connection = connection.with_limit(Some(ANSWER_TIMEOUT));
        if let Sharing::Alone = self.sharing {
            // No other server runs: leases left behind by a cluster are void.
            connection.execute("DELETE FROM member", &[]).await?;
        }
        connection.identity = identity(&mut connection).await?.into();
        Ok(connection)
    }

    /// Takes the lock. The connection before this one may still have it for a moment.
    async fn take_lock(&self, connection: &mut Connection) -> Result<(), StoreError> {
        let sql = match self.sharing {
            Sharing::Alone => "SELECT pg_try_advisory_lock($1)",
            Sharing::With(_) => "SELECT pg_try_advisory_lock_shared($1)",
        };
        let end = Instant::now() + LOCK_TIMEOUT;
        loop {
            let taken = connection.query_opt(sql, values![LOCK]).await?;
            if taken.map(|row| row.get(0)).transpose()?.unwrap_or(false) {
                return Ok(());
            }
            if Instant::now() >= end {
                return Err(StoreError::Taken);
            }
            sleep(LOCK_INTERVAL).await;
        }
    }

    /// Returns another connection to the database.
    pub(super) async fn connect(&self, purpose: Purpose) -> Result<Connection, StoreError> {
        let identity = self.prepare().await?;
        let mut connection = connect(&self.url, SETTINGS).await?;
        if purpose == Purpose::Search {
            let limit = i64::try_from(SEARCH_TIMEOUT.as_millis()).unwrap_or(i64::MAX);
            connection.batch(&format!("SET statement_timeout = {limit}")).await?;
        }
        connection.identity = identity;
        Ok(connection)
    }

    /// Returns whether a connection is one to the database in which the sessions are saved.
    pub(super) fn has(&self, connection: &Connection) -> bool {
        self.known().is_some_and(|identity| identity == connection.identity)
    }

    fn known(&self) -> Option<Arc<str>> {
        self.identity.lock().expect("nothing panics while it holds the identity").clone()
    }

    /// Makes sure in a transaction that no other server has had the database meanwhile, nor gets it before the end. Servers that share
    /// it have leases instead, and do not wait for each other.
    ///
    /// # Errors
    /// If another server has had it.
    pub(super) async fn expect_held(&self, transaction: &mut Connection) -> Result<(), StoreError> {
        let sql = match self.sharing {
            Sharing::Alone => "SELECT holder FROM identity FOR SHARE",
            Sharing::With(_) => "SELECT holder FROM identity",
        };
        let holder: Option<i64> =
            transaction.query(sql, &[]).await?.first().map(|row| row.get(0)).transpose()?;
        if holder == Some(self.holder.0) { Ok(()) } else { Err(StoreError::TakenOver) }
    }

    /// Returns whether this server sends the letters: it does once no other one does, until it loses the lock on the sessions.
    pub(super) async fn sends_letters(&self) -> Result<bool, StoreError> {
        let (mut hold, _) = self.held().await?;
        if !hold.sends_letters
            && let Some(connection) = &mut hold.connection
        {
            let taken = connection.query("SELECT pg_try_advisory_lock($1)", values![LETTERS_LOCK]).await?;
            hold.sends_letters = taken.first().map(|row| row.get(0)).transpose()?.unwrap_or(false);
        }
        Ok(hold.sends_letters)
    }
}

/// Connects, and sets the parameters of the connection.
///
/// # Errors
/// If the database does not let the server in, or is to prove who it is and cannot.
pub(crate) async fn connect(url: &PostgresUrl, settings: &str) -> Result<Connection, StoreError> {
    let options = url.options().clone().disable_statement_logging();
    let connected = timeout(url.connect_timeout(), PgConnection::connect_with(&options)).await;
    let connected = connected.map_err(|_| StoreError::Failed("the database does not answer".to_owned()))?;
    let driver = Driver::Postgres(connected.map_err(|error| match error {
        Error::Io(error) => StoreError::Failed(format!("error connecting to server: {error}")),
        error => error.into(),
    })?);
    let mut connection = Connection::new(driver, "".into());
    connection.batch(settings).await?;
    Ok(connection)
}

/// Returns the identity of a database.
///
/// # Errors
/// If it cannot be read.
pub(crate) async fn identity(connection: &mut Connection) -> Result<String, StoreError> {
    let row = connection.query_opt("SELECT id::text FROM identity", &[]).await?;
    row.ok_or_else(|| StoreError::Failed("the database has no identity".to_owned()))?.get(0)
}

async fn expect_unicode(connection: &mut Connection) -> Result<(), StoreError> {
    let encoding = connection.query_opt("SELECT current_setting('server_encoding')", &[]).await?;
    let encoding: String = encoding.map(|row| row.get(0)).transpose()?.unwrap_or_default();
    if encoding == "UTF8" {
        return Ok(());
    }
    Err(StoreError::Failed(format!("the encoding of the database is {encoding}, and has to be UTF8")))
}

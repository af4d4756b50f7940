//! Leases in the database: which server owns which session. The clock of the database counts.
//!
//! A server that has not renewed its membership for [`LEASE_TIME`] counts as gone, and the next server that claims one of its
//! sessions owns it. A server that is still alive, suspended or cut off, does no harm: the transaction that saves a session checks
//! the lease (`store/save`).
//!
//! Leases have two connections of their own, one for renewals and one for the rest: a renewal that waited behind a long save, or
//! behind a claim of a session that is being saved, would be late. They do not wait for the disk either. If a failure of the
//! database loses a lease, nothing that was saved under it survives, since it was written later.

use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;

use crate::store::{Connection, PostgresUrl, Record, ServerId, StoreError, Value, connect, identity, values};

/// The time without a renewal after which a server counts as gone.
pub(super) const LEASE_TIME: Duration = Duration::from_secs(3);
/// The longest wait for an answer of the database about leases.
const LEASE_ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

const SETTINGS: &str = "
    SET synchronous_commit = off;
    SET lock_timeout = '1s';
    SET statement_timeout = '2s';
    SET client_min_messages = warning;";

const JOIN: &str = "
    INSERT INTO member (id, expires) VALUES ($1, clock_timestamp() + make_interval(secs => $2))";
const PRESENT: &str = "SELECT id FROM member WHERE expires > clock_timestamp() AND id <> $1";
/// Returns whether the membership had not expired before. The subquery sees the state at the beginning of the statement.
const RENEW: &str = "
    INSERT INTO member (id, expires) VALUES ($1, clock_timestamp() + make_interval(secs => $2))
    ON CONFLICT (id) DO UPDATE SET expires = excluded.expires
    RETURNING coalesce((SELECT expires > clock_timestamp() FROM member WHERE id = $1), false)";
/// Deletes servers that have been gone for long, with their leases. A server does that when it starts: after a failure of the
/// database all have been silent for long, and go on.
const FORGET: &str = "DELETE FROM member WHERE expires < clock_timestamp() - interval '1 minute'";
/// The owner of a session. It is read before the lease is locked, so that a client that is relayed elsewhere does not wait for a
/// save.
const OWNER: &str = "
    SELECT member FROM lease JOIN member ON member.id = lease.member
    WHERE session = $1 AND expires > clock_timestamp()";
const CLAIM: &str = "
    INSERT INTO lease (session, member) VALUES ($1, $2)
    ON CONFLICT (session) DO UPDATE SET member = excluded.member
    WHERE NOT EXISTS (SELECT FROM member WHERE id = lease.member AND expires > clock_timestamp())";
const RELEASE: &str = "DELETE FROM lease WHERE session = $1 AND member = $2";
const KEPT: &str = "SELECT session FROM lease WHERE member = $1";
const LEAVE: &str = "DELETE FROM member WHERE id = $1";

/// The leases of a server.
#[derive(Debug)]
pub(super) struct Leases {
    url: PostgresUrl,
    id: ServerId,
    renewals: Mutex<Option<Connection>>,
    claims: Mutex<Option<Connection>>,
}

/// The state that a server finds when it joins.
#[derive(Debug)]
pub(super) struct Joined {
    pub(super) leases: Leases,
    /// The servers that are members already.
    pub(super) others: Vec<ServerId>,
    /// The identity of the database.
    pub(super) identity: String,
}

/// The state that a server finds when it renews its membership.
#[derive(Debug)]
pub(super) struct Renewed {
    /// The other members.
    pub(super) others: Vec<ServerId>,
    /// The sessions that it still owns, if the renewal was late: others may have taken some.
    pub(super) kept: Option<Vec<String>>,
}

impl Leases {
    /// Makes the server a member.
    ///
    /// # Errors
    /// If the database cannot be used.
    pub(super) async fn join(url: PostgresUrl, id: ServerId) -> Result<Joined, StoreError> {
        let leases = Leases { url, id, renewals: Mutex::default(), claims: Mutex::default() };
        let (others, identity) = in_time(async {
            let mut lent = leases.lend(&leases.claims).await?;
            // Of two servers that start at the same time one comes first.
            lent.connection.batch("BEGIN; LOCK TABLE member IN EXCLUSIVE MODE").await?;
            let others = lent.connection.query(PRESENT, values![id.0]).await?;
            lent.connection.execute(JOIN, values![id.0, LEASE_TIME.as_secs_f64()]).await?;
            lent.connection.batch("COMMIT").await?;
            lent.connection.execute(FORGET, &[]).await?;
            let identity = identity(&mut lent.connection).await?;
            lent.give_back();
            Ok((servers(&others)?, identity))
        })
        .await?;
        Ok(Joined { leases, others, identity })
    }

    /// Renews the membership.
    ///
    /// # Errors
    /// If the database does not answer in time.
    pub(super) async fn renew(&self) -> Result<Renewed, StoreError> {
        let id = self.id.0;
        in_time(async {
            let mut lent = self.lend(&self.renewals).await?;
            let renewed = lent.connection.query_opt(RENEW, values![id, LEASE_TIME.as_secs_f64()]).await?;
            let was_in_time = renewed.map(|row| row.get(0)).transpose()?.unwrap_or(false);
            let others = servers(&lent.connection.query(PRESENT, values![id]).await?)?;
            let mut kept = None;
            if !was_in_time {
                let rows = lent.connection.query(KEPT, values![id]).await?;
                kept = Some(rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?);
            }
            lent.give_back();
            Ok(Renewed { others, kept })
        })
        .await
    }

    /// Takes the lease of a session if no other member has it. Returns the owner after that.
    ///
    /// # Errors
    /// If the database does not answer in time.
    pub(super) async fn claim(&self, session: &str) -> Result<ServerId, StoreError> {
        in_time(async {
            let mut lent = self.lend(&self.claims).await?;
            let owner = loop {
                if let Some(owner) = lent.connection.query_opt(OWNER, values![session]).await? {
                    break ServerId(owner.get(0)?);
                }
                // Another server may have taken it meanwhile.
                if lent.connection.execute(CLAIM, values![session, self.id.0]).await? == 1 {
                    break self.id;
                }
            };
            lent.give_back();
            Ok(owner)
        })
        .await
    }

    /// Releases the lease of a session.
    ///
    /// # Errors
    /// If the database does not answer in time.
    pub(super) async fn release(&self, session: &str) -> Result<(), StoreError> {
        self.change(RELEASE, values![session, self.id.0]).await
    }

    /// Ends the membership, and with it all leases.
    ///
    /// # Errors
    /// If the database does not answer in time.
    pub(super) async fn leave(&self) -> Result<(), StoreError> {
        self.change(LEAVE, values![self.id.0]).await
    }

    async fn change(&self, sql: &str, values: &[Value<'_>]) -> Result<(), StoreError> {
        in_time(async {
            let mut lent = self.lend(&self.claims).await?;
            lent.connection.execute(sql, values).await?;
            lent.give_back();
            Ok(())
        })
        .await
    }

    /// Returns the connection, or opens a new one. A connection that is not given back is closed.
    async fn lend<'a>(
        &self,
        place: &'a Mutex<Option<Connection>>,
    ) -> Result<LeaseConnection<'a>, StoreError> {
        let mut place = place.lock().await;
        if let Some(mut connection) = place.take()
            && connection.ping().await.is_ok()
        {
            return Ok(LeaseConnection { place, connection });
        }
        let connection = connect(&self.url, SETTINGS).await?;
        Ok(LeaseConnection { place, connection })
    }
}

/// A connection, and the place to which it is given back.
struct LeaseConnection<'a> {
    place: MutexGuard<'a, Option<Connection>>,
    connection: Connection,
}

impl LeaseConnection<'_> {
    /// Gives the connection back: no answer is outstanding.
    fn give_back(mut self) {
        *self.place = Some(self.connection);
    }
}

/// Waits for an answer about leases for [`LEASE_ANSWER_TIMEOUT`].
async fn in_time<T>(answer: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    timeout(LEASE_ANSWER_TIMEOUT, answer).await.unwrap_or_else(|_| Err(silent()))
}

fn silent() -> StoreError {
    StoreError::Failed("the database does not answer about leases".to_owned())
}

fn servers(rows: &[Record]) -> Result<Vec<ServerId>, StoreError> {
    rows.iter().map(|row| row.get(0).map(ServerId)).collect()
}

#[cfg(test)]
mod tests_on_postgres {
    use std::sync::Arc;

    use beaufort_load::PostgresServer;
    use tokio::task::spawn_blocking;
    use tokio::time::sleep;

    use super::*;
    use crate::store::{Database, Sharing, SqlStore};

    /// Returns a database with tables.
    async fn database() -> (PostgresServer, PostgresUrl) {
        let server = spawn_blocking(|| PostgresServer::start().unwrap()).await.unwrap();
        let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
        let database = Database::Postgres(url.clone());
        drop(SqlStore::open(&database, Sharing::With(ServerId(1))).await.unwrap());
        (server, url)
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_session_belongs_to_one_server_until_that_is_gone() {
        let (_server, url) = database().await;
        let [a, b] = [ServerId(11), ServerId(12)];
        let one = Leases::join(url.clone(), a).await.unwrap();
        let other = Leases::join(url, b).await.unwrap();
        assert_eq!((one.others, other.others), (vec![], vec![a]));
        assert_eq!(one.identity, other.identity);
        let (one, other) = (one.leases, other.leases);
        for leases in [&one, &other] {
            assert_eq!(leases.claim("x").await, Ok(a));
        }
        assert_eq!(other.claim("y").await, Ok(b));
        assert_eq!(one.renew().await.unwrap().others, [b]);
        // A lease of another server cannot be released.
        other.release("x").await.unwrap();
        assert_eq!(other.claim("x").await, Ok(a));
        one.release("x").await.unwrap();
        assert_eq!(other.claim("x").await, Ok(b));
        // A server that does not renew loses the sessions that another claims, and learns of it.
        assert_eq!(one.claim("z").await, Ok(a));
        assert_eq!(one.claim("kept").await, Ok(a));
        let end = tokio::time::Instant::now() + LEASE_TIME + Duration::from_millis(200);
        while tokio::time::Instant::now() < end {
            assert!(other.renew().await.unwrap().kept.is_none());
            sleep(Duration::from_millis(100)).await;
        }
        assert!(other.renew().await.unwrap().others.is_empty());
        assert_eq!(other.claim("z").await, Ok(b));
        assert_eq!(one.renew().await.unwrap().kept.as_deref(), Some(&["kept".to_owned()][..]));
        assert!(one.renew().await.unwrap().kept.is_none(), "it is there again");
        assert_eq!(other.claim("kept").await, Ok(a));
        // A server that leaves owns nothing.
        one.leave().await.unwrap();
        assert_eq!(other.claim("kept").await, Ok(b));
        assert_eq!(one.renew().await.unwrap().kept.as_deref(), Some(&[][..]));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn leases_go_on_when_the_database_is_there_again() {
        let (server, url) = database().await;
        let leases = Leases::join(url, ServerId(11)).await.unwrap().leases;
        assert_eq!(leases.claim("x").await, Ok(ServerId(11)));
        let server = Arc::new(server);
        let [killed, restarted] = [&server, &server].map(Arc::clone);
        spawn_blocking(move || killed.kill()).await.unwrap().unwrap();
        assert!(leases.renew().await.is_err() && leases.claim("x").await.is_err());
        spawn_blocking(move || restarted.restart()).await.unwrap().unwrap();
        leases.renew().await.unwrap();
        assert_eq!(leases.claim("x").await, Ok(ServerId(11)));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn of_many_who_ask_at_the_same_time_one_has_it() {
        let (_server, url) = database().await;
        let mut servers = Vec::new();
        for id in 1..=8 {
            servers.push(Arc::new(Leases::join(url.clone(), ServerId(id)).await.unwrap().leases));
        }
        for round in 0..20 {
            let name = format!("session-{round}");
            let claims = servers.iter().map(|leases| leases.claim(&name));
            let owners = futures_util::future::join_all(claims).await;
            assert!(owners.iter().all(|owner| owner.is_ok() && *owner == owners[0]), "{owners:?}");
        }
    }
}

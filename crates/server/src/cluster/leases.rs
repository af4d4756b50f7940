//! Leases in the database, whose clock is the one that counts: which server has which session.
//!
//! A server that has not renewed its membership for [`LEASE_TIME`] counts as gone, and whoever asks for one of its sessions has it.
//! That it may live all the same, asleep or behind a broken cable, does no harm: the transaction that saves a session makes sure that
//! the lease is there still (`store/save`).
//!
//! The connections are their own, one for renewals and one for the rest: a renewal that waited behind a long save, or behind a claim of
//! a session that is being saved, would come too late. They do not wait for the disk either. What a failure of the database takes back with a lease is nothing that
//! was saved under it, since that was written later.

use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};
use tokio::time::timeout;

use crate::store::{Connection, PostgresUrl, Record, ServerId, StoreError, Value, connect, identity, values};

/// After how long without a renewal a server counts as gone.
pub(super) const LEASE_TIME: Duration = Duration::from_secs(3);
/// How long the database may take for each answer about leases.
const LEASE_ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

const SETTINGS: &str = "
    SET synchronous_commit = off;
    SET lock_timeout = '1s';
    SET statement_timeout = '2s';
    SET client_min_messages = warning;";

const JOIN: &str = "
    INSERT INTO member (id, expires) VALUES ($1, clock_timestamp() + make_interval(secs => $2))";
const PRESENT: &str = "SELECT id FROM member WHERE expires > clock_timestamp() AND id <> $1";
/// Tells whether the membership had not run out before. The past is read as of the beginning of the statement.
const RENEW: &str = "
    INSERT INTO member (id, expires) VALUES ($1, clock_timestamp() + make_interval(secs => $2))
    ON CONFLICT (id) DO UPDATE SET expires = excluded.expires
    RETURNING coalesce((SELECT expires > clock_timestamp() FROM member WHERE id = $1), false)";
/// Forgets servers that have been gone for long; their leases go with them. A server that begins does that: after a failure of the
/// database all have been silent for long, and go on.
const FORGET: &str = "DELETE FROM member WHERE expires < clock_timestamp() - interval '1 minute'";
/// Who has a session. It is asked before the lease is touched, so that nobody waits for a save who is only led elsewhere.
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

/// What a server has found when it joined the others.
#[derive(Debug)]
pub(super) struct Joined {
    pub(super) leases: Leases,
    /// The servers that are there already.
    pub(super) others: Vec<ServerId>,
    /// What tells the database from others.
    pub(super) identity: String,
}

/// What a server has found when it renewed its membership.
#[derive(Debug)]
pub(super) struct Renewed {
    /// The other servers that are there.
    pub(super) others: Vec<ServerId>,
    /// The sessions that it has still, if it came too late: others may have taken some.
    pub(super) kept: Option<Vec<String>>,
}

impl Leases {
    /// Makes the server one of those that share the sessions.
    ///
    /// # Errors
    /// If the database cannot be used.
    pub(super) async fn join(url: PostgresUrl, id: ServerId) -> Result<Joined, StoreError> {
        let leases = Leases { url, id, renewals: Mutex::default(), claims: Mutex::default() };
        let (others, identity) = in_time(async {
            let mut lent = leases.lend(&leases.claims).await?;
            // Of two that begin at the same time one comes first.
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

    /// Says that the server is there still.
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

    /// Takes the lease of a session if nobody has it who is there. Returns who has it then.
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

    /// Gives the lease of a session back.
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

    /// Returns a connection; a new one, if there is none that serves. One that is not given back is closed.
    async fn lend<'a>(&self, place: &'a Mutex<Option<Connection>>) -> Result<Lent<'a>, StoreError> {
        let mut place = place.lock().await;
        if let Some(mut connection) = place.take()
            && connection.ping().await.is_ok()
        {
            return Ok(Lent { place, connection });
        }
        let connection = connect(&self.url, SETTINGS).await?;
        Ok(Lent { place, connection })
    }
}

/// A connection, and where it belongs.
struct Lent<'a> {
    place: MutexGuard<'a, Option<Connection>>,
    connection: Connection,
}

impl Lent<'_> {
    /// Has the next one use the connection: nothing is outstanding.
    fn give_back(mut self) {
        *self.place = Some(self.connection);
    }
}

/// Waits for an answer about leases, but not for long.
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
        // What is not one's own cannot be given back.
        other.release("x").await.unwrap();
        assert_eq!(other.claim("x").await, Ok(a));
        one.release("x").await.unwrap();
        assert_eq!(other.claim("x").await, Ok(b));
        // Who does not renew loses what another asks for, and hears of it.
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
        // Who leaves has nothing any more.
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

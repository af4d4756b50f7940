//! Leases in the database, whose clock is the one that counts: which server has which session.
//!
//! A server that has not renewed its membership for [`LEASE_TIME`] counts as gone, and whoever asks for one of its sessions has it.
//! That it may live all the same, asleep or behind a broken cable, does no harm: the transaction that saves a session makes sure that
//! the lease is there still (`store/postgres`).
//!
//! The connection is one of its own, since that of the store does one thing after the other: a renewal that waited behind a long save
//! would come too late. It does not wait for the disk either. What a failure of the database takes back with a lease is nothing that
//! was saved under it, since that was written later.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_postgres::{Client, Statement};

use crate::store::{PostgresUrl, ServerId, StoreError, connect};

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
    /// `None` after a failure: whoever asks next makes a new one.
    connection: Mutex<Option<Arc<LeaseConnection>>>,
}

/// A connection to the database.
#[derive(Debug)]
struct LeaseConnection {
    client: Client,
    /// What is asked often, understood once.
    present: Statement,
    renew: Statement,
    owner: Statement,
    claim: Statement,
    release: Statement,
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
        let leases = Leases { url, id, connection: Mutex::default() };
        let (others, identity) = leases
            .ask(async |LeaseConnection { client, present, .. }| {
                // Of two that begin at the same time one comes first.
                client.batch_execute("BEGIN; LOCK TABLE member IN EXCLUSIVE MODE").await?;
                let others = client.query(present, &[&id.0]).await?;
                client.execute(JOIN, &[&id.0, &LEASE_TIME.as_secs_f64()]).await?;
                client.batch_execute("COMMIT").await?;
                client.execute(FORGET, &[]).await?;
                let identity = client.query_one("SELECT id::text FROM identity", &[]).await?;
                Ok((servers(&others)?, identity.try_get(0)?))
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
        self.ask(async |LeaseConnection { client, renew, present, .. }| {
            let renewed = client.query_one(renew, &[&id, &LEASE_TIME.as_secs_f64()]).await?;
            let others = servers(&client.query(present, &[&id]).await?)?;
            let mut kept = None;
            if !renewed.try_get::<_, bool>(0)? {
                let rows = client.query(KEPT, &[&id]).await?;
                kept = Some(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?);
            }
            Ok(Renewed { others, kept })
        })
        .await
    }

    /// Takes the lease of a session if nobody has it who is there. Returns who has it then.
    ///
    /// # Errors
    /// If the database does not answer in time.
    pub(super) async fn claim(&self, session: &str) -> Result<ServerId, StoreError> {
        self.ask(async |LeaseConnection { client, owner, claim, .. }| {
            loop {
                if let Some(owner) = client.query_opt(owner, &[&session]).await? {
                    return Ok(ServerId(owner.try_get(0)?));
                }
                // Another server may have taken it meanwhile.
                if client.execute(claim, &[&session, &self.id.0]).await? == 1 {
                    return Ok(self.id);
                }
            }
        })
        .await
    }

    /// Gives the lease of a session back.
    ///
    /// # Errors
    /// If the database does not answer in time.
    pub(super) async fn release(&self, session: &str) -> Result<(), StoreError> {
        let id = self.id.0;
        self.ask(async |LeaseConnection { client, release, .. }| {
            client.execute(release, &[&session, &id]).await.map(drop)
        })
        .await
    }

    /// Ends the membership, and with it all leases.
    ///
    /// # Errors
    /// If the database does not answer in time.
    pub(super) async fn leave(&self) -> Result<(), StoreError> {
        let id = self.id.0;
        self.ask(async |LeaseConnection { client, .. }| client.execute(LEAVE, &[&id]).await.map(drop)).await
    }

    /// Asks the database, over a new connection if there is none. After a failure it is dropped.
    async fn ask<T>(
        &self,
        work: impl AsyncFnOnce(&LeaseConnection) -> Result<T, tokio_postgres::Error>,
    ) -> Result<T, StoreError> {
        let connection = self.connection().await?;
        let answer = match timeout(LEASE_ANSWER_TIMEOUT, work(&connection)).await {
            Ok(answer) => answer.map_err(StoreError::from),
            Err(_) => Err(silent()),
        };
        if answer.is_err() {
            let mut known = self.connection.lock().await;
            if known.as_ref().is_some_and(|known| Arc::ptr_eq(known, &connection)) {
                *known = None;
            }
        }
        answer
    }

    async fn connection(&self) -> Result<Arc<LeaseConnection>, StoreError> {
        let mut known = self.connection.lock().await;
        if let Some(connection) = known.as_ref().filter(|known| !known.client.is_closed()) {
            return Ok(Arc::clone(connection));
        }
        let connected = timeout(LEASE_ANSWER_TIMEOUT, LeaseConnection::open(&self.url)).await;
        let connected = connected.unwrap_or_else(|_| Err(silent()))?;
        Ok(Arc::clone(known.insert(Arc::new(connected))))
    }
}

impl LeaseConnection {
    async fn open(url: &PostgresUrl) -> Result<LeaseConnection, StoreError> {
        let (client, _) = connect(url).await?;
        client.batch_execute(SETTINGS).await?;
        Ok(LeaseConnection {
            present: client.prepare(PRESENT).await?,
            renew: client.prepare(RENEW).await?,
            owner: client.prepare(OWNER).await?,
            claim: client.prepare(CLAIM).await?,
            release: client.prepare(RELEASE).await?,
            client,
        })
    }
}

fn silent() -> StoreError {
    StoreError::Failed("the database does not answer about leases".to_owned())
}

fn servers(rows: &[tokio_postgres::Row]) -> Result<Vec<ServerId>, tokio_postgres::Error> {
    rows.iter().map(|row| row.try_get(0).map(ServerId)).collect()
}

#[cfg(test)]
mod tests_on_postgres {
    use beaufort_load::PostgresServer;
    use tokio::task::spawn_blocking;
    use tokio::time::sleep;

    use super::*;
    use crate::store::{Postgres, Sharing};

    /// Returns a database with tables.
    async fn database() -> (PostgresServer, PostgresUrl) {
        let made = spawn_blocking(|| {
            let server = PostgresServer::start().unwrap();
            let url: PostgresUrl = server.database("a").unwrap().parse().unwrap();
            drop(Postgres::open(url.clone(), Sharing::With(ServerId(1))).unwrap());
            (server, url)
        });
        made.await.unwrap()
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

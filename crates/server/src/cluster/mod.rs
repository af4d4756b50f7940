//! Several servers that share the sessions of one database.
//!
//! A session in memory is owned by one server, which holds its lease (`leases`). A client that is connected to another server is
//! relayed: there, a [`Relay`] takes the place of the room; at the owner, a `guest` takes the place of the client. Their messages
//! (`envelope`) go over NATS, which may lose some: then all links between the two servers end, and the clients reconnect and read
//! the current state (`peers`).
//!
//! NATS affects latency, not correctness: no turn is lost or doubled, whatever it does, since the transaction that saves a session
//! checks the lease.

mod envelope;
mod guest;
mod leases;
mod live;
mod peers;
mod relay;

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_nats::Client;
use async_nats::connection::State;
use beaufort_session::{AccountId, ClientId};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{sleep, timeout};

use crate::client::{Client as RoomClient, Inbox};
use crate::identity::{Browser, WhichTokens, hex};
use crate::message::RoomMessage;
use crate::rooms::{Membership, RoomTable};
use crate::store::{PostgresUrl, ServerId, StoreError};
use envelope::Note;
use guest::GuestMessage;
use leases::Leases;
pub(crate) use live::live;
use peers::{Outbound, Peers};
pub(crate) use relay::{Relay, RelayEnd};

/// The longest time to hand a message over to NATS.
const SEND_TIMEOUT: Duration = Duration::from_secs(1);
/// The time for which a session may belong to an unreachable server before its clients must reconnect: somewhat longer than a
/// lease.
const CLAIM_TIME: Duration = Duration::from_secs(4);
/// The pause between two attempts to claim such a session.
const CLAIM_PAUSE: Duration = Duration::from_millis(400);
/// The number of attempts to release a session.
const RELEASE_ATTEMPTS: u32 = 2;

/// This server as a member of the cluster.
#[derive(Debug)]
pub(crate) struct Cluster {
    id: ServerId,
    leases: Leases,
    nats: Client,
    /// The prefix of the subjects of the servers of this database.
    subjects: String,
    peers: Mutex<Peers>,
    links: Mutex<Links>,
    /// The sessions that this server owns.
    held: Mutex<HashSet<String>>,
    /// Whether the last renewal of the membership succeeded.
    is_renewed: AtomicBool,
    /// Whether this server was the first member.
    pub(crate) is_first: bool,
}

/// The clients that are relayed to other servers, and those that come from there.
#[derive(Debug, Default)]
struct Links {
    relays: HashMap<ClientId, (ServerId, UnboundedSender<RoomMessage>)>,
    guests: HashMap<(ServerId, ClientId), UnboundedSender<GuestMessage>>,
}

/// The rooms of this server, as the other servers reach them.
pub(crate) trait LocalRooms: Send + Sync + 'static {
    /// Returns the table of the rooms.
    fn table(&self) -> &RoomTable;

    /// Gives a client that is connected to another server, with its address there, a place in a session; `None` if there is none.
    fn admit(
        self: &Arc<Self>,
        session: &str,
        browser: Option<Browser>,
        address: Option<IpAddr>,
    ) -> Option<(Membership, RoomClient, Inbox)>;
}

/// The owner of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionPlace {
    /// This server owns it.
    Local,
    /// Another server owns it, and is reachable.
    Remote(ServerId),
    /// Another server owns it, and is silent.
    Unreachable,
}

/// A message could not be sent.
#[derive(Clone, Copy, Debug)]
struct NotDelivered;

impl Cluster {
    /// Joins the servers that share a database.
    ///
    /// # Errors
    /// If the database cannot be used.
    pub(crate) async fn join(url: PostgresUrl, id: ServerId, nats: Client) -> Result<Cluster, StoreError> {
        let leases::Joined { leases, others, identity } = Leases::join(url, id).await?;
        // Clusters with different databases may share a NATS server.
        let digest = hex(&Sha256::digest(identity.as_bytes())[..8]);
        Ok(Cluster {
            id,
            leases,
            nats,
            subjects: format!("beaufort.1.{digest}"),
            is_first: others.is_empty(),
            peers: Mutex::new(Peers::of_elders(&others)),
            links: Mutex::default(),
            held: Mutex::default(),
            is_renewed: AtomicBool::new(true),
        })
    }

    /// Finds the owner of a session; a session without one is this server's from now on. While its owner is silent, the claim is
    /// repeated for a while, as long as `is_wanted`.
    ///
    /// # Errors
    /// If the database does not answer.
    pub(crate) async fn claim(
        &self,
        session: &str,
        is_wanted: impl Fn() -> bool,
    ) -> Result<SessionPlace, StoreError> {
        let mut waited = Duration::ZERO;
        loop {
            let owner = self.leases.claim(session).await?;
            if owner == self.id {
                self.held().insert(session.to_owned());
                return Ok(SessionPlace::Local);
            }
            if self.is_reachable(owner) {
                return Ok(SessionPlace::Remote(owner));
            }
            if waited >= CLAIM_TIME || !is_wanted() {
                return Ok(SessionPlace::Unreachable);
            }
            sleep(CLAIM_PAUSE).await;
            waited += CLAIM_PAUSE;
        }
    }

    /// Releases a session, if this server owns it.
    pub(crate) async fn release(&self, session: &str) {
        if !self.held().remove(session) {
            return;
        }
        for _ in 0..RELEASE_ATTEMPTS {
            match self.leases.release(session).await {
                Ok(()) => return,
                // The lease ends with the membership; until then other servers keep relaying clients here, where the session is
                // opened again.
                Err(error) => log_limited!(warn, %error, "cannot give a session back"),
            }
        }
    }

    /// Removes a session that another server has taken.
    pub(crate) fn forget(&self, session: &str) {
        self.held().remove(session);
    }

    /// Returns whether a server has sent a message in the last two seconds.
    fn is_reachable(&self, server: ServerId) -> bool {
        self.is_connected() && self.peers().is_reachable(server)
    }

    /// Returns whether any other server is reachable.
    pub(crate) fn has_peers(&self) -> bool {
        self.peers().any_reachable()
    }

    /// Returns whether NATS is connected and the last renewal succeeded.
    pub(crate) fn is_well(&self) -> bool {
        self.is_connected() && self.is_renewed.load(Ordering::Relaxed)
    }

    /// Tells the other servers that browsers have been signed out.
    pub(crate) fn announce_sign_out(self: &Arc<Cluster>, account: AccountId, which: WhichTokens) {
        self.broadcast(Note::SignedOut { account, which });
    }

    /// Tells the other servers that an account has been deleted.
    pub(crate) fn announce_deletion(self: &Arc<Cluster>, account: AccountId) {
        self.broadcast(Note::AccountDeleted { account });
    }

    /// Ends the membership, and with it all leases.
    pub(crate) async fn leave(&self) {
        if let Err(error) = self.leases.leave().await {
            log_limited!(warn, %error, "cannot leave the other servers: they wait until the leases have run out");
        }
    }

    fn broadcast(self: &Arc<Cluster>, note: Note) {
        let peers = self.peers().all();
        for peer in peers {
            self.send_later(peer, note.clone());
        }
    }

    /// Sends a message in a task of its own. If it is lost, the receiver notices a missing number, or silence, and ends all links.
    fn send_later(self: &Arc<Cluster>, to: ServerId, note: Note) {
        let cluster = Arc::clone(self);
        tokio::spawn(async move {
            let _ = cluster.send(to, &note, b"").await;
        });
    }

    /// Sends a message. If that fails, the receiver notices a missing number with the next message.
    async fn send(&self, to: ServerId, note: &Note, text: &[u8]) -> Result<(), NotDelivered> {
        let outbound = self.peers().outbound(to).ok_or(NotDelivered)?;
        let sent = timeout(SEND_TIMEOUT, self.try_send(&outbound, to, note, text))
            .await
            .unwrap_or(Err(NotDelivered));
        if sent.is_err() {
            outbound.has_failed.store(true, Ordering::Relaxed);
        }
        sent
    }

    async fn try_send(
        &self,
        outbound: &Outbound,
        to: ServerId,
        note: &Note,
        text: &[u8],
    ) -> Result<(), NotDelivered> {
        if !self.is_connected() {
            return Err(NotDelivered);
        }
        let subject = self.subject(to);
        let mut next = outbound.next.lock().await;
        if outbound.has_failed.swap(false, Ordering::Relaxed) {
            *next += 1;
        }
        let most = self.nats.server_info().max_payload;
        let parts = envelope::write(self.id, *next, note, text, most);
        // If some are not sent, the receiver misses their numbers.
        *next += parts.len() as u64;
        for part in parts {
            self.nats.publish(subject.clone(), part.into()).await.map_err(|_| NotDelivered)?;
        }
        Ok(())
    }

    fn subject(&self, server: ServerId) -> String {
        format!("{}.{}", self.subjects, server.0)
    }

    fn is_connected(&self) -> bool {
        self.nats.connection_state() == State::Connected
    }

    fn peers(&self) -> MutexGuard<'_, Peers> {
        self.peers.lock().expect("nothing panics while it holds the servers")
    }

    fn links(&self) -> MutexGuard<'_, Links> {
        self.links.lock().expect("nothing panics while it holds the links")
    }

    fn held(&self) -> MutexGuard<'_, HashSet<String>> {
        self.held.lock().expect("nothing panics while it holds the names")
    }
}

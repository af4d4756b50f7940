//! Several servers that share the sessions of a database, and with them the players.
//!
//! A session that is in memory belongs to one server, which has a lease of it (`leases`). A client that is connected to another one
//! is led there: where it is connected stands a [`Relay`] in the place of the room, and at the owner a `guest` in the place of the
//! client. What they say to each other (`envelope`) goes over NATS, which may lose messages: then all that goes on between these two
//! servers ends, the clients come again, and see what is true (`peers`).
//!
//! Nothing rests on NATS but the time that it takes. No turn is lost or doubled whatever it does, since the transaction that saves a
//! session makes sure that the lease is there.

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
use crate::identity::{Browser, WhichTokens};
use crate::message::RoomMessage;
use crate::rooms::{Membership, RoomTable};
use crate::store::{PostgresUrl, ServerId, StoreError};
use envelope::Note;
use guest::GuestMessage;
use leases::Leases;
pub(crate) use live::live;
use peers::{Peers, Saying};
pub(crate) use relay::{Relay, RelayEnd};

/// How long it may take to hand a message over to NATS.
const SAY_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a session may belong to a server that is not heard before its clients are told to come again: somewhat longer than a
/// lease lasts.
const CLAIM_TIME: Duration = Duration::from_secs(4);
/// The pause before it is asked again who has such a session.
const CLAIM_PAUSE: Duration = Duration::from_millis(400);
/// How often a session is given back that cannot be.
const RELEASE_ATTEMPTS: u32 = 2;

/// A server as one of several.
#[derive(Debug)]
pub(crate) struct Cluster {
    id: ServerId,
    leases: Leases,
    nats: Client,
    /// How the subjects of the servers of this database begin.
    subjects: String,
    peers: Mutex<Peers>,
    links: Mutex<Links>,
    /// The sessions of which this server has the lease.
    held: Mutex<HashSet<String>>,
    /// Whether the membership could be renewed the last time.
    is_renewed: AtomicBool,
    /// Whether this was the first of the servers.
    pub(crate) is_first: bool,
}

/// The clients that are led to another server, and those that come from one.
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

/// Where a session is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SessionPlace {
    /// It is this server's.
    Here,
    /// It is another server's, which was heard of late.
    There(ServerId),
    /// It is a server's that is not heard.
    Silent,
}

/// Nothing can be said to a server at present.
#[derive(Clone, Copy, Debug)]
struct Unheard;

impl Cluster {
    /// Joins the servers that share a database.
    ///
    /// # Errors
    /// If the database cannot be used.
    pub(crate) async fn join(url: PostgresUrl, id: ServerId, nats: Client) -> Result<Cluster, StoreError> {
        let leases::Joined { leases, others, identity } = Leases::join(url, id).await?;
        // Two clubs may use the same NATS.
        let digest = Sha256::digest(identity.as_bytes());
        let digest: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
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

    /// Finds out where a session is; one that is nobody's is this server's from now on. As long as it belongs to a server that is not
    /// heard, it is asked again for a while, if it is still wanted.
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
                return Ok(SessionPlace::Here);
            }
            if self.hears(owner) {
                return Ok(SessionPlace::There(owner));
            }
            if waited >= CLAIM_TIME || !is_wanted() {
                return Ok(SessionPlace::Silent);
            }
            sleep(CLAIM_PAUSE).await;
            waited += CLAIM_PAUSE;
        }
    }

    /// Gives a session back, if it is this server's.
    pub(crate) async fn release(&self, session: &str) {
        if !self.held().remove(session) {
            return;
        }
        for _ in 0..RELEASE_ATTEMPTS {
            match self.leases.release(session).await {
                Ok(()) => return,
                // The lease ends with the membership; until then it leads the others here, where the session is opened again.
                Err(error) => log_limited!(warn, %error, "cannot give a session back"),
            }
        }
    }

    /// Forgets a session that another server has taken.
    pub(crate) fn forget(&self, session: &str) {
        self.held().remove(session);
    }

    /// Returns whether a server was heard of late.
    fn hears(&self, server: ServerId) -> bool {
        self.is_connected() && self.peers().hears(server)
    }

    /// Returns whether there are other servers.
    pub(crate) fn has_peers(&self) -> bool {
        self.peers().hears_any()
    }

    /// Returns whether NATS and the database were there of late.
    pub(crate) fn is_well(&self) -> bool {
        self.is_connected() && self.is_renewed.load(Ordering::Relaxed)
    }

    /// Tells the other servers that browsers are signed in no more.
    pub(crate) fn tell_signed_out(self: &Arc<Cluster>, account: AccountId, which: WhichTokens) {
        self.tell_all(Note::SignedOut { account, which });
    }

    /// Tells the other servers that an account has been deleted.
    pub(crate) fn tell_deleted(self: &Arc<Cluster>, account: AccountId) {
        self.tell_all(Note::AccountDeleted { account });
    }

    /// Ends the membership: what leases there are still are nobody's.
    pub(crate) async fn leave(&self) {
        if let Err(error) = self.leases.leave().await {
            log_limited!(warn, %error, "cannot leave the other servers: they wait until the leases have run out");
        }
    }

    fn tell_all(self: &Arc<Cluster>, note: Note) {
        let peers = self.peers().all();
        for peer in peers {
            self.tell(peer, note.clone());
        }
    }

    /// Says something to a server, in its own time. A server that does not hear it misses a number, or hears nothing at all: then it
    /// takes all that went on for ended.
    fn tell(self: &Arc<Cluster>, to: ServerId, note: Note) {
        let cluster = Arc::clone(self);
        tokio::spawn(async move {
            let _ = cluster.say(to, &note, b"").await;
        });
    }

    /// Says something to a server. What cannot be said is missed there, as soon as anything else is heard.
    async fn say(&self, to: ServerId, note: &Note, text: &[u8]) -> Result<(), Unheard> {
        let saying = self.peers().saying(to).ok_or(Unheard)?;
        let said = timeout(SAY_TIMEOUT, self.try_say(&saying, to, note, text)).await.unwrap_or(Err(Unheard));
        if said.is_err() {
            saying.has_failed.store(true, Ordering::Relaxed);
        }
        said
    }

    async fn try_say(&self, saying: &Saying, to: ServerId, note: &Note, text: &[u8]) -> Result<(), Unheard> {
        if !self.is_connected() {
            return Err(Unheard);
        }
        let subject = self.subject(to);
        let mut next = saying.next.lock().await;
        if saying.has_failed.swap(false, Ordering::Relaxed) {
            *next += 1;
        }
        let most = self.nats.server_info().max_payload;
        let parts = envelope::write(self.id, *next, note, text, most);
        // If they are not all said, a number is missing.
        *next += parts.len() as u64;
        for part in parts {
            self.nats.publish(subject.clone(), part.into()).await.map_err(|_| Unheard)?;
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

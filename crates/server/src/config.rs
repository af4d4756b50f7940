//! The settings of a server, and the services that follow from them.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_nats::Client;
use beaufort_session::{Library, PushTerms};

use crate::aborts::Aborts;
use crate::accounts::name::read_nickname;
use crate::cluster::Cluster;
use crate::gallery::Gallery;
use crate::lane::Lane;
use crate::limits::AddressLimits;
use crate::mail::Mail;
use crate::memory::{MAX_SESSION_MEMORY, SessionMemory};
use crate::metrics::Metrics;
use crate::nats::NatsUrl;
use crate::network::{TrustedNetwork, TrustedNetworks};
use crate::public::PublicUrl;
use crate::push::{PushServices, VapidKey};
use crate::queue_budget::QueueBudget;
use crate::rooms::{MAX_ROOMS, RoomTable};
use crate::server_time::ServerTime;
use crate::services::Services;
use crate::storage::Storage;
use crate::store::{Database, SEARCH_CONNECTIONS, Store, Writer};
use crate::workers::Workers;

/// The default time for which a session without clients stays in memory.
const IDLE_TIME: Duration = Duration::from_secs(300);
/// The default time limit for the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The default time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub address: IpAddr,
    /// The public address; without it, the server answers its own machine alone.
    pub public: Option<PublicUrl>,
    /// The networks with higher limits.
    pub trusted: Vec<TrustedNetwork>,
    /// The port; 0 for any free one.
    pub port: u16,
    /// The database of the sessions.
    pub database: Database,
    /// The number of engines that work at the same time; with NATS it may be 0, so that workers do everything.
    pub engines: usize,
    /// The memory of each engine, in MiB.
    pub hash_mib: usize,
    /// The time for which a session without clients stays in memory.
    pub idle: Duration,
    /// The most sessions in memory.
    pub max_sessions: usize,
    /// The most memory of all sessions together, in bytes.
    pub max_session_memory: usize,
    /// The size of the store, in bytes, from which no new session may begin.
    pub max_stored_bytes: Option<u64>,
    /// The games that can be played.
    pub library: Arc<Library>,
    /// The time limit for the head of a request and for each part of its body, and for an idle connection.
    pub head_timeout: Duration,
    /// The time between two pings; a client that is silent for twice as long has gone.
    pub ping: Duration,
    /// The settings for letters to players, if any are sent.
    pub mail: Option<Mail>,
    /// The push services to which push messages to players go, if any are sent.
    pub push: Option<PushServices>,
    /// The NATS server for workers and other servers, if there is one.
    pub nats: Option<NatsUrl>,
}

impl Config {
    /// Returns the default settings.
    pub fn new(database: impl Into<Database>) -> Config {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Config {
            address: Ipv4Addr::LOCALHOST.into(),
            public: None,
            trusted: Vec::new(),
            port: 0,
            database: database.into(),
            engines: cores.clamp(2, 8),
            hash_mib: 64,
            idle: IDLE_TIME,
            max_sessions: MAX_ROOMS,
            max_session_memory: MAX_SESSION_MEMORY,
            max_stored_bytes: None,
            library: Library::new(),
            head_timeout: HEAD_TIMEOUT,
            ping: PING_INTERVAL,
            mail: None,
            push: None,
            nats: None,
        }
    }

    /// Creates the services of a server.
    ///
    /// # Errors
    /// If the system has no threads, or no random numbers, to give.
    pub(crate) fn services(
        &self,
        store: Arc<dyn Store>,
        push_key: Option<&VapidKey>,
        metrics: &Arc<Metrics>,
        nats: Option<Client>,
        cluster: Option<Arc<Cluster>>,
        time: ServerTime,
    ) -> io::Result<Arc<Services>> {
        let is_public = self.public.is_some();
        let trusted = TrustedNetworks::new(self.trusted.clone());
        Ok(Arc::new(Services {
            library: Arc::clone(&self.library),
            workers: Workers::start(self.engines, self.hash_mib, &self.library, metrics, nats.as_ref())?,
            idle: self.idle,
            memory: SessionMemory::new(self.max_session_memory),
            mail_secret: self.mail.is_some().then(secret).transpose()?,
            push_terms: push_key.map(|key| PushTerms {
                key: key.public().into(),
                allows_http: self.push == Some(PushServices::Any),
            }),
            metrics: Arc::clone(metrics),
            storage: Storage::new(&self.database, is_public, self.max_stored_bytes, metrics),
            has_expiry: is_public,
            read_nickname,
            limits: is_public.then(|| Arc::new(AddressLimits::new(&trusted))),
            queues: QueueBudget::new(trusted.clone()),
            gallery: Gallery::new(is_public, &trusted),
            trusted,
            aborts: Aborts::default(),
            online: Arc::default(),
            time,
            cluster,
            nats,
            writer: Writer::start(Arc::clone(&store), Arc::clone(metrics)),
            store,
            lock: OnceLock::new(),
            heavy: Lane::heavy(),
            searches: Lane::searches(SEARCH_CONNECTIONS),
            rooms: RoomTable::new(self.max_sessions),
        }))
    }
}

/// Draws a secret of this server.
fn secret() -> io::Result<[u8; 32]> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(io::Error::other)?;
    Ok(secret)
}

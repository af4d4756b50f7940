//! The settings of a server, and the services that follow from them.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_nats::Client;
use beaufort_session::Library;

use crate::aborts::Aborts;
use crate::cluster::Cluster;
use crate::lane::Lane;
use crate::limits::AddressLimits;
use crate::mail::Mail;
use crate::memory::{MAX_SESSION_MEMORY, SessionMemory};
use crate::metrics::Metrics;
use crate::nats::NatsUrl;
use crate::network::{TrustedNetwork, TrustedNetworks};
use crate::public::PublicUrl;
use crate::queue_budget::QueueBudget;
use crate::rooms::{MAX_ROOMS, RoomTable};
use crate::server_time::ServerTime;
use crate::services::Services;
use crate::storage::Storage;
use crate::store::{Database, SEARCH_CONNECTIONS, Store, Writer};
use crate::workers::Workers;

/// How long a session that nobody looks at usually stays in memory.
const IDLE_TIME: Duration = Duration::from_secs(300);
/// How long the head of a request may usually take.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The usual time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at: one of this machine, unless there is a public address.
    pub address: IpAddr,
    /// The name under which the world knows the server; without it, it answers its own machine alone.
    pub public: Option<PublicUrl>,
    /// The networks that may ask for more than others.
    pub trusted: Vec<TrustedNetwork>,
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Where the sessions are kept.
    pub database: Database,
    /// The number of engines that may work at the same time; with NATS it may be 0, and workers do everything.
    pub engines: usize,
    /// The memory of each engine, in MiB.
    pub hash_mib: usize,
    /// How long a session that nobody looks at stays in memory.
    pub idle: Duration,
    /// The most sessions in memory.
    pub max_sessions: usize,
    /// The most memory that sessions may take together, in bytes.
    pub max_session_memory: usize,
    /// The most that is kept of all sessions, in bytes, before no other one may begin.
    pub max_stored_bytes: Option<u64>,
    /// The games that can be played.
    pub library: Arc<Library>,
    /// How long the head of a request may take, and each part of its body, and how long a connection for files may be idle.
    pub head_timeout: Duration,
    /// The time between two signs of life that are asked of a client; without any for twice as long, it has gone.
    pub ping: Duration,
    /// How letters to players are sent, if any are.
    pub mail: Option<Mail>,
    /// Where the server meets workers, if it does.
    pub nats: Option<NatsUrl>,
}

impl Config {
    /// Returns the usual settings.
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
            metrics: Arc::clone(metrics),
            storage: Storage::new(&self.database, is_public, self.max_stored_bytes, metrics),
            has_expiry: is_public,
            limits: is_public.then(|| Arc::new(AddressLimits::new(&trusted))),
            queues: QueueBudget::new(trusted.clone()),
            trusted,
            aborts: Aborts::default(),
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

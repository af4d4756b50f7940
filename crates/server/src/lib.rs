//! Serves the web client and its sessions, on the own machine or to the world.
//!
//! What comes in over a connection (`listen`) passes `guard` and is a request for a file of the client (`files`) or a WebSocket
//! to a session (`socket`). A session in memory is a task with a conversation (`room`); `lobby` has the table of them.
//! Engines work in a few threads of their own (`workers`), and in other programs (`worker`) that are met over NATS (`nats`).
//! What changes is saved before anybody is told (`store`), in a file that no other server uses meanwhile (`lock`), or in a
//! database that several servers may share (`cluster`).
//!
//! All bounds stand in `docs/limits.md`.

#[macro_use]
mod log_limit;

mod aborts;
mod accounts;
mod answers;
mod block;
mod client;
mod clients;
mod cluster;
mod count_guard;
mod files;
mod guard;
mod heavy;
mod identity;
mod limits;
mod listen;
mod lobby;
mod lock;
mod mail;
mod metrics;
mod nats;
mod network;
mod price;
mod probe;
mod public;
mod public_games;
mod queue_budget;
mod rating;
mod room;
mod searches;
mod server_time;
mod session_name;
mod socket;
#[cfg(test)]
mod starvation;
mod storage;
mod store;
mod web_socket;
mod worker;
mod workers;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router, extract::State, middleware};
use beaufort_session::Library;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tower_http::classify::ServerErrorsFailureClass;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use tower_http::trace::TraceLayer;

use accounts::Accounts;
use block::block;
use cluster::Cluster;
pub use files::has_client;
use guard::Guard;
use limits::AddressLimits;
use listen::Acceptor;
use lobby::{Lobby, MAX_ROOMS, MAX_SESSION_MEMORY};
use lock::{Lock, LockError};
use mail::Mailer;
pub use mail::{Mail, MailFrom, MailFromError, MailUrl, MailUrlError};
use metrics::Metrics;
pub use nats::{NatsError, NatsUrl, NatsUrlError};
use network::TrustedNetworks;
pub use network::{TrustedNetwork, TrustedNetworkError};
use prometheus_client::metrics::gauge::Gauge;
pub use public::{PublicUrl, PublicUrlError};
use server_time::ServerTime;
pub use store::{
    Archived, Database, Listed, PostgresUrl, PostgresUrlError, Row, Search, Store, StoreError, Stored,
    WaitingLetter, WriteRight,
};
use store::{ServerId, Sharing, SqlStore};
pub use worker::{Worker, WorkerConfig, WorkerError};

/// How long a session that nobody looks at usually stays in memory.
const IDLE_TIME: Duration = Duration::from_secs(300);
/// How long the head of a request may usually take.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// The usual time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(15);
/// How long the server takes to end, whatever is open.
const MAX_SHUTDOWN_TIME: Duration = Duration::from_millis(4500);

/// How long it may take to leave the other servers after that.
const LEAVE_TIMEOUT: Duration = Duration::from_millis(400);

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
}

/// Why a server does not start or stops.
#[derive(Debug)]
pub enum ServerError {
    /// The port cannot be used.
    Port(std::io::Error),
    /// The sessions cannot be read.
    Store(StoreError),
    /// Another server has the sessions; its address, if it could be read.
    Taken(Option<SocketAddr>),
    /// NATS cannot be reached.
    Nats(NatsError),
    /// The system has no threads to give.
    Threads(std::io::Error),
    /// The server has ended, and could not save the last state of a session: the time on its clock is lost.
    Unsaved,
}

impl std::fmt::Display for ServerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ServerError::Port(error) => write!(f, "cannot listen: {error}"),
            ServerError::Store(error) => write!(f, "cannot open the sessions: {error}"),
            ServerError::Taken(Some(address)) => write!(f, "the sessions belong to the server at {address}"),
            ServerError::Taken(None) => write!(f, "the sessions belong to another server"),
            ServerError::Nats(error) => write!(f, "{error}"),
            ServerError::Threads(error) => write!(f, "cannot start a thread: {error}"),
            ServerError::Unsaved => write!(f, "the last state of a session could not be saved"),
        }
    }
}

impl std::error::Error for ServerError {}

impl ServerError {
    fn lock(error: std::io::Error) -> ServerError {
        ServerError::Store(StoreError::Failed(format!("cannot lock the sessions: {error}")))
    }
}

impl From<StoreError> for ServerError {
    fn from(error: StoreError) -> ServerError {
        match error {
            StoreError::Taken => ServerError::Taken(None),
            error => ServerError::Store(error),
        }
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    lobby: Arc<Lobby>,
    config: Config,
}

/// The state that the handlers of HTTP requests share.
#[derive(Clone, Debug)]
struct AppState {
    lobby: Arc<Lobby>,
    guard: Arc<Guard>,
    accounts: Arc<Accounts>,
    ping: Duration,
}

impl Server {
    /// Opens the sessions, which no other server may have but those that share it, and the port.
    ///
    /// # Errors
    /// If the port or the sessions cannot be used.
    pub async fn bind(config: Config) -> Result<Server, ServerError> {
        let (database, id) = (config.database.clone(), ServerId::new());
        let sharing = if config.nats.is_some() { Sharing::With(id) } else { Sharing::Alone };
        let (store, lock) = open(&database, sharing).await?;
        let membership = match (&config.database, sharing) {
            (Database::Postgres(url), Sharing::With(id)) => Some((url.clone(), id)),
            (Database::Postgres(_) | Database::File(_), _) => None,
        };
        let server = Server::bind_as(config, store, membership).await?;
        server.lobby.resume_flags().await?;
        if let Some(lock) = lock {
            lock.write_address(server.address).map_err(ServerError::lock)?;
            server.lobby.hold(lock);
        }
        Ok(server)
    }

    /// Opens a port for sessions in a store of the caller's.
    ///
    /// # Errors
    /// If the port cannot be used, or NATS cannot be reached.
    pub async fn bind_with(config: Config, store: Arc<dyn Store>) -> Result<Server, ServerError> {
        Server::bind_as(config, store, None).await
    }

    /// Opens a port, and joins the servers that share the database, if any do.
    async fn bind_as(
        config: Config,
        store: Arc<dyn Store>,
        membership: Option<(PostgresUrl, ServerId)>,
    ) -> Result<Server, ServerError> {
        let listener = TcpListener::bind((config.address, config.port)).await.map_err(ServerError::Port)?;
        let address = listener.local_addr().map_err(ServerError::Port)?;
        let metrics = Arc::new(Metrics::new());
        let nats = match &config.nats {
            Some(url) => Some(nats::connect(url, "beaufort serve").await.map_err(ServerError::Nats)?),
            None => None,
        };
        let cluster = match membership.zip(nats.clone()) {
            Some(((url, id), nats)) => Some(Arc::new(Cluster::join(url, id, nats).await?)),
            None => None,
        };
        let lobby = Lobby::new(&config, store, &metrics, nats, cluster, ServerTime::of_machine())
            .map_err(ServerError::Threads)?;
        Ok(Server { listener, address, lobby, config })
    }

    /// Returns where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `shutdown` is over, then ends every session in good order. That takes less than five seconds:
    /// whoever needs longer is left behind, and loses nothing that it was told.
    ///
    /// # Errors
    /// If the last state of a session could not be saved.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send) -> Result<(), ServerError> {
        tracing::info!(address = %self.address, "listening");
        let trusted = TrustedNetworks::new(self.config.trusted);
        let accounts = Accounts::new(&self.lobby, self.config.public.as_ref(), &trusted);
        let accounts = Arc::new(accounts.map_err(ServerError::Threads)?);
        let page = match &self.config.public {
            Some(url) => format!("{url}/"),
            None => format!("http://{}/", self.address),
        };
        let mailer = self.config.mail.as_ref().map(|mail| Mailer::new(mail, page, &self.lobby));
        let metrics = &self.lobby.metrics;
        let limits = self.config.public.is_some().then(|| Arc::new(AddressLimits::new(&trusted)));
        let guard = Arc::new(Guard::new(self.config.public, limits.clone(), metrics));
        let state = AppState {
            lobby: Arc::clone(&self.lobby),
            guard: Arc::clone(&guard),
            accounts,
            ping: self.config.ping,
        };
        let head_timeout = self.config.head_timeout;
        let router = router(state).layer(RequestBodyTimeoutLayer::new(head_timeout));
        let acceptor = Acceptor::new(router, head_timeout, metrics, limits);
        let lobby = Arc::clone(&self.lobby);
        let mut live = pin!(cluster::live(&lobby, &guard));
        tokio::select! {
            () = acceptor.listen(&self.listener) => {}
            () = self.lobby.watch_flags() => {}
            () = self.lobby.watch_storage() => {}
            () = send_letters(mailer) => {}
            () = live.as_mut() => {}
            () = self.lobby.metrics.threads.watch() => {}
            () = shutdown => {}
        }
        tracing::info!("shutting down");
        drop(self.listener);
        let deadline = Instant::now() + MAX_SHUTDOWN_TIME;
        self.lobby.close();
        acceptor.end();
        let over = async {
            while !(self.lobby.is_over() && acceptor.is_over()) && Instant::now() < deadline {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        // What is still to be saved is this server's until then.
        tokio::select! {
            () = over => {}
            () = live.as_mut() => {}
        }
        // The time without a server begins now.
        let _ = timeout(LEAVE_TIMEOUT, self.lobby.store.note_alive(self.lobby.time.now())).await;
        if let Some(cluster) = &self.lobby.cluster {
            // Who cannot leave in time is gone when the leases have run out.
            let _ = timeout(LEAVE_TIMEOUT, cluster.leave()).await;
        }
        self.lobby.let_go();
        if self.lobby.has_lost() { Err(ServerError::Unsaved) } else { Ok(()) }
    }
}

/// Sends letters for ever, or never, if there is nothing that sends them.
async fn send_letters(mailer: Option<Mailer>) {
    match mailer {
        Some(mailer) => mailer.run().await,
        None => std::future::pending().await,
    }
}

/// Opens what keeps the sessions, which no other server may have but those that share it; a file is locked.
async fn open(database: &Database, sharing: Sharing) -> Result<(Arc<dyn Store>, Option<Lock>), ServerError> {
    let lock = match database.clone() {
        Database::File(path) => Some(block(move || lock_file(&path)).await?),
        Database::Postgres(_) => None,
    };
    Ok((Arc::new(SqlStore::open(database, sharing).await?), lock))
}

fn lock_file(path: &Path) -> Result<Lock, ServerError> {
    let failed = |error| ServerError::Store(StoreError::Failed(format!("{}: {error}", path.display())));
    store::create(path).map_err(failed)?;
    Lock::take(path).map_err(|error| match error {
        LockError::Taken(address) => ServerError::Taken(address),
        LockError::Io(error) => ServerError::lock(error),
    })
}

fn router(state: AppState) -> Router {
    Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics).layer(middleware::from_fn(guard::operators_alone)))
        .route("/ws/{session}", get(socket::upgrade))
        .route("/lobby/open", get(public_games::open))
        .route("/lobby/live", get(public_games::live))
        .route("/lobby/archive", get(public_games::archive))
        .route("/lobby/record/{session}", get(public_games::record))
        .merge(accounts::routes())
        .fallback(files::serve)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&state.guard), guard::check))
        .layer(TraceLayer::new_for_http().make_span_with(span).on_failure(log_failure))
        .with_state(state)
}

/// Returns what the log says of a request: the names of sessions are keys, and stand in no log.
fn span(request: &Request) -> tracing::Span {
    let route = request.extensions().get::<MatchedPath>().map_or("a file", MatchedPath::as_str);
    tracing::debug_span!("request", method = %request.method(), route)
}

/// Logs an answer that says that the server has failed. One that refuses for now (503) is counted where it is refused.
fn log_failure(failure: ServerErrorsFailureClass, _: Duration, span: &tracing::Span) {
    if !matches!(failure, ServerErrorsFailureClass::StatusCode(StatusCode::SERVICE_UNAVAILABLE)) {
        let _entered = span.enter();
        log_limited!(error, %failure, "a request has failed");
    }
}

/// Tells whether the server is well, and how much it has to do. It is not well while changes cannot be saved, nor while it does not
/// reach the other servers, if there are any, nor while there are no threads for what players wait for.
async fn health(State(state): State<AppState>) -> Response {
    let Metrics { unsaved, sessions, jobs, .. } = &*state.lobby.metrics;
    let [unsaved, sessions, jobs] = [unsaved, sessions, jobs].map(Gauge::get);
    let is_apart = state.lobby.cluster.as_ref().is_some_and(|cluster| !cluster.is_well());
    let is_busy = state.lobby.metrics.threads.is_busy();
    let (status, text) = match (unsaved, is_apart, is_busy) {
        (0, false, false) => (StatusCode::OK, "ok"),
        (0, false, true) => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
        (0, true, _) => (StatusCode::SERVICE_UNAVAILABLE, "apart"),
        _ => (StatusCode::SERVICE_UNAVAILABLE, "unsaved"),
    };
    let health = serde_json::json!({
        "status": text,
        "version": env!("CARGO_PKG_VERSION"),
        "sessions": sessions,
        "jobs": jobs,
        "unsaved": unsaved,
        "storage": if state.lobby.storage.is_short() { "short" } else { "ok" },
        "nats": state.lobby.nats.as_ref().map(|nats| nats.connection_state() == async_nats::connection::State::Connected),
    });
    (status, Json(health)).into_response()
}

/// Tells what the server has counted and measured.
async fn metrics(State(state): State<AppState>) -> Response {
    ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], state.lobby.metrics.text()).into_response()
}

//! A server: its start, its routes, and its end.

use std::net::SocketAddr;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router, extract::State, middleware};
use prometheus_client::metrics::gauge::Gauge;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tower_http::classify::ServerErrorsFailureClass;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;
use tower_http::trace::TraceLayer;

use crate::account_routes;
use crate::accounts::Accounts;
use crate::app::AppState;
use crate::block::block;
use crate::cluster::{self, Cluster};
use crate::config::Config;
use crate::expiry;
use crate::files;
use crate::flags;
use crate::gallery_routes;
use crate::guard::{self, Guard};
use crate::listen::Acceptor;
use crate::lobby::Lobby;
use crate::lock::{Lock, LockError};
use crate::mail::Mailer;
use crate::metrics::{self, Metrics};
use crate::nats::{self, NatsError};
use crate::open_seats;
use crate::postman::send_letters;
use crate::public_games;
use crate::push::{KeyError, Pusher, VapidKey};
use crate::server_time::ServerTime;
use crate::socket;
use crate::store::{
    self, BackupSummary, Database, PostgresUrl, ServerId, Sharing, SqlStore, Store, StoreError,
};

/// The longest shutdown.
const MAX_SHUTDOWN_TIME: Duration = Duration::from_millis(4500);

/// The contact that push services get of a server that is for its own machine alone.
const LOCAL_CONTACT: &str = "https://localhost";
/// The longest time to leave the cluster after that.
const LEAVE_TIMEOUT: Duration = Duration::from_millis(400);

/// Why a server does not start or stops.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The port cannot be used.
    #[error("cannot listen: {0}")]
    Port(std::io::Error),
    /// The sessions cannot be read.
    #[error("cannot open the sessions: {0}")]
    Store(StoreError),
    /// Another server has the sessions; its address, if it could be read.
    #[error("the sessions belong to {}", owner(.0))]
    Taken(Option<SocketAddr>),
    /// NATS cannot be reached.
    #[error("{0}")]
    Nats(NatsError),
    /// The system has no threads to give.
    #[error("cannot start a thread: {0}")]
    Threads(std::io::Error),
    /// The server has ended, and could not save the last state of a session: the time on its clock is lost.
    #[error("the last state of a session could not be saved")]
    Unsaved,
}

/// Returns the owner of the sessions, as in the message of an error.
fn owner(address: &Option<SocketAddr>) -> String {
    address.map_or("another server".to_owned(), |address| format!("the server at {address}"))
}

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
    pub(crate) lobby: Arc<Lobby>,
    config: Config,
    /// The key pair for push messages, if some are sent.
    push_key: Option<Arc<VapidKey>>,
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
        flags::resume(&server.lobby.services).await?;
        if let Some(lock) = lock {
            lock.write_address(server.address).map_err(ServerError::lock)?;
            server.lobby.services.lock.get_or_init(|| lock);
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
        let push_key = match &config.push {
            Some(_) => Some(Arc::new(push_key(&*store).await?)),
            None => None,
        };
        let services =
            config.services(store, push_key.as_deref(), &metrics, nats, cluster, ServerTime::of_machine());
        let lobby = Lobby::new(services.map_err(ServerError::Threads)?);
        Ok(Server { listener, address, lobby, config, push_key })
    }

    /// Returns where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `shutdown` completes, then ends every session in good order. That takes less than five seconds: a client that
    /// needs longer is disconnected, and loses nothing that was acknowledged.
    ///
    /// # Errors
    /// If the last state of a session could not be saved.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send) -> Result<(), ServerError> {
        tracing::info!(address = %self.address, "listening");
        let services = Arc::clone(&self.lobby.services);
        let accounts = Accounts::new(&services, self.config.public.as_ref());
        let accounts = Arc::new(accounts.map_err(ServerError::Threads)?);
        let page = match &self.config.public {
            Some(url) => format!("{url}/"),
            None => format!("http://{}/", self.address),
        };
        let mailer = self.config.mail.as_ref().map(|mail| Mailer::new(mail, page));
        let contact = match &self.config.public {
            Some(url) if url.is_secure() => url.to_string(),
            _ => LOCAL_CONTACT.to_owned(),
        };
        let pusher =
            self.push_key.zip(self.config.push).map(|(key, allowed)| Pusher::new(key, allowed, contact));
        let (metrics, limits) = (&services.metrics, services.limits.clone());
        let guard = Arc::new(Guard::new(self.config.public, limits.clone(), metrics));
        let state = AppState {
            lobby: Arc::clone(&self.lobby),
            services: Arc::clone(&services),
            guard: Arc::clone(&guard),
            accounts,
            ping: self.config.ping,
        };
        let head_timeout = self.config.head_timeout;
        let router = router(state).layer(RequestBodyTimeoutLayer::new(head_timeout));
        let acceptor = Acceptor::new(router, head_timeout, metrics, limits);
        // A failure of the store is logged where sessions are saved or loaded.
        let _ = services.gallery.refresh(&*services.store).await;
        let mut live = pin!(cluster::live(services.cluster.as_ref(), &self.lobby));
        tokio::select! {
            () = acceptor.listen(&self.listener) => {}
            () = flags::watch(&self.lobby) => {}
            () = expiry::watch(&services) => {}
            () = services.gallery.watch(&*services.store, services.has_expiry) => {}
            () = send_letters(&self.lobby, mailer) => {}
            () = send_letters(&self.lobby, pusher) => {}
            () = live.as_mut() => {}
            () = services.metrics.threads.watch() => {}
            () = shutdown => {}
        }
        tracing::info!("shutting down");
        drop(self.listener);
        let deadline = Instant::now() + MAX_SHUTDOWN_TIME;
        self.lobby.close();
        acceptor.end();
        let over = async {
            while !(services.rooms.is_over() && acceptor.is_over()) && Instant::now() < deadline {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        // This server has to keep its leases until all is saved.
        tokio::select! {
            () = over => {}
            () = live.as_mut() => {}
        }
        let _ = timeout(LEAVE_TIMEOUT, services.gallery.refresh(&*services.store)).await;
        // The time without a server begins now.
        let _ = timeout(LEAVE_TIMEOUT, services.store.note_alive(services.time.now())).await;
        if let Some(cluster) = &services.cluster {
            // If it cannot leave in time, the leases expire.
            let _ = timeout(LEAVE_TIMEOUT, cluster.leave()).await;
        }
        services.lock.get().into_iter().for_each(Lock::release);
        if self.lobby.has_lost() { Err(ServerError::Unsaved) } else { Ok(()) }
    }
}

/// Returns the key pair for push messages, which a server draws once.
async fn push_key(store: &dyn Store) -> Result<VapidKey, ServerError> {
    let failed =
        |KeyError| ServerError::Store(StoreError::Failed("the key for push messages is damaged".to_owned()));
    let pair = store.push_key(VapidKey::draw().map_err(failed)?).await?;
    VapidKey::read(&pair).map_err(failed)
}

/// Opens the store, which no other server may use but those of the cluster; a file is locked.
async fn open(database: &Database, sharing: Sharing) -> Result<(Arc<dyn Store>, Option<Lock>), ServerError> {
    let lock = match database.clone() {
        Database::File(path) => Some(block(move || lock_file(&path)).await?),
        Database::Postgres(_) => None,
    };
    Ok((Arc::new(SqlStore::open(database, sharing).await?), lock))
}

/// Restores a backup into a database without sessions; no server may have it meanwhile.
///
/// # Errors
/// If the backup or the database cannot be used, or the database has sessions already. Then the database is as it was.
pub async fn restore(file: &Path, database: &Database) -> Result<BackupSummary, ServerError> {
    let _lock = match database.clone() {
        Database::File(path) => Some(block(move || lock_file(&path)).await?),
        Database::Postgres(_) => None,
    };
    Ok(store::restore_into(database, file).await?)
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
        .route("/lobby/seats", get(open_seats::seats))
        .route("/lobby/live", get(public_games::live))
        .route("/lobby/archive", get(public_games::archive))
        .route("/lobby/record/{session}", get(public_games::record))
        .merge(account_routes::routes())
        .merge(gallery_routes::routes())
        .fallback(files::serve)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(&state.guard), guard::check))
        .layer(TraceLayer::new_for_http().make_span_with(span).on_failure(log_failure))
        .with_state(state)
}

/// Returns the log's span of a request. The names of sessions are keys, and are never logged.
fn span(request: &Request) -> tracing::Span {
    let route = request.extensions().get::<MatchedPath>().map_or("a file", MatchedPath::as_str);
    tracing::debug_span!("request", method = %request.method(), route)
}

/// Logs answers with a server error. Temporary refusals (503) are counted where they happen.
fn log_failure(failure: ServerErrorsFailureClass, _: Duration, span: &tracing::Span) {
    if !matches!(failure, ServerErrorsFailureClass::StatusCode(StatusCode::SERVICE_UNAVAILABLE)) {
        let _entered = span.enter();
        log_limited!(error, %failure, "a request has failed");
    }
}

/// Returns the health and load of the server. It is unhealthy while changes cannot be saved, while a member of a cluster does not
/// reach NATS or the database, and while there are no threads for players.
async fn health(State(state): State<AppState>) -> Response {
    let Metrics { unsaved, sessions, jobs, .. } = &*state.services.metrics;
    let [unsaved, sessions, jobs] = [unsaved, sessions, jobs].map(Gauge::get);
    let is_apart = state.services.cluster.as_ref().is_some_and(|cluster| !cluster.is_well());
    let is_busy = state.services.metrics.threads.is_busy();
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
        "storage": if state.services.storage.is_short() { "short" } else { "ok" },
        "nats": state.services.nats.as_ref().map(|nats| nats.connection_state() == async_nats::connection::State::Connected),
    });
    (status, Json(health)).into_response()
}

/// Returns the metrics.
async fn metrics(State(state): State<AppState>) -> Response {
    ([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], state.services.metrics.text()).into_response()
}

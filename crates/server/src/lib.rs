//! Serves the web client and its sessions on the own machine.
//!
//! A session is a thread with a conversation (`room`); engines work in a few threads of their own (`pool`); what
//! changes is saved at once (`store`). What is asked over HTTP comes in through `guard` and is a file of the client
//! (`files`) or a WebSocket to a session (`socket`).

mod files;
mod guard;
mod lobby;
mod pool;
mod room;
mod socket;
mod store;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::routing::get;
use axum::{Json, Router, extract::State, middleware};
use beaufort_session::Library;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::trace::TraceLayer;

pub use files::has_client;
use lobby::Lobby;
pub use store::StoreError;

/// The longest message of a client, in bytes.
pub const LONGEST_MESSAGE: usize = 1024 * 1024;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The file of the sessions; it is made if it is not there.
    pub database: PathBuf,
    /// The number of engines that may work at the same time.
    pub engines: usize,
    /// The memory of each engine, in MiB.
    pub hash_mib: usize,
    /// How long a session that nobody looks at stays in memory.
    pub idle: Duration,
    /// The games that can be played.
    pub library: Arc<Library>,
}

impl Config {
    /// Returns the usual settings with sessions in a file.
    pub fn new(database: impl Into<PathBuf>) -> Config {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Config {
            port: 0,
            database: database.into(),
            engines: cores.clamp(2, 8),
            hash_mib: 64,
            idle: Duration::from_secs(300),
            library: Library::new(),
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
}

impl std::fmt::Display for ServerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ServerError::Port(error) => write!(f, "cannot listen: {error}"),
            ServerError::Store(error) => write!(f, "cannot open the sessions: {error}"),
        }
    }
}

impl std::error::Error for ServerError {}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    lobby: Arc<Lobby>,
}

impl Server {
    /// Opens the sessions and a port on this machine that no other machine can reach.
    ///
    /// # Errors
    /// If the port or the sessions cannot be used.
    pub async fn bind(config: Config) -> Result<Server, ServerError> {
        let lobby = Lobby::open(&config).map_err(ServerError::Store)?;
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, config.port)).await.map_err(ServerError::Port)?;
        let address = listener.local_addr().map_err(ServerError::Port)?;
        Ok(Server { listener, address, lobby })
    }

    /// Returns where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `shutdown` is over, then ends every session in good order.
    ///
    /// # Errors
    /// If the port fails.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Result<(), ServerError> {
        let lobby = Arc::clone(&self.lobby);
        tracing::info!(address = %self.address, "listening");
        let served = axum::serve(self.listener, router(Arc::clone(&lobby))).with_graceful_shutdown({
            let lobby = Arc::clone(&lobby);
            async move {
                shutdown.await;
                tracing::info!("shutting down");
                // Sessions end first: open connections wait for them.
                let _ = tokio::task::spawn_blocking(move || lobby.close()).await;
            }
        });
        served.await.map_err(ServerError::Port)
    }
}

fn router(lobby: Arc<Lobby>) -> Router {
    Router::new()
        .route("/health", get(health))
        .route("/ws/{session}", get(socket::upgrade))
        .fallback(files::serve)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn(guard::check))
        .layer(TraceLayer::new_for_http())
        .with_state(lobby)
}

/// Tells that the server is well, and how much it has to do.
async fn health(State(lobby): State<Arc<Lobby>>) -> Json<serde_json::Value> {
    Json(serde_json::json!({
        "status": "ok",
        "version": env!("CARGO_PKG_VERSION"),
        "sessions": lobby.sessions(),
        "jobs": lobby.jobs(),
    }))
}

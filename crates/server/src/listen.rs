//! Accepts connections, with limits on their number and duration, and ends them.

use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::answers::RETRY_AFTER;
use crate::limits::{AddressLimits, AddressPlace};
use crate::metrics::{Metrics, RequestRefusal};

/// The most connections, if the system allows enough open files.
const MAX_CONNECTIONS: usize = 8192;
/// Open files that are left for everything else.
const OTHER_FILES: usize = 128;
/// The longest head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 32 * 1024;
/// The longest time of a connection for files; then the browser has to open a new one. WebSockets have no such limit.
const MAX_CONNECTION_TIME: Duration = Duration::from_secs(300);
/// The longest time for an answer that is in progress when the connection is to end.
const LAST_ANSWER_TIME: Duration = Duration::from_secs(3);

/// A connection, which counts until all clones are dropped.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    /// The address of the other end: a client, or a proxy.
    pub(crate) peer: IpAddr,
    _places: Arc<(OwnedSemaphorePermit, Option<AddressPlace>)>,
}

/// Accepts connections and serves them.
#[derive(Debug)]
pub(crate) struct Acceptor {
    pub(crate) router: Router,
    /// The time limit for the head of a request, and for an idle connection.
    pub(crate) head_timeout: Duration,
    places: Arc<Semaphore>,
    max_connections: usize,
    metrics: Arc<Metrics>,
    /// Limits connections by address, where addresses are limited.
    limits: Option<Arc<AddressLimits>>,
    ending: watch::Sender<bool>,
}

impl Acceptor {
    pub(crate) fn new(
        router: Router,
        head_timeout: Duration,
        metrics: &Arc<Metrics>,
        limits: Option<Arc<AddressLimits>>,
    ) -> Acceptor {
        let max_connections = max_connections();
        let places = Arc::new(Semaphore::new(max_connections));
        let metrics = Arc::clone(metrics);
        let ending = watch::Sender::new(false);
        Acceptor { router, head_timeout, places, max_connections, metrics, limits, ending }
    }

    /// Lets connections in, until the future is dropped.
    pub(crate) async fn listen(&self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => self.admit(stream, peer.ip()),
                Err(error) => {
                    // A client that has gone again is no reason to wait; a lack of file descriptors is.
                    if !matches!(
                        error.kind(),
                        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
                    ) {
                        log_limited!(warn, %error, "cannot accept a connection");
                        sleep(Duration::from_millis(200)).await;
                    }
                }
            }
        }
    }

    /// Ends all connections after the answer in progress.
    pub(crate) fn end(&self) {
        self.ending.send_replace(true);
    }

    /// Returns whether there are no connections any more.
    pub(crate) fn is_over(&self) -> bool {
        self.places.available_permits() == self.max_connections
    }

    /// Counts a connection. Connections from this machine come from a proxy, which has many clients.
    fn open(&self, peer: IpAddr) -> Result<Connection, RequestRefusal> {
        let permit = Arc::clone(&self.places).try_acquire_owned().map_err(|_| RequestRefusal::Connections)?;
        let limits = self.limits.as_ref().filter(|_| !is_own_machine(peer));
        let place = limits.map(|limits| limits.open_connection(peer)).transpose()?;
        Ok(Connection { peer, _places: Arc::new((permit, place)) })
    }

    fn admit(&self, mut stream: TcpStream, peer: IpAddr) {
        // Without it a turn of several messages waits for the other side's delayed acknowledgement. A failure does no harm.
        let _ = stream.set_nodelay(true);
        let connection = match self.open(peer) {
            Ok(connection) => connection,
            Err(refusal) => {
                self.metrics.note_refusal(refusal);
                tokio::spawn(async move {
                    let refusal = format!(
                        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: {RETRY_AFTER}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    );
                    // The client may not wait for the answer.
                    let _ = timeout(Duration::from_secs(1), stream.write_all(refusal.as_bytes())).await;
                });
                return;
            }
        };
        tokio::spawn(serve(
            stream,
            connection,
            self.router.clone(),
            self.head_timeout,
            self.ending.subscribe(),
        ));
    }
}

/// Returns whether an address is one of this machine.
pub(crate) fn is_own_machine(peer: IpAddr) -> bool {
    peer.to_canonical().is_loopback()
}

/// Returns the most connections: each is an open file, and many systems allow 1,024 by default.
fn max_connections() -> usize {
    let wanted = (MAX_CONNECTIONS + OTHER_FILES) as u64;
    let files = rlimit::increase_nofile_limit(wanted).unwrap_or_else(|error| {
        log_limited!(warn, %error, "cannot ask how many files may be open");
        1024
    });
    let connections = usize::try_from(files).unwrap_or(usize::MAX).saturating_sub(OTHER_FILES);
    connections.clamp(OTHER_FILES, MAX_CONNECTIONS)
}

/// Answers the requests of a connection.
async fn serve(
    stream: TcpStream,
    connection: Connection,
    router: Router,
    head_timeout: Duration,
    mut ending: watch::Receiver<bool>,
) {
    let service = service_fn(|mut request: Request<Incoming>| {
        request.extensions_mut().insert(connection.clone());
        TowerToHyperService::new(router.clone()).call(request)
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head_timeout)
        .max_buf_size(MAX_HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut served = pin!(served);
    tokio::select! {
        // Connections break: that is their client's business.
        _ = served.as_mut() => return,
        _ = ending.wait_for(|&ending| ending) => {}
        () = sleep(MAX_CONNECTION_TIME) => {}
    }
    served.as_mut().graceful_shutdown();
    let _ = timeout(LAST_ANSWER_TIME, served).await;
}

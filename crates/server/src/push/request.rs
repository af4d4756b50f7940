//! A request to a push service (RFC 8030): over TLS and HTTP/1.1, without following redirections.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Request, StatusCode, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::reach::Service;

/// The longest wait for the answer of a push service.
const PUSH_TIMEOUT: Duration = Duration::from_secs(10);
/// The time for which a push service keeps a message for a browser that is not running.
const TIME_TO_LIVE: &str = "86400";

/// A message as a push service gets it.
pub(super) struct PushRequest {
    pub(super) authorization: String,
    /// A message of the same topic replaces one that waits.
    pub(super) topic: String,
    pub(super) body: Vec<u8>,
}

/// Returns the settings for TLS: the certificates that the system trusts.
pub(super) fn tls() -> TlsConnector {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().expect("the provider has the usual versions");
    TlsConnector::from(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()))
}

/// Sends a message to a push service at one of its addresses. Returns the status of the answer.
///
/// # Errors
/// If there is no answer in time.
pub(super) async fn send(
    tls: &TlsConnector,
    service: &Service,
    addresses: &[SocketAddr],
    message: PushRequest,
) -> io::Result<StatusCode> {
    let answer = async {
        let stream = TcpStream::connect(addresses).await?;
        if !service.is_encrypted {
            return post(stream, service, message).await;
        }
        let host = service.host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let name = ServerName::try_from(host).map_err(io::Error::other)?;
        post(tls.connect(name, stream).await?, service, message).await
    };
    timeout(PUSH_TIMEOUT, answer).await?
}

async fn post(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    service: &Service,
    message: PushRequest,
) -> io::Result<StatusCode> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    let host = service.origin.split_once("://").map_or(service.host.as_str(), |(_, host)| host);
    let request = Request::post(&service.path)
        .header(header::HOST, host)
        .header(header::AUTHORIZATION, message.authorization)
        .header(header::CONTENT_TYPE, "application/octet-stream")
        .header(header::CONTENT_ENCODING, "aes128gcm")
        .header("TTL", TIME_TO_LIVE)
        .header("Urgency", HeaderValue::from_static("high"))
        .header("Topic", message.topic)
        .body(Body::from(Bytes::from(message.body)))
        .map_err(io::Error::other)?;
    let mut answer = pin!(sender.send_request(request));
    let answer = tokio::select! {
        biased;
        answer = &mut answer => answer,
        // The answer may have come with the end of the connection.
        _ = connection => answer.await,
    };
    // Its body is of no interest.
    Ok(answer.map_err(io::Error::other)?.status())
}

//! The connection to NATS, by which servers share their players, and workers the jobs of engines.

pub(crate) mod job_stream;
mod url;

use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};

pub use url::{NatsUrl, NatsUrlError};

/// The longest time to connect.
const NATS_CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest wait for an answer of NATS.
const NATS_ANSWER_TIMEOUT: Duration = Duration::from_secs(5);
/// The time between two signs of life that are asked of NATS; without any for twice as long, it has gone.
const NATS_PING_INTERVAL: Duration = Duration::from_secs(5);
/// The most time between two attempts to connect again.
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(1);
/// The most messages of a subscription that wait to be read; those after them are lost.
const MAX_UNREAD_MESSAGES: usize = 4096;

/// There is no connection to NATS. The message contains no password.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NatsError(pub(crate) String);

/// Connects to NATS under a name for its operator. A lost connection is reopened, for ever; messages wait meanwhile.
///
/// # Errors
/// If NATS cannot be reached for the first time.
pub(crate) async fn connect(url: &NatsUrl, name: &str) -> Result<Client, NatsError> {
    let options = ConnectOptions::new()
        .name(name)
        .connection_timeout(NATS_CONNECT_TIMEOUT)
        .request_timeout(Some(NATS_ANSWER_TIMEOUT))
        .ping_interval(NATS_PING_INTERVAL)
        .subscription_capacity(MAX_UNREAD_MESSAGES)
        .reconnect_delay_callback(|attempts| {
            MAX_RECONNECT_DELAY.min(Duration::from_millis(50) * u32::try_from(attempts).unwrap_or(u32::MAX))
        })
        .event_callback(|event| async move { log(&event) });
    url.connect(options).await.map_err(|error| NatsError(format!("cannot connect to {url}: {error}")))
}

/// Logs an event of the connection.
fn log(event: &Event) {
    match event {
        Event::Connected => tracing::info!("connected to NATS"),
        Event::Disconnected => log_limited!(warn, "the connection to NATS is lost"),
        // Each attempt to connect again is one.
        Event::ClientError(error) => tracing::debug!(%error, "NATS cannot be reached"),
        event => log_limited!(warn, %event, "trouble with NATS"),
    }
}

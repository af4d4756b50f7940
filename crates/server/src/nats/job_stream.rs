//! The stream of JetStream through which jobs go to workers, and what servers and workers say to each other about them.
//!
//! A server and a worker understand each other if they are of one version and have the same games: a turn means the same to both.
//! Each such [`Compatibility`] has subjects and a stream of its own.

use std::fmt;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use beaufort_session::{Job, JobReport, Library};
use serde::{Deserialize, Serialize};

use super::NatsError;

/// The most orders in the stream; while it is full, servers do the jobs themselves.
const MAX_ORDERS: i64 = 10_000;
/// The same in bytes.
const MAX_STREAM_BYTES: i64 = 64 * 1024 * 1024;
/// The longest order, in bytes.
pub(crate) const MAX_ORDER_BYTES: usize = 512 * 1024;
/// How long an order is kept for which there is no worker.
const MAX_ORDER_AGE: Duration = Duration::from_secs(60);
/// How long a worker may be silent about an order before another one gets it.
const ORDER_ACK_WAIT: Duration = Duration::from_secs(5);
/// The most engines of all workers together that have an order, and that wait for one; the others get none.
const MAX_WORKING_ENGINES: i64 = 4096;
/// How long JetStream keeps the consumer of a compatibility without workers.
const CONSUMER_AGE: Duration = Duration::from_secs(3600);
/// The subject of the heartbeats of all workers, compatible or not.
pub(crate) const WORKERS: &str = "beaufort.workers";

/// The format of orders and reports, which changes from time to time within a version.
const FORMAT: u32 = 3;

/// Identifies the servers and workers that understand each other: those of one version and format with the same games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Compatibility(String);

/// An order to do a job.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) id: OrderId,
    pub(crate) job: Job,
}

/// An order whose job cannot be read.
#[derive(Debug, Deserialize)]
pub(crate) struct Unread {
    pub(crate) id: OrderId,
}

/// Which order of which server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct OrderId {
    /// The server, by a number that it has drawn.
    pub(crate) server: u64,
    pub(crate) number: u64,
}

/// The report of a worker on an order.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WorkerReport {
    pub(crate) number: u64,
    /// Which attempt it is: if there is a later one, this worker was thought to be dead.
    pub(crate) delivery: i64,
    pub(crate) event: JobEvent,
}

/// An event of an order, as the worker reports it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum JobEvent {
    /// A worker works on it.
    Begun,
    /// It reports on the job; every report but [`JobReport::Progress`] is the last one.
    Report(JobReport),
    /// It ends, and has found this so far.
    GivenBack(JobReport),
    /// It cannot do such a job, though another engine might: why.
    Refused(String),
}

impl JobEvent {
    /// Returns whether more is to be heard of the order from this worker.
    pub(crate) fn is_progress(&self) -> bool {
        matches!(self, JobEvent::Begun | JobEvent::Report(JobReport::Progress(_)))
    }
}

/// The heartbeat of a worker, once a second.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WorkerHeartbeat {
    pub(crate) worker: u64,
    #[serde(rename = "kind")]
    pub(crate) compatibility: Compatibility,
    /// The number of its engines; 0 when it ends.
    pub(crate) engines: usize,
    /// The orders it works on.
    pub(crate) orders: Vec<OrderId>,
}

/// The heartbeat of a server, once a second.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ServerHeartbeat {
    pub(crate) server: u64,
    /// How many engines it could use: for jobs that none may preempt, and for others.
    pub(crate) demand: [usize; 2],
}

impl Compatibility {
    /// Returns the compatibility of a program of this version with these games.
    pub(crate) fn of(library: &Library) -> Compatibility {
        let version = env!("CARGO_PKG_VERSION").replace(|char: char| !char.is_ascii_alphanumeric(), "-");
        Compatibility(format!("{version}-{FORMAT}-{:016x}", library.fingerprint()))
    }

    /// Returns the subject of the heartbeats of servers.
    pub(crate) fn servers(&self) -> String {
        format!("beaufort.{self}.servers")
    }

    /// Returns the subject on which servers ask for orders to be stopped.
    pub(crate) fn stops(&self) -> String {
        format!("beaufort.{self}.stops")
    }

    /// Returns the subject on which workers report to a server.
    pub(crate) fn reports(&self, server: u64) -> String {
        format!("beaufort.{self}.reports.{server:016x}")
    }

    /// Returns the subject of orders, which the stream keeps.
    pub(crate) fn orders(&self) -> String {
        format!("beaufort.{self}.orders")
    }

    /// Returns the stream of orders, which is made if it is not there.
    pub(crate) async fn stream(&self, context: &Context) -> Result<Stream, NatsError> {
        let config = Config {
            name: format!("beaufort-orders-{self}"),
            subjects: vec![self.orders()],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            max_messages: MAX_ORDERS,
            max_bytes: MAX_STREAM_BYTES,
            max_age: MAX_ORDER_AGE,
            ..Config::default()
        };
        let stream = context.get_or_create_stream(config).await;
        stream.map_err(|error| NatsError(format!("JetStream has no place for orders: {error}")))
    }

    /// Returns what hands the orders out to workers, which is made if it is not there.
    pub(crate) async fn consumer(&self, context: &Context) -> Result<PullConsumer, NatsError> {
        let name = "workers";
        let config = pull::Config {
            durable_name: Some(name.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ORDER_ACK_WAIT,
            max_ack_pending: MAX_WORKING_ENGINES,
            max_waiting: MAX_WORKING_ENGINES,
            inactive_threshold: CONSUMER_AGE,
            ..pull::Config::default()
        };
        let consumer = self.stream(context).await?.get_or_create_consumer(name, config).await;
        consumer.map_err(|error| NatsError(format!("JetStream hands no orders out: {error}")))
    }
}

impl fmt::Display for Compatibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the way to JetStream.
pub(crate) fn context(client: &async_nats::Client) -> Context {
    jetstream::new(client.clone())
}

/// Returns what is said as it is sent.
pub(crate) fn encode(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message).expect("a message is made of lists, numbers and texts")
}

/// Parses a message; one that is not valid is ignored.
pub(crate) fn decode<'a, T: Deserialize<'a>>(payload: &'a [u8]) -> Option<T> {
    serde_json::from_slice(payload)
        .inspect_err(|error| log_limited!(warn, %error, "a message of NATS is garbage"))
        .ok()
}

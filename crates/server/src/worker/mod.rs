//! A worker: engines that do the jobs of servers on other machines.
//!
//! Each engine asks JetStream for the next order when it is idle (`slot`). The worker tells each second that it is there and what
//! it works on, and hears which orders are to be stopped (`orders`). An order is acknowledged when its last report is sent; until then
//! JetStream hears every two seconds that it goes on, and hands it to another worker if it does not.

mod orders;
mod slot;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::Context;
use async_nats::{Client, Subscriber};
use beaufort_session::Library;
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::nats::job_stream::{self, Compatibility, OrderId, ServerHeartbeat, WORKERS, WorkerHeartbeat};
use crate::nats::{self, NatsError, NatsUrl};
use orders::Orders;
use slot::Slot;

/// The time between two signs of life of a worker.
const SIGN_INTERVAL: Duration = Duration::from_secs(1);
/// How long a worker takes to end, wherever its engines and NATS are.
const MAX_ENDING_TIME: Duration = Duration::from_secs(4);

/// How a worker is set up.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// Where it meets the servers.
    pub nats: NatsUrl,
    /// The number of its engines.
    pub engines: usize,
    /// The memory of each engine, in MiB.
    pub hash_mib: usize,
    /// The games that it knows: servers with others do not use it.
    pub library: Arc<Library>,
}

/// Why a worker does not start.
#[derive(Debug)]
pub enum WorkerError {
    /// NATS cannot be reached, or has no JetStream.
    Nats(NatsError),
    /// The system has no threads to give.
    Threads(std::io::Error),
}

impl fmt::Display for WorkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkerError::Nats(error) => write!(f, "{error}"),
            WorkerError::Threads(error) => write!(f, "cannot start a thread: {error}"),
        }
    }
}

impl std::error::Error for WorkerError {}

/// A worker that is connected.
#[derive(Debug)]
pub struct Worker {
    shared: Arc<Shared>,
    slots: Vec<Slot>,
    stops: Subscriber,
    servers: Subscriber,
}

/// The data that the engines share.
#[derive(Debug)]
struct Shared {
    client: Client,
    context: Context,
    compatibility: Compatibility,
    orders: Orders,
    /// Whether the worker takes no orders any more.
    is_ending: AtomicBool,
}

impl Worker {
    /// Connects, and starts the engines.
    ///
    /// # Errors
    /// If NATS cannot be used, or there are no threads.
    pub async fn start(config: WorkerConfig) -> Result<Worker, WorkerError> {
        let client = nats::connect(&config.nats, "beaufort worker").await.map_err(WorkerError::Nats)?;
        let compatibility = Compatibility::of(&config.library);
        let context = job_stream::context(&client);
        compatibility.consumer(&context).await.map_err(WorkerError::Nats)?;
        let listen = async |subject: String| {
            let subscribed = client.subscribe(subject).await;
            subscribed
                .map_err(|error| WorkerError::Nats(NatsError(format!("cannot listen to NATS: {error}"))))
        };
        let [stops, servers] = [listen(compatibility.stops()).await?, listen(compatibility.servers()).await?];
        let orders = Orders::default();
        let shared =
            Arc::new(Shared { client, context, compatibility, orders, is_ending: AtomicBool::new(false) });
        let slots = (0..config.engines.max(1))
            .map(|number| Slot::start(number, &shared, &config))
            .collect::<std::io::Result<_>>()
            .map_err(WorkerError::Threads)?;
        Ok(Worker { shared, slots, stops, servers })
    }

    /// Works until `shutdown` is over, then gives back what is not done. That takes four seconds at most: what is not given back by
    /// then is missed, and done by another worker.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send) {
        let Worker { shared, slots, stops, servers } = self;
        tracing::info!(engines = slots.len(), compatibility = %shared.compatibility, "working");
        let listener = tokio::spawn(listen(Arc::clone(&shared), slots.len(), stops, servers));
        let slots: Vec<_> = slots.into_iter().map(|slot| tokio::spawn(slot.run())).collect();
        shutdown.await;
        tracing::info!("giving back what is not done");
        shared.is_ending.store(true, Ordering::SeqCst);
        shared.orders.stop_all();
        let ending = async {
            for ended in join_all(slots).await {
                if let Err(error) = ended {
                    log_limited!(error, %error, "an engine has failed");
                }
            }
            listener.abort();
            shared.announce(0).await;
            if let Err(error) = shared.client.flush().await {
                log_limited!(warn, %error, "cannot send to NATS");
            }
        };
        if timeout(MAX_ENDING_TIME, ending).await.is_err() {
            log_limited!(warn, "not everything could be given back");
        }
    }
}

/// Hears of servers and what they stop, and tells that the worker is there.
async fn listen(shared: Arc<Shared>, engines: usize, mut stops: Subscriber, mut servers: Subscriber) {
    let mut tick = interval(SIGN_INTERVAL);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            Some(message) = stops.next() => {
                if let Some(order) = job_stream::decode::<OrderId>(&message.payload) {
                    shared.orders.stop(order);
                }
            }
            Some(message) = servers.next() => {
                if let Some(heartbeat) = job_stream::decode::<ServerHeartbeat>(&message.payload) {
                    shared.orders.note_server(heartbeat.server);
                }
            }
            _ = tick.tick() => {
                shared.orders.stop_those_of_silent_servers();
                if shared.client.connection_state() == State::Connected {
                    shared.announce(engines).await;
                }
            }
            else => return,
        }
    }
}

impl Shared {
    fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::SeqCst)
    }

    /// Tells the servers that the worker is there with `engines` engines.
    async fn announce(&self, engines: usize) {
        let heartbeat = WorkerHeartbeat {
            worker: self.orders.worker(),
            compatibility: self.compatibility.clone(),
            engines,
            orders: self.orders.running(),
        };
        self.publish(WORKERS.to_owned(), job_stream::encode(&heartbeat)).await;
    }

    async fn publish(&self, subject: String, payload: Vec<u8>) {
        if let Err(error) = self.client.publish(subject, payload.into()).await {
            log_limited!(warn, %error, "cannot send to NATS");
        }
    }
}

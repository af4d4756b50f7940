//! Engines on other machines: `beaufort worker`, which gets its jobs through a work queue of JetStream.
//!
//! The [`JobQueue`](beaufort_session::JobQueue) of the server stays the one place that knows who is next and who is preempted: the
//! server hands out as many jobs as there are engines for it, so that the stream is nearly empty and no order waits behind
//! another. Workers tell each second that they are there, and what they work on; servers tell what they need, and each of them
//! knows from that which part of the engines is its own (`share`). A job is sent as an order that one worker gets (`order`). If the worker
//! dies, JetStream hands the order to another one; if all is silent, or NATS is gone, the server puts the job back into its
//! queue, where its own threads find it.

mod order;
mod registry;
mod share;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::Context;
use async_nats::{Client, Message, Subscriber};
use beaufort_session::Library;
use futures_util::StreamExt as _;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::time::{MissedTickBehavior, interval};

use super::Workers;
use crate::nats::NatsError;
use crate::nats::job_stream::{
    self, Compatibility, OrderId, ServerHeartbeat, WORKERS, WorkerHeartbeat, WorkerReport,
};
use order::RunningOrder;
use registry::{MAX_SILENCE, WorkerRegistry};

/// The time between two looks at who is there.
const TICK: Duration = Duration::from_millis(500);
/// The most unread messages about an order. Later messages include the results of the dropped ones.
const MAX_ORDER_EVENTS: usize = 64;

/// Hands jobs to workers on other machines.
pub(super) struct Remote {
    dispatcher: Arc<Dispatcher>,
    registry: WorkerRegistry,
}

/// Sends orders to workers, and forwards to each order the events about it.
struct Dispatcher {
    workers: Arc<Workers>,
    client: Client,
    context: Context,
    compatibility: Compatibility,
    /// The number of this server, which it has drawn.
    server: u64,
    /// Set when an order could not be sent, until the next look.
    is_blocked: AtomicBool,
    /// Receives the events of each order, by its number.
    orders: Mutex<HashMap<u64, Sender<OrderEvent>>>,
}

/// An event of an order: a report of its worker, or a sign that the worker has it.
enum OrderEvent {
    Report(WorkerReport),
    /// A worker works on it.
    Alive,
}

impl Remote {
    pub(super) fn new(workers: &Arc<Workers>, client: &Client, library: &Library) -> Remote {
        let compatibility = Compatibility::of(library);
        let dispatcher = Dispatcher {
            workers: Arc::clone(workers),
            client: client.clone(),
            context: job_stream::context(client),
            compatibility: compatibility.clone(),
            server: fastrand::u64(..),
            is_blocked: AtomicBool::new(false),
            orders: Mutex::default(),
        };
        Remote { dispatcher: Arc::new(dispatcher), registry: WorkerRegistry::new(compatibility) }
    }

    /// Hands out jobs until all work ends.
    pub(super) async fn run(mut self) {
        while let Err(error) = self.work().await {
            log_limited!(error, %error, "cannot listen to workers");
            self.dispatcher.workers.set_remote_engines(0);
            tokio::time::sleep(TICK).await;
        }
    }

    /// Hands out jobs until all work ends, or something goes wrong.
    async fn work(&mut self) -> Result<(), NatsError> {
        let dispatcher = Arc::clone(&self.dispatcher);
        let mut reports = dispatcher.subscribe(dispatcher.compatibility.reports(dispatcher.server)).await?;
        let mut workers = dispatcher.subscribe(WORKERS.to_owned()).await?;
        let mut servers = dispatcher.subscribe(dispatcher.compatibility.servers()).await?;
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut has_stream = false;
        let mut is_told = false;
        while !dispatcher.workers.is_closed() {
            tokio::select! {
                message = reports.next() => dispatcher.note_report(&received(message)?),
                message = workers.next() => self.note_worker(&received(message)?).await,
                message = servers.next() => {
                    if let Some(heartbeat) = job_stream::decode::<ServerHeartbeat>(&received(message)?.payload) {
                        self.registry.note_server(&heartbeat);
                    }
                }
                () = dispatcher.workers.remote_wake.notified() => {}
                _ = tick.tick() => {
                    self.registry.forget_silent();
                    has_stream &= dispatcher.is_connected();
                    if dispatcher.is_connected() && self.registry.workers() > 0 && !has_stream {
                        let stream = dispatcher.compatibility.stream(&dispatcher.context).await;
                        has_stream = stream.is_ok();
                        if let Err(error) = stream.as_ref()
                            && !is_told
                        {
                            log_limited!(warn, %error, "no jobs are handed to workers");
                        }
                        is_told = stream.is_err();
                    }
                    dispatcher.is_blocked.store(false, Ordering::Relaxed);
                    dispatcher.announce_demand().await;
                }
            }
            self.hand_out(has_stream);
        }
        Ok(())
    }

    /// Hands out as many jobs as there are engines for this server.
    fn hand_out(&self, has_stream: bool) {
        let dispatcher = &self.dispatcher;
        let (workers, metrics) = (&dispatcher.workers, &dispatcher.workers.metrics);
        metrics.workers.set(self.registry.workers() as i64);
        metrics.worker_engines.set(self.registry.engines() as i64);
        let share = self.registry.share(dispatcher.server, workers.remote_demand());
        let is_open =
            has_stream && dispatcher.is_connected() && !dispatcher.is_blocked.load(Ordering::Relaxed);
        workers.set_remote_engines(if is_open { share } else { 0 });
        while let Some(queued) = workers.take_remote() {
            tokio::spawn(RunningOrder::new(dispatcher, queued).run());
        }
    }

    async fn note_worker(&mut self, message: &Message) {
        let Some(heartbeat) = job_stream::decode::<WorkerHeartbeat>(&message.payload) else { return };
        self.registry.note_worker(&heartbeat);
        for id in heartbeat.orders.iter().filter(|id| id.server == self.dispatcher.server) {
            if !self.dispatcher.forward(id.number, OrderEvent::Alive) {
                // No request waits for it any more, and the worker does not know that.
                self.dispatcher.request_stop(id.number).await;
            }
        }
    }
}

impl Dispatcher {
    async fn subscribe(&self, subject: String) -> Result<Subscriber, NatsError> {
        self.client
            .subscribe(subject)
            .await
            .map_err(|error| NatsError(format!("cannot listen to NATS: {error}")))
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Announces the demand of this server to the others.
    async fn announce_demand(&self) {
        if self.is_connected() {
            let heartbeat = ServerHeartbeat { server: self.server, demand: self.workers.remote_demand() };
            self.publish(self.compatibility.servers(), job_stream::encode(&heartbeat)).await;
        }
    }

    /// Publishes a message that is repeated if it gets lost.
    async fn publish(&self, subject: String, payload: Vec<u8>) {
        if let Err(error) = self.client.publish(subject, payload.into()).await {
            log_limited!(warn, %error, "cannot send to NATS");
        }
    }

    /// Asks the worker that has an order to stop.
    async fn request_stop(&self, number: u64) {
        let id = OrderId { server: self.server, number };
        self.publish(self.compatibility.stops(), job_stream::encode(&id)).await;
    }

    fn note_report(&self, message: &Message) {
        if let Some(report) = job_stream::decode::<WorkerReport>(&message.payload) {
            self.forward(report.number, OrderEvent::Report(report));
        }
    }

    /// Forwards an event to an order. Returns `false` if the order is over.
    fn forward(&self, number: u64, event: OrderEvent) -> bool {
        let Some(order) = self.orders().get(&number).cloned() else { return false };
        let is_last = matches!(&event, OrderEvent::Report(report) if !report.event.is_progress());
        if let Err(error) = order.try_send(event)
            && is_last
        {
            // The last report is delivered even if intermediate ones are dropped.
            let event = error.into_inner();
            tokio::spawn(async move { drop(order.send(event).await) });
        }
        true
    }

    /// Returns the receiver of the events of an order.
    fn listen(&self, number: u64) -> Receiver<OrderEvent> {
        let (sender, receiver) = mpsc::channel(MAX_ORDER_EVENTS);
        self.orders().insert(number, sender);
        receiver
    }

    fn orders(&self) -> MutexGuard<'_, HashMap<u64, Sender<OrderEvent>>> {
        self.orders.lock().expect("nothing panics while it holds the orders")
    }
}

/// Returns the next message of a subscription, or an error after its end.
fn received(message: Option<Message>) -> Result<Message, NatsError> {
    message.ok_or_else(|| NatsError("a subscription has ended".to_owned()))
}

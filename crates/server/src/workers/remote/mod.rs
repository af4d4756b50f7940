//! Engines on other machines: `beaufort worker`, which gets its jobs through a work queue of JetStream.
//!
//! The [`JobQueue`](beaufort_session::JobQueue) of the server stays the one place that knows who is next and who is preempted: the
//! server hands out as many jobs as there are engines for it, so that the stream is nearly empty and no order waits behind
//! another. Workers tell each second that they are there, and what they work on; servers tell what they need, and each of them
//! knows from that which part of the engines is its own (`share`). A job is sent as an order that one worker gets (`order`). If the worker
//! dies, JetStream hands the order to another one; if all is silent, or NATS is gone, the server puts the job back into its
//! queue, where its own threads find it.

mod order;
mod share;
mod staff;

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
use crate::nats::job_stream::{self, Kind, News, OrderId, ServerNews, WORKERS, WorkerNews, WorkerReport};
use order::RunningOrder;
use staff::{MAX_SILENCE, Staff};

/// The time between two looks at who is there.
const TICK: Duration = Duration::from_millis(500);
/// The most messages about an order that wait to be read; what is found between them is told by those after them.
const MAX_ORDER_NEWS: usize = 64;

/// What hands jobs to workers on other machines.
pub(super) struct Remote {
    desk: Arc<Desk>,
    staff: Staff,
}

/// What the orders share.
struct Desk {
    workers: Arc<Workers>,
    client: Client,
    context: Context,
    kind: Kind,
    /// The number of this server, which it has drawn.
    server: u64,
    /// Set when an order could not be sent, until the next look.
    is_blocked: AtomicBool,
    /// Where news of each order go, by its number.
    orders: Mutex<HashMap<u64, Sender<OrderNews>>>,
}

/// What an order hears of its worker.
enum OrderNews {
    Report(WorkerReport),
    /// A worker works on it.
    Alive,
}

impl Remote {
    pub(super) fn new(workers: &Arc<Workers>, client: &Client, library: &Library) -> Remote {
        let kind = Kind::of(library);
        let desk = Desk {
            workers: Arc::clone(workers),
            client: client.clone(),
            context: job_stream::context(client),
            kind: kind.clone(),
            server: fastrand::u64(..),
            is_blocked: AtomicBool::new(false),
            orders: Mutex::default(),
        };
        Remote { desk: Arc::new(desk), staff: Staff::new(kind) }
    }

    /// Hands out jobs until all work ends.
    pub(super) async fn run(mut self) {
        while let Err(error) = self.work().await {
            log_limited!(error, %error, "workers are not heard");
            self.desk.workers.set_remote_engines(0);
            tokio::time::sleep(TICK).await;
        }
    }

    /// Hands out jobs until all work ends, or something goes wrong.
    async fn work(&mut self) -> Result<(), NatsError> {
        let desk = Arc::clone(&self.desk);
        let mut reports = desk.subscribe(desk.kind.reports(desk.server)).await?;
        let mut workers = desk.subscribe(WORKERS.to_owned()).await?;
        let mut servers = desk.subscribe(desk.kind.servers()).await?;
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut has_stream = false;
        let mut is_told = false;
        while !desk.workers.is_closed() {
            tokio::select! {
                message = reports.next() => desk.note_report(&heard(message)?),
                message = workers.next() => self.note_worker(&heard(message)?).await,
                message = servers.next() => {
                    if let Some(news) = job_stream::decode::<ServerNews>(&heard(message)?.payload) {
                        self.staff.note_server(&news);
                    }
                }
                () = desk.workers.remote_wake.notified() => {}
                _ = tick.tick() => {
                    self.staff.forget_silent();
                    has_stream &= desk.is_connected();
                    if desk.is_connected() && self.staff.workers() > 0 && !has_stream {
                        let stream = desk.kind.stream(&desk.context).await;
                        has_stream = stream.is_ok();
                        if let Err(error) = stream.as_ref()
                            && !is_told
                        {
                            log_limited!(warn, %error, "no jobs are handed to workers");
                        }
                        is_told = stream.is_err();
                    }
                    desk.is_blocked.store(false, Ordering::Relaxed);
                    desk.tell_demand().await;
                }
            }
            self.hand_out(has_stream);
        }
        Ok(())
    }

    /// Hands out as many jobs as there are engines for this server.
    fn hand_out(&self, has_stream: bool) {
        let desk = &self.desk;
        let (workers, metrics) = (&desk.workers, &desk.workers.metrics);
        metrics.workers.set(self.staff.workers() as i64);
        metrics.worker_engines.set(self.staff.engines() as i64);
        let share = self.staff.share(desk.server, workers.remote_demand());
        let is_open = has_stream && desk.is_connected() && !desk.is_blocked.load(Ordering::Relaxed);
        workers.set_remote_engines(if is_open { share } else { 0 });
        while let Some(queued) = workers.take_remote() {
            tokio::spawn(RunningOrder::new(desk, queued).run());
        }
    }

    async fn note_worker(&mut self, message: &Message) {
        let Some(news) = job_stream::decode::<WorkerNews>(&message.payload) else { return };
        self.staff.note_worker(&news);
        for id in news.orders.iter().filter(|id| id.server == self.desk.server) {
            if !self.desk.pass_on(id.number, OrderNews::Alive) {
                // Nobody waits for it any more, and the worker has not heard that.
                self.desk.tell_to_stop(id.number).await;
            }
        }
    }
}

impl Desk {
    async fn subscribe(&self, subject: String) -> Result<Subscriber, NatsError> {
        self.client
            .subscribe(subject)
            .await
            .map_err(|error| NatsError(format!("cannot listen to NATS: {error}")))
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Tells the other servers what this one needs.
    async fn tell_demand(&self) {
        if self.is_connected() {
            let news = ServerNews { server: self.server, demand: self.workers.remote_demand() };
            self.say(self.kind.servers(), job_stream::encode(&news)).await;
        }
    }

    /// Says something that is said again if it gets lost.
    async fn say(&self, subject: String, payload: Vec<u8>) {
        if let Err(error) = self.client.publish(subject, payload.into()).await {
            log_limited!(warn, %error, "cannot send to NATS");
        }
    }

    /// Tells the worker that has an order to stop.
    async fn tell_to_stop(&self, number: u64) {
        let id = OrderId { server: self.server, number };
        self.say(self.kind.stops(), job_stream::encode(&id)).await;
    }

    fn note_report(&self, message: &Message) {
        if let Some(report) = job_stream::decode::<WorkerReport>(&message.payload) {
            self.pass_on(report.number, OrderNews::Report(report));
        }
    }

    /// Passes news on to an order. Returns whether it is there: one that is over is not.
    fn pass_on(&self, number: u64, news: OrderNews) -> bool {
        let Some(order) = self.orders().get(&number).cloned() else { return false };
        let is_last = matches!(&news, OrderNews::Report(report) if !matches!(report.news, News::Begun | News::Progress(_)));
        if let Err(error) = order.try_send(news)
            && is_last
        {
            // The end of an order is not lost with what it has found on the way.
            let news = error.into_inner();
            tokio::spawn(async move { drop(order.send(news).await) });
        }
        true
    }

    /// Returns where news of an order will come in.
    fn listen(&self, number: u64) -> Receiver<OrderNews> {
        let (sender, receiver) = mpsc::channel(MAX_ORDER_NEWS);
        self.orders().insert(number, sender);
        receiver
    }

    fn orders(&self) -> MutexGuard<'_, HashMap<u64, Sender<OrderNews>>> {
        self.orders.lock().expect("nothing panics while it holds the orders")
    }
}

/// Returns the message that was heard.
fn heard(message: Option<Message>) -> Result<Message, NatsError> {
    message.ok_or_else(|| NatsError("a subscription has ended".to_owned()))
}

//! One engine of a worker: a thread that thinks, and a task that gets orders for it and reports.

use std::sync::mpsc;
use std::sync::{Arc, mpsc::SyncSender};
use std::thread;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use beaufort_session::{Job, JobReport, Library, Signal};
use futures_util::StreamExt as _;
use tokio::sync::mpsc as tasks;
use tokio::time::{interval, sleep, timeout};

use super::{Shared, WorkerConfig};
use crate::nats::NatsError;
use crate::nats::job_stream::{self, JobEvent, Order, OrderId, Unread, WorkerReport};
use crate::workers::Engine;

/// How long JetStream waits for an order before it says that there is none.
const PULL_TIME: Duration = Duration::from_secs(1);
/// How much longer its answer may take.
const PULL_GRACE: Duration = Duration::from_secs(2);
/// The pause after something has gone wrong.
const PAUSE: Duration = Duration::from_millis(500);
/// The time between two signs to JetStream that an order goes on; after five seconds without, it is another worker's.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);
/// How often an order is tried: workers that had it have died, and it may be its fault.
const MAX_DELIVERIES: i64 = 3;
/// The most reports that wait to be sent; then the engine waits.
const MAX_QUEUED_EVENTS: usize = 64;

/// An engine, with its way to NATS.
#[derive(Debug)]
pub(super) struct Slot {
    shared: Arc<Shared>,
    engine: SyncSender<Assignment>,
}

/// A job for the thread of the engine.
struct Assignment {
    job: Job,
    stop: Arc<Signal>,
    events: tasks::Sender<JobEvent>,
}

impl Slot {
    /// Starts the thread.
    pub(super) fn start(number: usize, shared: &Arc<Shared>, config: &WorkerConfig) -> std::io::Result<Slot> {
        let (engine, assignments) = mpsc::sync_channel::<Assignment>(1);
        let (library, hash_mib) = (Arc::clone(&config.library), config.hash_mib);
        thread::Builder::new().name(format!("engine {number}")).spawn(move || {
            let mut engine = Engine::new(&library, hash_mib);
            while let Ok(assignment) = assignments.recv() {
                assignment.work(&mut engine, &library);
            }
        })?;
        Ok(Slot { shared: Arc::clone(shared), engine })
    }

    /// Does orders until the worker ends.
    pub(super) async fn run(self) {
        let mut consumer = None;
        let mut is_told = false;
        while !self.shared.is_ending() {
            let next = match self.shared.client.connection_state() {
                State::Connected => self.next(&mut consumer).await,
                _ => Err(NatsError("NATS is gone".to_owned())),
            };
            if let Err(error) = &next {
                if !is_told {
                    log_limited!(warn, %error, "no orders come");
                }
                consumer = None;
                sleep(PAUSE).await;
            }
            is_told = next.is_err();
        }
    }

    /// Waits for an order for a moment, and does it.
    async fn next(&self, consumer: &mut Option<PullConsumer>) -> Result<(), NatsError> {
        let consumer = match consumer {
            Some(consumer) => consumer,
            None => consumer.insert(self.shared.compatibility.consumer(&self.shared.context).await?),
        };
        let failed = |error: &dyn std::fmt::Display| NatsError(error.to_string());
        let batch = consumer.batch().max_messages(1).expires(PULL_TIME).messages();
        let mut batch = batch.await.map_err(|error| failed(&error))?;
        match timeout(PULL_TIME + PULL_GRACE, batch.next()).await {
            Err(_) => Err(NatsError("JetStream does not answer".to_owned())),
            Ok(None) => Ok(()),
            Ok(Some(message)) => {
                let message = message.map_err(|error| failed(&error))?;
                self.take(&message).await.map_err(|error| failed(&error))
            }
        }
    }

    /// Does an order, unless it is none, or has been tried too often.
    async fn take(&self, message: &Message) -> Result<(), async_nats::Error> {
        if self.shared.is_ending() {
            return message.ack_with(AckKind::Nak(None)).await;
        }
        let delivery = message.info()?.delivered;
        let Some(order) = job_stream::decode::<Order>(&message.payload) else {
            if let Some(Unread { id }) = job_stream::decode(&message.payload) {
                let why = "a worker cannot read the job".to_owned();
                self.report(id, delivery, JobEvent::Refused(why)).await;
            }
            return message.ack_with(AckKind::Term).await;
        };
        if delivery > MAX_DELIVERIES {
            log_limited!(error, delivery, "workers have died of a job");
            let why = format!("{MAX_DELIVERIES} workers have ended while they did it");
            self.report(order.id, delivery, JobEvent::Report(JobReport::Failed(why))).await;
            return message.ack_with(AckKind::Term).await;
        }
        let Order { id, job } = order;
        let stop = self.shared.orders.begin(id);
        if self.shared.is_ending() {
            stop.stop();
        }
        let done = self.work(message, id, job, delivery, stop).await;
        self.shared.orders.end(id);
        done
    }

    /// Does an order and reports on it.
    async fn work(
        &self,
        message: &Message,
        order: OrderId,
        job: Job,
        delivery: i64,
        stop: Arc<Signal>,
    ) -> Result<(), async_nats::Error> {
        tracing::debug!(number = order.number, delivery, "an order begins");
        self.report(order, delivery, JobEvent::Begun).await;
        let (events, mut received) = tasks::channel(MAX_QUEUED_EVENTS);
        let assignment = Assignment { job, stop, events };
        self.engine.send(assignment).map_err(|_| "the engine has ended")?;
        let mut tick = interval(PROGRESS_INTERVAL);
        loop {
            tokio::select! {
                event = received.recv() => {
                    let Some(event) = event else { return Err("the engine has ended".into()) };
                    let event = match event {
                        JobEvent::Report(report @ JobReport::Done(_)) if self.shared.is_ending() => JobEvent::GivenBack(report),
                        event => event,
                    };
                    let is_last = !event.is_progress();
                    self.report(order, delivery, event).await;
                    if is_last {
                        // The report is on its way before the order is out of the stream.
                        self.shared.client.flush().await?;
                        return message.ack().await;
                    }
                }
                _ = tick.tick() => message.ack_with(AckKind::Progress).await?,
            }
        }
    }

    async fn report(&self, order: OrderId, delivery: i64, event: JobEvent) {
        let report = WorkerReport { number: order.number, delivery, event };
        let subject = self.shared.compatibility.reports(order.server);
        self.shared.publish(subject, job_stream::encode(&report)).await;
    }
}

impl Assignment {
    /// Does the job.
    fn work(self, engine: &mut Engine, library: &Arc<Library>) {
        let Assignment { job, stop, events } = self;
        let last = match job.check(library) {
            Err(error) => JobEvent::Refused(format!("a worker cannot read the job: {error}")),
            Ok(()) => {
                let report = |found| {
                    // A report that does not fit in the queue is dropped: the next one supersedes it.
                    let _ = events.try_send(JobEvent::Report(found));
                };
                JobEvent::Report(engine.run(&job, &stop, report))
            }
        };
        // There is no receiver any more if the worker has ended.
        let _ = events.blocking_send(last);
    }
}

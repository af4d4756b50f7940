//! A job that is done on another machine, from the order to the last report.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use beaufort_session::{JobReport, QueuedJob};
use tokio::sync::Notify;
use tokio::sync::mpsc::Receiver;
use tokio::time::interval;

use super::{Dispatcher, MAX_SILENCE, OrderEvent};
use crate::metrics::OrderOutcome;
use crate::nats::NatsError;
use crate::nats::job_stream::{self, JobEvent, MAX_ORDER_BYTES, Order, OrderId, WorkerReport};
use crate::workers::Handle;

/// The time between two looks at how an order does.
const LOOK: Duration = Duration::from_millis(500);
/// How long all may be silent about an order before the job is put back: a dead worker is silent, and so is JetStream until it hands
/// the order to another one.
const MAX_ORDER_SILENCE: Duration = Duration::from_secs(15);
/// How often a job may be lost before no other worker gets it.
const MAX_LOSSES: u32 = 3;

/// A job that a worker does.
pub(super) struct RunningOrder {
    dispatcher: Arc<Dispatcher>,
    queued: QueuedJob<Handle>,
    number: u64,
    events: Receiver<OrderEvent>,
    /// Woken when the job is to stop.
    stop: Arc<Notify>,
    /// The latest attempt with an event; 0 if no worker has begun.
    delivery: i64,
    last_seen: Instant,
    begun: Instant,
}

/// How an order ends.
enum End {
    /// The worker has done the job.
    Done(JobReport),
    /// The worker gives it back, with what it has found.
    GivenBack(JobReport),
    /// No worker can do it: why.
    Refused(String),
    /// It could not be sent, or NATS is gone.
    Unsent(String),
    /// Its state is unknown.
    Lost,
    /// It was taken out of the stream before it began.
    Withdrawn,
}

impl RunningOrder {
    pub(super) fn new(dispatcher: &Arc<Dispatcher>, queued: QueuedJob<Handle>) -> RunningOrder {
        let number = fastrand::u64(..);
        let stop = Arc::new(Notify::new());
        let wake = Arc::clone(&stop);
        queued.handle.on_stop(move || wake.notify_one());
        RunningOrder {
            events: dispatcher.listen(number),
            dispatcher: Arc::clone(dispatcher),
            queued,
            number,
            stop,
            delivery: 0,
            last_seen: Instant::now(),
            begun: Instant::now(),
        }
    }

    /// Sends the order, and hears of it until it ends.
    pub(super) async fn run(mut self) {
        let end = match self.send().await {
            Ok(sequence) => self.follow(sequence).await,
            Err(end) => end,
        };
        self.dispatcher.orders().remove(&self.number);
        self.end(end);
    }

    /// Puts the order into the stream. Returns its place there.
    async fn send(&mut self) -> Result<u64, End> {
        let id = OrderId { server: self.dispatcher.server, number: self.number };
        let payload = job_stream::encode(&Order { id, job: self.queued.job.clone() });
        if payload.len() > MAX_ORDER_BYTES.min(self.dispatcher.client.server_info().max_payload) {
            return Err(End::Refused("the game is too long for another machine".to_owned()));
        }
        let unsent = |error: &dyn std::fmt::Display| End::Unsent(error.to_string());
        let sent =
            self.dispatcher.context.publish(self.dispatcher.compatibility.orders(), payload.into()).await;
        let kept = sent.map_err(|error| unsent(&error))?.await.map_err(|error| unsent(&error))?;
        self.last_seen = Instant::now();
        Ok(kept.sequence)
    }

    /// Hears of the order until it ends.
    async fn follow(&mut self, sequence: u64) -> End {
        let mut look = interval(LOOK);
        loop {
            tokio::select! {
                Some(event) = self.events.recv() => {
                    self.last_seen = Instant::now();
                    if let OrderEvent::Report(report) = event
                        && let Some(end) = self.note(report)
                    {
                        return end;
                    }
                }
                () = self.stop.notified() => {
                    self.dispatcher.request_stop(self.number).await;
                    let is_cancelled = self.queued.handle.is_cancelled() || self.dispatcher.workers.is_closed();
                    if is_cancelled && self.delivery == 0 && self.withdraw(sequence).await.is_ok() {
                        return End::Withdrawn;
                    }
                }
                _ = look.tick() => {
                    if !self.dispatcher.is_connected() {
                        return End::Unsent("NATS is gone".to_owned());
                    }
                    if self.queued.handle.signal().is_stopped() {
                        // The first stop message may have been lost.
                        self.dispatcher.request_stop(self.number).await;
                    }
                    if self.last_seen.elapsed() > MAX_ORDER_SILENCE {
                        // A worker may still have the order: its report will come too late.
                        let _ = self.withdraw(sequence).await;
                        return End::Lost;
                    }
                }
            }
        }
    }

    /// Notes what a worker has reported; returns the end, if that is one.
    fn note(&mut self, report: WorkerReport) -> Option<End> {
        if report.delivery < self.delivery {
            // It was thought to be dead: another one has the job by now.
            return None;
        }
        self.delivery = report.delivery;
        match report.event {
            JobEvent::Begun => None,
            JobEvent::Report(found @ JobReport::Progress(_)) => {
                if !self.queued.handle.signal().is_stopped() {
                    self.queued.handle.report(self.queued.job.id, found);
                }
                None
            }
            JobEvent::Report(last) => Some(End::Done(last)),
            JobEvent::GivenBack(found) => Some(End::GivenBack(found)),
            JobEvent::Refused(why) => Some(End::Refused(why)),
        }
    }

    /// Takes the order out of the stream.
    async fn withdraw(&self, sequence: u64) -> Result<(), NatsError> {
        let stream = self.dispatcher.compatibility.stream(&self.dispatcher.context).await?;
        let deleted = stream.delete_message(sequence).await;
        deleted.map(drop).map_err(|error| NatsError(error.to_string()))
    }

    fn end(self, end: End) {
        let RunningOrder { dispatcher, queued, begun, .. } = self;
        let (workers, metrics) = (&dispatcher.workers, &dispatcher.workers.metrics);
        let is_without_threads = workers.threads == 0;
        match end {
            End::Done(last) => {
                metrics.note_order(OrderOutcome::Done);
                metrics.note_engine_work(begun.elapsed());
                workers.end_remote(queued, last);
            }
            End::GivenBack(found) => {
                metrics.note_order(OrderOutcome::GivenBack);
                workers.give_back_remote(queued, Some(found));
            }
            End::Withdrawn => workers.end_remote(queued, JobReport::Failed("it is not wanted".to_owned())),
            End::Unsent(error) => {
                log_limited!(warn, error, "a job cannot be handed to a worker");
                metrics.note_order(OrderOutcome::Unsent);
                dispatcher.is_blocked.store(true, Ordering::Relaxed);
                workers.give_back_remote(queued, None);
            }
            End::Lost => {
                log_limited!(warn, "a worker was lost with its job");
                metrics.note_order(OrderOutcome::Lost);
                let is_hopeless = queued.handle.note_loss() >= MAX_LOSSES;
                if is_hopeless && is_without_threads {
                    let problem = "no engine has come back with an answer".to_owned();
                    return workers.end_remote(queued, JobReport::Failed(problem));
                }
                if is_hopeless {
                    queued.handle.keep_local();
                }
                workers.give_back_remote(queued, None);
            }
            End::Refused(why) => {
                log_limited!(warn, why, "no worker can do a job");
                metrics.note_order(OrderOutcome::Refused);
                if is_without_threads {
                    return workers.end_remote(queued, JobReport::Failed(why));
                }
                queued.handle.keep_local();
                workers.give_back_remote(queued, None);
            }
        }
    }
}

// A silent worker is gone before a silent order is lost.
const _: () = assert!(MAX_ORDER_SILENCE.as_secs() > MAX_SILENCE.as_secs());

//! Metrics for Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use beaufort_session::Way;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry, Unit};

use crate::probe::ThreadProbe;

/// The type of the text that [`Metrics::text`] returns.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The bounds of the times that are measured, in seconds.
const TIMES: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Defines the metrics of the server, each by its field, type, name, help and unit.
macro_rules! metrics {
    (@start) => { Default::default() };
    (@start $start:expr) => { $start };
    ($($visible:vis $field:ident: $type:ty $(= $start:expr)? => $name:literal, $help:literal $(, $unit:expr)?;)*) => {
        /// The metrics of the server.
        #[derive(Debug)]
        pub(crate) struct Metrics {
            registry: Registry,
            /// Measures whether there are threads for players.
            pub(crate) threads: ThreadProbe,
            $(#[doc = $help] $visible $field: $type,)*
        }

        impl Metrics {
            /// Creates metrics that stand at 0.
            pub(crate) fn new() -> Metrics {
                let mut metrics = Metrics {
                    registry: Registry::with_prefix("beaufort"),
                    threads: ThreadProbe::default(),
                    $($field: metrics!(@start $($start)?),)*
                };
                $({
                    let unit = [$(Some($unit),)? None].into_iter().flatten().next();
                    register(&mut metrics.registry, $name, $help, unit, metrics.$field.clone());
                })*
                let wait = metrics.threads.wait.clone();
                let help = "Time that what players wait for last had to wait for a thread";
                register(&mut metrics.registry, "thread_wait", help, Some(Unit::Seconds), wait);
                metrics
            }
        }
    };
}

fn register(registry: &mut Registry, name: &str, help: &str, unit: Option<Unit>, metric: impl Metric) {
    match unit {
        Some(unit) => registry.register_with_unit(name, help, unit, metric),
        None => registry.register(name, help, metric),
    }
}

type Seconds = Counter<f64, AtomicU64>;

metrics! {
    pub(crate) sessions: Gauge => "sessions", "Sessions in memory";
    pub(crate) unsaved: Gauge => "sessions_unsaved", "Sessions whose changes cannot be saved at present";
    pub(crate) clients: Gauge => "clients", "Connections of clients to sessions";
    pub(crate) led_clients: Gauge
        => "clients_led", "Connections of clients whose sessions are at other servers";
    pub(crate) superseded: Counter
        => "sessions_superseded", "Sessions in memory that another server has taken";
    pub(crate) jobs: Gauge => "jobs", "Jobs of engines that wait or are worked on";
    work: Family<WorkLabels, Seconds>
        => "request_work", "Processor time of requests, by where they were carried out", Unit::Seconds;
    pub(crate) refused_work: Counter
        => "heavy_requests_refused", "Heavy requests that were refused, since too many wait";
    requests: Histogram = Histogram::new(TIMES)
        => "request_duration", "Time from the arrival of a request to the end of its answer", Unit::Seconds;
    saves: Histogram = Histogram::new(TIMES)
        => "save_duration", "Time to write what is saved together", Unit::Seconds;
    saved: Counter => "sessions_saved", "Sessions that have been saved";
    failed_saves: Counter => "saves_failed", "Attempts to save that have failed";
    pub(crate) stored_bytes: Gauge => "stored_bytes", "Bytes that are kept in the store";
    pub(crate) free_bytes: Gauge
        => "disk_free_bytes", "Bytes that are free on the disk of the store, of a public server with a file";
    pub(crate) expired: Counter
        => "sessions_expired", "Sessions that have been deleted since nobody has come for long";
    sent_letters: Counter => "letters_sent", "Letters that have been sent";
    failed_letters: Counter => "letters_failed", "Attempts to send a letter that have failed";
    sent_pushes: Counter => "pushes_sent", "Push messages that have been sent";
    failed_pushes: Counter => "pushes_failed", "Attempts to send a push message that have failed";
    refusals: Family<RefusalLabels, Counter>
        => "refusals", "Requests and connections that were not let in, by reason";
    accounts: Family<AccountLabels, Counter>
        => "accounts", "What was asked about accounts, by what it was and whether it was done";
    pub(crate) workers: Gauge => "workers", "Workers on other machines";
    pub(crate) worker_engines: Gauge => "worker_engines", "Engines of these workers";
    orders: Family<OrderLabels, Counter>
        => "orders", "Jobs that were handed to workers on other machines, by what has become of them";
    engine_time: Seconds => "engine_work", "Time for which engines have worked", Unit::Seconds;
}

/// The reason for a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(crate) enum RequestRefusal {
    /// The request was for another name, or from a page of another site.
    Elsewhere,
    /// The address has sent too many requests.
    Requests,
    /// The address has too many connections, or too many to sessions.
    AddressConnections,
    /// There are too many connections.
    Connections,
    /// There are too many sessions in memory.
    Sessions,
    /// There is no space for another session, or too much is kept for the address.
    Storage,
}

/// The place where a request is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(crate) enum WorkPlace {
    /// At once, in the threads for players.
    Players,
    /// In the places for heavy work.
    Heavy,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct WorkLabels {
    place: WorkPlace,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefusalLabels {
    reason: RequestRefusal,
}

/// A request about an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(crate) enum AccountAct {
    SignUp,
    SignIn,
    SignOut,
    NewPassword,
    Delete,
    Export,
    Publish,
    ChangeVisibility,
    MarkFavourite,
    AllowChallenges,
    Follow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
enum AccountOutcome {
    Done,
    Refused,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AccountLabels {
    act: AccountAct,
    outcome: AccountOutcome,
}

/// The result of a job that was handed to a worker on another machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(crate) enum OrderOutcome {
    /// It was done, or preempted.
    Done,
    /// The worker ended, and gave it back.
    GivenBack,
    /// No worker could do it.
    Refused,
    /// It could not be sent.
    Unsent,
    /// It is unknown.
    Lost,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OrderLabels {
    outcome: OrderOutcome,
}

impl Metrics {
    /// Records the processor time of a request.
    pub(crate) fn note_work(&self, place: WorkPlace, work: Duration) {
        self.work.get_or_create(&WorkLabels { place }).inc_by(work.as_secs_f64());
    }

    /// Records the duration of a request.
    pub(crate) fn note_request(&self, time: Duration) {
        self.requests.observe(time.as_secs_f64());
    }

    /// Records a save of `sessions` sessions, its duration, and whether it succeeded.
    pub(crate) fn note_save(&self, sessions: usize, time: Duration, is_saved: bool) {
        self.saves.observe(time.as_secs_f64());
        if is_saved {
            self.saved.inc_by(sessions as u64);
        } else {
            self.failed_saves.inc();
        }
    }

    /// Records a letter that has been sent, or could not be.
    pub(crate) fn note_letter(&self, way: Way, is_sent: bool) {
        let counter = match (way, is_sent) {
            (Way::Mail, true) => &self.sent_letters,
            (Way::Mail, false) => &self.failed_letters,
            (Way::Push, true) => &self.sent_pushes,
            (Way::Push, false) => &self.failed_pushes,
        };
        counter.inc();
    }

    /// Records a refusal.
    pub(crate) fn note_refusal(&self, reason: RequestRefusal) {
        self.refusals.get_or_create(&RefusalLabels { reason }).inc();
    }

    /// Records a request about an account, and whether it was done.
    pub(crate) fn note_account(&self, act: AccountAct, is_done: bool) {
        let outcome = if is_done { AccountOutcome::Done } else { AccountOutcome::Refused };
        self.accounts.get_or_create(&AccountLabels { act, outcome }).inc();
    }

    /// Records the result of a job that was handed to a worker on another machine.
    pub(crate) fn note_order(&self, outcome: OrderOutcome) {
        self.orders.get_or_create(&OrderLabels { outcome }).inc();
    }

    /// Records the working time of an engine.
    pub(crate) fn note_engine_work(&self, time: Duration) {
        self.engine_time.inc_by(time.as_secs_f64());
    }

    /// Returns all metrics in the text format.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        text::encode(&mut text, &self.registry).expect("a text takes what is written");
        text
    }
}

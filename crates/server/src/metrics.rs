//! What the server counts and measures, as Prometheus reads it.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use crate::probe::ThreadProbe;

/// The type of the text that [`Metrics::text`] returns.
pub(crate) const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The bounds of the times that are measured, in seconds.
const TIMES: [f64; 12] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// What the server counts and measures.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// The sessions in memory.
    pub(crate) sessions: Gauge,
    /// Those of them whose changes cannot be saved at present.
    pub(crate) unsaved: Gauge,
    /// The connections of clients to sessions.
    pub(crate) clients: Gauge,
    /// Those of them whose sessions are at other servers.
    pub(crate) led_clients: Gauge,
    /// The sessions that another server has taken while they were in memory here.
    pub(crate) superseded: Counter,
    /// The jobs of engines that wait or are worked on.
    pub(crate) jobs: Gauge,
    /// Whether there are threads for what players wait for.
    pub(crate) threads: ThreadProbe,
    /// The processor time of requests.
    work: Family<WorkLabels, Counter<f64, AtomicU64>>,
    /// The heavy requests that were refused, since too many wait.
    pub(crate) refused_work: Counter,
    /// The time from the arrival of a request to the end of its answer.
    requests: Histogram,
    /// The time that it takes to write what is saved together.
    saves: Histogram,
    /// The sessions that have been saved.
    saved: Counter,
    /// The attempts to save that have failed.
    failed_saves: Counter,
    /// What is kept in the store, in bytes.
    pub(crate) stored_bytes: Gauge,
    /// What is free on the disk of the store, in bytes.
    pub(crate) free_bytes: Gauge,
    /// The sessions that have been deleted since nobody has come for long.
    pub(crate) expired: Counter,
    /// The letters that have been sent.
    sent_letters: Counter,
    /// The attempts to send a letter that have failed.
    failed_letters: Counter,
    refusals: Family<RefusalLabels, Counter>,
    accounts: Family<AccountLabels, Counter>,
    /// The workers on other machines.
    pub(crate) workers: Gauge,
    /// Their engines.
    pub(crate) worker_engines: Gauge,
    orders: Family<OrderLabels, Counter>,
    /// The seconds for which engines have worked.
    engine_time: Counter<f64, AtomicU64>,
}

/// Why somebody is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(crate) enum Refusal {
    /// The request was for another name, or from a page of another site.
    Elsewhere,
    /// The address has asked too often.
    Requests,
    /// The address has too many connections, or too many to sessions.
    AddressConnections,
    /// There are too many connections.
    Connections,
    /// There are too many sessions in memory.
    Sessions,
    /// There is no space for another session, or the address has had too much kept.
    Storage,
}

/// Where a request is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(crate) enum WorkPlace {
    /// At once, in the threads for what players wait for.
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
    reason: Refusal,
}

/// What is asked about an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(crate) enum AccountAct {
    SignUp,
    SignIn,
    SignOut,
    NewPassword,
    Delete,
    Export,
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

/// What has become of a job that was handed to a worker on another machine.
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
    /// Nobody knows.
    Lost,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OrderLabels {
    outcome: OrderOutcome,
}

impl Metrics {
    /// Returns counters that stand at 0.
    pub(crate) fn new() -> Metrics {
        let times = || Histogram::new(TIMES);
        let mut metrics = Metrics {
            registry: Registry::with_prefix("beaufort"),
            sessions: Gauge::default(),
            unsaved: Gauge::default(),
            clients: Gauge::default(),
            led_clients: Gauge::default(),
            superseded: Counter::default(),
            jobs: Gauge::default(),
            threads: ThreadProbe::default(),
            work: Family::default(),
            refused_work: Counter::default(),
            requests: times(),
            saves: times(),
            saved: Counter::default(),
            failed_saves: Counter::default(),
            stored_bytes: Gauge::default(),
            free_bytes: Gauge::default(),
            expired: Counter::default(),
            sent_letters: Counter::default(),
            failed_letters: Counter::default(),
            refusals: Family::default(),
            accounts: Family::default(),
            workers: Gauge::default(),
            worker_engines: Gauge::default(),
            orders: Family::default(),
            engine_time: Counter::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("sessions", "Sessions in memory", metrics.sessions.clone());
        registry.register(
            "sessions_unsaved",
            "Sessions whose changes cannot be saved at present",
            metrics.unsaved.clone(),
        );
        registry.register("clients", "Connections of clients to sessions", metrics.clients.clone());
        registry.register(
            "clients_led",
            "Connections of clients whose sessions are at other servers",
            metrics.led_clients.clone(),
        );
        registry.register(
            "sessions_superseded",
            "Sessions in memory that another server has taken",
            metrics.superseded.clone(),
        );
        registry.register("jobs", "Jobs of engines that wait or are worked on", metrics.jobs.clone());
        registry.register_with_unit(
            "thread_wait",
            "Time that what players wait for last had to wait for a thread",
            Unit::Seconds,
            metrics.threads.wait.clone(),
        );
        registry.register_with_unit(
            "request_work",
            "Processor time of requests, by where they were carried out",
            Unit::Seconds,
            metrics.work.clone(),
        );
        registry.register(
            "heavy_requests_refused",
            "Heavy requests that were refused, since too many wait",
            metrics.refused_work.clone(),
        );
        registry.register_with_unit(
            "request_duration",
            "Time from the arrival of a request to the end of its answer",
            Unit::Seconds,
            metrics.requests.clone(),
        );
        registry.register_with_unit(
            "save_duration",
            "Time to write what is saved together",
            Unit::Seconds,
            metrics.saves.clone(),
        );
        registry.register("sessions_saved", "Sessions that have been saved", metrics.saved.clone());
        registry.register("saves_failed", "Attempts to save that have failed", metrics.failed_saves.clone());
        registry.register("stored_bytes", "Bytes that are kept in the store", metrics.stored_bytes.clone());
        registry.register(
            "disk_free_bytes",
            "Bytes that are free on the disk of the store, of a public server with a file",
            metrics.free_bytes.clone(),
        );
        registry.register(
            "sessions_expired",
            "Sessions that have been deleted since nobody has come for long",
            metrics.expired.clone(),
        );
        registry.register("letters_sent", "Letters that have been sent", metrics.sent_letters.clone());
        registry.register(
            "letters_failed",
            "Attempts to send a letter that have failed",
            metrics.failed_letters.clone(),
        );
        registry.register(
            "refusals",
            "Requests and connections that were not let in, by reason",
            metrics.refusals.clone(),
        );
        registry.register(
            "accounts",
            "What was asked about accounts, by what it was and whether it was done",
            metrics.accounts.clone(),
        );
        registry.register("workers", "Workers on other machines", metrics.workers.clone());
        registry.register("worker_engines", "Engines of these workers", metrics.worker_engines.clone());
        registry.register(
            "orders",
            "Jobs that were handed to workers on other machines, by what has become of them",
            metrics.orders.clone(),
        );
        registry.register_with_unit(
            "engine_work",
            "Time for which engines have worked",
            Unit::Seconds,
            metrics.engine_time.clone(),
        );
        metrics
    }

    /// Notes the processor time of a request.
    pub(crate) fn note_work(&self, place: WorkPlace, work: Duration) {
        self.work.get_or_create(&WorkLabels { place }).inc_by(work.as_secs_f64());
    }

    /// Notes how long a request took to be answered.
    pub(crate) fn note_request(&self, time: Duration) {
        self.requests.observe(time.as_secs_f64());
    }

    /// Notes that `sessions` sessions were saved together, or were not, and how long that took.
    pub(crate) fn note_save(&self, sessions: usize, time: Duration, is_saved: bool) {
        self.saves.observe(time.as_secs_f64());
        if is_saved {
            self.saved.inc_by(sessions as u64);
        } else {
            self.failed_saves.inc();
        }
    }

    /// Notes that a letter has been sent, or could not be.
    pub(crate) fn note_letter(&self, is_sent: bool) {
        if is_sent { &self.sent_letters } else { &self.failed_letters }.inc();
    }

    /// Notes that somebody was not let in.
    pub(crate) fn note_refusal(&self, reason: Refusal) {
        self.refusals.get_or_create(&RefusalLabels { reason }).inc();
    }

    /// Notes that something was asked about an account, and whether it was done.
    pub(crate) fn note_account(&self, act: AccountAct, is_done: bool) {
        let outcome = if is_done { AccountOutcome::Done } else { AccountOutcome::Refused };
        self.accounts.get_or_create(&AccountLabels { act, outcome }).inc();
    }

    /// Notes what has become of a job that was handed to a worker on another machine.
    pub(crate) fn note_order(&self, outcome: OrderOutcome) {
        self.orders.get_or_create(&OrderLabels { outcome }).inc();
    }

    /// Notes for how long an engine has worked.
    pub(crate) fn note_engine_work(&self, time: Duration) {
        self.engine_time.inc_by(time.as_secs_f64());
    }

    /// Returns everything as Prometheus reads it.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        text::encode(&mut text, &self.registry).expect("a text takes what is written");
        text
    }
}

//! Cancels or finishes a job from outside.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use beaufort_session::{JobHandle, JobId, JobReport, Signal};

/// Where the reports on a job go.
pub(crate) type Report = Box<dyn Fn(JobId, JobReport) + Send + Sync>;

/// Asks a worker on another machine to stop.
type StopHook = Box<dyn Fn() + Send + Sync>;

/// The handle of a job, for its room and for the engine that works on it.
#[derive(Clone)]
pub(crate) struct Handle(Arc<State>);

struct State {
    signal: Signal,
    is_cancelled: AtomicBool,
    is_finished: AtomicBool,
    report: Report,
    /// Set while a worker on another machine has the job.
    on_stop: Mutex<Option<StopHook>>,
    /// How often a worker was lost that had the job.
    losses: AtomicU32,
    /// Whether no worker on another machine can do the job.
    is_local: AtomicBool,
}

impl Handle {
    /// Returns the handle of a job that is reported on in this way.
    pub(crate) fn new(report: Report) -> Handle {
        Handle(Arc::new(State {
            signal: Signal::new(),
            is_cancelled: AtomicBool::new(false),
            is_finished: AtomicBool::new(false),
            report,
            on_stop: Mutex::default(),
            losses: AtomicU32::new(0),
            is_local: AtomicBool::new(false),
        }))
    }

    /// Returns what tells the engine to stop.
    pub(super) fn signal(&self) -> &Signal {
        &self.0.signal
    }

    /// Reports on the job with this id.
    pub(super) fn report(&self, id: JobId, report: JobReport) {
        (self.0.report)(id, report);
    }

    /// Ends the job; nothing more is reported.
    pub(super) fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::SeqCst);
        self.stop();
    }

    /// Ends the job; what it has found is reported.
    pub(crate) fn finish(&self) {
        self.0.is_finished.store(true, Ordering::SeqCst);
        self.stop();
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::SeqCst)
    }

    /// Has `hook` called when the job is stopped, at once if it is already.
    pub(super) fn on_stop(&self, hook: impl Fn() + Send + Sync + 'static) {
        let mut on_stop = self.stop_hook();
        if self.0.signal.is_stopped() {
            hook();
        }
        *on_stop = Some(Box::new(hook));
    }

    /// Notes that a worker was lost that had the job, and returns how many that makes.
    pub(super) fn note_loss(&self) -> u32 {
        self.0.losses.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Notes that no worker on another machine can do the job.
    pub(super) fn keep_local(&self) {
        self.0.is_local.store(true, Ordering::Relaxed);
    }

    /// Returns whether no worker on another machine can do the job.
    pub(super) fn is_local(&self) -> bool {
        self.0.is_local.load(Ordering::Relaxed)
    }

    fn stop_hook(&self) -> MutexGuard<'_, Option<StopHook>> {
        self.0.on_stop.lock().expect("nothing panics while it holds the hook")
    }

    /// Lets the job begin again, unless it has been ended.
    pub(super) fn reset(&self) {
        *self.stop_hook() = None;
        self.0.signal.reset();
        if self.is_ended() {
            self.stop();
        }
    }
}

impl JobHandle for Handle {
    fn stop(&self) {
        let on_stop = self.stop_hook();
        self.0.signal.stop();
        if let Some(hook) = &*on_stop {
            hook();
        }
    }

    fn is_finished(&self) -> bool {
        self.0.is_finished.load(Ordering::SeqCst)
    }

    fn is_ended(&self) -> bool {
        self.is_cancelled() || self.is_finished()
    }
}

impl PartialEq for Handle {
    fn eq(&self, other: &Handle) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handle")
            .field("is_cancelled", &self.is_cancelled())
            .field("is_finished", &self.is_finished())
            .finish_non_exhaustive()
    }
}

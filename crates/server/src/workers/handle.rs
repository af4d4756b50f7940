//! Cancels or finishes a job from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use beaufort_session::{JobHandle, JobReport, Signal};

/// Where the reports on a job go.
pub(crate) type Report = Box<dyn Fn(u64, JobReport) + Send + Sync>;

/// The handle of a job, for its room and for the engine that works on it.
#[derive(Clone)]
pub(crate) struct Handle(Arc<State>);

struct State {
    signal: Signal,
    is_cancelled: AtomicBool,
    is_finished: AtomicBool,
    report: Report,
}

impl Handle {
    /// Returns the handle of a job that is reported on in this way.
    pub(crate) fn new(report: Report) -> Handle {
        Handle(Arc::new(State {
            signal: Signal::new(),
            is_cancelled: AtomicBool::new(false),
            is_finished: AtomicBool::new(false),
            report,
        }))
    }

    /// Returns what tells the engine to stop.
    pub(super) fn signal(&self) -> &Signal {
        &self.0.signal
    }

    /// Reports on the job with this number.
    pub(super) fn report(&self, number: u64, report: JobReport) {
        (self.0.report)(number, report);
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

    /// Lets the job begin again, unless it has been ended.
    pub(super) fn reset(&self) {
        self.0.signal.reset();
        if self.is_ended() {
            self.stop();
        }
    }
}

impl JobHandle for Handle {
    fn stop(&self) {
        self.0.signal.stop();
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

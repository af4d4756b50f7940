//! Cancels or finishes a job.

use std::cell::Cell;
use std::rc::Rc;

use beaufort_session::JobHandle;

/// The handle of a job.
#[derive(Clone, Debug, Default)]
pub(super) struct Handle(Rc<State>);

#[derive(Debug, Default)]
struct State {
    is_stopping: Cell<bool>,
    is_cancelled: Cell<bool>,
    is_finished: Cell<bool>,
}

impl Handle {
    /// Ends the job; nothing more is reported.
    pub(super) fn cancel(&self) {
        self.0.is_cancelled.set(true);
        self.stop();
    }

    /// Ends the job; what it has found is reported.
    pub(super) fn finish(&self) {
        self.0.is_finished.set(true);
        self.stop();
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.get()
    }

    /// Returns whether the engine is to be told to stop.
    pub(super) fn is_stopping(&self) -> bool {
        self.0.is_stopping.get()
    }

    /// Lets the job begin again, unless it has been ended.
    pub(super) fn reset(&self) {
        self.0.is_stopping.set(self.is_ended());
    }
}

impl JobHandle for Handle {
    fn stop(&self) {
        self.0.is_stopping.set(true);
    }

    fn is_finished(&self) -> bool {
        self.0.is_finished.get()
    }

    fn is_ended(&self) -> bool {
        self.is_cancelled() || self.is_finished()
    }
}

impl PartialEq for Handle {
    fn eq(&self, other: &Handle) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

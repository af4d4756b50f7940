//! What waits for the engine workers, what they work on, and who is next.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use beaufort_session::{Job, JobReport, Signal};

use crate::lobby::MAX_ROOMS;

/// How long a job keeps a worker while others wait.
const TIME_SLICE: Duration = Duration::from_secs(1);

/// What waits and what is worked on.
#[derive(Debug, Default)]
pub(super) struct Queue {
    pub(super) waiting: Vec<QueuedJob>,
    pub(super) running: Vec<RunningJob>,
    /// When sessions were served last, in numbers of jobs served.
    served: HashMap<String, u64>,
    count: u64,
    pub(super) is_closed: bool,
}

/// A job that waits, with the session it is for and the receiver of its reports.
pub(crate) struct QueuedJob {
    session: String,
    pub(super) job: Job,
    pub(super) handle: Arc<JobHandle>,
    pub(super) report: Box<dyn Fn(u64, JobReport) + Send>,
}

/// Cancels or finishes a job from outside.
#[derive(Debug, Default)]
pub(crate) struct JobHandle {
    pub(super) signal: Signal,
    is_cancelled: AtomicBool,
    is_finished: AtomicBool,
}

/// A job that is being worked on.
#[derive(Debug)]
pub(super) struct RunningJob {
    pub(super) handle: Arc<JobHandle>,
    pub(super) since: Instant,
    pub(super) is_preemptible: bool,
    /// How long the job may still go on by itself, if it is known.
    pub(super) remaining: Option<Duration>,
    /// Whether it is preempted, to be put back into the queue.
    pub(super) is_preempted: bool,
}

impl JobHandle {
    /// Ends the job; nothing more is reported.
    pub(super) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
        self.signal.stop();
    }

    /// Ends the job; what it has found is reported.
    pub(crate) fn finish(&self) {
        self.is_finished.store(true, Ordering::SeqCst);
        self.signal.stop();
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::SeqCst)
    }

    pub(super) fn is_finished(&self) -> bool {
        self.is_finished.load(Ordering::SeqCst)
    }

    /// Lets the job begin again, unless it has been ended.
    pub(super) fn reset(&self) {
        self.signal.reset();
        if self.is_cancelled() || self.is_finished() {
            self.signal.stop();
        }
    }
}

impl QueuedJob {
    pub(crate) fn new(
        session: String,
        job: Job,
        handle: Arc<JobHandle>,
        report: Box<dyn Fn(u64, JobReport) + Send>,
    ) -> QueuedJob {
        QueuedJob { session, job, handle, report }
    }
}

impl std::fmt::Debug for QueuedJob {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QueuedJob")
            .field("session", &self.session)
            .field("job", &self.job.number)
            .finish_non_exhaustive()
    }
}

impl Queue {
    /// Takes the next job: one that only has to report what it found, else one of the session that was served longest
    /// ago; preemptible ones come last.
    pub(super) fn take(&mut self) -> Option<QueuedJob> {
        let (waiting, served) = (&self.waiting, &self.served);
        let rank = |queued: &QueuedJob| {
            (
                !queued.handle.is_finished(),
                queued.job.is_preemptible,
                served.get(&queued.session).copied().unwrap_or(0),
            )
        };
        let place = (0..waiting.len()).min_by_key(|&place| rank(&waiting[place]))?;
        let queued = self.waiting.remove(place);
        self.count += 1;
        self.served.insert(queued.session.clone(), self.count);
        if self.served.len() > 4 * MAX_ROOMS {
            let recent = self.count - 2 * MAX_ROOMS as u64;
            self.served.retain(|_, count| *count > recent);
        }
        Some(queued)
    }

    /// Preempts as many jobs as others wait for, if their time slices are over. Returns how long to wait before the next look.
    pub(super) fn preempt(&mut self, threads: usize) -> Option<Duration> {
        let idle = threads.saturating_sub(self.running.len());
        let preempted = self.running.iter().filter(|running| running.is_preempted).count();
        let free = idle + preempted;
        let urgent = self.waiting.iter().filter(|queued| !queued.job.is_preemptible).count();
        let mut wanted = self.waiting.len().saturating_sub(free);
        let mut urgent = urgent.saturating_sub(free);
        let mut next = None;
        // Preemptible jobs are preempted first.
        self.running.sort_by_key(|running| (!running.is_preemptible, running.since));
        for running in self.running.iter_mut().filter(|running| !running.is_preempted) {
            let left = match running.is_preemptible {
                true if urgent > 0 => Duration::ZERO,
                true if wanted > 0 => TIME_SLICE,
                // What is nearly done is not begun again.
                false
                    if urgent > 0
                        && running.remaining.is_some_and(|remaining| remaining > 2 * TIME_SLICE) =>
                {
                    TIME_SLICE
                }
                _ => continue,
            }
            .saturating_sub(running.since.elapsed());
            if left.is_zero() {
                running.is_preempted = true;
                running.handle.signal.stop();
                wanted = wanted.saturating_sub(1);
                urgent = urgent.saturating_sub(1);
            } else {
                next = Some(next.map_or(left, |next: Duration| next.min(left)));
            }
        }
        next
    }
}

//! The jobs of all sessions that wait for engines or are worked on, and which is next.
//!
//! Nobody keeps an engine for long while others wait: after a time slice of about a second a job is preempted and put back
//! into the queue, and the session that was served longest ago is next. Analyses, which may go on for minutes, come last
//! and are preempted at once. A job that goes on starts its search again with what it knows and what the hash table holds.
//!
//! The queue has no clock and no engine: its owner tells it the time since any fixed moment, and stops what it preempts.

use std::collections::HashMap;
use std::time::Duration;

use crate::job::{Job, JobReport};

/// How long a job keeps an engine while others wait.
const TIME_SLICE: Duration = Duration::from_secs(1);
/// The number of sessions of which it is remembered when they were served, more or less.
const MAX_SERVED: usize = 512;

/// How the owner of a queue ends a job that is being worked on, or will be.
pub trait JobHandle: Clone + PartialEq {
    /// Tells the engine to stop.
    fn stop(&self);
    /// Returns whether the job only has to report what it has found.
    fn is_finished(&self) -> bool;
    /// Returns whether the job has been ended, with or without a report.
    fn is_ended(&self) -> bool;
}

/// What waits and what is worked on.
#[derive(Debug)]
pub struct JobQueue<H> {
    waiting: Vec<QueuedJob<H>>,
    running: Vec<RunningJob<H>>,
    /// When sessions were served last, in numbers of jobs served.
    served: HashMap<String, u64>,
    count: u64,
}

/// A job that waits, with the session it is for.
#[derive(Clone, Debug)]
pub struct QueuedJob<H> {
    /// The name of the session.
    pub session: String,
    /// The job.
    pub job: Job,
    /// Ends it.
    pub handle: H,
}

/// A job that is being worked on.
#[derive(Debug)]
struct RunningJob<H> {
    handle: H,
    since: Duration,
    is_preemptible: bool,
    /// How long the job may still go on by itself, if it is known.
    remaining: Option<Duration>,
    /// Whether it is preempted, to be put back into the queue.
    is_preempted: bool,
}

impl<H> Default for JobQueue<H> {
    fn default() -> Self {
        JobQueue { waiting: Vec::new(), running: Vec::new(), served: HashMap::new(), count: 0 }
    }
}

impl<H: JobHandle> JobQueue<H> {
    /// Adds a job.
    pub fn push(&mut self, queued: QueuedJob<H>) {
        self.waiting.push(queued);
    }

    /// Takes a job out again if it still waits.
    pub fn remove(&mut self, handle: &H) {
        self.waiting.retain(|queued| queued.handle != *handle);
    }

    /// Forgets all that waits, and stops all that is worked on.
    pub fn clear(&mut self) {
        self.waiting.clear();
        for running in &mut self.running {
            running.is_preempted = false;
            running.handle.stop();
        }
    }

    /// Returns the number of jobs that wait or are worked on.
    pub fn len(&self) -> usize {
        self.waiting.len() + self.running.len()
    }

    /// Returns whether nothing waits and nothing is worked on.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes the next job for an engine: one that only has to report what it found, else one of the session that was served
    /// longest ago; preemptible ones come last.
    pub fn take(&mut self, now: Duration) -> Option<QueuedJob<H>> {
        let (waiting, served) = (&self.waiting, &self.served);
        let rank = |queued: &QueuedJob<H>| {
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
        if self.served.len() > 2 * MAX_SERVED {
            let recent = self.count - MAX_SERVED as u64;
            self.served.retain(|_, count| *count > recent);
        }
        self.running.push(RunningJob {
            handle: queued.handle.clone(),
            since: now,
            is_preemptible: queued.job.is_preemptible,
            remaining: queued.job.remaining(),
            is_preempted: false,
        });
        Some(queued)
    }

    /// Notes that an engine has done with a job, and what it has found. One that was preempted waits again; if it is over, it
    /// is returned.
    pub fn end(&mut self, mut queued: QueuedJob<H>, last: &JobReport, now: Duration) -> Option<QueuedJob<H>> {
        let place = self.running.iter().position(|running| running.handle == queued.handle);
        let preempted =
            place.map(|place| self.running.swap_remove(place)).filter(|running| running.is_preempted);
        match preempted {
            Some(running)
                if !queued.handle.is_ended()
                    && queued.job.suspend(last, now.saturating_sub(running.since)) =>
            {
                self.waiting.push(queued);
                None
            }
            _ => Some(queued),
        }
    }

    /// Preempts as many jobs as others wait for, if their time slices are over. Returns how long to wait before the next look.
    pub fn preempt(&mut self, engines: usize, now: Duration) -> Option<Duration> {
        let idle = engines.saturating_sub(self.running.len());
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
            .saturating_sub(now.saturating_sub(running.since));
            if left.is_zero() {
                running.is_preempted = true;
                running.handle.stop();
                wanted = wanted.saturating_sub(1);
                urgent = urgent.saturating_sub(1);
            } else {
                next = Some(next.map_or(left, |next: Duration| next.min(left)));
            }
        }
        next
    }
}

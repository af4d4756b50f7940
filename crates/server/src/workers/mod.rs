//! The engine workers: a few threads that do the jobs of all sessions.
//!
//! Nobody keeps a worker for long while others wait: after a time slice of about a second a job is preempted and put back
//! into the queue, and the session that was served longest ago is next. Analyses, which may go on for minutes, come last
//! and are preempted at once. A job that goes on starts its search again with what it knows and what the hash table holds.

mod queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Instant;

use beaufort_session::{JobReport, JobRunner};

pub(crate) use queue::{JobHandle, QueuedJob};
use queue::{Queue, RunningJob};

/// The threads and what waits for them. The sessions bound what waits: each has a few jobs at most.
#[derive(Debug)]
pub(crate) struct Workers {
    threads: usize,
    queue: Mutex<Queue>,
    /// Wakes a worker: there is a job.
    has_job: Condvar,
    /// Wakes the scheduler: a job has come or begun.
    scheduler_wake: Condvar,
    /// The number of jobs that wait or are worked on.
    pub(crate) jobs: AtomicUsize,
}

impl Workers {
    /// Starts `threads` engine workers and the scheduler that preempts them.
    ///
    /// # Errors
    /// If the system has no threads to give.
    pub(crate) fn start(threads: usize, hash_mib: usize) -> std::io::Result<Arc<Workers>> {
        let workers = Arc::new(Workers {
            threads: threads.max(1),
            queue: Mutex::default(),
            has_job: Condvar::new(),
            scheduler_wake: Condvar::new(),
            jobs: AtomicUsize::new(0),
        });
        for number in 0..workers.threads {
            let workers = Arc::clone(&workers);
            let name = format!("engine {number}");
            thread::Builder::new().name(name).spawn(move || workers.work(hash_mib))?;
        }
        let scheduler = Arc::clone(&workers);
        thread::Builder::new()
            .name("engine scheduler".to_owned())
            .spawn(move || scheduler.preempt_when_due())?;
        Ok(workers)
    }

    /// Adds a job.
    pub(crate) fn add(&self, queued: QueuedJob) {
        let mut queue = self.queue();
        if queue.is_closed {
            return;
        }
        queue.waiting.push(queued);
        self.note(&queue);
        self.has_job.notify_one();
    }

    /// Ends a job, or takes it from the queue; nothing more is reported.
    pub(crate) fn cancel(&self, handle: &Arc<JobHandle>) {
        let mut queue = self.queue();
        handle.cancel();
        queue.waiting.retain(|queued| !Arc::ptr_eq(&queued.handle, handle));
        self.note(&queue);
    }

    /// Ends all work; nothing more is reported.
    pub(crate) fn close(&self) {
        let mut queue = self.queue();
        queue.is_closed = true;
        queue.waiting.clear();
        queue.running.iter().for_each(|running| running.handle.cancel());
        self.note(&queue);
        self.has_job.notify_all();
    }

    fn work(&self, hash_mib: usize) {
        let mut runner = JobRunner::new(hash_mib);
        while let Some(queued) = self.next() {
            let number = queued.job.number;
            let tell = |found| {
                if !queued.handle.signal.is_stopped() {
                    (queued.report)(number, found);
                }
            };
            let work = || runner.run(&queued.job, &queued.handle.signal, tell);
            let last = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                tracing::error!(number, "the engine has panicked");
                // What it remembers cannot be trusted any more.
                runner = JobRunner::new(hash_mib);
                JobReport::Failed("the engine has failed".to_owned())
            });
            self.end(queued, last);
        }
    }

    /// Reports on a job, or puts it back into the queue if it has been preempted.
    fn end(&self, mut queued: QueuedJob, last: JobReport) {
        let mut queue = self.queue();
        let place = queue.running.iter().position(|running| Arc::ptr_eq(&running.handle, &queued.handle));
        let running = place.map(|place| queue.running.swap_remove(place));
        let is_ended = queued.handle.is_cancelled() || queued.handle.is_finished() || queue.is_closed;
        match running {
            Some(running)
                if running.is_preempted
                    && !is_ended
                    && queued.job.suspend(&last, running.since.elapsed()) =>
            {
                queued.handle.reset();
                queue.waiting.push(queued);
                self.note(&queue);
            }
            _ => {
                self.note(&queue);
                drop(queue);
                if !queued.handle.is_cancelled() {
                    (queued.report)(queued.job.number, last);
                }
            }
        }
    }

    /// Waits for the next job; `None` when all work has ended.
    fn next(&self) -> Option<QueuedJob> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(queued) = queue.take() {
                queue.running.push(RunningJob {
                    handle: Arc::clone(&queued.handle),
                    since: Instant::now(),
                    is_preemptible: queued.job.is_preemptible,
                    remaining: queued.job.remaining(),
                    is_preempted: false,
                });
                self.note(&queue);
                return Some(queued);
            }
            queue = self.has_job.wait(queue).expect("nothing panics while it holds the queue");
        }
    }

    /// Preempts jobs whose time slice is over while others wait.
    fn preempt_when_due(&self) {
        let mut queue = self.queue();
        while !queue.is_closed {
            queue = match queue.preempt(self.threads) {
                Some(pause) => {
                    let waited = self.scheduler_wake.wait_timeout(queue, pause);
                    waited.expect("nothing panics while it holds the queue").0
                }
                None => self.scheduler_wake.wait(queue).expect("nothing panics while it holds the queue"),
            };
        }
    }

    /// Notes that the queue has changed.
    fn note(&self, queue: &Queue) {
        self.jobs.store(queue.waiting.len() + queue.running.len(), Ordering::Relaxed);
        self.scheduler_wake.notify_one();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("nothing panics while it holds the queue")
    }
}

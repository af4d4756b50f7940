//! The engine workers: a few threads that do the jobs of all sessions, in the order of a [`JobQueue`].

mod handle;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use beaufort_session::{JobQueue, JobReport, JobRunner, QueuedJob};

pub(crate) use handle::Handle;

use crate::metrics::Metrics;

/// The threads and what waits for them. The sessions bound what waits: each has a few jobs at most.
#[derive(Debug)]
pub(crate) struct Workers {
    threads: usize,
    queue: Mutex<Queue>,
    /// The moment from which the queue counts its time.
    start: Instant,
    /// Wakes a worker: there is a job.
    has_job: Condvar,
    /// Wakes the scheduler: a job has come or begun.
    scheduler_wake: Condvar,
    metrics: Arc<Metrics>,
}

/// What waits and what is worked on, until all work ends.
#[derive(Debug, Default)]
struct Queue {
    jobs: JobQueue<Handle>,
    is_closed: bool,
}

impl Workers {
    /// Starts `threads` engine workers and the scheduler that preempts them.
    ///
    /// # Errors
    /// If the system has no threads to give.
    pub(crate) fn start(
        threads: usize,
        hash_mib: usize,
        metrics: &Arc<Metrics>,
    ) -> std::io::Result<Arc<Workers>> {
        let workers = Arc::new(Workers {
            threads: threads.max(1),
            queue: Mutex::default(),
            start: Instant::now(),
            has_job: Condvar::new(),
            scheduler_wake: Condvar::new(),
            metrics: Arc::clone(metrics),
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
    pub(crate) fn add(&self, queued: QueuedJob<Handle>) {
        let mut queue = self.queue();
        if queue.is_closed {
            return;
        }
        queue.jobs.push(queued);
        self.note(&queue);
        self.has_job.notify_one();
    }

    /// Ends a job, or takes it from the queue; nothing more is reported.
    pub(crate) fn cancel(&self, handle: &Handle) {
        let mut queue = self.queue();
        handle.cancel();
        queue.jobs.remove(handle);
        self.note(&queue);
    }

    /// Ends all work; nothing more is reported.
    pub(crate) fn close(&self) {
        let mut queue = self.queue();
        queue.is_closed = true;
        queue.jobs.clear();
        self.note(&queue);
        self.has_job.notify_all();
    }

    fn work(&self, hash_mib: usize) {
        let mut runner = JobRunner::new(hash_mib);
        while let Some(queued) = self.next() {
            let number = queued.job.number;
            let tell = |found| {
                if !queued.handle.signal().is_stopped() {
                    queued.handle.report(number, found);
                }
            };
            let begun = Instant::now();
            let work = || runner.run(&queued.job, queued.handle.signal(), tell);
            let last = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                tracing::error!(number, "the engine has panicked");
                // What it remembers cannot be trusted any more.
                runner = JobRunner::new(hash_mib);
                JobReport::Failed("the engine has failed".to_owned())
            });
            self.metrics.note_engine_work(begun.elapsed());
            self.end(queued, last);
        }
    }

    /// Reports on a job, or puts it back into the queue if it has been preempted.
    fn end(&self, queued: QueuedJob<Handle>, last: JobReport) {
        let mut queue = self.queue();
        let handle = queued.handle.clone();
        match queue.jobs.end(queued, &last, self.now()) {
            None => {
                handle.reset();
                self.note(&queue);
            }
            Some(queued) => {
                self.note(&queue);
                let is_closed = queue.is_closed;
                drop(queue);
                if !is_closed && !handle.is_cancelled() {
                    handle.report(queued.job.number, last);
                }
            }
        }
    }

    /// Waits for the next job; `None` when all work has ended.
    fn next(&self) -> Option<QueuedJob<Handle>> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(queued) = queue.jobs.take(self.now()) {
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
            queue = match queue.jobs.preempt(self.threads, self.now()) {
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
        self.metrics.jobs.set(queue.jobs.len() as i64);
        self.scheduler_wake.notify_one();
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("nothing panics while it holds the queue")
    }
}

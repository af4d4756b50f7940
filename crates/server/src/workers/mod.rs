//! The engine workers: a few threads that do the jobs of all sessions, in the order of a [`JobQueue`]. With NATS there are more
//! of them in other programs (`remote`), which get their jobs from the same queue.

mod engine;
mod handle;
mod remote;

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use async_nats::Client;
use beaufort_session::{JobQueue, JobReport, Library, QueuedJob};
use tokio::sync::Notify;

pub(crate) use engine::Engine;
pub(crate) use handle::Handle;
use remote::Remote;

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
    /// Wakes what hands jobs to workers on other machines, for the same reason.
    remote_wake: Notify,
    metrics: Arc<Metrics>,
}

/// The waiting and the running jobs, until the server stops.
#[derive(Debug, Default)]
struct Queue {
    jobs: JobQueue<Handle>,
    /// How many engines on other machines may be used.
    remote_engines: usize,
    /// How many of them are.
    remote_jobs: usize,
    is_closed: bool,
}

impl Workers {
    /// Starts `threads` engine workers and the scheduler that preempts them. Without a connection to other machines there is one at
    /// least.
    ///
    /// # Errors
    /// If the system has no threads to give.
    pub(crate) fn start(
        threads: usize,
        hash_mib: usize,
        library: &Arc<Library>,
        metrics: &Arc<Metrics>,
        nats: Option<&Client>,
    ) -> std::io::Result<Arc<Workers>> {
        let workers = Arc::new(Workers {
            threads: if nats.is_some() { threads } else { threads.max(1) },
            queue: Mutex::default(),
            start: Instant::now(),
            has_job: Condvar::new(),
            scheduler_wake: Condvar::new(),
            remote_wake: Notify::new(),
            metrics: Arc::clone(metrics),
        });
        for number in 0..workers.threads {
            let workers = Arc::clone(&workers);
            let mut engine = Engine::new(library, hash_mib);
            let name = format!("engine {number}");
            thread::Builder::new().name(name).spawn(move || workers.work(&mut engine))?;
        }
        let scheduler = Arc::clone(&workers);
        thread::Builder::new()
            .name("engine scheduler".to_owned())
            .spawn(move || scheduler.preempt_when_due())?;
        if let Some(client) = nats {
            tokio::spawn(Remote::new(&workers, client, library).run());
        }
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

    fn work(&self, engine: &mut Engine) {
        while let Some(queued) = self.next() {
            let tell = |found| {
                if !queued.handle.signal().is_stopped() {
                    queued.handle.report(queued.job.id, found);
                }
            };
            let begun = Instant::now();
            let last = engine.run(&queued.job, queued.handle.signal(), tell);
            self.metrics.note_engine_work(begun.elapsed());
            self.end(queued, last);
        }
    }

    /// Reports on a job, or puts it back into the queue if it has been preempted.
    fn end(&self, queued: QueuedJob<Handle>, last: JobReport) {
        self.finish(self.queue(), queued, last);
    }

    /// The same with the queue that is held.
    fn finish(&self, mut queue: MutexGuard<'_, Queue>, queued: QueuedJob<Handle>, last: JobReport) {
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
                    handle.report(queued.job.id, last);
                }
            }
        }
    }

    /// Takes a job for a worker on another machine, if there is one for whom it is.
    fn take_remote(&self) -> Option<QueuedJob<Handle>> {
        let mut queue = self.queue();
        if queue.is_closed || queue.remote_jobs >= queue.remote_engines {
            return None;
        }
        let queued = queue.jobs.take_where(self.now(), |handle| !handle.is_local())?;
        queue.remote_jobs += 1;
        self.note(&queue);
        Some(queued)
    }

    /// Ends a job that a worker on another machine has done.
    fn end_remote(&self, queued: QueuedJob<Handle>, last: JobReport) {
        let mut queue = self.queue();
        queue.remote_jobs -= 1;
        self.finish(queue, queued, last);
        // If the job was preempted, it waits again, and a thread may be idle.
        self.has_job.notify_one();
    }

    /// Puts a job back that a worker on another machine has not done; what it has found may be known.
    fn give_back_remote(&self, queued: QueuedJob<Handle>, found: Option<JobReport>) {
        let mut queue = self.queue();
        queue.remote_jobs -= 1;
        let (handle, id) = (queued.handle.clone(), queued.job.id);
        let over = queue.jobs.give_back(queued, found.as_ref(), self.now());
        handle.reset();
        self.note(&queue);
        self.has_job.notify_one();
        let is_closed = queue.is_closed;
        drop(queue);
        if let (Some(_), Some(found)) = (over, found)
            && !is_closed
            && !handle.is_cancelled()
        {
            handle.report(id, found);
        }
    }

    /// Sets how many engines on other machines may be used.
    fn set_remote_engines(&self, engines: usize) {
        let mut queue = self.queue();
        if queue.remote_engines != engines {
            queue.remote_engines = engines;
            self.note(&queue);
        }
    }

    /// Returns how many engines the jobs need beside the threads: for those that none may preempt, and for others.
    fn remote_demand(&self) -> [usize; 2] {
        let [urgent, other] = self.queue().jobs.demand();
        let left = self.threads.saturating_sub(urgent);
        [urgent.saturating_sub(self.threads), other.saturating_sub(left)]
    }

    fn is_closed(&self) -> bool {
        self.queue().is_closed
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
            // An engine on another machine that is idle is no help to a job that only a thread can do.
            let is_wanted_here = queue.jobs.is_waiting(Handle::is_local);
            let remote = if is_wanted_here { queue.remote_jobs } else { usize::MAX };
            let engines = self.threads + queue.remote_engines.min(remote);
            queue = match queue.jobs.preempt(engines, self.now()) {
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
        self.remote_wake.notify_one();
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("nothing panics while it holds the queue")
    }
}

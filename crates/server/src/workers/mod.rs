//! The engine workers: a few threads that do the jobs of all sessions.
//!
//! Nobody keeps a worker for long while others wait: after a slice of about a second a job is broken off and put back
//! into the queue, and the session that was served longest ago is next. Analyses, which may go on for minutes, come last
//! and are broken off at once. A job that goes on starts its search again with what it knows and what the hash table holds.

mod queue;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Instant;

use beaufort_session::{JobReport, JobRunner};

use queue::{Queue, Running};
pub(crate) use queue::{Task, Ticket};

/// The threads and what waits for them. The sessions bound what waits: each has a few jobs at most.
#[derive(Debug)]
pub(crate) struct Workers {
    threads: usize,
    queue: Mutex<Queue>,
    /// Calls a worker: there is a job.
    has_job: Condvar,
    /// Calls the watch: a job has come or begun.
    has_changed: Condvar,
    /// The number of jobs that wait or are worked on.
    pub(crate) jobs: AtomicUsize,
}

impl Workers {
    /// Starts so many engine workers and the watch over their slices.
    ///
    /// # Errors
    /// If the system has no threads to give.
    pub(crate) fn start(threads: usize, hash_mib: usize) -> std::io::Result<Arc<Workers>> {
        let workers = Arc::new(Workers {
            threads: threads.max(1),
            queue: Mutex::default(),
            has_job: Condvar::new(),
            has_changed: Condvar::new(),
            jobs: AtomicUsize::new(0),
        });
        for number in 0..workers.threads {
            let workers = Arc::clone(&workers);
            let name = format!("engine {number}");
            thread::Builder::new().name(name).spawn(move || workers.work(hash_mib))?;
        }
        let watch = Arc::clone(&workers);
        thread::Builder::new().name("engine watch".to_owned()).spawn(move || watch.watch())?;
        Ok(workers)
    }

    /// Adds a job.
    pub(crate) fn add(&self, task: Task) {
        let mut queue = self.queue();
        if queue.is_closed {
            return;
        }
        queue.waiting.push(task);
        self.note(&queue);
        self.has_job.notify_one();
    }

    /// Ends all work; nothing more is reported.
    pub(crate) fn close(&self) {
        let mut queue = self.queue();
        queue.is_closed = true;
        queue.waiting.clear();
        queue.running.iter().for_each(|running| running.ticket.cancel());
        self.note(&queue);
        self.has_job.notify_all();
    }

    fn work(&self, hash_mib: usize) {
        let mut runner = JobRunner::new(hash_mib);
        while let Some(task) = self.next() {
            let number = task.job.number;
            let tell = |found| {
                if !task.ticket.signal.is_stopped() {
                    (task.report)(number, found);
                }
            };
            let work = || runner.run(&task.job, &task.ticket.signal, tell);
            let last = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                tracing::error!(number, "the engine has panicked");
                // What it remembers cannot be trusted any more.
                runner = JobRunner::new(hash_mib);
                JobReport::Failed("the engine has failed".to_owned())
            });
            self.end(task, last);
        }
    }

    /// Reports on a job, or puts it back into the queue if it has been broken off.
    fn end(&self, mut task: Task, last: JobReport) {
        let mut queue = self.queue();
        let place = queue.running.iter().position(|running| Arc::ptr_eq(&running.ticket, &task.ticket));
        let running = place.map(|place| queue.running.swap_remove(place));
        let is_ended = task.ticket.is_cancelled() || task.ticket.is_finished() || queue.is_closed;
        match running {
            Some(running)
                if running.is_broken_off && !is_ended && task.job.suspend(&last, running.since.elapsed()) =>
            {
                task.ticket.reset();
                queue.waiting.push(task);
                self.note(&queue);
            }
            _ => {
                self.note(&queue);
                drop(queue);
                if !task.ticket.is_cancelled() {
                    (task.report)(task.job.number, last);
                }
            }
        }
    }

    /// Waits for the next job; `None` when all work has ended.
    fn next(&self) -> Option<Task> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(task) = queue.take() {
                queue.running.push(Running {
                    ticket: Arc::clone(&task.ticket),
                    since: Instant::now(),
                    is_preemptible: task.job.is_preemptible,
                    remaining: task.job.remaining(),
                    is_broken_off: false,
                });
                self.note(&queue);
                return Some(task);
            }
            // What was cancelled while it waited is not there any more.
            self.count(&queue);
            queue = self.has_job.wait(queue).expect("nothing panics while it holds the queue");
        }
    }

    /// Breaks jobs off whose slice is over while others wait.
    fn watch(&self) {
        let mut queue = self.queue();
        while !queue.is_closed {
            let next = queue.break_off(self.threads);
            self.count(&queue);
            queue = match next {
                Some(pause) => {
                    let waited = self.has_changed.wait_timeout(queue, pause);
                    waited.expect("nothing panics while it holds the queue").0
                }
                None => self.has_changed.wait(queue).expect("nothing panics while it holds the queue"),
            };
        }
    }

    /// Notes that the queue has changed.
    fn note(&self, queue: &Queue) {
        self.count(queue);
        self.has_changed.notify_one();
    }

    /// Counts the jobs for those who do not hold the queue.
    fn count(&self, queue: &Queue) {
        self.jobs.store(queue.waiting.len() + queue.running.len(), Ordering::Relaxed);
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("nothing panics while it holds the queue")
    }
}

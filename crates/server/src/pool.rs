//! The engines: a few threads that work on the jobs of all sessions, in the order in which they come.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;

use beaufort_session::{Desk, Job, Report, Signal};

/// The most jobs that wait.
const LONGEST_QUEUE: usize = 64;

/// The threads and what waits for them.
#[derive(Debug)]
pub(crate) struct Pool {
    queue: Mutex<Queue>,
    called: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    tasks: VecDeque<Task>,
    working: usize,
    is_closed: bool,
}

/// A job with whom to tell of it.
pub(crate) struct Task {
    pub(crate) job: Job,
    /// Ends the work; what it has found is reported.
    pub(crate) stop: Arc<Signal>,
    /// Takes the reports.
    pub(crate) report: Box<dyn Fn(u64, Report) + Send>,
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task").field("job", &self.job.number).finish_non_exhaustive()
    }
}

impl Pool {
    /// Begins with so many threads.
    pub(crate) fn new(threads: usize, hash_mib: usize) -> Arc<Pool> {
        let pool = Arc::new(Pool { queue: Mutex::default(), called: Condvar::new() });
        for number in 0..threads.max(1) {
            let pool = Arc::clone(&pool);
            let work = move || pool.work(hash_mib);
            let thread = thread::Builder::new().name(format!("engine {number}")).spawn(work);
            if let Err(error) = thread {
                tracing::error!(%error, "cannot start an engine thread");
            }
        }
        pool
    }

    /// Adds a job. If too many wait already, it fails at once.
    pub(crate) fn add(&self, task: Task) {
        let mut queue = self.queue();
        if queue.tasks.len() >= LONGEST_QUEUE || queue.is_closed {
            drop(queue);
            (task.report)(task.job.number, Report::Failed("the engine is busy: try again later".to_owned()));
            return;
        }
        queue.tasks.push_back(task);
        self.called.notify_one();
    }

    /// Returns the number of jobs that wait or are worked on.
    pub(crate) fn jobs(&self) -> usize {
        let queue = self.queue();
        queue.tasks.len() + queue.working
    }

    /// Takes no more jobs. The threads end when their work is stopped.
    pub(crate) fn close(&self) {
        let mut queue = self.queue();
        queue.is_closed = true;
        queue.tasks.clear();
        self.called.notify_all();
    }

    fn work(&self, hash_mib: usize) {
        let mut desk = Desk::new(hash_mib);
        while let Some(Task { job, stop, report }) = self.next() {
            let number = job.number;
            let tell = |finding| {
                if !stop.is_stopped() {
                    report(number, finding);
                }
            };
            let work = || desk.work(&job, &stop, tell);
            let last = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                tracing::error!(number, "the engine has panicked");
                // What it remembers cannot be trusted any more.
                desk = Desk::new(hash_mib);
                Report::Failed("the engine has failed".to_owned())
            });
            report(number, last);
            self.queue().working -= 1;
        }
    }

    fn next(&self) -> Option<Task> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(task) = queue.tasks.pop_front() {
                queue.working += 1;
                return Some(task);
            }
            queue = self.called.wait(queue).expect("nothing panics while it holds the queue");
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("nothing panics while it holds the queue")
    }
}

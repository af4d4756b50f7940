//! The engines: a few threads that work on the jobs of all sessions, in the order in which they come. Analyses, which may
//! go on for long, come last and give way: while others wait they are broken off, to be begun again.

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
    threads: usize,
    queue: Mutex<Queue>,
    called: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    tasks: VecDeque<Task>,
    working: usize,
    /// What ends the work on each task that is being worked on and gives way.
    yielding: Vec<Arc<Signal>>,
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

impl Task {
    /// Returns whether a waiting task is still wanted: who has dropped it does not keep what would stop it.
    fn is_wanted(&self) -> bool {
        Arc::strong_count(&self.stop) > 1
    }
}

impl Queue {
    /// Puts a task in its place: those that give way are the last.
    fn insert(&mut self, task: Task) {
        let first = self.tasks.iter().position(|other| other.job.gives_way && !task.job.gives_way);
        self.tasks.insert(first.unwrap_or(self.tasks.len()), task);
    }
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task").field("job", &self.job.number).finish_non_exhaustive()
    }
}

impl Pool {
    /// Begins with so many threads.
    pub(crate) fn new(threads: usize, hash_mib: usize) -> Arc<Pool> {
        let threads = threads.max(1);
        let pool = Arc::new(Pool { threads, queue: Mutex::default(), called: Condvar::new() });
        for number in 0..threads {
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
        queue.tasks.retain(Task::is_wanted);
        if queue.tasks.len() >= LONGEST_QUEUE || queue.is_closed {
            drop(queue);
            (task.report)(task.job.number, Report::Failed("the engine is busy: try again later".to_owned()));
            return;
        }
        let is_full = queue.working + queue.tasks.len() >= self.threads;
        if is_full
            && !task.job.gives_way
            && let Some(stop) = queue.yielding.pop()
        {
            stop.stop();
        }
        queue.insert(task);
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
        while let Some(task) = self.next() {
            let number = task.job.number;
            let tell = |finding| {
                if !task.stop.is_stopped() {
                    (task.report)(number, finding);
                }
            };
            let work = || desk.work(&task.job, &task.stop, tell);
            let last = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                tracing::error!(number, "the engine has panicked");
                // What it remembers cannot be trusted any more.
                desk = Desk::new(hash_mib);
                Report::Failed("the engine has failed".to_owned())
            });
            self.finish(task, last);
        }
    }

    /// Reports on a task, unless it has given way: then it waits again.
    fn finish(&self, task: Task, last: Report) {
        let mut queue = self.queue();
        queue.working -= 1;
        let yielding = queue.yielding.iter().position(|stop| Arc::ptr_eq(stop, &task.stop));
        if let Some(place) = yielding {
            queue.yielding.swap_remove(place);
        }
        if task.job.gives_way && yielding.is_none() {
            if task.is_wanted() {
                task.stop.reset();
                queue.insert(task);
            }
            return;
        }
        drop(queue);
        (task.report)(task.job.number, last);
    }

    fn next(&self) -> Option<Task> {
        let mut queue = self.queue();
        loop {
            if queue.is_closed {
                return None;
            }
            if let Some(task) = queue.tasks.pop_front() {
                queue.working += 1;
                if task.job.gives_way {
                    queue.yielding.push(Arc::clone(&task.stop));
                }
                return Some(task);
            }
            queue = self.called.wait(queue).expect("nothing panics while it holds the queue");
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("nothing panics while it holds the queue")
    }
}

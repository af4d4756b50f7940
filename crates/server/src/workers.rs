//! The engine workers: a few threads that do the jobs of all sessions.
//!
//! Nobody keeps a worker for long while others wait: after a slice of about a second a job is broken off and put back
//! into the queue, and the session that was served longest ago is next. Analyses, which may go on for minutes, come last
//! and are broken off at once. A job that goes on starts its search again with what it knows and what the hash table holds.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use beaufort_session::{Desk, Job, Report, Signal};

use crate::lobby::MAX_ROOMS;

/// How long a job has a worker for itself while others wait.
const SLICE: Duration = Duration::from_secs(1);

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

#[derive(Debug, Default)]
struct Queue {
    waiting: Vec<Task>,
    running: Vec<Running>,
    /// When sessions were served last, in numbers of jobs served.
    served: HashMap<String, u64>,
    count: u64,
    is_closed: bool,
}

/// A job with whom to tell of it.
pub(crate) struct Task {
    session: String,
    job: Job,
    ticket: Arc<Ticket>,
    report: Box<dyn Fn(u64, Report) + Send>,
}

/// How whoever has ordered a job ends it.
#[derive(Debug, Default)]
pub(crate) struct Ticket {
    signal: Signal,
    is_cancelled: AtomicBool,
    is_finished: AtomicBool,
}

/// A job that is being worked on.
#[derive(Debug)]
struct Running {
    ticket: Arc<Ticket>,
    since: Instant,
    gives_way: bool,
    /// How long the job may still go on by itself, if it is known.
    remaining: Option<Duration>,
    /// Whether it is broken off, to be put back into the queue.
    is_broken_off: bool,
}

impl Ticket {
    /// Ends the job; nothing more is reported.
    pub(crate) fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
        self.signal.stop();
    }

    /// Ends the job; what it has found is reported.
    pub(crate) fn finish(&self) {
        self.is_finished.store(true, Ordering::SeqCst);
        self.signal.stop();
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::SeqCst)
    }

    fn is_finished(&self) -> bool {
        self.is_finished.load(Ordering::SeqCst)
    }

    /// Lets the job begin again, unless it has been ended.
    fn reset(&self) {
        self.signal.reset();
        if self.is_cancelled() || self.is_finished() {
            self.signal.stop();
        }
    }
}

impl Task {
    pub(crate) fn new(
        session: String,
        job: Job,
        ticket: Arc<Ticket>,
        report: Box<dyn Fn(u64, Report) + Send>,
    ) -> Task {
        Task { session, job, ticket, report }
    }
}

impl std::fmt::Debug for Task {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Task")
            .field("session", &self.session)
            .field("job", &self.job.number)
            .finish_non_exhaustive()
    }
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
        self.note(&mut queue);
        self.has_job.notify_one();
    }

    /// Ends all work; nothing more is reported.
    pub(crate) fn close(&self) {
        let mut queue = self.queue();
        queue.is_closed = true;
        queue.waiting.clear();
        queue.running.iter().for_each(|running| running.ticket.cancel());
        self.note(&mut queue);
        self.has_job.notify_all();
    }

    fn work(&self, hash_mib: usize) {
        let mut desk = Desk::new(hash_mib);
        while let Some(task) = self.next() {
            let number = task.job.number;
            let tell = |finding| {
                if !task.ticket.signal.is_stopped() {
                    (task.report)(number, finding);
                }
            };
            let work = || desk.work(&task.job, &task.ticket.signal, tell);
            let last = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                tracing::error!(number, "the engine has panicked");
                // What it remembers cannot be trusted any more.
                desk = Desk::new(hash_mib);
                Report::Failed("the engine has failed".to_owned())
            });
            self.end(task, last);
        }
    }

    /// Reports on a job, or puts it back into the queue if it has been broken off.
    fn end(&self, mut task: Task, last: Report) {
        let mut queue = self.queue();
        let place = queue.running.iter().position(|running| Arc::ptr_eq(&running.ticket, &task.ticket));
        let running = place.map(|place| queue.running.swap_remove(place));
        let is_ended = task.ticket.is_cancelled() || task.ticket.is_finished() || queue.is_closed;
        match running {
            Some(running)
                if running.is_broken_off && !is_ended && task.job.goes_on(&last, running.since.elapsed()) =>
            {
                task.ticket.reset();
                queue.waiting.push(task);
                self.note(&mut queue);
            }
            _ => {
                self.note(&mut queue);
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
                    gives_way: task.job.gives_way,
                    remaining: task.job.remaining(),
                    is_broken_off: false,
                });
                self.note(&mut queue);
                return Some(task);
            }
            queue = self.has_job.wait(queue).expect("nothing panics while it holds the queue");
        }
    }

    /// Breaks jobs off whose slice is over while others wait.
    fn watch(&self) {
        let mut queue = self.queue();
        while !queue.is_closed {
            let next = queue.break_off(self.threads);
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
    fn note(&self, queue: &mut Queue) {
        self.jobs.store(queue.waiting.len() + queue.running.len(), Ordering::Relaxed);
        self.has_changed.notify_one();
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().expect("nothing panics while it holds the queue")
    }
}

impl Queue {
    /// Takes the next job: one that only has to report what it found, else one of the session that was served longest
    /// ago; those that give way come last.
    fn take(&mut self) -> Option<Task> {
        self.waiting.retain(|task| !task.ticket.is_cancelled());
        let (waiting, served) = (&self.waiting, &self.served);
        let rank = |task: &Task| {
            (!task.ticket.is_finished(), task.job.gives_way, served.get(&task.session).copied().unwrap_or(0))
        };
        let place = (0..waiting.len()).min_by_key(|&place| rank(&waiting[place]))?;
        let task = self.waiting.remove(place);
        self.count += 1;
        self.served.insert(task.session.clone(), self.count);
        if self.served.len() > 4 * MAX_ROOMS {
            let recent = self.count - 2 * MAX_ROOMS as u64;
            self.served.retain(|_, count| *count > recent);
        }
        Some(task)
    }

    /// Breaks off as many jobs as others wait for, if their slices are over. Returns how long to wait before looking again.
    fn break_off(&mut self, threads: usize) -> Option<Duration> {
        self.waiting.retain(|task| !task.ticket.is_cancelled());
        let idle = threads.saturating_sub(self.running.len());
        let broken_off = self.running.iter().filter(|running| running.is_broken_off).count();
        let free = idle + broken_off;
        let urgent = self.waiting.iter().filter(|task| !task.job.gives_way).count();
        let mut wanted = self.waiting.len().saturating_sub(free);
        let mut urgent = urgent.saturating_sub(free);
        let mut next = None;
        // Those that give way are the first to be broken off.
        self.running.sort_by_key(|running| (!running.gives_way, running.since));
        for running in self.running.iter_mut().filter(|running| !running.is_broken_off) {
            let left = match running.gives_way {
                true if urgent > 0 => Duration::ZERO,
                true if wanted > 0 => SLICE,
                // What is nearly done is not begun again.
                false if urgent > 0 && running.remaining.is_some_and(|remaining| remaining > 2 * SLICE) => {
                    SLICE
                }
                _ => continue,
            }
            .saturating_sub(running.since.elapsed());
            if left.is_zero() {
                running.is_broken_off = true;
                running.ticket.signal.stop();
                wanted = wanted.saturating_sub(1);
                urgent = urgent.saturating_sub(1);
            } else {
                next = Some(next.map_or(left, |next: Duration| next.min(left)));
            }
        }
        next
    }
}

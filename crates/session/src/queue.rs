//! The jobs of all sessions, waiting and running, and which is next.
//!
//! The queue is fair: after a time slice of about a second a job is preempted and put back if others wait, and the session that
//! was served longest ago is next. Analyses, which may go on for minutes, come last and are preempted at once. A resumed job
//! starts its search again with what it knows and what the hash table holds.
//!
//! The queue has no clock and no engine: its owner passes the time since any fixed moment, and stops the jobs that the queue
//! preempts.

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

/// The waiting and the running jobs.
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

    /// Returns whether such a job waits.
    pub fn is_waiting(&self, is_such: impl Fn(&H) -> bool) -> bool {
        self.waiting.iter().any(|queued| is_such(&queued.handle))
    }

    /// Returns the number of jobs that wait or are worked on: those that may not be preempted by others, and those that may.
    pub fn demand(&self) -> [usize; 2] {
        let waiting = self.waiting.iter().map(|queued| queued.job.is_preemptible);
        let running = self.running.iter().map(|running| running.is_preemptible);
        let preemptible = waiting.chain(running).filter(|&is_preemptible| is_preemptible).count();
        [self.len() - preemptible, preemptible]
    }

    /// Takes the next job for an engine: one that only has to report what it found, else one of the session that was served
    /// longest ago; preemptible ones come last.
    pub fn take(&mut self, now: Duration) -> Option<QueuedJob<H>> {
        self.take_where(now, |_| true)
    }

    /// Takes the next job for an engine that cannot do all of them.
    pub fn take_where(&mut self, now: Duration, is_fit: impl Fn(&H) -> bool) -> Option<QueuedJob<H>> {
        let (waiting, served) = (&self.waiting, &self.served);
        let rank = |queued: &QueuedJob<H>| {
            (
                !queued.handle.is_finished(),
                queued.job.is_preemptible,
                served.get(&queued.session).copied().unwrap_or(0),
            )
        };
        let fit = (0..waiting.len()).filter(|&place| is_fit(&waiting[place].handle));
        let place = fit.min_by_key(|&place| rank(&waiting[place]))?;
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

    /// Notes that an engine works on a job no more that is not done: the engine is lost, or has ended. Its results may be
    /// known. The job waits again; if there is nothing left to do, it is returned.
    pub fn give_back(
        &mut self,
        queued: QueuedJob<H>,
        found: Option<&JobReport>,
        now: Duration,
    ) -> Option<QueuedJob<H>> {
        let running = self.running.iter_mut().find(|running| running.handle == queued.handle);
        if let (Some(running), Some(found)) = (running, found) {
            running.is_preempted = true;
            return self.end(queued, found, now);
        }
        self.running.retain(|running| running.handle != queued.handle);
        let is_cancelled = queued.handle.is_ended() && !queued.handle.is_finished();
        if !is_cancelled {
            self.waiting.push(queued);
        }
        None
    }

    /// Preempts as many jobs as others wait for, if their time slices are over, and those for which there is no engine any more.
    /// Returns how long to wait before the next look.
    pub fn preempt(&mut self, engines: usize, now: Duration) -> Option<Duration> {
        let active = self.running.iter().filter(|running| !running.is_preempted).count();
        let urgent = self.waiting.iter().filter(|queued| !queued.job.is_preemptible).count();
        let mut wanted = (self.waiting.len() + active).saturating_sub(engines);
        let mut urgent = (urgent + active).saturating_sub(engines);
        let mut next = None;
        // Preemptible jobs are preempted first.
        self.running.sort_by_key(|running| (!running.is_preemptible, running.since));
        for running in self.running.iter_mut().filter(|running| !running.is_preempted) {
            let left = match running.is_preemptible {
                true if urgent > 0 => Duration::ZERO,
                true if wanted > 0 => TIME_SLICE,
                // A job that is nearly done is not begun again.
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use beaufort_engine::Limits;

    use super::*;
    use crate::job::{JobId, JobKind, SearchJob, SearchReport};
    use crate::library::Library;
    use crate::session::Session;

    #[derive(Clone, Debug, Default)]
    struct TestHandle(Rc<[Cell<bool>; 3]>);

    const STOPPED: usize = 0;
    const FINISHED: usize = 1;
    const CANCELLED: usize = 2;

    impl TestHandle {
        fn is(&self, state: usize) -> bool {
            self.0[state].get()
        }
    }

    impl PartialEq for TestHandle {
        fn eq(&self, other: &TestHandle) -> bool {
            Rc::ptr_eq(&self.0, &other.0)
        }
    }

    impl JobHandle for TestHandle {
        fn stop(&self) {
            self.0[STOPPED].set(true);
        }

        fn is_finished(&self) -> bool {
            self.is(FINISHED)
        }

        fn is_ended(&self) -> bool {
            self.is(FINISHED) || self.is(CANCELLED)
        }
    }

    /// Adds a job of 10 seconds, or an analysis without end, and returns its handle.
    fn push(queue: &mut JobQueue<TestHandle>, is_preemptible: bool) -> TestHandle {
        let library = Library::new();
        let session = Session::new(&library.game("orthochess").unwrap());
        let limits = if is_preemptible {
            Limits::default()
        } else {
            Limits { time: Some(seconds(10)), ..Limits::default() }
        };
        let kind = JobKind::Search(Box::new(SearchJob::new(&session, session.here(), limits)));
        let handle = TestHandle::default();
        let job = Job { id: JobId::default(), is_preemptible, kind };
        queue.push(QueuedJob { session: "a".to_owned(), job, handle: handle.clone() });
        handle
    }

    fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    fn found(depth: u32) -> JobReport {
        JobReport::Done(SearchReport { depth, ..SearchReport::default() })
    }

    #[test]
    fn a_job_that_is_given_back_waits_again_with_what_was_found() {
        let mut queue = JobQueue::default();
        push(&mut queue, false);
        let queued = queue.take(seconds(0)).unwrap();
        assert!(queue.give_back(queued, Some(&found(7)), seconds(4)).is_none());
        let queued = queue.take(seconds(4)).unwrap();
        assert_eq!(queued.job.remaining(), Some(seconds(6)));
        let JobKind::Search(search) = &queued.job.kind else { panic!("it is a search") };
        assert_eq!(search.known.depth, 7);
        // Nothing is known of what a lost engine has found: it is done again.
        assert!(queue.give_back(queued, None, seconds(9)).is_none());
        let queued = queue.take(seconds(9)).unwrap();
        assert_eq!(queued.job.remaining(), Some(seconds(6)));
        assert!(queue.give_back(queued, Some(&found(8)), seconds(15)).is_some(), "its time is over");
        assert!(queue.is_empty());
    }

    #[test]
    fn a_job_that_is_given_back_after_its_end_is_only_reported() {
        for (state, waits) in [(FINISHED, true), (CANCELLED, false)] {
            let mut queue = JobQueue::default();
            let handle = push(&mut queue, true);
            let queued = queue.take(seconds(0)).unwrap();
            handle.0[state].set(true);
            assert!(queue.give_back(queued, None, seconds(1)).is_none());
            assert_eq!(queue.take(seconds(1)).is_some(), waits);
        }
    }

    #[test]
    fn an_engine_that_is_wanted_elsewhere_gets_free() {
        let mut queue = JobQueue::default();
        let [urgent, analysis] = [push(&mut queue, false), push(&mut queue, true)];
        assert_eq!(queue.demand(), [1, 1]);
        assert!(queue.take(seconds(0)).is_some_and(|queued| queued.handle == urgent));
        assert!(queue.take(seconds(0)).is_some_and(|queued| queued.handle == analysis));
        assert_eq!(queue.preempt(2, seconds(0)), None);
        assert!(!analysis.is(STOPPED));
        queue.preempt(1, seconds(0));
        assert!(analysis.is(STOPPED) && !urgent.is(STOPPED));
        assert_eq!(queue.demand(), [1, 1]);
    }

    #[test]
    fn an_engine_gets_only_what_it_can_do() {
        let mut queue = JobQueue::default();
        let [first, second] = [push(&mut queue, false), push(&mut queue, false)];
        assert!(queue.is_waiting(|handle| *handle == first));
        let taken = queue.take_where(seconds(0), |handle| *handle != first).unwrap();
        assert!(taken.handle == second);
        assert!(queue.take_where(seconds(0), |handle| *handle != first).is_none());
    }
}

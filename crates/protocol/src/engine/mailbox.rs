//! The queue of the main thread: lines of the other program and reports of the worker.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::report::WorkerReport;
use crate::lines::InputLine;

/// The most lines that wait; then the reading thread waits, too.
const MAX_QUEUED_LINES: usize = 64;
/// How long running work may continue after `quit`: a script sends it at once and waits for the answers.
pub(super) const QUIT_GRACE: Duration = Duration::from_secs(5);
/// The command that ends a conversation, in both protocols.
const QUIT: &str = "quit";

/// The next event.
#[derive(Debug)]
pub(super) enum MailboxEvent {
    /// A line of the other program.
    Line(InputLine),
    /// A report of the worker.
    Report(WorkerReport),
}

/// Lines of the other program and reports of the worker. Reports come first, so that many lines do not delay an answer.
#[derive(Debug, Default)]
pub(super) struct Mailbox {
    content: Mutex<Content>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Content {
    lines: VecDeque<InputLine>,
    reports: VecDeque<WorkerReport>,
    /// Whether no more lines will come.
    is_closed: bool,
    /// Whether the work of [`Mailbox::wait_for`] is done.
    is_done: bool,
}

impl Mailbox {
    /// Adds a line; waits while the queue is full.
    pub(super) fn put_line(&self, line: InputLine) {
        let mut content = self.content();
        while content.lines.len() >= MAX_QUEUED_LINES {
            content = self.wait(content);
        }
        content.lines.push_back(line);
        self.changed.notify_all();
    }

    /// Adds a report.
    pub(super) fn put_report(&self, report: WorkerReport) {
        self.content().reports.push_back(report);
        self.changed.notify_all();
    }

    /// Marks the end of the lines.
    pub(super) fn close(&self) {
        self.content().is_closed = true;
        self.changed.notify_all();
    }

    /// Waits for the next event; `None` after the last line.
    pub(super) fn next(&self) -> Option<MailboxEvent> {
        let mut content = self.content();
        loop {
            if let Some(report) = content.reports.pop_front() {
                return Some(MailboxEvent::Report(report));
            }
            if let Some(line) = content.lines.pop_front() {
                self.changed.notify_all();
                return Some(MailboxEvent::Line(line));
            }
            if content.is_closed {
                return None;
            }
            content = self.wait(content);
        }
    }

    /// Waits for the next report; lines stay in the queue.
    pub(super) fn next_report(&self) -> WorkerReport {
        let mut content = self.content();
        loop {
            if let Some(report) = content.reports.pop_front() {
                return report;
            }
            content = self.wait(content);
        }
    }

    /// Waits for the next report until a deadline; lines stay in the queue.
    pub(super) fn next_report_before(&self, deadline: Instant) -> Option<WorkerReport> {
        let mut content = self.content();
        loop {
            if let Some(report) = content.reports.pop_front() {
                return Some(report);
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            content = self.wait_for_change(content, left);
        }
    }

    /// Runs long work in a thread while lines are queued. Returns `None` if `quit` comes and the work exceeds [`QUIT_GRACE`]: then
    /// `quit` is the next line, and the thread ends with the program.
    pub(super) fn wait_for<T: Send + 'static>(
        self: &Arc<Mailbox>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        self.content().is_done = false;
        let mailbox = Arc::clone(self);
        let worker = thread::spawn(move || {
            let found = catch_unwind(AssertUnwindSafe(work));
            mailbox.content().is_done = true;
            mailbox.changed.notify_all();
            found
        });
        let mut deadline = None;
        let mut content = self.content();
        while !content.is_done {
            let quit = content.lines.iter().position(|line| line.as_deref() == Ok(QUIT));
            let Some(quit) = quit else {
                content = self.wait(content);
                continue;
            };
            let deadline = *deadline.get_or_insert_with(|| Instant::now() + QUIT_GRACE);
            let Some(left) = deadline.checked_duration_since(Instant::now()) else {
                content.lines.drain(..quit);
                return None;
            };
            content = self.wait_for_change(content, left);
        }
        drop(content);
        let found = worker.join().and_then(|found| found);
        Some(found.unwrap_or_else(|panic| resume_unwind(panic)))
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        // The content is consistent after every statement that changes it.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, content: MutexGuard<'a, Content>) -> MutexGuard<'a, Content> {
        self.changed.wait(content).unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_for_change<'a>(
        &self,
        content: MutexGuard<'a, Content>,
        most: Duration,
    ) -> MutexGuard<'a, Content> {
        self.changed.wait_timeout(content, most).unwrap_or_else(PoisonError::into_inner).0
    }
}

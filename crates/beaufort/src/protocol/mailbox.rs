//! Where the thread that leads a conversation waits for what comes next.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::lines::InputLine;
use super::worker::WorkerReport;

/// The most lines that wait; whoever sends more of them waits, too.
const MAX_QUEUED_LINES: usize = 64;

/// What comes next.
#[derive(Debug)]
pub(super) enum MailboxEvent {
    /// The other program says something.
    Line(InputLine),
    /// The engine does.
    Report(WorkerReport),
}

/// Lines of the other program and reports of the engine, which go first: an answer is not late because much was said.
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
}

impl Mailbox {
    /// Puts a line in, when there is room.
    pub(super) fn put_line(&self, line: InputLine) {
        let mut content = self.content();
        while content.lines.len() >= MAX_QUEUED_LINES {
            content = self.wait(content);
        }
        content.lines.push_back(line);
        self.changed.notify_all();
    }

    /// Puts a report in.
    pub(super) fn put_report(&self, report: WorkerReport) {
        self.content().reports.push_back(report);
        self.changed.notify_all();
    }

    /// Says that no more lines will come.
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

    /// Waits for the next report; lines have to wait.
    pub(super) fn next_report(&self) -> WorkerReport {
        let mut content = self.content();
        loop {
            if let Some(report) = content.reports.pop_front() {
                return report;
            }
            content = self.wait(content);
        }
    }

    fn content(&self) -> MutexGuard<'_, Content> {
        // The content is whole between any two statements that change it.
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, content: MutexGuard<'a, Content>) -> MutexGuard<'a, Content> {
        self.changed.wait(content).unwrap_or_else(PoisonError::into_inner)
    }
}

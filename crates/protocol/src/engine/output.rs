//! What is said to the other program.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::ops::ControlFlow;

/// How many lines in a row that mean nothing are answered: a flood of them is not worth one of answers, on which both
/// programs might wait for each other.
const MAX_INVALID_ANSWERS: u32 = 16;

/// The standard output, line by line. When nobody listens any more, nothing more is said.
#[derive(Debug, Default)]
pub(super) struct ProtocolOutput {
    is_closed: bool,
    /// How many lines in a row have meant nothing.
    invalid_lines: u32,
}

impl ProtocolOutput {
    /// Says a line, or several, at once.
    pub(super) fn send(&mut self, line: impl Display) {
        if !self.is_closed {
            let mut out = io::stdout().lock();
            let written = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
            self.is_closed = written.is_err();
        }
    }

    /// Answers a line that means nothing, but not every one of a flood.
    pub(super) fn answer_invalid(&mut self, answer: impl Display) {
        self.invalid_lines = self.invalid_lines.saturating_add(1);
        if self.invalid_lines <= MAX_INVALID_ANSWERS {
            self.send(answer);
        }
    }

    /// Notes that a line has meant something.
    pub(super) fn reset_invalid(&mut self) {
        self.invalid_lines = 0;
    }

    /// Returns whether the conversation goes on: not when nobody listens.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        if self.is_closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

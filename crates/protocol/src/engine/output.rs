//! The output to the other program.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::ops::ControlFlow;

/// How many invalid lines in a row are answered. A flood of answers to a flood of lines could make both programs wait for each
/// other.
const MAX_INVALID_ANSWERS: u32 = 16;

/// The standard output, line by line. Once it is closed, nothing more is written.
#[derive(Debug, Default)]
pub(super) struct ProtocolOutput {
    is_closed: bool,
    /// The number of invalid lines in a row.
    invalid_lines: u32,
}

impl ProtocolOutput {
    /// Writes one or several lines and flushes.
    pub(super) fn send(&mut self, line: impl Display) {
        if !self.is_closed {
            let mut out = io::stdout().lock();
            let written = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
            self.is_closed = written.is_err();
        }
    }

    /// Answers an invalid line, but not every line of a flood.
    pub(super) fn answer_invalid(&mut self, answer: impl Display) {
        self.invalid_lines = self.invalid_lines.saturating_add(1);
        if self.invalid_lines <= MAX_INVALID_ANSWERS {
            self.send(answer);
        }
    }

    /// Resets the count of invalid lines after a valid one.
    pub(super) fn reset_invalid(&mut self) {
        self.invalid_lines = 0;
    }

    /// Breaks once the output is closed.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        if self.is_closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

//! What is said to the other program.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::ops::ControlFlow;

/// How many lines in a row that mean nothing are answered: a flood of them is not worth one of answers, on which both
/// programs might wait for each other.
const PATIENCE: u32 = 16;

/// The standard output, line by line. When nobody listens any more, nothing more is said.
#[derive(Debug, Default)]
pub(super) struct Voice {
    is_unheard: bool,
    /// How many lines in a row have meant nothing.
    nonsense: u32,
}

impl Voice {
    /// Says a line, or several, at once.
    pub(super) fn say(&mut self, line: impl Display) {
        if !self.is_unheard {
            let mut out = io::stdout().lock();
            let written = out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush());
            self.is_unheard = written.is_err();
        }
    }

    /// Answers a line that means nothing, but not every one of a flood.
    pub(super) fn answer_nonsense(&mut self, answer: impl Display) {
        self.nonsense = self.nonsense.saturating_add(1);
        if self.nonsense <= PATIENCE {
            self.say(answer);
        }
    }

    /// Notes that a line has meant something.
    pub(super) fn end_nonsense(&mut self) {
        self.nonsense = 0;
    }

    /// Returns whether the conversation goes on: not when nobody listens.
    pub(super) fn flow(&self) -> ControlFlow<()> {
        if self.is_unheard { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

//! What is said to the other program.

use std::fmt::Display;
use std::io::{self, Write as _};

/// The standard output, line by line. When nobody listens any more, nothing more is said.
#[derive(Debug, Default)]
pub(super) struct Voice {
    is_unheard: bool,
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

    /// Returns whether nobody listens.
    pub(super) fn is_unheard(&self) -> bool {
        self.is_unheard
    }
}

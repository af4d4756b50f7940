//! Printing: results to the standard output, everything else to the standard error.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

use anstream::adapter::strip_str;
use clap::builder::styling::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr as _;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();

/// Prints an error.
pub(crate) fn error(message: impl Display) {
    lines(&error_line(message));
}

/// Returns the line for an error.
pub(crate) fn error_line(message: impl Display) -> String {
    format!("{ERROR}error:{ERROR:#} {message}\n")
}

/// Prints a warning.
pub(crate) fn warning(message: impl Display) {
    lines(&format!("{WARNING}warning:{WARNING:#} {message}\n"));
}

/// Returns the line for a hint.
pub(crate) fn hint_line(message: impl Display) -> String {
    format!("{HINT}hint:{HINT:#} {message}\n")
}

/// Prints a note, such as the time a command took.
pub(crate) fn note(message: impl Display) {
    lines(&format!("{message}\n"));
}

/// Prints lines to the standard error.
pub(crate) fn lines(text: &str) {
    // An error of the standard error cannot be reported anywhere.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// A status line in the terminal, removed at the end. If the standard error is not a terminal, nothing is shown.
#[derive(Debug)]
pub(crate) struct Status {
    is_shown: bool,
}

impl Status {
    /// Creates an empty line.
    pub(crate) fn new() -> Status {
        Status { is_shown: io::stderr().is_terminal() }
    }

    /// Returns whether it is shown.
    pub(crate) fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Replaces the text.
    pub(crate) fn show(&self, text: &str) {
        if self.is_shown {
            let width = terminal_width().saturating_sub(1);
            let text: String = text.chars().take(width).collect();
            // An error of the standard error cannot be reported anywhere.
            let _ = write!(anstream::stderr().lock(), "\r{text}\x1b[K");
        }
    }

    /// Replaces the text; where that is not possible, prints a line.
    pub(crate) fn tell(&self, text: &str) {
        if self.is_shown { self.show(text) } else { note(text) }
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        self.show("");
    }
}

/// The size of the terminal, in characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
}

/// Returns the size of the terminal, if there is one.
pub(crate) fn screen() -> Option<Screen> {
    let (columns, rows) = terminal_size::terminal_size()?;
    Some(Screen { columns: columns.0.into(), rows: rows.0.into() })
}

/// Returns the columns of the terminal, or 80 without one.
pub(crate) fn terminal_width() -> usize {
    screen().map_or(80, |screen| screen.columns)
}

/// Returns the locked and buffered standard output, for much plain text. The caller flushes it.
pub(crate) fn plain() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints a text; colours are removed where they are not wanted.
pub(crate) fn styled(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Returns the number of columns of a text; its colour codes take none.
pub(crate) fn columns(text: &str) -> usize {
    strip_str(text).to_string().width()
}

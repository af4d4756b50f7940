//! Printing: results to the standard output, everything else to the standard error.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

use anstream::adapter::strip_str;
use clap::builder::styling::{AnsiColor, Style};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();

/// Tells the user of a mistake.
pub(crate) fn error(message: impl Display) {
    lines(&error_line(message));
}

/// Returns a line that tells of a mistake.
pub(crate) fn error_line(message: impl Display) -> String {
    format!("{ERROR}error:{ERROR:#} {message}\n")
}

/// Prints that something is not as it should be, and what is made of it, beside the result.
pub(crate) fn warning(message: impl Display) {
    lines(&format!("{WARNING}warning:{WARNING:#} {message}\n"));
}

/// Returns a line that tells what might help.
pub(crate) fn hint_line(message: impl Display) -> String {
    format!("{HINT}hint:{HINT:#} {message}\n")
}

/// Tells the user something beside the result, such as how long it took.
pub(crate) fn note(message: impl Display) {
    lines(&format!("{message}\n"));
}

/// Prints lines beside the result.
pub(crate) fn lines(text: &str) {
    // If nobody can be told, there is nobody to tell that.
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// A line of the terminal that changes while something goes on, and is gone when it is over. Where the standard error
/// is no terminal, nothing is shown.
#[derive(Debug)]
pub(crate) struct Status {
    is_shown: bool,
}

impl Status {
    /// Returns the line, empty yet.
    pub(crate) fn new() -> Status {
        Status { is_shown: io::stderr().is_terminal() }
    }

    /// Returns whether there is a terminal to show it.
    pub(crate) fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Shows a text in place of the one before.
    pub(crate) fn show(&self, text: &str) {
        if self.is_shown {
            let width = terminal_width().saturating_sub(1);
            let text: String = text.chars().take(width).collect();
            // As with notes, there is nobody to tell if this fails.
            let _ = write!(anstream::stderr().lock(), "\r{text}\x1b[K");
        }
    }

    /// Shows a text in place of the one before, or, where that is not possible, tells it in a line of its own.
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

/// Returns the columns of the terminal, or what pages are written for if there is none.
pub(crate) fn terminal_width() -> usize {
    screen().map_or(80, |screen| screen.columns)
}

/// Returns the standard output for much plain text: locked and buffered. It has to be flushed at the end.
pub(crate) fn plain() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints a text with colours; they are taken away where they are not wanted.
pub(crate) fn styled(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Returns the number of columns of a text; its colour codes take none.
pub(crate) fn columns(text: &str) -> usize {
    strip_str(text).to_string().chars().count()
}

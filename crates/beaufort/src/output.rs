//! The one place that prints, and files that are written whole or not at all.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anstream::adapter::strip_str;
use clap::builder::styling::{AnsiColor, Style};

use crate::failure::Failure;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();
/// How many names of drafts are tried; so many are left behind by nobody.
const MAX_DRAFT_NAMES: u32 = 1_000;
/// A draft lives for moments; one of this age was left by a program that was killed. Whether its process lives tells nothing: it may
/// be one of another container or machine.
const MAX_DRAFT_AGE: Duration = Duration::from_secs(86_400);

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
pub(crate) fn styled(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// What a command has made.
#[derive(Debug)]
pub(crate) enum CommandOutput {
    /// Text, perhaps with colours.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

impl CommandOutput {
    /// Writes the product to a file, without colours, or else to the standard output.
    pub(crate) fn write(self, file: Option<&Path>) -> Result<(), Failure> {
        match (self, file) {
            (CommandOutput::Text(text), None) => styled(&text),
            (CommandOutput::Text(text), Some(path)) => {
                write_file(path, strip_str(&text).to_string().as_bytes())
            }
            (CommandOutput::Bytes(bytes), None) => {
                let mut out = io::stdout().lock();
                out.write_all(&bytes)?;
                Ok(out.flush()?)
            }
            (CommandOutput::Bytes(bytes), Some(path)) => write_file(path, &bytes),
        }
    }
}

/// Writes a file whole: under another name in the same folder first, which then becomes its own. A link stays one to the file
/// behind it, whose permissions stay, too. A device or a pipe, which cannot be replaced, is written as it is.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let written = match Draft::of(path)? {
        Some(mut draft) => draft.write(bytes).and_then(|()| draft.replace()),
        None => OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes)),
    };
    written.map_err(cannot_write(path))
}

/// Makes sure that a file can be written, before the hours of work that it is for. What is there already stays. A device or a pipe
/// is left alone: who reads from it would take the look for the end.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    Draft::of(path)?.map_or(Ok(()), |mut draft| draft.write(&[])).map_err(cannot_write(path))
}

fn cannot_write(path: &Path) -> impl FnOnce(io::Error) -> Failure {
    Failure::io(format!("cannot write `{}`", path.display()))
}

/// A file on its way to take the place of another one; it is gone if it does not get there.
struct Draft {
    /// Where it is, once it has been made.
    path: Option<PathBuf>,
    target: PathBuf,
    /// Those of the file that it replaces.
    permissions: Option<fs::Permissions>,
}

impl Draft {
    /// Returns the draft of a file; `None` for a device or a pipe.
    fn of(path: &Path) -> Result<Option<Draft>, Failure> {
        if path.file_name().is_none() {
            return Err(Failure::user(format_args!("`{}` is not the name of a file", path.display())));
        }
        let permissions = match fs::metadata(path) {
            Ok(there) if there.is_dir() => {
                return Err(cannot_write(path)(io::ErrorKind::IsADirectory.into()));
            }
            Ok(there) if !there.is_file() => return Ok(None),
            Ok(there) => Some(there.permissions()),
            Err(_) => None,
        };
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Ok(Some(Draft { path: None, target, permissions }))
    }

    /// Makes the file under a name that no other one has: in containers, a process that was killed may have had the same
    /// number as this one.
    fn create(&mut self) -> io::Result<File> {
        remove_stale_drafts(&self.target);
        let process = std::process::id();
        let mut tries = 0..MAX_DRAFT_NAMES;
        loop {
            let number = tries.next().ok_or(io::ErrorKind::AlreadyExists)?;
            let name = match number {
                0 => format!(".beaufort-{process}.part"),
                _ => format!(".beaufort-{process}-{number}.part"),
            };
            let path = self.target.with_file_name(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => {
                    self.path = made.is_ok().then_some(path);
                    return made;
                }
            }
        }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.create()?;
        file.write_all(bytes)?;
        file.sync_all()?;
        self.permissions.iter().try_for_each(|permissions| file.set_permissions(permissions.clone()))
    }

    /// Takes the place of the file.
    fn replace(&mut self) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        fs::rename(path, &self.target)?;
        self.path = None;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // If it cannot be removed, it hinders nobody.
            let _ = fs::remove_file(path);
        }
    }
}

/// Removes what programs have left beside a file that were killed while they wrote. What cannot be looked at hinders nobody.
fn remove_stale_drafts(target: &Path) {
    let Some(folder) = target.parent() else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_str().is_some_and(is_draft)) {
        let is_stale = entry.metadata().is_ok_and(|found| {
            let age = found.modified().ok().and_then(|written| written.elapsed().ok());
            found.is_file() && age.is_some_and(|age| age > MAX_DRAFT_AGE)
        });
        if is_stale {
            // If it cannot be removed, it is somebody else's.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns whether a name is that of a draft.
fn is_draft(name: &str) -> bool {
    let words = name.strip_prefix(".beaufort-").and_then(|name| name.strip_suffix(".part"));
    words.is_some_and(|words| {
        !words.is_empty() && words.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    })
}

/// Makes sure that files with different purposes are different files, before any is read or written. Each has the name by which
/// messages call it.
pub(crate) fn check_distinct<'a>(
    files: impl IntoIterator<Item = (&'static str, &'a Path)>,
) -> Result<(), Failure> {
    let mut known: Vec<(&str, PathBuf)> = Vec::new();
    for (name, path) in files {
        let whole = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
        let whole = whole.unwrap_or_else(|_| path.to_owned());
        if let Some((other, _)) = known.iter().find(|(_, there)| *there == whole) {
            return Err(Failure::user(format_args!("{other} and {name} are one file, `{}`", path.display()))
                .hint("name different files"));
        }
        known.push((name, whole));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_of_a_killed_process_do_not_hinder() {
        let folder = tempfile::tempdir().unwrap();
        let process = std::process::id();
        let stale = [format!(".beaufort-{process}.part"), format!(".beaufort-{process}-1.part")];
        for name in &stale {
            fs::write(folder.path().join(name), "stale").unwrap();
        }
        let path = folder.path().join("board.txt");
        check_writable(&path).unwrap();
        assert!(!path.exists());
        for text in ["first", "second"] {
            write_file(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        for name in &stale {
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "stale", "it is not ours");
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "no draft of this process is left");
    }

    #[test]
    fn old_drafts_of_killed_processes_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, age: Duration| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(std::time::SystemTime::now() - age).unwrap();
        };
        let (old, young) = (MAX_DRAFT_AGE + Duration::from_secs(60), Duration::from_secs(60));
        write(".beaufort-7.part", old);
        write(".beaufort-7-1.part", old);
        let others = [(".beaufort-8.part", young), (".beaufort-.part", old), (".beaufort-my.part", old)];
        others.iter().for_each(|&(name, age)| write(name, age));
        fs::create_dir(folder.path().join(".beaufort-9.part")).unwrap();
        write_file(&folder.path().join("board.txt"), b"text").unwrap();
        let mut left: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        let expected =
            [".beaufort-.part", ".beaufort-8.part", ".beaufort-9.part", ".beaufort-my.part", "board.txt"];
        assert_eq!(left, expected);
    }
}

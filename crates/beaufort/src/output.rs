//! The one place that prints, and files that are written whole or not at all.

use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anstream::adapter::strip_str;
use clap::builder::styling::{AnsiColor, Style};

use crate::failure::Failure;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();

/// Tells the user of a mistake.
pub(crate) fn error(message: impl Display) {
    print_label("error", ERROR, message);
}

/// Tells the user what might help.
pub(crate) fn hint(message: impl Display) {
    print_label("hint", HINT, message);
}

/// Tells the user something beside the result, such as how long it took.
pub(crate) fn note(message: impl Display) {
    // If nobody can be told, there is nobody to tell that.
    let _ = writeln!(anstream::stderr().lock(), "{message}");
}

fn print_label(label: &str, style: Style, message: impl Display) {
    note(format_args!("{style}{label}:{style:#} {message}"));
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
pub(crate) enum Product {
    /// Text, perhaps with colours.
    Text(String),
    /// Anything else.
    Bytes(Vec<u8>),
}

impl Product {
    /// Writes the product to a file, without colours, or else to the standard output.
    pub(crate) fn deliver(self, file: Option<&Path>) -> Result<(), Failure> {
        match (self, file) {
            (Product::Text(text), None) => styled(&text),
            (Product::Text(text), Some(path)) => write_file(path, strip_str(&text).to_string().as_bytes()),
            (Product::Bytes(bytes), None) => {
                let mut out = io::stdout().lock();
                out.write_all(&bytes)?;
                Ok(out.flush()?)
            }
            (Product::Bytes(bytes), Some(path)) => write_file(path, &bytes),
        }
    }
}

/// Writes a file whole: under another name in the same folder first, which then becomes its own.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let Some(name) = path.file_name() else {
        return Err(Failure::user(format_args!("`{}` is not the name of a file", path.display())));
    };
    let draft: PathBuf =
        path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
    let written = write_new(&draft, bytes).and_then(|()| fs::rename(&draft, path));
    written.map_err(|error| {
        // The draft may never have come into being.
        let _ = fs::remove_file(&draft);
        Failure::io(format_args!("cannot write `{}`", path.display()))(error)
    })
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

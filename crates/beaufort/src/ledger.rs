//! A file with finished games: the plan in the first line, then a line for each game. Lines are only added.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::text_file;

/// How the games of a file were played.
pub(crate) trait Plan: Serialize + DeserializeOwned {
    /// What is kept of a game.
    type Row: Serialize + DeserializeOwned;

    /// What the games are for, as messages and the first line call it.
    const PURPOSE: &'static str;

    /// Returns the settings by their names: games of different settings are not mixed.
    fn settings(&self) -> Vec<(&'static str, String)>;
}

/// The file, open for more lines; no other program may add lines meanwhile.
#[derive(Debug)]
pub(crate) struct Ledger {
    path: PathBuf,
    file: File,
}

impl Ledger {
    /// Opens a file, or makes it, and returns the games that it holds. A last line without an end was being written when
    /// the program was stopped: it is taken away.
    pub(crate) fn open<P: Plan>(path: &Path, plan: &P) -> Result<(Ledger, Vec<P::Row>), Failure> {
        let name = path.display();
        let cannot = |what: &str| Failure::io(format!("cannot {what} `{name}`"));
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(cannot("open"))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => {
                Failure::user(format_args!("another {} is writing to `{name}`", P::PURPOSE))
            }
            TryLockError::Error(error) => cannot("lock")(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(cannot("read"))?;
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        let length = bytes.len() as u64;
        let text = text_file::decode(&name.to_string(), bytes)?;
        let rows = read(&text, &name.to_string(), plan)?;
        // Only now: a file of something else is left as it is.
        file.set_len(length).map_err(cannot("shorten"))?;
        file.seek(SeekFrom::End(0)).map_err(cannot("read"))?;
        let mut ledger = Ledger { path: path.to_owned(), file };
        if length == 0 {
            let plan = serde_json::to_value(plan).expect("plans have texts as keys");
            ledger.write(&Map::from_iter([(P::PURPOSE.to_owned(), plan)]))?;
        }
        Ok((ledger, rows))
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, row: &impl Serialize) -> Result<(), Failure> {
        self.write(row)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let mut text = serde_json::to_string(line).expect("plans and rows have texts as keys");
        text.push('\n');
        self.file
            .write_all(text.as_bytes())
            .map_err(Failure::io(format_args!("cannot write `{}`", self.path.display())))
    }
}

/// Reads the whole lines of a file.
fn read<P: Plan>(text: &str, name: &str, plan: &P) -> Result<Vec<P::Row>, Failure> {
    let mut lines = (1..).zip(text.lines());
    let Some((_, heading)) = lines.next() else { return Ok(Vec::new()) };
    let purpose = P::PURPOSE;
    let no_data = |error: &serde_json::Error| wrong(name, 1, &format!("the data of a {purpose}"), error);
    let mut heading: Map<String, Value> = serde_json::from_str(heading).map_err(|error| no_data(&error))?;
    let found = heading.remove(purpose).unwrap_or_default();
    let found: P = serde_json::from_value(found).map_err(|error| no_data(&error))?;
    check(&found, plan, name)?;
    let row = |(line, text): (usize, &str)| {
        serde_json::from_str(text)
            .map_err(|error| wrong(name, line, &format!("a game of a {purpose}"), &error))
    };
    lines.map(row).collect()
}

/// Returns the failure to make sense of a line.
fn wrong(name: &str, line: usize, expected: &str, error: &serde_json::Error) -> Failure {
    // The error tells its place too, but in a text of one line.
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default();
    Failure::user(format_args!("{name}:{line}:{}: not {expected}: {why}", error.column()))
}

/// Fails if the games of a file were played by another plan.
fn check<P: Plan>(found: &P, wanted: &P, name: &str) -> Result<(), Failure> {
    let pairs = found.settings().into_iter().zip(wanted.settings());
    let differences: Vec<String> = pairs
        .filter(|(found, wanted)| found != wanted)
        .map(|((setting, found), (_, wanted))| format!("{setting} {found} instead of {wanted}"))
        .collect();
    if differences.is_empty() {
        return Ok(());
    }
    let message = format!("the games in `{name}` have {}", differences.join(", "));
    Err(Failure::user(message).hint("name another file with --data, or give the settings of this one"))
}

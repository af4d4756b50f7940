//! An append-only log of games: the plan in the first line, then a line for
//! each game.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::settings::check_settings;
use super::{StoreError, check_local, lock};

/// The most that a log may hold, in MiB.
const MAX_LOG_MIB: u64 = 1024;

/// The file, open for more lines; no other program may add lines meanwhile.
#[derive(Debug)]
pub struct GameLog {
    path: PathBuf,
    file: File,
}

impl GameLog {
    /// Opens a file, or makes it, and returns the games that it holds. A last line without an end was being written when
    /// the program was stopped: it is removed, the first line only if it is the beginning of this log's first line.
    /// `purpose` is the name of the games in messages and in the first line.
    ///
    /// # Errors
    /// If the path is an address, or the file cannot be read or written, is locked, is no log of this purpose, or has games of another plan; then it
    /// is left as it is.
    pub fn open<Plan: Serialize + DeserializeOwned, Row: DeserializeOwned>(
        path: &Path,
        purpose: &str,
        plan: &Plan,
    ) -> Result<(GameLog, Vec<Row>), StoreError> {
        check_local(path)?;
        let name = path.display().to_string();
        let cannot = |what: &str| StoreError::io(format!("cannot {what} `{name}`"));
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(cannot("open"))?;
        lock(&file, &name, purpose)?;
        let mut bytes = read_bytes(&name, &file)?;
        let plan_value = serde_json::to_value(plan).expect("plans have texts as keys");
        let heading = Map::from_iter([(purpose.to_owned(), plan_value)]);
        let is_torn = |bytes: &[u8]| serde_json::to_vec(&heading).is_ok_and(|whole| whole.starts_with(bytes));
        if !bytes.contains(&b'\n') && !is_torn(&bytes) {
            return Err(StoreError::Unusable(format!("{name}:1: not the data of a {purpose}")));
        }
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        let length = bytes.len() as u64;
        let rows = read(&decode(&name, bytes)?, &name, purpose, Some(plan))?;
        // Shorten only after the content has been checked: a foreign file is not changed.
        file.set_len(length).map_err(cannot("shorten"))?;
        file.seek(SeekFrom::End(0)).map_err(cannot("read"))?;
        let mut log = GameLog { path: path.to_owned(), file };
        if length == 0 {
            log.add(&heading)?;
        }
        Ok((log, rows))
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If the file cannot be written, or would be longer than one that is read; it is as long as before then.
    pub fn add(&mut self, row: &impl Serialize) -> Result<(), StoreError> {
        let mut text = serde_json::to_string(row).expect("plans and rows have texts as keys");
        text.push('\n');
        let length = self.file.stream_position();
        if length.as_ref().is_ok_and(|length| length + text.len() as u64 > MAX_LOG_MIB << 20) {
            return Err(too_long(&self.path.display().to_string()));
        }
        let written = self.file.write_all(text.as_bytes());
        if written.is_err()
            && let Ok(length) = length
        {
            // Cut off a half-written line, which the next line would join. If this fails too, the next opening cuts it off.
            let _ = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0)));
        }
        written.map_err(StoreError::io(format_args!("cannot write `{}`", self.path.display())))
    }
}

/// Reads the games of a file without opening it for writing, with any settings; an unfinished last line is left
/// out.
///
/// # Errors
/// If the file cannot be read or is no log of this purpose.
pub fn read_games<Plan: Serialize + DeserializeOwned, Row: DeserializeOwned>(
    path: &Path,
    purpose: &str,
) -> Result<Vec<Row>, StoreError> {
    let name = path.display().to_string();
    // The user has named the file, so an unreadable one is a mistake of the user.
    let file =
        File::open(path).map_err(|error| StoreError::Unusable(format!("cannot read `{name}`: {error}")))?;
    let mut text = decode(&name, read_bytes(&name, &file)?)?;
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    read::<Plan, Row>(&text, &name, purpose, None)
}

/// Reads all of a log, but never more than a byte beyond what fits.
fn read_bytes(name: &str, file: &File) -> Result<Vec<u8>, StoreError> {
    let (max, mut bytes) = (MAX_LOG_MIB << 20, Vec::new());
    file.take(max + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| StoreError::Unusable(format!("cannot read `{name}`: {error}")))?;
    if bytes.len() as u64 > max {
        return Err(too_long(name));
    }
    Ok(bytes)
}

fn too_long(name: &str) -> StoreError {
    StoreError::Unusable(format!(
        "`{name}` is too long: the data of the games holds at most {MAX_LOG_MIB} MiB"
    ))
}

fn decode(name: &str, bytes: Vec<u8>) -> Result<String, StoreError> {
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        StoreError::Unusable(format!("{name}:{line}: the text is not UTF-8"))
    })
}

/// Reads the whole lines of a file; its games must have been played by the plan, if there is one.
fn read<Plan: Serialize + DeserializeOwned, Row: DeserializeOwned>(
    text: &str,
    name: &str,
    purpose: &str,
    plan: Option<&Plan>,
) -> Result<Vec<Row>, StoreError> {
    let mut lines = (1..).zip(text.lines());
    let Some((_, heading)) = lines.next() else { return Ok(Vec::new()) };
    let no_data = |error: &serde_json::Error| wrong(name, 1, &format!("the data of a {purpose}"), error);
    let mut heading: Map<String, Value> = serde_json::from_str(heading).map_err(|error| no_data(&error))?;
    let found = heading.remove(purpose).unwrap_or_default();
    let found: Plan = serde_json::from_value(found).map_err(|error| no_data(&error))?;
    if let Some(plan) = plan {
        check_settings(&found, plan, name)?;
    }
    let row = |(line, text): (usize, &str)| {
        serde_json::from_str(text)
            .map_err(|error| wrong(name, line, &format!("a game of a {purpose}"), &error))
    };
    lines.map(row).collect()
}

/// Returns the error of a malformed line, with its place.
fn wrong(name: &str, line: usize, expected: &str, error: &serde_json::Error) -> StoreError {
    // The error tells its place too, but in a text of one line.
    let why = error.to_string();
    let why = why.split(" at line ").next().unwrap_or_default();
    StoreError::Unusable(format!("{name}:{line}:{}: not {expected}: {why}", error.column()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plan;

    #[test]
    fn nothing_is_added_that_could_not_be_read() {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("games.jsonl");
        let plan = Plan { game: "scirocco".to_owned(), nodes: 1, seed: 1, opening: 1, max_plies: 1 };
        let (mut log, _) = GameLog::open::<Plan, u32>(&path, "games", &plan).expect("it is new");
        log.add(&7).expect("there is room");
        let length = log.file.stream_position().expect("it is open");
        // As if there were many more games.
        log.file.seek(SeekFrom::Start((MAX_LOG_MIB << 20) - 2)).expect("it is open");
        log.add(&8).expect("it just fits");
        let error = log.add(&9).expect_err("it does not fit").to_string();
        assert!(error.ends_with("is too long: the data of the games holds at most 1024 MiB"), "{error}");
        log.file.set_len(length).expect("it is open");
        drop(log);
        let (_, rows) = GameLog::open::<Plan, u32>(&path, "games", &plan).expect("it is short again");
        assert_eq!(rows, [7]);
    }
}

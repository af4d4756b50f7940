//! An append-only log of the games that the engine played against itself: the plan in the first line, then a line for
//! each game.
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::progress::ProgressBar;
use crate::text_file;

/// The file, open for more lines; no other program may add lines meanwhile.
#[derive(Debug)]
pub(crate) struct GameLog {
    path: PathBuf,
    file: File,
}

impl GameLog {
    /// Opens a file, or makes it, and returns the games that it holds. A last line without an end was being written when
    /// the program was stopped: it is taken away. The purpose is what messages and the first line call the games.
    pub(crate) fn open<Plan: Serialize + DeserializeOwned, Row: DeserializeOwned>(
        path: &Path,
        purpose: &str,
        plan: &Plan,
    ) -> Result<(GameLog, Vec<Row>), Failure> {
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
                Failure::user(format_args!("another {purpose} is writing to `{name}`"))
            }
            TryLockError::Error(error) => cannot("lock")(error),
        })?;
        let mut bytes = text_file::GAMES.read_from(&name.to_string(), &file)?;
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        let length = bytes.len() as u64;
        let text = text_file::decode(&name.to_string(), bytes)?;
        let rows = read(&text, &name.to_string(), purpose, Some(plan))?;
        // Only now: a file of something else is left as it is.
        file.set_len(length).map_err(cannot("shorten"))?;
        file.seek(SeekFrom::End(0)).map_err(cannot("read"))?;
        let mut game_log = GameLog { path: path.to_owned(), file };
        if length == 0 {
            let plan = serde_json::to_value(plan).expect("plans have texts as keys");
            game_log.write(&Map::from_iter([(purpose.to_owned(), plan)]))?;
        }
        Ok((game_log, rows))
    }

    /// Has the missing games played and keeps each, in the file and in `rows`, as soon as it is finished. What cannot be
    /// kept sets `stop`.
    pub(crate) fn collect<Row: Serialize>(
        &mut self,
        rows: &mut Vec<Row>,
        missing: usize,
        stop: &AtomicBool,
        play: impl FnOnce(&mut dyn FnMut(Row)),
    ) -> Result<(), Failure> {
        let mut trouble = None;
        let mut progress = ProgressBar::new(rows.len(), missing);
        play(&mut |row| {
            if let Err(failure) = self.write(&row) {
                trouble.get_or_insert(failure);
                stop.store(true, Ordering::Relaxed);
            }
            progress.advance();
            rows.push(row);
        });
        drop(progress);
        match trouble {
            Some(failure) => Err(failure),
            None if stop.load(Ordering::Relaxed) => Err(Failure::Interrupted),
            None => Ok(()),
        }
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let mut text = serde_json::to_string(line).expect("plans and rows have texts as keys");
        text.push('\n');
        self.file
            .write_all(text.as_bytes())
            .map_err(Failure::io(format_args!("cannot write `{}`", self.path.display())))
    }
}

/// Reads the games of a file that is only read, whatever their settings; what is still being written at its end is left
/// out.
pub(crate) fn read_games<Plan: Serialize + DeserializeOwned, Row: DeserializeOwned>(
    path: &Path,
    purpose: &str,
) -> Result<Vec<Row>, Failure> {
    let mut text = text_file::read(path, text_file::GAMES)?;
    text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
    read::<Plan, Row>(&text, &path.display().to_string(), purpose, None)
}

/// Reads the whole lines of a file; its games must have been played by the plan, if there is one.
fn read<Plan: Serialize + DeserializeOwned, Row: DeserializeOwned>(
    text: &str,
    name: &str,
    purpose: &str,
    plan: Option<&Plan>,
) -> Result<Vec<Row>, Failure> {
    let mut lines = (1..).zip(text.lines());
    let Some((_, heading)) = lines.next() else { return Ok(Vec::new()) };
    let no_data = |error: &serde_json::Error| wrong(name, 1, &format!("the data of a {purpose}"), error);
    let mut heading: Map<String, Value> = serde_json::from_str(heading).map_err(|error| no_data(&error))?;
    let found = heading.remove(purpose).unwrap_or_default();
    let found: Plan = serde_json::from_value(found).map_err(|error| no_data(&error))?;
    if let Some(plan) = plan {
        check(&settings(&found), &settings(plan), name)?;
    }
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
fn check(found: &Map<String, Value>, wanted: &Map<String, Value>, name: &str) -> Result<(), Failure> {
    let differs = |&(setting, value): &(&String, &Value)| found.get(setting) != Some(value);
    let tell = |(setting, value): (&String, &Value)| {
        format!("{} {} instead of {}", setting.replace('_', "-"), plain(&found[setting]), plain(value))
    };
    let differences: Vec<String> = wanted.iter().filter(differs).map(tell).collect();
    if differences.is_empty() {
        return Ok(());
    }
    let message = format!("the games in `{name}` have {}", differences.join(", "));
    Err(Failure::user(message).hint("name another file with --data, or give the settings of this one"))
}

/// Returns the settings of a plan by their names.
fn settings(plan: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(plan) {
        Ok(Value::Object(settings)) => settings,
        _ => unreachable!("plans are structs with texts as keys"),
    }
}

/// Returns a setting as people write it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

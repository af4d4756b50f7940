//! The file with the finished games: the plan in the first line, then a line for each game. Lines are only added.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use beaufort_study::{Plan, Row};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::text_file;

/// The file, open for more lines; no other program may add lines meanwhile.
#[derive(Debug)]
pub(super) struct Ledger {
    path: PathBuf,
    file: File,
}

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Heading {
    study: Plan,
}

impl Ledger {
    /// Opens a file, or makes it, and returns the games that it holds. A last line without an end was being written when
    /// the program was stopped: it is taken away.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<(Ledger, Vec<Row>), Failure> {
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
            TryLockError::WouldBlock => Failure::user(format_args!("another study is writing to `{name}`")),
            TryLockError::Error(error) => cannot("lock")(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(cannot("read"))?;
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        let length = bytes.len() as u64;
        let text = text_file::decode(&name.to_string(), bytes)?;
        let rows = read(&text, &name.to_string(), plan)?;
        // Only now: a file that is no study's is left as it is.
        file.set_len(length).map_err(cannot("shorten"))?;
        file.seek(SeekFrom::End(0)).map_err(cannot("read"))?;
        let mut ledger = Ledger { path: path.to_owned(), file };
        if length == 0 {
            ledger.write(&Heading { study: plan.clone() })?;
        }
        Ok((ledger, rows))
    }

    /// Adds a game.
    pub(super) fn add(&mut self, row: &Row) -> Result<(), Failure> {
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
fn read(text: &str, name: &str, plan: &Plan) -> Result<Vec<Row>, Failure> {
    let mut lines = (1..).zip(text.lines());
    let Some((_, heading)) = lines.next() else { return Ok(Vec::new()) };
    let heading: Heading =
        serde_json::from_str(heading).map_err(|error| wrong(name, 1, "the data of a study", &error))?;
    check(&heading.study, plan, name)?;
    let row = |(line, text): (usize, &str)| {
        serde_json::from_str(text).map_err(|error| wrong(name, line, "a game of a study", &error))
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
fn check(found: &Plan, wanted: &Plan, name: &str) -> Result<(), Failure> {
    let settings = |plan: &Plan| {
        [
            ("game", plan.game.clone()),
            ("nodes", plan.nodes.to_string()),
            ("seed", plan.seed.to_string()),
            ("opening", plan.opening.to_string()),
            ("max-plies", plan.max_plies.to_string()),
        ]
    };
    let pairs = settings(found).into_iter().zip(settings(wanted));
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

//! The state of a match in a file, so that it goes on where it was interrupted.
//!
//! The first line identifies the match; every other line is a finished game. A line that a crash has cut off does
//! not count.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use beaufort_lab::store;
use serde::{Deserialize, Serialize};

use super::finished::FinishedGame;
use crate::failure::Failure;
use crate::text_file::{self, GAMES};

/// The settings that the games of a match depend on, by name.
pub(super) type MatchTerms = BTreeMap<String, String>;

/// The first line.
#[derive(Debug, Serialize, Deserialize)]
struct Header {
    #[serde(rename = "match")]
    terms: MatchTerms,
}

/// The file.
#[derive(Debug)]
pub(super) struct MatchState {
    path: PathBuf,
    file: File,
}

impl MatchState {
    /// Opens or creates the file, locks it and returns the games in it.
    pub(super) fn open(path: &Path, terms: MatchTerms) -> Result<(MatchState, Vec<FinishedGame>), Failure> {
        let failure = || Failure::io(format!("cannot write `{}`", path.display()));
        let file =
            OpenOptions::new().create(true).append(true).open(path).map_err(|error| failure()(error))?;
        store::lock(&file, &path.display().to_string(), "match")?;
        let text = text_file::read(path, GAMES)?;
        let header = Header { terms };
        let contents = Contents::parse(path, &text, &line_of(&header))?;
        let Header { terms } = &header;
        if let Some(there) = &contents.terms {
            compare(path, there, terms)?;
        }
        file.set_len(contents.whole as u64).map_err(|error| failure()(error))?;
        let mut state = MatchState { path: path.to_owned(), file };
        if contents.terms.is_none() {
            state.write(&header)?;
        }
        Ok((state, contents.games))
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: &FinishedGame) -> Result<(), Failure> {
        self.write(game)
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let text = line_of(line);
        let written = self.file.write_all(text.as_bytes());
        written.map_err(Failure::io(format_args!("cannot write `{}`", self.path.display())))
    }
}

/// Returns the match and the games of a file.
pub(super) fn read(path: &Path) -> Result<(MatchTerms, Vec<FinishedGame>), Failure> {
    let Contents { terms, games, .. } = Contents::parse(path, &text_file::read(path, GAMES)?, "")?;
    Ok((terms.ok_or_else(|| foreign(path, 1))?, games))
}

/// The content of a file.
struct Contents {
    /// The match; `None` if the file is empty.
    terms: Option<MatchTerms>,
    games: Vec<FinishedGame>,
    /// The length of the complete lines, in bytes.
    whole: usize,
}

impl Contents {
    /// Parses a file; a first line that a crash has cut off is a beginning of `header`.
    fn parse(path: &Path, text: &str, header: &str) -> Result<Contents, Failure> {
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let mut lines = text[..whole].lines().zip(1..);
        let Some((line, _)) = lines.next() else {
            let is_new = header.starts_with(text);
            let empty = Contents { terms: None, games: Vec::new(), whole };
            return is_new.then_some(empty).ok_or_else(|| foreign(path, 1));
        };
        let Header { terms } = serde_json::from_str(line).map_err(|_| foreign(path, 1))?;
        let game = |(line, number)| {
            let game: Option<FinishedGame> = serde_json::from_str(line).ok();
            game.filter(FinishedGame::is_possible).ok_or_else(|| foreign(path, number))
        };
        Ok(Contents { terms: Some(terms), games: lines.map(game).collect::<Result<_, _>>()?, whole })
    }
}

/// Returns a value as a line of the file.
fn line_of(line: &impl Serialize) -> String {
    serde_json::to_string(line).expect("names and numbers can be written") + "\n"
}

fn foreign(path: &Path, line: usize) -> Failure {
    Failure::user(format_args!("{}, line {line}: this is not the state of a match", path.display()))
}

/// Checks that both are the same match.
fn compare(path: &Path, there: &MatchTerms, here: &MatchTerms) -> Result<(), Failure> {
    let mut names: Vec<&String> = there.keys().chain(here.keys()).collect();
    names.sort();
    names.dedup();
    let value = |terms: &MatchTerms, name| {
        terms.get(name).map_or_else(|| "not set".to_owned(), |value| format!("`{value}`"))
    };
    let differs = |name: &&String| there.get(*name) != here.get(*name);
    let differences: Vec<String> = names
        .into_iter()
        .filter(differs)
        .map(|name| format!("`{name}` is {} there and {} here", value(there, name), value(here, name)))
        .collect();
    if differences.is_empty() {
        return Ok(());
    }
    let file = path.display();
    Err(Failure::user(format_args!("`{file}` is the state of another match: {}", differences.join(", ")))
        .hint("go on with the same settings, or name another file with --state"))
}

//! Keeps the record: written after every turn, whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use beaufort_rules::Game;
use beaufort_rules::record::{GameResult, Record, Tree};

use super::interrupt::Interrupt;
use crate::failure::Failure;
use crate::output_file;

/// The file in which a game is kept.
#[derive(Debug)]
pub(super) struct Keeper {
    path: PathBuf,
    /// The text that was written last.
    kept: Option<String>,
    /// The record that was loaded from the file.
    loaded: Option<Record>,
    /// Whether the last write has failed.
    has_failed: bool,
    /// Files of this program that it may overwrite.
    own: Vec<PathBuf>,
    interrupt: Arc<Interrupt>,
}

impl Keeper {
    /// Returns the keeper of a new game in a file of that name, or in one with a name of its own. No file is made
    /// before there is something to keep, but it is made sure that it can be.
    pub(super) fn new(
        game: &Game,
        path: Option<PathBuf>,
        interrupt: &Arc<Interrupt>,
    ) -> Result<Keeper, Failure> {
        let path = match path {
            Some(path) if path.exists() => {
                return Err(Failure::user(format_args!("`{}` exists already", path.display()))
                    .hint("--load goes on with a record; or give the new one another name"));
            }
            Some(path) => path,
            None => new_path(&game.definition().id)?,
        };
        output_file::check_writable(&path)?;
        Ok(Keeper {
            path,
            kept: None,
            loaded: None,
            has_failed: false,
            own: Vec::new(),
            interrupt: Arc::clone(interrupt),
        })
    }

    /// Returns the keeper of a game that was read from a file: it stays there if it is alone in it. Whether it can be
    /// written shows when it goes on: a record may be only looked at.
    pub(super) fn of_loaded(
        path: &Path,
        text: &str,
        game: &Game,
        interrupt: &Arc<Interrupt>,
    ) -> Result<Keeper, Failure> {
        if Record::parse(text).is_ok_and(|records| records.len() == 1) {
            let kept = Some(text.to_owned());
            return Ok(Keeper {
                path: path.to_owned(),
                kept,
                loaded: None,
                has_failed: false,
                own: Vec::new(),
                interrupt: Arc::clone(interrupt),
            });
        }
        Keeper::new(game, None, interrupt)
    }

    /// Takes the record of the session for that of the file, if that was loaded: it is not written before it changes.
    pub(super) fn loaded(&mut self, record: &Record) {
        if self.has_kept() {
            self.kept = Some(record.to_string());
            self.loaded = Some(record.clone());
        }
    }

    /// Returns the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether a record has been written.
    pub(super) fn has_kept(&self) -> bool {
        self.kept.is_some()
    }

    /// Writes the record if it has changed and is not empty.
    pub(super) fn keep(&mut self, record: &Record) -> Result<(), Failure> {
        let is_begun = record.moves.places() > 1
            || record.result != GameResult::Open
            || !record.moves.node(Tree::ROOT).comment_after.is_empty();
        if !is_begun && !self.has_kept() {
            return Ok(());
        }
        // Going back in a finished game reopens it: the result stays in the file until another turn is played.
        let is_looked_at = |loaded: &Record| {
            record.result == GameResult::Open
                && loaded.result != GameResult::Open
                && record.moves == loaded.moves
        };
        let text = record.to_string();
        if self.kept.as_deref() == Some(text.as_str()) || self.loaded.as_ref().is_some_and(is_looked_at) {
            self.has_failed = false;
            return Ok(());
        }
        let Keeper { path, interrupt, .. } = self;
        let written = interrupt.undisturbed(|farewell| {
            let written = output_file::write_file(path, text.as_bytes()).map_err(not_kept);
            *farewell = match &written {
                Ok(()) => format!("\n{}\n", kept_in(path)),
                Err(failure) => format!("\n{}", failure.explanation()),
            };
            written
        });
        self.has_failed = written.is_err();
        written?;
        self.kept = Some(text);
        Ok(())
    }

    /// Writes the record again if the last write has failed.
    pub(super) fn keep_at_last(&mut self, record: &Record) -> Result<(), Failure> {
        if self.has_failed { self.keep(record) } else { Ok(()) }
    }

    /// Writes a copy of the record into a new file, or into one that was made by this very method.
    pub(super) fn save(&mut self, record: &Record, path: &Path) -> Result<(), Failure> {
        if path.exists() && !self.own.iter().any(|own| own == path) {
            return Err(Failure::user(format_args!(
                "`{}` exists already: choose another name",
                path.display()
            )));
        }
        let text = record.to_string();
        self.interrupt.undisturbed(|_| output_file::write_file(path, text.as_bytes()))?;
        self.own.push(path.to_owned());
        Ok(())
    }
}

/// Adds to a failed write that the game is not kept.
fn not_kept(failure: Failure) -> Failure {
    match failure {
        Failure::Io { what, error } => Failure::io(format_args!("the game is not kept: {what}"))(error),
        other => other,
    }
}

/// Returns a sentence with the file of a game.
pub(super) fn kept_in(path: &Path) -> String {
    format!("The game is kept in {}", path.display())
}

/// Returns a file in the folder for the user's data, named by the game and the time.
fn new_path(game: &str) -> Result<PathBuf, Failure> {
    let folder = output_file::data_folder().join("records");
    fs::create_dir_all(&folder)
        .map_err(Failure::io(format_args!("cannot make the folder `{}`", folder.display())))?;
    let name = format!("{game}-{}", chrono::Local::now().format("%Y-%m-%d-%H%M%S"));
    let mut path = folder.join(format!("{name}.txt"));
    for n in 2.. {
        if !path.exists() {
            break;
        }
        path = folder.join(format!("{name}-{n}.txt"));
    }
    Ok(path)
}

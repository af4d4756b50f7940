//! Games of one's own: their files, and the files that these extend.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use beaufort_rules::builtin;
use beaufort_rules::game::{Game, LoadErrors, Source};
use beaufort_rules::load_game;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::errors::os_error;

/// The most that a game file holds, in MiB.
const MAX_GAME_MIB: u64 = 1;

/// The text of a game with the texts of the games that it extends, by their ids, as far as they do not come with the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameText {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) extended: BTreeMap<String, String>,
}

impl GameText {
    /// Reads a file; files that it extends lie beside it.
    pub(super) fn read(path: &Path) -> PyResult<GameText> {
        let text = read_text(path, MAX_GAME_MIB)?;
        let (extended, failure) = (RefCell::new(BTreeMap::new()), RefCell::new(None));
        let library = |id: &str| {
            let beside = || {
                let path = path.with_file_name(format!("{id}.toml"));
                match path.exists().then(|| read_text(&path, MAX_GAME_MIB))? {
                    Ok(text) => {
                        extended.borrow_mut().insert(id.to_owned(), text.clone());
                        Some(Source { name: path.display().to_string(), text })
                    }
                    Err(error) => {
                        failure.replace(Some(error));
                        None
                    }
                }
            };
            builtin::source(id).or_else(beside)
        };
        let name = path.display().to_string();
        // Only to find out which files belong to it: what is wrong with them is said when the game is made.
        let _ = load_game(&name, &text, &library);
        match failure.into_inner() {
            Some(error) => Err(error),
            None => Ok(GameText { name, text, extended: extended.into_inner() }),
        }
    }

    /// Compiles the game.
    pub(super) fn compile(&self) -> Result<Arc<Game>, LoadErrors> {
        let library = |id: &str| {
            let extended = || {
                self.extended.get(id).map(|text| Source { name: format!("{id}.toml"), text: text.clone() })
            };
            builtin::source(id).or_else(extended)
        };
        load_game(&self.name, &self.text, &library).map(|definition| Arc::new(Game::from(definition)))
    }
}

/// Reads a file of text, but never much more than fits.
fn read_text(path: &Path, max_mib: u64) -> PyResult<String> {
    let bytes = read_bytes(path, max_mib)?;
    String::from_utf8(bytes).map_err(|_| wrong(path, "it is no text in UTF-8"))
}

/// Reads a file, but never much more than fits.
pub(crate) fn read_bytes(path: &Path, max_mib: u64) -> PyResult<Vec<u8>> {
    let named = |error: io::Error| os_error(&error, path);
    let mut bytes = Vec::new();
    let max = max_mib << 20;
    File::open(path).map_err(named)?.take(max + 1).read_to_end(&mut bytes).map_err(named)?;
    if bytes.len() as u64 > max {
        return Err(wrong(path, &format!("it holds more than {max_mib} MiB")));
    }
    Ok(bytes)
}

fn wrong(path: &Path, reason: &str) -> PyErr {
    PyOSError::new_err(format!("cannot read `{}`: {reason}", path.display()))
}

//! Records to go on with.

use std::path::Path;
use std::sync::Arc;

use beaufort_rules::Game;
use beaufort_rules::record::{Problem, Record, ReplayError, line_and_column};
use beaufort_session::{LoadError, Session};

use crate::failure::Failure;
use crate::game_args::builtin_game_or_file;
use crate::text_file::{self, RECORDS};

/// Reads the first record of a file. It must be of this game, if one is named, else of a built-in one. Returns the text too.
pub(super) fn load(path: &Path, game: Option<&Arc<Game>>) -> Result<(Session, String), Failure> {
    let name = path.display();
    let text = text_file::read(path, RECORDS)?;
    let refuse = |error: LoadError| match &error {
        LoadError::Replay(ReplayError { offset: Some(offset), .. }) => {
            let (line, column) = line_and_column(&text, *offset);
            Failure::user(format_args!("{name}:{line}:{column}: {error}"))
        }
        _ => Failure::user(format_args!("{name}: {error}")),
    };
    let records = Record::parse(&text).map_err(|error| refuse(error.into()))?;
    let record = records.first().ok_or_else(|| refuse(LoadError::NoGame))?;
    let game = match (record.tags.get("Variant"), game) {
        (Some(id), Some(game)) if game.definition().id == id => Arc::clone(game),
        (Some(id), Some(game)) => {
            let asked = &game.definition().id;
            return Err(Failure::user(format_args!(
                "{name}: the record is of the game `{id}`, not of `{asked}`"
            )));
        }
        (Some(id), None) => builtin_game_or_file(id)?,
        (None, _) => return Err(refuse(ReplayError::from(Problem::NoVariant).into())),
    };
    Ok((Session::load(&game, &text).map_err(refuse)?, text))
}

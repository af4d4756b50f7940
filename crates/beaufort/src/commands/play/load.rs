//! Records to go on with.

use std::path::Path;
use std::sync::Arc;

use beaufort_rules::record::Record;
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Game, Side};
use beaufort_session::event::Problem as Refusal;
use beaufort_session::{HUMAN_NAME, LoadError, Seat, is_engine_name};

use crate::failure::Failure;
use crate::game_args::{builtin_game_or_file, game_in_record, unnamed_game};
use crate::text_file;

/// The first record of a file.
pub(super) struct Loaded {
    pub(super) text: String,
    pub(super) game: Arc<Game>,
    /// The players, if the game was played in this program.
    pub(super) seats: Option<[Seat; 2]>,
}

/// Reads the first record of a file. It must be of this game, if one is named, else of a built-in one; one that names none is
/// of this game, or of the one that its turns are of. Its turns are not looked at yet.
pub(super) fn load(path: &Path, game: Option<&Arc<Game>>) -> Result<Loaded, Failure> {
    let name = path.display();
    let text = text_file::read_records(path)?;
    let refuse = |error: LoadError| Failure::user(format_args!("{name}: {error}"));
    let records = Record::parse(&text).map_err(|error| refuse(error.into()))?;
    let record = records.first().ok_or_else(|| refuse(LoadError::NoGame))?;
    let game = match (record.tags.get("Variant"), game) {
        (Some(id), Some(game)) if game.definition().is_called(id) => Arc::clone(game),
        (Some(id), Some(game)) => {
            let asked = &game.definition().id;
            return Err(Failure::user(format_args!(
                "{name}: the record is of the game `{}`, not of `{asked}`",
                quoted(id)
            )));
        }
        (Some(id), None) => match game_in_record(record) {
            Some(game) => game?,
            None => builtin_game_or_file(id)?,
        },
        (None, Some(game)) => Arc::clone(game),
        (None, None) => unnamed_game(record),
    };
    let seats = seats(record, &game);
    Ok(Loaded { text, game, seats })
}

/// Returns why a record cannot be gone on with, with its place in the file.
pub(super) fn refusal(path: &Path, problem: &Refusal) -> Failure {
    let name = path.display();
    match (problem.line, problem.column) {
        (Some(line), Some(column)) => {
            Failure::user(format_args!("{name}:{line}:{column}: {}", problem.message))
        }
        _ => Failure::user(format_args!("{name}: {}", problem.message)),
    }
}

/// Returns the players of a recorded game, if it was played in this program: against the engine or by two people without names.
fn seats(record: &Record, game: &Game) -> Option<[Seat; 2]> {
    let names = Side::BOTH.map(|side| record.tags.get(game.side_name(side)));
    let is_engine = |name: Option<&str>| name.is_some_and(is_engine_name);
    let is_ours = names == [Some(HUMAN_NAME); 2] || names.into_iter().any(is_engine);
    is_ours.then(|| names.map(|name| if is_engine(name) { Seat::Engine } else { Seat::Human }))
}

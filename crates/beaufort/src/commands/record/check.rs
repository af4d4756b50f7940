//! `beaufort record check`: records played by the rules.

use std::io;
use std::path::{Display, Path, PathBuf};
use std::sync::Arc;

use beaufort_draw::words;
use beaufort_rules::Game;
use beaufort_rules::game::{id_of, why_unknown};
use beaufort_rules::record::{Places, Record, RecordError, Replay, Tree};
use beaufort_rules::vocabulary::quoted;
use clap::Args;

use crate::failure::Failure;
use crate::game_args::{CHESS, GameFile, game_in_record, game_of_record, unnamed_game};
use crate::output;
use crate::text_file::{self, RECORDS};

/// Play records by the rules and report errors
///
/// Every turn must be legal, in variations, too. Each game gets a line; a mistake is reported with its file, line and column, and
/// the exit status is 2 then. A game is looked at up to its first mistake. Where the record contradicts the rules or itself about
/// the result, or something had to be assumed to read it, a warning says so.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort record check game.txt
  beaufort record check games/*.txt
  beaufort record check - < game.txt")]
pub(crate) struct CheckArgs {
    /// The files with the records; `-` is the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    game_file: GameFile,
}

/// The error in a record, with its line and column.
struct Mistake {
    place: (usize, usize),
    message: String,
}

impl From<RecordError> for Mistake {
    fn from(error: RecordError) -> Mistake {
        Mistake { place: (error.line(), error.column()), message: error.message().to_string() }
    }
}

impl CheckArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.game_file.load()?;
        let mut all_good = true;
        for file in &self.files {
            all_good &= check_file(file, game.as_ref())?;
        }
        if all_good { Ok(()) } else { Err(Failure::Reported) }
    }
}

/// Checks the records of a file and returns whether all is good.
fn check_file(path: &Path, game: Option<&Arc<Game>>) -> Result<bool, Failure> {
    let name = path.display();
    let text = match read(path) {
        Ok(text) => text,
        // The other files are still looked at.
        Err(failure) => {
            output::lines(&failure.explanation());
            return Ok(false);
        }
    };
    let mut games = 0;
    let mut all_good = true;
    let mut places = Places::new(&text);
    for record in Record::parse_each(&text) {
        games += 1;
        let verdict =
            record.map_err(Mistake::from).and_then(|record| check(&name, &mut places, &record, game));
        let verdict = verdict.unwrap_or_else(|Mistake { place: (line, column), message }| {
            output::error(format_args!("{name}:{line}:{column}: {message}"));
            all_good = false;
            "wrong".to_owned()
        });
        output::styled(&format!("{name}: game {games}: {verdict}\n"))?;
    }
    if games == 0 {
        output::error(format_args!("{name}: there is no game in it"));
        return Ok(false);
    }
    Ok(all_good)
}

/// Returns the text of a file or of the standard input.
fn read(path: &Path) -> Result<String, Failure> {
    if path.as_os_str() != "-" {
        return text_file::read_records(path);
    }
    text_file::decode_records("-", RECORDS.read_from("-", io::stdin().lock())?)
}

/// Plays a record of a text, of which these are the places, and returns a line about it.
fn check(
    file: &Display<'_>,
    places: &mut Places<'_>,
    record: &Record,
    game: Option<&Arc<Game>>,
) -> Result<String, Mistake> {
    let begin = record.moves.node(Tree::ROOT).offset().unwrap_or(0);
    let mut mistake = |offset: Option<usize>, message: String| Mistake {
        place: places.line_and_column(offset.unwrap_or(begin)),
        message,
    };
    let variant = record.tags.get("Variant");
    let is_assumed = game.is_none() && variant.is_none();
    let game = match (game, variant) {
        (Some(game), _) => Arc::clone(game),
        (None, Some(_)) if let Some(game) = game_in_record(record) => {
            game.map_err(|failure| mistake(record.tags.offset("Rules"), failure.messages()))?
        }
        (None, Some(name)) => game_of_record(name).ok_or_else(|| {
            let message = match why_unknown(name) {
                Some(reason) => format!("the tag `Variant` names `{}`: {reason}", quoted(name)),
                None => format!(
                    "the tag `Variant` names `{}`, which is no built-in game; --game-file FILE reads one of your own",
                    quoted(name)
                ),
            };
            mistake(record.tags.offset("Variant"), message)
        })?,
        (None, None) => unnamed_game(record),
    };
    let replay = match variant {
        Some(_) => Replay::new(record, &game),
        None => Replay::by_rules(record, &game, usize::MAX),
    };
    let replay = replay.map_err(|error| {
        let read_as = format!("; without the tag `Variant` it is read as {}", game.definition().name);
        mistake(error.offset, format!("{error}{}", if is_assumed { &read_as } else { "" }))
    })?;
    for warning in record.warnings.iter().chain(replay.warnings()) {
        let (line, column) = places.line_and_column(warning.offset.unwrap_or(begin));
        output::warning(format_args!("{file}:{line}:{column}: {warning}"));
    }
    if is_assumed && game.definition().id != id_of(CHESS) {
        let (line, column) = places.line_and_column(begin);
        let name = &game.definition().name;
        output::warning(format_args!(
            "{file}:{line}:{column}: there is no tag `Variant`: by its turns the record is one of {name}"
        ));
    }
    let last = record.moves.line(Tree::ROOT).last().unwrap_or(Tree::ROOT);
    let end = replay.position(&record.moves, last);
    let turns = end.ply();
    let ending = match end.verdict() {
        Some(verdict) if replay.result(record) == verdict.outcome.into() => {
            words::verdict(&game, verdict).to_string()
        }
        _ => format!("result {}", replay.result(record).text()),
    };
    Ok(format!("{turns} {}, {ending}", if turns == 1 { "turn" } else { "turns" }))
}

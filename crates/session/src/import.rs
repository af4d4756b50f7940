//! Games and pieces of other programs, read for a client: each comes with its game file and with what became of each key. And games
//! written for such programs.
//!
//! The reading is that of `beaufort_import`. Here a text gets bounds that suit a page, and the answer the types of the wire.

use beaufort_import::{Imported, Note, TextError, Treatment, ability, export_ini, read_diagram, read_ini};
use beaufort_rules::game::Definition;
use beaufort_rules::own_definition;

use crate::view::{
    ExportedGame, ImportAnswer, ImportError, ImportFormat, ImportNote, ImportTreatment, ImportedGame,
    ImportedPiece,
};

/// The greatest length of a text, in bytes.
const MAX_IMPORT_BYTES: usize = 256 * 1024;
/// The most games of a text.
const MAX_IMPORTED_GAMES: usize = 200;
/// The most pieces of a text in Betza's notation.
const MAX_IMPORTED_PIECES: usize = 500;
/// The most errors in an answer.
const MAX_IMPORT_ERRORS: usize = 100;

/// Reads and writes the texts of other programs.
#[derive(Clone, Copy, Debug)]
pub struct Importer {
    /// Reads one; the second argument is the name of the game where the text has none.
    pub read: fn(ImportFormat, &str, &str) -> ImportAnswer,
    /// Writes a game.
    pub write: fn(&Definition) -> ExportedGame,
}

/// Reads and writes for other programs, for [`Conversation::import_texts`](crate::Conversation::import_texts).
pub const IMPORTER: Importer = Importer { read, write };

/// Reads a text in a format; `name` is that of the game where the text has none.
///
/// # Examples
/// ```
/// use beaufort_session::{import, view::{ImportAnswer, ImportFormat}};
///
/// let answer = import::read(ImportFormat::Ini, "", "[my-chess:chess]\nstalemateValue = loss\n");
/// let ImportAnswer::Games { games } = answer else { panic!("it is refused") };
/// assert!(games[0].whole && games[0].id == "my-chess");
/// ```
pub fn read(format: ImportFormat, name: &str, text: &str) -> ImportAnswer {
    if text.len() > MAX_IMPORT_BYTES {
        return at_start(format!("the text is larger than {} KiB", MAX_IMPORT_BYTES >> 10));
    }
    let games = match format {
        ImportFormat::Ini => read_ini(text),
        ImportFormat::Diagram => read_diagram(text, name).map(|game| vec![game]),
        ImportFormat::Betza => return pieces(text),
    };
    match games {
        Ok(games) if games.len() > MAX_IMPORTED_GAMES => {
            at_start(format!("the text has more than {MAX_IMPORTED_GAMES} games"))
        }
        Ok(games) => ImportAnswer::Games { games: games.into_iter().map(game).collect() },
        Err(errors) => refused(errors.into_iter().map(|TextError { line, column, message }| ImportError {
            line,
            column,
            message,
        })),
    }
}

/// Writes a game as a section of Fairy-Stockfish's `variants.ini`, as far as that has keys for its rules.
pub fn write(game: &Definition) -> ExportedGame {
    let exported = export_ini(game);
    ExportedGame { text: exported.text, unsaid: exported.unsaid }
}

/// Does the same for the text of a game of somebody's own; `None` if that is no game.
pub fn write_text(text: &str) -> Option<ExportedGame> {
    own_definition(text).ok().map(|game| write(&game))
}

fn game(imported: Imported) -> ImportedGame {
    ImportedGame {
        whole: imported.report.is_whole(),
        variant: imported.variant,
        id: imported.id,
        file: imported.text,
        notes: imported.report.notes.into_iter().map(note).collect(),
    }
}

fn note(Note { key, value, treatment }: Note) -> ImportNote {
    let (treatment, why) = match treatment {
        Treatment::Said => (ImportTreatment::Said, None),
        Treatment::DisplayOnly => (ImportTreatment::DisplayOnly, None),
        Treatment::WithoutEffect(why) => (ImportTreatment::WithoutEffect, Some(why)),
        Treatment::Approximated(how) => (ImportTreatment::Approximated, Some(how)),
        Treatment::NotSaid(why) => (ImportTreatment::NotSaid, Some(why)),
    };
    ImportNote { key, value, treatment, why }
}

/// Reads pieces in Betza's notation, one on each line.
fn pieces(text: &str) -> ImportAnswer {
    let (mut pieces, mut errors) = (Vec::new(), Vec::new());
    for (line, betza) in (1..).zip(text.lines()).filter(|(_, betza)| !betza.trim().is_empty()) {
        if pieces.len() + errors.len() == MAX_IMPORTED_PIECES {
            let message = format!("the text has more than {MAX_IMPORTED_PIECES} pieces");
            errors.push(ImportError { line, column: 1, message });
            break;
        }
        let indent = betza.chars().take_while(|letter| letter.is_whitespace()).count();
        let betza = betza.trim().to_owned();
        match ability(&betza) {
            Ok(said) => pieces.push(ImportedPiece {
                line,
                betza,
                ability: said.text,
                unsaid: said.unsaid,
                approximated: said.approximated,
            }),
            Err(error) => {
                errors.push(ImportError { line, column: indent + error.column, message: error.message });
            }
        }
    }
    if errors.is_empty() { ImportAnswer::Pieces { pieces } } else { refused(errors.into_iter()) }
}

fn at_start(message: String) -> ImportAnswer {
    refused(std::iter::once(ImportError { line: 1, column: 1, message }))
}

fn refused(errors: impl ExactSizeIterator<Item = ImportError>) -> ImportAnswer {
    let total = errors.len();
    ImportAnswer::Refused { errors: errors.take(MAX_IMPORT_ERRORS).collect(), total }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(format: ImportFormat, text: &str) -> Vec<String> {
        match read(format, "test", text) {
            ImportAnswer::Refused { errors, .. } => errors
                .iter()
                .map(|error| format!("{}:{}: {}", error.line, error.column, error.message))
                .collect(),
            other => panic!("{text:?} is read: {other:?}"),
        }
    }

    #[test]
    fn errors_have_their_places() {
        assert_eq!(
            places(ImportFormat::Betza, "W\n\n  WX\n"),
            ["3:4: `X` is no atom: expected one of WFDNAHLCJZGKRBQOU, or `(X,Y)`"]
        );
        assert_eq!(places(ImportFormat::Ini, "[a:chess]\nx = 1"), ["2:1: `x` is not a key"]);
        assert_eq!(places(ImportFormat::Diagram, "files=99")[0], "1:7: `99` is no number from 1 to 16");
    }

    #[test]
    fn long_texts_are_refused() {
        let sections: String = (0..=MAX_IMPORTED_GAMES).map(|n| format!("[v{n}:chess]\n")).collect();
        assert_eq!(places(ImportFormat::Ini, &sections), ["1:1: the text has more than 200 games"]);
        assert_eq!(
            places(ImportFormat::Betza, &"W\n".repeat(MAX_IMPORTED_PIECES + 1)),
            ["501:1: the text has more than 500 pieces"]
        );
        let long = "#".repeat(MAX_IMPORT_BYTES + 1);
        assert_eq!(places(ImportFormat::Ini, &long), ["1:1: the text is larger than 256 KiB"]);
        let ImportAnswer::Refused { errors, total } = read(ImportFormat::Betza, "", &"?\n".repeat(400))
        else {
            panic!("it is read");
        };
        assert_eq!((errors.len(), total), (MAX_IMPORT_ERRORS, 400));
    }

    #[test]
    fn what_is_missing_is_told() {
        let text = "[flips:chess]\nflipEnclosedPieces = reversi\n";
        let ImportAnswer::Games { games } = read(ImportFormat::Ini, "", text) else {
            panic!("it is refused");
        };
        let note = games[0].notes.iter().find(|note| note.key == "flipEnclosedPieces").expect("a note");
        assert!(!games[0].whole && note.treatment == ImportTreatment::NotSaid && note.why.is_some());
    }
}

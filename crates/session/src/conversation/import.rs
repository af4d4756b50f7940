//! Games imported from text: records, positions, and pasted text of either kind.

use std::sync::Arc;

use beaufort_rules::game::{id_of, why_unknown};
use beaufort_rules::position::PositionError;
use beaufort_rules::record::{
    Record, RecordError, RecordWarning, ReplayError, ReplayProblem, Tree, game_of, line_and_column,
    rules_text,
};
use beaufort_rules::vocabulary::{Phrase, quoted};
use beaufort_rules::{Game, Position, Side, phrase};

use super::handler::Handler;
use super::reading::no_room;
use super::refusal::{Refusal, expect_places, refusal};
use crate::error::LoadError;
use crate::event::{Event, Problem, ProblemCode, RecordSummary};
use crate::library::ReadError;
use crate::session::Session;

/// The field of the request that all mistakes are in.
const FIELD: &str = "from.text";
/// The most turns that the positions of a record may have altogether: a game of 500 turns with 500 to choose from each time,
/// or 10,000 with all variations, with 25 each.
const MAX_IMPORT_TURNS: usize = 250_000;
/// The most records of a text that are listed.
const MAX_LISTED_RECORDS: usize = 1_000;
/// The most characters of a tag in that list.
const MAX_LISTED_CHARS: usize = 60;

/// The kind of a pasted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextFormat {
    /// A record: it has a tag, or the number of a move.
    Record,
    /// A position string, or FEN: it has ranks.
    Position,
    /// An address of a page.
    Link,
    /// Turns without numbers, or anything.
    Words,
}

impl TextFormat {
    fn of(text: &str) -> TextFormat {
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        if first.contains("://") {
            TextFormat::Link
        } else if has_tag(first, words.next()) || text.split_whitespace().any(is_move_number) {
            TextFormat::Record
        } else if first.contains('/') {
            TextFormat::Position
        } else {
            TextFormat::Words
        }
    }
}

/// Returns whether a text with these words first begins with a tag of a record: `[Name "value"]`.
fn has_tag(first: &str, second: Option<&str>) -> bool {
    let is_name = first.strip_prefix('[').is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphanumeric()));
    is_name && second.is_some_and(|value| value.starts_with('"'))
}

/// Returns whether a word begins like `12.`.
fn is_move_number(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && word[digits..].starts_with('.')
}

impl Handler<'_> {
    /// Returns the game that a text is about, whatever kind of text it is; of several records the one with this index.
    pub(super) fn import(&mut self, game: Option<&str>, text: &str, index: u32) -> Result<Session, Refusal> {
        // Some editors begin a file with a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        match TextFormat::of(text) {
            TextFormat::Record => self.load_guessing(game, text, index),
            TextFormat::Position => self.import_position(game, text),
            TextFormat::Link => Err(unreadable(
                phrase!("this is a link: open it in the browser, or paste the record or the position itself"),
            )),
            TextFormat::Words => self.load_guessing(game, text, index).map_err(|problem| match problem.code {
                ProblemCode::TooHard | ProblemCode::TooLarge => problem,
                _ => unreadable(
                    phrase!("this is neither the record of a game nor a position: a record has turns, as in \
                     `1. P-e4 P-e7`; a position has the ranks of the board with `/` between them, and the side \
                     to move"),
                ),
            }),
        }
    }

    /// Tells which records a text holds.
    pub(super) fn list_records(&mut self, text: &str) -> Result<(), Refusal> {
        let text = text.trim_start_matches('\u{feff}');
        let mut total = 0;
        let mut records = Vec::new();
        if TextFormat::of(text) == TextFormat::Record {
            for record in Record::parse_each(text) {
                total += 1;
                if records.len() < MAX_LISTED_RECORDS {
                    records.push(self.summary_of(record));
                }
            }
        }
        self.reply(Event::Records { records, total });
        Ok(())
    }

    fn summary_of(&self, record: Result<Record, RecordError>) -> RecordSummary {
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                let place = Some((error.line(), error.column()));
                let problem = placed(refusal(ProblemCode::Record, error.message(), FIELD), place);
                return RecordSummary { problem: Some(*problem), ..RecordSummary::default() };
            }
        };
        let game = record.tags.get("Variant").and_then(|name| self.named(name));
        let game = game.and_then(|id| self.conversation.library.game(id));
        let tag = |name: &str| {
            record.tags.get(name).unwrap_or_default().chars().take(MAX_LISTED_CHARS).collect::<String>()
        };
        let player = |side: Side| {
            tag(game.as_ref().map_or(["White", "Black"][side.index()], |game| game.side_name(side)))
        };
        RecordSummary {
            game: game.as_ref().map(|game| game.definition().id.clone()),
            players: Side::BOTH.map(player),
            event: tag("Event"),
            date: tag("Date"),
            result: record.result.text().to_owned(),
            turns: u32::try_from(record.moves.line(Tree::ROOT).count()).unwrap_or(u32::MAX),
            problem: None,
        }
    }

    /// Returns the game at the end of the main line of a record; one that does not name its game is of the game given, or if none
    /// is, of the one that its turns tell.
    pub(super) fn load(&mut self, game: Option<&str>, text: &str) -> Result<Session, Refusal> {
        let record = record_of(text, 0)?;
        match game {
            Some(game) => self.load_record(Some(game.to_owned()), record, text),
            None => self.load_by_turns(None, record, text),
        }
    }

    /// Returns the game at the end of the main line of a record, by its tag or else by its turns; this game is tried first.
    fn load_guessing(&mut self, game: Option<&str>, text: &str, index: u32) -> Result<Session, Refusal> {
        let record = record_of(text, index)?;
        self.load_by_turns(game, record, text)
    }

    fn load_by_turns(
        &mut self,
        hint: Option<&str>,
        mut record: Record,
        text: &str,
    ) -> Result<Session, Refusal> {
        let chess = id_of("chess");
        let mut id = hint.map(str::to_owned);
        if record.tags.get("Variant").is_none() {
            let library = &self.conversation.library;
            // Tags without a `Variant` mean chess, as in PGN.
            let has_tags = record.tags.iter().next().is_some();
            let first = if has_tags { [Some(chess), hint] } else { [hint, Some(chess)] };
            let ids = first.into_iter().flatten().chain(library.ids());
            let games = ids.filter_map(|id| library.game(id));
            if let Some(found) = game_of(&record, games) {
                let found = found.definition();
                if found.id != chess && hint != Some(found.id.as_str()) {
                    let message = phrase!(
                        "the record does not name its game: by its turns it is one of {game}",
                        game = &found.name
                    );
                    record.warnings.push(RecordWarning { offset: None, message });
                }
                id = Some(found.id.clone());
            }
        }
        self.load_record(id, record, text)
    }

    /// Returns the id of the game of a name. A game of the user's own may have the name by which other programs know one.
    fn named<'n>(&self, name: &'n str) -> Option<&'n str> {
        [name, id_of(name)].into_iter().find(|id| self.conversation.library.game(id).is_some())
    }

    /// Returns the game at the end of the main line of a record, of the game that it names or else of this one, and tells what was
    /// assumed to read it.
    fn load_record(
        &mut self,
        id: Option<String>,
        mut record: Record,
        text: &str,
    ) -> Result<Session, Refusal> {
        let refuse = |error: LoadError| refuse(text, &error);
        let missing = || refuse(ReplayError::from(ReplayProblem::NoVariant).into());
        let id = record.tags.get("Variant").map(str::to_owned).or(id).ok_or_else(missing)?;
        // The library keeps the game of these rules as long as it is held.
        let _read = rules_text(&record)
            .map(|rules| self.conversation.library.read(rules))
            .transpose()
            .map_err(|error| {
                let place = record.tags.offset("Rules").map(|offset| line_and_column(text, offset));
                placed(unread(&error, FIELD), place)
            })?;
        let game = self.game(self.named(&id).or(Some(&id))).map_err(|mut problem| {
            problem.message = match why_unknown(&id) {
                Some(reason) => phrase!(
                    "the tag `Variant` of the record names no game that is known here, but `{text}`; {reason}",
                    text = quoted(&id),
                    reason = reason,
                ),
                None => phrase!(
                    "the tag `Variant` of the record names no game that is known here, but `{text}`; there are {known}",
                    text = quoted(&id),
                    known = self.conversation.library.ids().collect::<Vec<_>>(),
                ),
            };
            let place = record.tags.offset("Variant").map(|offset| line_and_column(text, offset));
            placed(problem, place)
        })?;
        if record.tags.get("Variant").is_none() {
            record.tags.set("Variant", id).expect("the name of the tag is right");
        }
        expect_places(&record.moves, 0, FIELD)?;
        let session = Session::from_record(&game, record, MAX_IMPORT_TURNS).map_err(refuse)?;
        let warnings: Vec<Problem> =
            session.record_warnings().map(|warning| placed_warning(warning, text)).collect();
        if !warnings.is_empty() {
            self.reply(Event::RecordWarnings { warnings });
        }
        Ok(session)
    }

    /// Returns the game from a position: of the game that is named, or else of the first that reads it.
    fn import_position(&self, named: Option<&str>, text: &str) -> Result<Session, Refusal> {
        let library = &self.conversation.library;
        let first = named.map(|id| self.game(Some(id))).transpose()?;
        let others = library.ids().filter(|id| Some(*id) != named).filter_map(|id| library.game(id));
        // If no game can read it, the error of the one that got farthest is the most helpful.
        let mut farthest: Option<(Arc<Game>, PositionError)> = None;
        for game in first.into_iter().chain(others) {
            match Position::parse(&game, text.trim()) {
                Ok(position) => return Ok(Session::from_position(&position)),
                Err(error) => {
                    let is_farther =
                        farthest.as_ref().is_none_or(|(_, known)| error.column() > known.column());
                    farthest = if is_farther { Some((game, error)) } else { farthest };
                }
            }
        }
        let (game, error) = farthest.expect("there is a game");
        let message = phrase!(
            "this looks like a position of {game}, but {reason}",
            game = &game.definition().name,
            reason = error.reason().clone()
        );
        let before = text.len() - text.trim_start().len();
        let within = text.trim_start().char_indices().nth(error.column() - 1).map(|(offset, _)| offset);
        let place = line_and_column(text, before + within.unwrap_or(text.trim().len()));
        Err(placed(refusal(ProblemCode::Position, message, FIELD), Some(place)))
    }
}

/// Returns why the rules in a record cannot be read.
fn unread(error: &ReadError, field: &str) -> Refusal {
    match error {
        ReadError::NoRoom => no_room(),
        ReadError::Wrong(errors) => {
            let reason = Phrase::verbatim(errors.iter().next().map(ToString::to_string).unwrap_or_default());
            let message = phrase!("the rules in the record cannot be read: {reason}", reason = reason);
            refusal(ProblemCode::Record, message, field)
        }
    }
}

/// Returns the record with an index of a text; of the others it does not matter whether they are well-formed.
fn record_of(text: &str, index: u32) -> Result<Record, Refusal> {
    let record = Record::parse_each(text).nth(index as usize).ok_or(LoadError::NoGame);
    record.and_then(|record| record.map_err(LoadError::Text)).map_err(|error| refuse(text, &error))
}

/// Returns why a record of a text is refused.
fn refuse(text: &str, error: &LoadError) -> Refusal {
    let place = match error {
        LoadError::Text(error) => Some((error.line(), error.column())),
        LoadError::Replay(ReplayError { offset: Some(offset), .. }) => Some(line_and_column(text, *offset)),
        LoadError::Replay(_) | LoadError::NoGame => None,
    };
    let code = match error {
        LoadError::Replay(ReplayError { problem: ReplayProblem::TooHard { .. }, .. }) => ProblemCode::TooHard,
        _ => ProblemCode::Record,
    };
    placed(refusal(code, error.message(), FIELD), place)
}

/// Returns the assumptions made to read a record, as shown to clients.
fn placed_warning(warning: &RecordWarning, text: &str) -> Problem {
    let place = warning.offset.map(|offset| line_and_column(text, offset));
    *placed(refusal(ProblemCode::Record, warning.message.clone(), FIELD), place)
}

/// Returns that nothing can be made of a text.
fn unreadable(message: Phrase) -> Refusal {
    placed(refusal(ProblemCode::Record, message, FIELD), Some((1, 1)))
}

/// Names the line and the column of the text where a mistake is, if it has a place.
fn placed(mut problem: Refusal, place: Option<(usize, usize)>) -> Refusal {
    problem.line = place.and_then(|(line, _)| u32::try_from(line).ok());
    problem.column = place.and_then(|(_, column)| u32::try_from(column).ok());
    problem
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_told_apart() {
        for (text, kind) in [
            ("[Variant \"scirocco\"]\n1. P-e4", TextFormat::Record),
            ("1. P-e4 P-f7", TextFormat::Record),
            ("{a/b} 12...P-f7", TextFormat::Record),
            ("[R]3(K)5/[R]9/10/10/10/9(P)/10/10/10/[K]9 t", TextFormat::Position),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", TextFormat::Position),
            ("https://example.org/1.html", TextFormat::Link),
            ("P-e4 P-f7", TextFormat::Words),
            ("hello world", TextFormat::Words),
            ("", TextFormat::Words),
        ] {
            assert_eq!(TextFormat::of(text), kind, "{text}");
        }
    }
}

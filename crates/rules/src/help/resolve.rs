//! From files to chapters: keys become diagrams and turns, texts become paragraphs and positions.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::file::{ChapterFile, DiagramFile, HelpFile, TurnFile};
use super::{Chapter, Diagram, Entry, promotion_zone};
use crate::game::{At, Game, LoadError};
use crate::language::Hint;
use crate::position::Position;
use crate::vocabulary::{Phrase, Piece, Side, Square};

/// The number of squares that a diagram shows on each side of its piece by default.
const REACH: u8 = 3;

/// Builds the chapters; reports everything that contradicts the game.
pub(super) fn chapters(game: &Arc<Game>, file: &HelpFile, errors: &mut Vec<LoadError>) -> Vec<Chapter> {
    let mut resolver = Resolver { game, file, errors };
    let keys = file.chapters.iter().flat_map(|keys| &keys.value);
    keys.filter_map(|key| resolver.chapter(key)).collect()
}

/// The placeholder for the promotion zone.
const ZONE: &str = "{zone}";

struct Resolver<'a> {
    game: &'a Arc<Game>,
    file: &'a HelpFile,
    errors: &'a mut Vec<LoadError>,
}

impl Resolver<'_> {
    fn chapter(&mut self, key: &At<String>) -> Option<Chapter> {
        let file = self.file;
        let ChapterFile { title, text, diagrams, turns } = self.find("chapter", &file.chapter, key)?;
        let diagrams = diagrams.iter().flatten();
        let turns = turns.iter().flatten();
        let paragraphs = text.as_ref().map(|text| self.paragraphs(text)).unwrap_or_default();
        Some(Chapter {
            title: self.required(key, "title", title)?.value.clone(),
            paragraphs: paragraphs.into_iter().map(|text| self.with_zone(text)).collect(),
            diagrams: diagrams.filter_map(|key| self.diagram(key)).collect(),
            entries: turns.filter_map(|key| self.turn(key)).collect(),
        })
    }

    fn diagram(&mut self, key: &At<String>) -> Option<Diagram> {
        let file = self.file;
        let DiagramFile { title, text, board, reach, turns, illegal } =
            self.find("diagram", &file.diagram, key)?;
        let (board, text) = (self.required(key, "board", board)?, self.required(key, "text", text)?);
        let (position, square) = self.board(board)?;
        let text = self.paragraphs(text).join(" ");
        Some(Diagram {
            title: self.required(key, "title", title)?.value.clone(),
            text: self.with_zone(text),
            position,
            square,
            reach: reach.unwrap_or(REACH),
            turns: turns.iter().map(|turn| turn.value.clone()).collect(),
            illegal: illegal.iter().map(|turn| turn.value.clone()).collect(),
        })
    }

    fn turn(&mut self, key: &At<String>) -> Option<Entry> {
        let file = self.file;
        let TurnFile { turn, text, also, board, position } = self.find("turn", &file.turn, key)?;
        let position = match position {
            Some(position) => self.position(position)?,
            None => {
                let board = self.required(key, "board", board)?;
                self.board(board)?.0
            }
        };
        let text = self.required(key, "text", text)?;
        let text = self.paragraphs(text).join(" ");
        let text = self.with_zone(text).to_string();
        Some(Entry {
            term: self.required(key, "turn", turn)?.value.clone(),
            text,
            also: also.iter().map(|turn| turn.value.clone()).collect(),
            position: Some(position),
        })
    }

    /// Returns the item with a key, or reports an unknown key.
    fn find<'f, T>(&mut self, what: &str, known: &'f BTreeMap<String, T>, key: &At<String>) -> Option<&'f T> {
        let found = known.get(&key.value);
        if found.is_none() {
            let hint = Hint::nearest(&key.value, known.keys().map(String::as_str));
            self.error(key, format!("there is no {what} `{}`", key.value), hint);
        }
        found
    }

    /// Returns a required part of an item, or reports that it is missing.
    fn required<'f>(
        &mut self,
        key: &At<String>,
        name: &str,
        part: &'f Option<At<String>>,
    ) -> Option<&'f At<String>> {
        if part.is_none() {
            self.error(key, format!("`{}` has no `{name}`", key.value), None);
        }
        part.as_ref()
    }

    /// Splits a text into paragraphs at empty lines.
    fn paragraphs(&mut self, text: &At<String>) -> Vec<String> {
        if text.value.replace(ZONE, "").contains(['{', '}']) {
            self.error(text, "only `{zone}` may stand in braces", None);
        }
        let joined = |paragraph: &str| paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
        text.value.split("\n\n").map(joined).filter(|paragraph| !paragraph.is_empty()).collect()
    }

    /// Replaces `{zone}` in a text by a description of the promotion zone.
    fn with_zone(&self, text: String) -> Phrase {
        if !text.contains(ZONE) {
            return Phrase::verbatim(text);
        }
        let zone = promotion_zone(self.game).unwrap_or(Phrase::verbatim(""));
        let mut phrase = Phrase::template(text);
        phrase.set("zone", zone);
        phrase
    }

    /// Reads the pieces of a board, with the first side to move; also returns the square of the first piece.
    fn board(&mut self, text: &At<String>) -> Option<(Position, Square)> {
        let mut position = Position::empty(self.game, Side::First);
        let mut first = None;
        for word in text.value.split_whitespace() {
            let Some((square, piece)) = self.placed(word) else {
                self.error(text, format!("`{word}` is no piece of the game on a square of its board"), None);
                return None;
            };
            if !position.board().at(square).is_none() {
                self.error(text, format!("`{word}` stands on another piece"), None);
            }
            position.place(square, piece);
            first = first.or(Some(square));
        }
        if first.is_none() {
            self.error(text, "the board is empty", None);
        }
        Some((position, first?))
    }

    /// Parses a piece and its square, `[P]e5`.
    fn placed(&self, word: &str) -> Option<(Square, Piece)> {
        let (piece, square) = word.split_at(word.find([']', ')'])? + 1);
        let (side, id) = match piece.strip_prefix('[') {
            Some(rest) => (Side::First, rest.strip_suffix(']')?),
            None => (Side::Second, piece.strip_prefix('(')?.strip_suffix(')')?),
        };
        Some((self.game.size().parse(square).ok()?, Piece::new(self.game.type_by_id(id)?, side)))
    }

    fn position(&mut self, text: &At<String>) -> Option<Position> {
        Position::parse(self.game, &text.value)
            .map_err(|error| self.error(text, error.to_string(), None))
            .ok()
    }

    fn error(&mut self, at: &At<String>, message: impl Into<String>, hint: Option<Hint>) {
        self.errors.push(LoadError::new(at.place.clone(), message).with_hint(hint));
    }
}

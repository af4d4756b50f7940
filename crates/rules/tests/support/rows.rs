//! Test tables as text: a row is a title with indented lines, each a word and its text; `#` begins a comment.

use std::sync::Arc;

use beaufort_rules::{Game, Piece, Position, Side, builtin};

use super::{game, king_games};

/// A row of a table.
pub(crate) struct Row<'a> {
    pub(crate) title: &'a str,
    lines: Vec<(&'a str, &'a str)>,
}

impl<'a> Row<'a> {
    /// Returns the text after a word, if the row has it.
    pub(crate) fn get(&self, word: &str) -> Option<&'a str> {
        self.lines.iter().find(|line| line.0 == word).map(|line| line.1)
    }

    /// Returns the words after a word.
    pub(crate) fn words(&self, word: &str) -> Vec<&'a str> {
        self.get(word).unwrap_or_default().split_whitespace().collect()
    }

    /// Returns the games of the line `games`: their ids, or `all` for Adrian King's.
    pub(crate) fn games(&self) -> Vec<&'static str> {
        let words = self.words("games");
        if words.contains(&"all") {
            return king_games().collect();
        }
        builtin::ids().filter(|id| words.contains(id)).collect()
    }

    /// Returns the position of the line `position`, or of the line `board` with Blue to move; `None` if a game lacks one of the
    /// pieces.
    pub(crate) fn position(&self, id: &str) -> Option<Position> {
        self.position_in(&game(id))
    }

    /// Like [`Row::position`], in a game that may be a custom one.
    pub(crate) fn position_in(&self, game: &Arc<Game>) -> Option<Position> {
        if let Some(text) = self.get("position") {
            return Position::parse(game, text).ok();
        }
        let mut position = Position::empty(game, Side::First);
        place(&mut position, self.get("board").expect("a row has a board"))?;
        Some(position)
    }

    /// Returns the position after a turn with the result of the line `result`; `None` if a game lacks one of the pieces.
    pub(crate) fn after(&self, before: &Position) -> Option<String> {
        let mut after = before.clone();
        after.null_turn();
        let result = self.get("result").expect("a row has a result");
        let field = |word: &str| {
            let (name, text) = word.split_once('=')?;
            Some((FIELDS.iter().position(|field| *field == name)?, text.to_owned()))
        };
        let (fields, squares): (Vec<&str>, Vec<&str>) =
            result.split_whitespace().partition(|word| field(word).is_some());
        place(&mut after, &squares.join(" "))?;
        let text = after.to_string();
        let mut parts: Vec<String> = text.split(' ').map(str::to_owned).collect();
        for (index, text) in fields.into_iter().filter_map(field) {
            parts[index] = text;
        }
        Some(parts.join(" "))
    }
}

/// The fields of a position string that a result may replace: `kings=wb`.
const FIELDS: [&str; 6] = ["board", "side", "castling", "passed", "reserves", "kings"];

/// Reads a table; rows may have only the given words.
pub(crate) fn rows<'a>(table: &'a str, words: &[&str]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some(entry) = line.strip_prefix("  ") else {
            rows.push(Row { title: line, lines: Vec::new() });
            continue;
        };
        let row = rows.last_mut().expect("a title comes first");
        let (word, text) = entry.split_once(' ').unwrap_or((entry, ""));
        assert!(words.contains(&word), "{}: `{word}` is none of {words:?}", row.title);
        row.lines.push((word, text.trim()));
    }
    rows
}

/// Places pieces, `[K]a1` or, in a result, `a1=[K]` and `a1=`; `same` places none. Returns `None` if the game lacks one of
/// them.
fn place(position: &mut Position, text: &str) -> Option<()> {
    let game = Arc::clone(position.game());
    for word in text.split_whitespace().filter(|&word| word != "same") {
        let (square, piece) = word.split_once('=').unwrap_or_else(|| {
            let (piece, square) = word.split_at(word.find([']', ')']).expect("pieces stand in brackets") + 1);
            (square, piece)
        });
        let square = game.size().parse(square).expect("rows name squares");
        position.place(square, read_piece(&game, piece)?);
    }
    Some(())
}

fn read_piece(game: &Game, text: &str) -> Option<Piece> {
    let side = match text.chars().next() {
        None => return Some(Piece::NONE),
        Some('[') => Side::First,
        Some(_) => Side::Second,
    };
    let id = text.trim_matches(['[', ']', '(', ')']);
    let kind = game.types().find(|&kind| game.piece(kind).id == id)?;
    Some(Piece::new(kind, side))
}

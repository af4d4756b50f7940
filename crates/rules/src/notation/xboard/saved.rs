//! Turns in the format of games saved by XBoard.

use super::{Shape, square_name};
use crate::notation::read::unique;
use crate::notation::{Notation, NotationError};
use crate::position::Position;
use crate::turn::Turn;
use crate::vocabulary::{Piece, Side};

/// The letter of the piece that XBoard writes without a name.
const PAWN: &str = "P";

impl Shape {
    /// Reads a turn of a game saved by XBoard: as in chess, with XBoard's letters and names of squares.
    ///
    /// # Errors
    /// If no turn fits, or several turns do.
    pub(crate) fn read_saved(&self, position: &Position, text: &str) -> Result<Turn, NotationError> {
        let notation = Notation::new(position);
        let meant = bare(text);
        let fits = |turn: Turn| self.spellings(position, turn).any(|spelling| spelling == meant);
        let found = unique(&notation, text, |choice| fits(choice.turn));
        let found = found.unwrap_or_else(|| Err(NotationError::no_turn(&notation, text)));
        found.map(|choice| choice.turn)
    }

    /// Returns every spelling of a turn, without redundant characters: with the origin square, its file, its rank or none of
    /// these.
    fn spellings(&self, position: &Position, turn: Turn) -> impl Iterator<Item = String> {
        let size = position.game().size();
        let kind = position.board().at(turn.first.from).kind().expect("a turn begins with a piece");
        let token = self.token(Piece::new(kind, Side::First));
        let token = if token == PAWN { String::new() } else { token };
        let mut way = String::new();
        for step in turn.steps() {
            if step.via != step.to {
                way += &square_name(size, step.via);
            }
            way += &square_name(size, step.to);
            if step.promotion.is_some() {
                way.push('+');
            }
        }
        let from = square_name(size, turn.first.from);
        let (file, rank) = from.split_at(1);
        let origins = [String::new(), file.to_owned(), rank.to_owned(), from.clone()];
        origins.into_iter().map(move |origin| format!("{token}{origin}{way}"))
    }
}

/// Returns a text without redundant characters.
fn bare(text: &str) -> String {
    text.replace(['x', '-', '=', ',', '#'], "")
}

//! The board, fitted to the terminal, and explanations of the pieces on it.

use std::sync::Arc;

use beaufort_draw::{BoardPicture, PieceList, PiecePage, TileFace, words};
use beaufort_rules::language::nearest;
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Game, Notation, Position, Side, Square, StepKind, Turn};

use crate::failure::Failure;
use crate::output::{self, Screen, columns};

/// The rows around the board: an empty one, turns, losses, an empty one, the prompt.
const AROUND: usize = 6;

/// The view of a board: the seat and the symbols of the pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoardView {
    pub(super) seat: Side,
    pub(super) face: TileFace,
}

impl BoardView {
    /// Returns the picture of a position.
    pub(super) fn picture(self, position: &Position) -> BoardPicture<'_> {
        BoardPicture::new(position).seen_by(self.seat).with_tiles(self.face)
    }
}

/// Returns a board as it fits the screen: with lines between the squares, or narrow. Where there is no terminal, everything
/// fits.
pub(super) fn board(picture: &BoardPicture<'_>, screen: Option<Screen>) -> String {
    let wide = picture.text();
    let fits = |screen: Screen| {
        wide.lines().all(|line| columns(line) <= screen.columns)
            && wide.lines().count() + AROUND <= screen.rows
    };
    if screen.is_none_or(fits) { wide } else { picture.narrow_text() }
}

/// Explains a piece or a square; with an empty text, all pieces.
///
/// # Errors
/// If the text is neither.
pub(super) fn explain(position: &Position, what: &str, view: BoardView) -> Result<String, Failure> {
    let game = position.game();
    if what.is_empty() {
        return Ok(PieceList::new(game).text_within(output::terminal_width()));
    }
    if let Ok(square) = game.size().parse(what) {
        return Ok(piece_on(position, square, view));
    }
    match game.type_by_any_name(what) {
        Some(kind) => Ok(PiecePage::new(game, kind).text_within(output::terminal_width())),
        None => Err(unknown_piece(game, what)),
    }
}

/// Returns the failure for a word that is neither a piece nor a square.
pub(super) fn unknown_piece(game: &Game, word: &str) -> Failure {
    let failure = Failure::user(format_args!(
        "`{}` is neither a piece of {} nor a square",
        quoted(word),
        game.definition().name
    ));
    match nearest(word, game.types().map(|kind| game.piece(kind).name.as_str())) {
        Some(near) => failure.hint(format_args!("did you mean `{near}`?")),
        None => failure.hint("`?` lists the pieces"),
    }
}

/// Returns the board with the moves of the piece on a square, and a line about it.
fn piece_on(position: &Position, square: Square, view: BoardView) -> String {
    let game = Arc::clone(position.game());
    let size = game.size();
    let mut position = position.clone();
    let piece = position.board().at(square);
    let Some(kind) = piece.kind() else {
        return format!("{} is empty.\n", size.name(square));
    };
    let is_next = piece.side() == position.side();
    if !is_next {
        position.null_turn();
    }
    let notation = Notation::new(&position);
    let moves = |turn: &Turn| turn.first.from == square && turn.first.kind != StepKind::Drop;
    let turns: Vec<_> = notation.iter().filter(|(turn, _)| moves(turn)).collect();
    let marks = turns.iter().flat_map(|(turn, _)| turn.steps()).flat_map(|step| [step.to, step.via]);
    let picture = view.picture(&position).with_marks(marks.filter(|&mark| mark != square));
    let board = board(&picture, output::screen());
    let mut texts: Vec<&str> = turns.iter().map(|&(_, text)| text).collect();
    texts.sort_unstable();
    texts.dedup();
    let side = game.side_name(piece.side());
    let name = format!("{side}'s {} on {}", game.piece(kind).name, size.name(square));
    let condition = if is_next { String::new() } else { format!(", if it were {side}'s turn") };
    let line = match texts.len() {
        0 => format!("{name} has no turn{condition}."),
        1 => format!("{name} has one turn{condition}: {}", texts[0]),
        n => format!("{name} has {n} turns{condition}: {}", texts.join("  ")),
    };
    format!("{board}{}\n", words::wrap(&line, output::terminal_width()).join("\n"))
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;
    use beaufort_rules::builtin;

    use super::*;

    /// Returns the board of a game as a screen of this size shows it.
    fn shown(game: &str, columns: usize, rows: usize) -> String {
        let position = Position::initial(&builtin::game(game).expect("it is built in"));
        strip_str(&board(&BoardPicture::new(&position), Some(Screen { columns, rows }))).to_string()
    }

    #[test]
    fn a_board_fits_its_screen() {
        for (game, columns, rows) in [("jupiter", 80, 24), ("jupiter", 102, 60), ("scirocco", 80, 24)] {
            let board = shown(game, columns, rows);
            assert!(board.lines().count() + AROUND <= rows, "{board}");
            assert!(board.lines().all(|line| line.chars().count() <= columns), "{board}");
            assert!(!board.contains('┌'), "{board}");
        }
        assert!(shown("jupiter", 120, 41).contains('┌'));
        assert!(shown("scirocco", 80, 30).contains('┌'));
    }
}

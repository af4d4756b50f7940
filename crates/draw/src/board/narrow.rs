//! The board as text for narrow terminals: no lines, a few columns for each square.

use anstyle::Style;
use beaufort_rules::{Side, Square};

use super::BoardPicture;
use crate::canvas::Canvas;
use crate::palette;

/// An empty square.
const EMPTY: char = '·';
/// An empty square in a promotion zone.
const ZONE: char = ':';
/// An empty square of the last turn.
const LAST: char = '○';
/// A marked empty square.
const MARK_EMPTY: char = '•';
/// A wall.
const WALL: char = '▒';
/// The mark that replaces the bracket of a marked piece.
const MARK_PIECE: char = '×';
/// The number of characters to the left of the first square.
const MARGIN: usize = 3;

impl BoardPicture<'_> {
    /// Returns the board as lines of text like [`text`](BoardPicture::text), but with one line for each rank and as few columns
    /// for each square as the longest text for a piece and a bracket need.
    ///
    /// `[id` and `(id` are the sides' pieces; `•` and `×` mark squares, `:` are the empty squares of the promotion zones, and
    /// `○` is the square that the last turn has left empty, `▒` a wall. The target of the last turn is shown by colour alone.
    pub fn narrow_text(&self) -> String {
        let cell = (self.label_columns() + 1).max(3);
        let (files, ranks) = (usize::from(self.size().files()), usize::from(self.size().ranks()));
        let mut canvas = Canvas::new(2 * MARGIN + files * cell, ranks + 2);
        let x = |column: usize| MARGIN + column * cell;
        for column in 0..files {
            let name = self.file_name(column);
            canvas.write(x(column) + 1, 0, &name, palette::DIM);
            canvas.write(x(column) + 1, ranks + 1, &name, palette::DIM);
        }
        for row in 0..ranks {
            let name = self.rank_name(row);
            canvas.write(0, row + 1, &format!("{name:>2}"), palette::DIM);
            canvas.write(x(files) + 1, row + 1, &name, palette::DIM);
            for column in 0..files {
                let square = self.shown_at(column, row).expect("the picture is as large as the board");
                self.narrow_square(&mut canvas, x(column), row + 1, square);
            }
        }
        canvas.lines().join("\n") + "\n"
    }

    fn narrow_square(&self, canvas: &mut Canvas, x: usize, y: usize, square: Square) {
        let game = self.position.game();
        let piece = self.position.board().at(square);
        let (marked, last) = (self.marks.contains(square), self.last.contains(square));
        if game.definition().holes.contains(square) {
            return;
        }
        if piece.is_wall() {
            canvas.put(x + 1, y, WALL, if last { palette::LAST_TURN } else { palette::DIM });
            return;
        }
        let Some(kind) = piece.kind() else {
            let in_zone = Side::BOTH.iter().any(|&side| game.zone(side).contains(square));
            let (sign, style) = match (marked, last) {
                (true, _) => (MARK_EMPTY, palette::MOVES),
                (false, true) => (LAST, palette::LAST_TURN),
                (false, false) => (if in_zone { ZONE } else { EMPTY }, palette::DIM),
            };
            canvas.put(x + 1, y, sign, style);
            return;
        };
        let bracket = match piece.side() {
            Side::First => '[',
            Side::Second => '(',
        };
        let style: Style = if last { palette::LAST_TURN } else { palette::piece(piece.side()) };
        canvas.put(x, y, bracket, style);
        canvas.write(x + 1, y, &self.label(kind, piece.side()), style);
        if marked {
            canvas.put(x, y, MARK_PIECE, palette::CAPTURES);
        }
    }
}

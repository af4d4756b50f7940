//! The board as text: a grid of light lines, heavy around the squares of the last turn, dashed at the promotion zones.

use anstyle::Style;

use super::BoardPicture;
use super::junction::{Weight, junction};
use crate::canvas::{Canvas, columns};
use crate::palette;

/// The mark on an empty square.
const MARK_EMPTY: char = '•';
/// The mark before a piece.
const MARK_PIECE: char = '×';

/// The filling of a square with a wall.
const WALL: char = '▒';

impl BoardPicture<'_> {
    /// Returns the board as lines of text with ANSI colour codes.
    ///
    /// The colours are redundant: `[id]` and `(id)` are the sides' pieces, as in position strings; heavy lines surround the
    /// squares of the last turn; `•` and `×` mark squares; dashed lines bound the promotion zones; `▒` fills a square with a wall.
    /// There are no lines around what is no square of the board.
    pub fn text(&self) -> String {
        let lines = Grid::new(self).draw().lines();
        lines.join("\n") + "\n"
    }
}

struct Grid<'a> {
    picture: &'a BoardPicture<'a>,
    columns: usize,
    rows: usize,
    /// The number of characters between two vertical lines.
    inner: usize,
    /// The number of characters to the left of the first vertical line.
    margin: usize,
}

impl<'a> Grid<'a> {
    fn new(picture: &'a BoardPicture<'a>) -> Grid<'a> {
        Grid {
            picture,
            columns: usize::from(picture.size().files()),
            rows: usize::from(picture.size().ranks()),
            inner: (picture.label_columns() + 2).max(5),
            margin: 3,
        }
    }

    fn draw(&self) -> Canvas {
        let width = 2 * self.margin + self.columns * (self.inner + 1) + 1;
        let mut canvas = Canvas::new(width, 2 * self.rows + 3);
        self.coordinates(&mut canvas);
        for row in 0..=self.rows {
            for column in 0..=self.columns {
                self.lines(&mut canvas, column, row);
            }
        }
        for row in 0..self.rows {
            for column in 0..self.columns {
                self.square(&mut canvas, column, row);
            }
        }
        canvas
    }

    fn x(&self, column: usize) -> usize {
        self.margin + column * (self.inner + 1)
    }

    fn coordinates(&self, canvas: &mut Canvas) {
        for column in 0..self.columns {
            let x = self.x(column) + 1 + self.inner / 2;
            let name = self.picture.file_name(column);
            canvas.write(x, 0, &name, palette::DIM);
            canvas.write(x, 2 * self.rows + 2, &name, palette::DIM);
        }
        for row in 0..self.rows {
            let name = self.picture.rank_name(row);
            canvas.write(0, 2 * row + 2, &format!("{name:>2}"), palette::DIM);
            canvas.write(self.x(self.columns) + 2, 2 * row + 2, &name, palette::DIM);
        }
    }

    /// Draws the upper left corner of a square with the lines to the right and down from it.
    fn lines(&self, canvas: &mut Canvas, column: usize, row: usize) {
        let (x, y) = (self.x(column), 2 * row + 1);
        let right = self.horizontal(column, row);
        let down = self.vertical(column, row);
        let left = column.checked_sub(1).map_or(Weight::None, |column| self.horizontal(column, row));
        let up = row.checked_sub(1).map_or(Weight::None, |row| self.vertical(column, row));
        let arms = [up, right, down, left];
        let heaviest = if arms.contains(&Weight::Heavy) { Weight::Heavy } else { Weight::Light };
        canvas.put(x, y, junction(arms), style(heaviest));
        let zone = self.picture.is_zone_edge(row);
        let horizontal = match (right, zone) {
            (Weight::None, _) => ' ',
            (Weight::Light, false) => '─',
            (Weight::Light, true) => '╌',
            (Weight::Heavy, false) => '━',
            (Weight::Heavy, true) => '╍',
        };
        let vertical = match down {
            Weight::None => ' ',
            Weight::Light => '│',
            Weight::Heavy => '┃',
        };
        if column < self.columns {
            for i in 1..=self.inner {
                canvas.put(x + i, y, horizontal, style(right));
            }
        }
        if row < self.rows {
            canvas.put(x, y + 1, vertical, style(down));
        }
    }

    /// Returns the weight of the line above a square.
    fn horizontal(&self, column: usize, row: usize) -> Weight {
        if column >= self.columns {
            return Weight::None;
        }
        self.weight([Some((column, row)), row.checked_sub(1).map(|row| (column, row))])
    }

    /// Returns the weight of the line to the left of a square.
    fn vertical(&self, column: usize, row: usize) -> Weight {
        if row >= self.rows {
            return Weight::None;
        }
        self.weight([Some((column, row)), column.checked_sub(1).map(|column| (column, row))])
    }

    /// Returns the weight of the line between two places, of which one may be beyond the board.
    fn weight(&self, places: [Option<(usize, usize)>; 2]) -> Weight {
        let any =
            |is: &dyn Fn(usize, usize) -> bool| places.iter().flatten().any(|&(column, row)| is(column, row));
        if !any(&|column, row| self.picture.has_square(column, row)) {
            Weight::None
        } else if any(&|column, row| self.is_last(column, row)) {
            Weight::Heavy
        } else {
            Weight::Light
        }
    }

    fn is_last(&self, column: usize, row: usize) -> bool {
        self.picture.shown_at(column, row).is_some_and(|square| self.picture.last.contains(square))
    }

    fn square(&self, canvas: &mut Canvas, column: usize, row: usize) {
        let square = self.picture.shown_at(column, row).expect("the grid is as large as the board");
        let (x, y) = (self.x(column), 2 * row + 2);
        let piece = self.picture.position.board().at(square);
        let marked = self.picture.marks.contains(square);
        if piece.is_wall() && self.picture.has_square(column, row) {
            canvas.write(x + 1, y, &WALL.to_string().repeat(self.inner), palette::DIM);
        }
        let Some(kind) = piece.kind() else {
            if marked {
                canvas.put(x + 1 + self.inner / 2, y, MARK_EMPTY, palette::MOVES);
            }
            return;
        };
        let label = self.picture.label(kind, piece.side());
        let tile = match piece.side() {
            beaufort_rules::Side::First => format!("[{label}]"),
            beaufort_rules::Side::Second => format!("({label})"),
        };
        let blanks = self.inner - columns(&tile);
        let before = blanks / 2;
        let cell = format!("{:before$}{tile}{:after$}", "", "", after = blanks - before);
        canvas.write(x + 1, y, &cell, palette::piece(piece.side()));
        if marked {
            canvas.put(x, y, MARK_PIECE, palette::CAPTURES);
        }
    }
}

fn style(weight: Weight) -> Style {
    if weight == Weight::Heavy { palette::LAST_TURN } else { palette::DIM }
}

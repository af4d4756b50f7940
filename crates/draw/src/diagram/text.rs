//! A panel as text: every square takes four columns and two rows, which leaves room for lines between squares.

use beaufort_rules::vocabulary::Vector;

use super::panel::MIDDLE;
use super::{Panel, Sign};
use crate::canvas::Canvas;
use crate::palette;

/// The number of columns of a square.
const COLUMNS: usize = 4;
/// The number of columns for further signs to the right of the last square.
const EXTRAS: usize = 2;

impl Panel {
    /// Returns the number of columns of the panel.
    pub(crate) fn text_width(&self) -> usize {
        let (side, _) = self.frame();
        2 * self.radius as usize * COLUMNS + 1 + EXTRAS + 2 * side
    }

    /// Returns the number of rows of the panel.
    pub(crate) fn text_height(&self) -> usize {
        let (_, above) = self.frame();
        4 * self.radius as usize + 1 + 2 * above
    }

    /// Returns the number of columns on each side and of rows above and below the squares, which arrows need.
    fn frame(&self) -> (usize, usize) {
        if self.arrows().next().is_some() { (2, 1) } else { (0, 0) }
    }

    /// Draws the panel with its upper left corner at a place.
    pub(crate) fn draw(&self, canvas: &mut Canvas, left: usize, top: usize) {
        let (side, above) = self.frame();
        let place = |at: Vector| {
            let column = (at.dx + self.radius) as usize;
            let row = (self.radius - at.dy) as usize;
            (left + side + column * COLUMNS, top + above + row * 2)
        };
        for at in self.squares() {
            let (x, y) = place(at);
            canvas.put(x, y, '·', palette::DIM);
        }
        for (a, b) in self.lines() {
            let (x, y) = place(a);
            draw_line(canvas, x, y, b + -a);
        }
        for (at, direction) in self.arrows() {
            let (x, y) = place(at);
            let (arrow, x, y) = arrow(direction, x, y);
            canvas.put(x, y, arrow, Sign::Arrow.style());
        }
        for at in self.squares() {
            let (x, y) = place(at);
            let main = if at == MIDDLE { Some(self.middle) } else { self.arrival(at) };
            let signs: Vec<Sign> = main.into_iter().chain(self.extras(at)).collect();
            if signs.is_empty() {
                self.draw_passage(canvas, x, y, at);
            }
            for (i, sign) in signs.into_iter().take(1 + EXTRAS).enumerate() {
                canvas.put(x + i, y, sign.character(), sign.style());
            }
        }
    }

    /// Draws a line through a square on which the piece may not stop.
    fn draw_passage(&self, canvas: &mut Canvas, x: usize, y: usize, at: Vector) {
        if let Some(next) = self.joined(at).next() {
            canvas.put(x, y, stroke(next + -at), Sign::Line.style());
        }
    }
}

/// Draws a line from a square to a neighbour to the right or above; the order of vectors leaves only these.
fn draw_line(canvas: &mut Canvas, x: usize, y: usize, direction: Vector) {
    let style = Sign::Line.style();
    let sign = stroke(direction);
    match (direction.dx, direction.dy) {
        (_, 0) => (1..COLUMNS).for_each(|i| canvas.put(x + i, y, sign, style)),
        (0, _) => canvas.put(x, y - 1, sign, style),
        (_, up) => {
            let (x, y) = (x + COLUMNS / 2, if up > 0 { y - 1 } else { y + 1 });
            let crossed = matches!(canvas.at(x, y), '╱' | '╲' | '╳') && canvas.at(x, y) != sign;
            canvas.put(x, y, if crossed { '╳' } else { sign }, style);
        }
    }
}

/// Returns the character of a line.
fn stroke(direction: Vector) -> char {
    match (direction.dx, direction.dy) {
        (_, 0) => '─',
        (0, _) => '│',
        (dx, dy) if (dx > 0) == (dy > 0) => '╱',
        _ => '╲',
    }
}

/// Returns the arrow of a direction and its place next to a square.
fn arrow(direction: Vector, x: usize, y: usize) -> (char, usize, usize) {
    match (direction.dx.signum(), direction.dy.signum()) {
        (0, 1) => ('↑', x, y - 1),
        (0, _) => ('↓', x, y + 1),
        (1, 0) => ('→', x + 3, y),
        (_, 0) => ('←', x - 2, y),
        (1, 1) => ('↗', x + 2, y - 1),
        (1, _) => ('↘', x + 2, y + 1),
        (_, 1) => ('↖', x - 2, y - 1),
        (_, _) => ('↙', x - 2, y + 1),
    }
}

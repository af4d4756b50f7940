//! Heat maps: a number with a colour on each square of the board, such as the worth of a piece there.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, Color, Style};
use beaufort_rules::vocabulary::{Geometry, Square};

use crate::canvas::Canvas;
use crate::palette;
use crate::svg::{Anchor, Svg, TextStyle};

/// The shades from the least value to the greatest: for SVG, and as 256-colour codes for the terminal.
const SHADES: [(&str, u8); 6] = [
    ("#f7f8f5", 255),
    ("#d5e8dc", 194),
    ("#a9d1b9", 151),
    ("#71b08d", 108),
    ("#3f8a66", 65),
    ("#155c40", 22),
];
/// The first shade on which the text is light.
const FIRST_DARK: usize = 4;

/// The side of a square and the margins of a board for its coordinates and its title, in SVG units.
const SQUARE: f64 = 40.0;
const MARGIN: f64 = 26.0;
const TITLE: f64 = 24.0;

/// Boards with a value on each square, darker for greater values, with the first player at the bottom.
///
/// # Examples
/// ```
/// use beaufort_draw::HeatMap;
/// use beaufort_rules::builtin;
///
/// let game = builtin::game("orthochess").unwrap();
/// let ranks = game.size().iter().map(|square| i32::from(game.size().rank(square))).collect();
/// let map = HeatMap::new(game.size(), vec![("ranks".to_owned(), ranks)]);
/// assert!(map.svg().starts_with("<svg"));
/// assert_eq!(map.text().lines().count(), 11);
/// ```
#[derive(Clone, Debug)]
pub struct HeatMap {
    size: Geometry,
    layers: Vec<Layer>,
}

#[derive(Clone, Debug)]
struct Layer {
    title: String,
    /// The values by the index of the square.
    values: Vec<i32>,
    least: i32,
    greatest: i32,
}

impl HeatMap {
    /// Creates a picture of boards, each with its title and its values by the index of the square.
    ///
    /// # Panics
    /// If the number of values of a board is not its number of squares.
    pub fn new(size: Geometry, layers: Vec<(String, Vec<i32>)>) -> HeatMap {
        let layer = |(title, values): (String, Vec<i32>)| {
            assert_eq!(values.len(), size.squares(), "every square has a value");
            let least = values.iter().copied().min().unwrap_or(0);
            let greatest = values.iter().copied().max().unwrap_or(0);
            Layer { title, values, least, greatest }
        };
        HeatMap { size, layers: layers.into_iter().map(layer).collect() }
    }

    /// Returns the boards one below the other as text with ANSI colour codes.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for layer in &self.layers {
            let canvas = self.canvas(layer);
            write!(text, "{}\n{}\n", layer.title, canvas.lines().join("\n"))
                .expect("writing to a string succeeds");
        }
        text
    }

    /// Returns the boards side by side as an SVG document.
    pub fn svg(&self) -> String {
        let (files, ranks) = (f64::from(self.size.files()), f64::from(self.size.ranks()));
        let width = files * SQUARE + 2.0 * MARGIN;
        let height = ranks * SQUARE + 2.0 * MARGIN + TITLE;
        let mut svg = Svg::new(width * self.layers.len() as f64, height);
        for (index, layer) in self.layers.iter().enumerate() {
            svg.placed(index as f64 * width, 0.0, 1.0, |svg| self.draw(svg, layer));
        }
        svg.finish()
    }

    fn canvas(&self, layer: &Layer) -> Canvas {
        let (files, ranks) = (usize::from(self.size.files()), usize::from(self.size.ranks()));
        let longest = layer.values.iter().map(|value| value.to_string().len()).max().unwrap_or(1);
        let cell = longest + 2;
        let mut canvas = Canvas::new(3 + files * cell, ranks + 2);
        for square in self.size.iter() {
            let (x, y) = self.place(square);
            let shade = layer.shade(square);
            let style = Style::new()
                .bg_color(Some(Color::Ansi256(Ansi256Color(SHADES[shade].1))))
                .fg_color(Some(Color::Ansi256(Ansi256Color(if shade < FIRST_DARK { 16 } else { 231 }))));
            let text = format!(" {:>longest$} ", layer.values[square.index()]);
            canvas.write(3 + x * cell, y, &text, style);
            if x == 0 {
                canvas.write(0, y, &format!("{:>2}", self.rank_name(y)), palette::DIM);
            }
            if y == 0 {
                canvas.write(3 + x * cell + cell / 2, ranks, &self.file_name(x), palette::DIM);
            }
        }
        canvas
    }

    fn draw(&self, svg: &mut Svg, layer: &Layer) {
        let title = TextStyle { size: 15.0, bold: true, colour: palette::INK };
        svg.text(MARGIN, TITLE, &layer.title, Anchor::Start, title);
        let top = TITLE + MARGIN / 2.0;
        let faint = TextStyle { size: 12.0, bold: false, colour: palette::FAINT };
        for square in self.size.iter() {
            let (column, row) = self.place(square);
            let (x, y) = (MARGIN + column as f64 * SQUARE, top + row as f64 * SQUARE);
            let shade = layer.shade(square);
            svg.rect(x, y, SQUARE - 1.0, SQUARE - 1.0, SHADES[shade].0);
            let colour = if shade < FIRST_DARK { palette::INK } else { palette::PAPER };
            let style = TextStyle { size: 13.0, bold: false, colour };
            let value = layer.values[square.index()].to_string();
            svg.text(x + SQUARE / 2.0, y + SQUARE / 2.0 + 5.0, &value, Anchor::Middle, style);
            if column == 0 {
                svg.text(MARGIN / 2.0, y + SQUARE / 2.0 + 5.0, &self.rank_name(row), Anchor::Middle, faint);
            }
            if row == 0 {
                let below = top + f64::from(self.size.ranks()) * SQUARE + 15.0;
                svg.text(x + SQUARE / 2.0, below, &self.file_name(column), Anchor::Middle, faint);
            }
        }
    }

    /// Returns the column and the row of a square, from the top left.
    fn place(&self, square: Square) -> (usize, usize) {
        let row = self.size.ranks() - 1 - self.size.rank(square);
        (self.size.file(square).into(), row.into())
    }

    fn rank_name(&self, row: usize) -> String {
        (usize::from(self.size.ranks()) - row).to_string()
    }

    fn file_name(&self, column: usize) -> String {
        self.size.file_letter(column as u8).to_string()
    }
}

impl Layer {
    /// Returns the index of the shade of a square, scaled between the least and the greatest value.
    fn shade(&self, square: Square) -> usize {
        let range = (self.greatest - self.least).max(1) as usize;
        let above = (self.values[square.index()] - self.least) as usize;
        (above * SHADES.len() / range).min(SHADES.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;

    use super::*;

    fn shades(values: [i32; 4]) -> Vec<usize> {
        let size = Geometry::new(2, 2).expect("it is a board");
        let map = HeatMap::new(size, vec![(String::new(), values.to_vec())]);
        size.iter().map(|square| map.layers[0].shade(square)).collect()
    }

    #[test]
    fn the_greatest_value_is_the_darkest() {
        assert_eq!(shades([0, 50, 99, 100]), [0, 3, 5, 5]);
        assert_eq!(shades([-100, -100, -100, 500]), [0, 0, 0, 5]);
    }

    #[test]
    fn equal_values_are_all_light() {
        assert_eq!(shades([7, 7, 7, 7]), [0; 4]);
    }

    #[test]
    fn the_first_rank_is_below() {
        let size = Geometry::new(2, 2).expect("it is a board");
        let map = HeatMap::new(size, vec![("Worth".to_owned(), vec![1, 2, 3, -40])]);
        let lines = map.canvas(&map.layers[0]).lines();
        let plain: Vec<String> = lines.iter().map(|line| strip_str(line).to_string()).collect();
        assert_eq!(plain, [" 2    3  -40 ", " 1    1    2 ", "     a    b", ""]);
    }
}

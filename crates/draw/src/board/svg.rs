//! The board as SVG.

use std::collections::BTreeMap;

use beaufort_rules::Square;
use beaufort_rules::game::definition::Drawing;
use beaufort_rules::vocabulary::SquareSet;

use super::{Arrow, BoardPicture, Colour};
use crate::svg::{Anchor, Svg, TextStyle};
use crate::{palette, tile};

/// The side of a square, in SVG units.
const SQUARE: f64 = 56.0;
/// The space around the board for the coordinates, in SVG units.
const MARGIN: f64 = 26.0;
/// The space around a tile in its square, in SVG units.
const GAP: f64 = 3.0;

impl BoardPicture<'_> {
    /// Returns the board as an SVG document.
    pub fn svg(&self) -> String {
        let (columns, rows) = (usize::from(self.size().files()), usize::from(self.size().ranks()));
        let (width, height) = (columns as f64 * SQUARE, rows as f64 * SQUARE);
        let (width, height) = (width + 2.0 * self.margin(), height + 2.0 * self.margin());
        let scale = self.decoration.pixels.map_or(1.0, |pixels| f64::from(pixels) / width.max(height));
        let mut svg = Svg::scaled(width, height, scale);
        let tiles = self.define_tiles(&mut svg);
        for row in 0..rows {
            for column in 0..columns {
                if self.has_square(column, row) {
                    self.draw_square(&mut svg, column, row);
                }
            }
        }
        let at = |i: usize| self.margin() + i as f64 * SQUARE;
        for i in 0..=columns {
            let is_beside = |row| self.has_square(i, row) || i > 0 && self.has_square(i - 1, row);
            for (from, to) in runs(rows, is_beside) {
                svg.lines(&[&[(at(i), at(from)), (at(i), at(to))]], palette::GRID, 1.0);
            }
        }
        for i in 0..=rows {
            let (colour, weight) =
                if self.is_zone_edge(i) { (palette::ZONE, 2.0) } else { (palette::GRID, 1.0) };
            let is_beside = |column| self.has_square(column, i) || i > 0 && self.has_square(column, i - 1);
            for (from, to) in runs(columns, is_beside) {
                svg.lines(&[&[(at(from), at(i)), (at(to), at(i))]], colour, weight);
            }
        }
        self.draw_regions(&mut svg, columns, rows);
        if self.decoration.coordinates {
            self.draw_coordinates(&mut svg, columns, rows);
        }
        for row in 0..rows {
            for column in 0..columns {
                self.draw_piece(&mut svg, &tiles, column, row);
            }
        }
        for arrow in &self.decoration.arrows {
            self.draw_arrow(&mut svg, arrow, columns, rows);
        }
        svg.finish()
    }

    /// Returns the space around the board.
    fn margin(&self) -> f64 {
        if self.decoration.coordinates { MARGIN } else { 1.0 }
    }

    /// Returns the middle of a square.
    fn middle(&self, square: Square, columns: usize, rows: usize) -> Option<(f64, f64)> {
        let mut all = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
        let (column, row) = all.find(|&(column, row)| self.shown_at(column, row) == Some(square))?;
        let middle = |i: usize| self.margin() + (i as f64 + 0.5) * SQUARE;
        Some((middle(column), middle(row)))
    }

    fn draw_arrow(&self, svg: &mut Svg, arrow: &Arrow, columns: usize, rows: usize) {
        let colour = arrow.colour.as_ref().map_or(palette::ARROW, Colour::text);
        let ends = [arrow.from, arrow.to].map(|square| self.middle(square, columns, rows));
        let [Some((x, y)), Some((to_x, to_y))] = ends else { return };
        let length = (to_x - x).hypot(to_y - y);
        if length == 0.0 {
            svg.ring(x, y, SQUARE * 0.46, colour, 4.0);
            return;
        }
        let (along_x, along_y) = ((to_x - x) / length, (to_y - y) / length);
        // One shape, so that the colour may be transparent: the shaft, then the head.
        let at = |along: f64, aside: f64| {
            (x + along * along_x - aside * along_y, y + along * along_y + aside * along_x)
        };
        let (neck, tip) = (length - SQUARE * 0.35, length - SQUARE * 0.08);
        let begin = SQUARE * 0.2;
        let outline = [
            at(begin, 4.0),
            at(neck, 4.0),
            at(neck, 11.0),
            at(tip, 0.0),
            at(neck, -11.0),
            at(neck, -4.0),
            at(begin, -4.0),
        ];
        svg.shape(&outline, colour, "none", 0.0);
    }

    /// Defines a tile for each piece on the board, and returns the ids by piece code.
    fn define_tiles(&self, svg: &mut Svg) -> BTreeMap<usize, String> {
        let game = self.position.game();
        let mut tiles = BTreeMap::new();
        for (_, piece) in self.position.board().pieces() {
            tiles.entry(piece.code()).or_insert_with(|| {
                let upwards = piece.side() == self.seat;
                svg.define(|svg| tile::draw(svg, game, piece, upwards, self.face))
            });
        }
        tiles
    }

    fn draw_square(&self, svg: &mut Svg, column: usize, row: usize) {
        let square = self.shown_at(column, row).expect("the picture is as large as the board");
        let (x, y) = (self.margin() + column as f64 * SQUARE, self.margin() + row as f64 * SQUARE);
        let parity = usize::from((self.size().file(square) + self.size().rank(square)) % 2);
        let is_tinted = || self.regions(Drawing::Tinted).any(|squares| squares.contains(square));
        let fill = if self.last.contains(square) {
            palette::LAST
        } else if is_tinted() {
            palette::TINTED[parity]
        } else {
            match &self.decoration.squares {
                Some(colours) => colours[parity].text(),
                None => palette::SQUARES[parity],
            }
        };
        svg.rect(x, y, SQUARE, SQUARE, fill);
        for (_, colour) in self.decoration.fills.iter().filter(|(filled, _)| *filled == square) {
            svg.rect(x, y, SQUARE, SQUARE, colour.text());
        }
        if self.position.board().at(square).is_wall() {
            svg.rect(x + GAP, y + GAP, SQUARE - 2.0 * GAP, SQUARE - 2.0 * GAP, palette::GRID);
        }
    }

    /// Returns the squares of each side's regions that are drawn like this.
    fn regions(&self, drawing: Drawing) -> impl Iterator<Item = SquareSet> {
        let definition = self.position.game().definition();
        let drawn = definition.drawn.iter().filter(move |region| region.drawing == drawing);
        drawn.flat_map(move |region| definition.regions[region.region].squares)
    }

    /// Draws the edges of regions, and the diagonals of those that are crossed.
    fn draw_regions(&self, svg: &mut Svg, columns: usize, rows: usize) {
        let at = |i: usize| self.margin() + i as f64 * SQUARE;
        let middle = |i: usize| at(i) + SQUARE / 2.0;
        let edged = self.regions(Drawing::Edged).map(|squares| (squares, false));
        for (squares, is_crossed) in
            edged.chain(self.regions(Drawing::Crossed).map(|squares| (squares, true)))
        {
            let has = |column, row| self.shown_at(column, row).is_some_and(|square| squares.contains(square));
            let mut lines = Vec::new();
            for column in 0..columns {
                for row in 0..rows {
                    if column > 0 && has(column, row) != has(column - 1, row) {
                        lines.push([(at(column), at(row)), (at(column), at(row + 1))]);
                    }
                    if row > 0 && has(column, row) != has(column, row - 1) {
                        lines.push([(at(column), at(row)), (at(column + 1), at(row))]);
                    }
                }
            }
            if is_crossed {
                let all = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
                let inside: Vec<(usize, usize)> = all.filter(|&(column, row)| has(column, row)).collect();
                let ends = |pick: fn(&(usize, usize)) -> usize| {
                    let numbers = || inside.iter().map(pick);
                    Some((numbers().min()?, numbers().max()?))
                };
                if let (Some((left, right)), Some((top, bottom))) = (ends(|at| at.0), ends(|at| at.1)) {
                    lines.push([(middle(left), middle(top)), (middle(right), middle(bottom))]);
                    lines.push([(middle(left), middle(bottom)), (middle(right), middle(top))]);
                }
            }
            let lines: Vec<&[(f64, f64)]> = lines.iter().map(<[_; 2]>::as_slice).collect();
            svg.lines(&lines, palette::ZONE, 2.0);
        }
    }

    fn draw_coordinates(&self, svg: &mut Svg, columns: usize, rows: usize) {
        let style = TextStyle { size: 13.0, bold: false, colour: palette::FAINT };
        for column in 0..columns {
            let x = self.margin() + (column as f64 + 0.5) * SQUARE;
            for y in [self.margin() - 9.0, self.margin() + rows as f64 * SQUARE + 18.0] {
                svg.text(x, y, &self.file_name(column), Anchor::Middle, style);
            }
        }
        for row in 0..rows {
            let y = self.margin() + (row as f64 + 0.5) * SQUARE + 5.0;
            for x in [self.margin() / 2.0, self.margin() * 1.5 + columns as f64 * SQUARE] {
                svg.text(x, y, &self.rank_name(row), Anchor::Middle, style);
            }
        }
    }

    fn draw_piece(&self, svg: &mut Svg, tiles: &BTreeMap<usize, String>, column: usize, row: usize) {
        let square = self.shown_at(column, row).expect("the picture is as large as the board");
        let (x, y) = (self.margin() + column as f64 * SQUARE, self.margin() + row as f64 * SQUARE);
        let piece = self.position.board().at(square);
        let marked = self.marks.contains(square);
        if piece.is_none() {
            if marked {
                svg.disc(x + SQUARE / 2.0, y + SQUARE / 2.0, SQUARE * 0.14, palette::MARK);
            }
            return;
        }
        svg.reuse(&tiles[&piece.code()], x + GAP, y + GAP, (SQUARE - 2.0 * GAP) / tile::SIZE);
        if marked {
            svg.ring(x + SQUARE / 2.0, y + SQUARE / 2.0, SQUARE * 0.46, palette::MARK, 4.0);
        }
    }
}

/// Returns the longest runs of numbers below `end` that fulfil a condition, each with its end.
fn runs(end: usize, is_there: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for i in (0..end).filter(|&i| is_there(i)) {
        match runs.last_mut() {
            Some((_, to)) if *to == i => *to = i + 1,
            _ => runs.push((i, i + 1)),
        }
    }
    runs
}

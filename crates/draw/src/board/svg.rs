//! The board as SVG.

use std::collections::BTreeMap;

use super::BoardPicture;
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
        let mut svg = Svg::new(width + 2.0 * MARGIN, height + 2.0 * MARGIN);
        let tiles = self.define_tiles(&mut svg);
        for row in 0..rows {
            for column in 0..columns {
                if self.has_square(column, row) {
                    self.draw_square(&mut svg, column, row);
                }
            }
        }
        let at = |i: usize| MARGIN + i as f64 * SQUARE;
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
        self.draw_coordinates(&mut svg, columns, rows);
        for row in 0..rows {
            for column in 0..columns {
                self.draw_piece(&mut svg, &tiles, column, row);
            }
        }
        svg.finish()
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
        let (x, y) = (MARGIN + column as f64 * SQUARE, MARGIN + row as f64 * SQUARE);
        let fill = match self.last.contains(square) {
            true => palette::LAST,
            false => palette::SQUARES[usize::from((self.size().file(square) + self.size().rank(square)) % 2)],
        };
        svg.rect(x, y, SQUARE, SQUARE, fill);
        if self.position.board().at(square).is_wall() {
            svg.rect(x + GAP, y + GAP, SQUARE - 2.0 * GAP, SQUARE - 2.0 * GAP, palette::GRID);
        }
    }

    fn draw_coordinates(&self, svg: &mut Svg, columns: usize, rows: usize) {
        let style = TextStyle { size: 13.0, bold: false, colour: palette::FAINT };
        for column in 0..columns {
            let x = MARGIN + (column as f64 + 0.5) * SQUARE;
            for y in [MARGIN - 9.0, MARGIN + rows as f64 * SQUARE + 18.0] {
                svg.text(x, y, &self.file_name(column), Anchor::Middle, style);
            }
        }
        for row in 0..rows {
            let y = MARGIN + (row as f64 + 0.5) * SQUARE + 5.0;
            for x in [MARGIN / 2.0, MARGIN * 1.5 + columns as f64 * SQUARE] {
                svg.text(x, y, &self.rank_name(row), Anchor::Middle, style);
            }
        }
    }

    fn draw_piece(&self, svg: &mut Svg, tiles: &BTreeMap<usize, String>, column: usize, row: usize) {
        let square = self.shown_at(column, row).expect("the picture is as large as the board");
        let (x, y) = (MARGIN + column as f64 * SQUARE, MARGIN + row as f64 * SQUARE);
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

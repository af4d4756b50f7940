//! The piece guide as SVG.

use beaufort_rules::{Piece, Side};

use super::{PieceList, PiecePage};
use crate::diagram::{Diagram, PanelStyle, Sign, paint_sign};
use crate::palette;
use crate::svg::{Anchor, Svg, TextStyle};
use crate::tile::{self, TileFace};
use crate::words::wrap;

/// The width of a page, in SVG units.
const WIDTH: f64 = 720.0;
/// The margins of a page, in SVG units.
const MARGIN: f64 = 28.0;
/// The side of a square of a panel, in SVG units.
const SQUARE: f64 = 34.0;
/// The line height, in SVG units.
const LINE: f64 = 20.0;
/// The average width of a character of running text, in SVG units; text is not measured.
const CHARACTER: f64 = 8.2;

const RUNNING: TextStyle = TextStyle { size: 14.0, bold: false, colour: palette::INK };
const HEADING: TextStyle = TextStyle { size: 28.0, bold: true, colour: palette::INK };
const QUIET: TextStyle = TextStyle { size: 14.0, bold: false, colour: palette::FAINT };
const TITLE: TextStyle = TextStyle { size: 14.0, bold: true, colour: palette::INK };

/// The number of pieces in a row of the list, and the size of each.
const COLUMNS: usize = 6;
const CARD: (f64, f64) = (136.0, 134.0);

impl PiecePage<'_> {
    /// Returns the page as an SVG document.
    pub fn svg(&self) -> String {
        // The height is known only after everything has been written.
        let height = self.write(Svg::new(WIDTH, 1.0)).1;
        self.write(Svg::new(WIDTH, height)).0.finish()
    }

    /// Writes the page and returns its height.
    fn write(&self, mut svg: Svg) -> (Svg, f64) {
        let piece = self.game.piece(self.kind);
        let tile_side = 84.0;
        svg.placed(WIDTH - MARGIN - tile_side, MARGIN, tile_side / tile::SIZE, |svg| {
            tile::draw(svg, self.game, Piece::new(self.kind, Side::First), true, TileFace::Diagram);
        });
        let mut page = Page { svg, y: MARGIN + 26.0 };
        page.svg.text(MARGIN, page.y, &format!("{} ({})", piece.name, piece.id), Anchor::Start, HEADING);
        page.y += 6.0;
        let beside_tile = WIDTH - 2.0 * MARGIN - tile_side - 12.0;
        page.paragraph(MARGIN, beside_tile, &piece.ability_text, QUIET);
        page.y = page.y.max(MARGIN + tile_side) + 10.0;
        page.paragraph(MARGIN, WIDTH - 2.0 * MARGIN, &piece.description, RUNNING);
        page.y += 6.0;
        for fact in self.facts() {
            page.paragraph(MARGIN, WIDTH - 2.0 * MARGIN, &fact.to_string(), QUIET);
        }
        page.y += 20.0;
        page.diagram(&Diagram::of(&piece.ability, &piece.name));
        (page.svg, page.y + MARGIN)
    }
}

/// A page written from top to bottom.
struct Page {
    svg: Svg,
    /// The baseline of the last line of text, or the lower edge of the last drawing.
    y: f64,
}

impl Page {
    fn paragraph(&mut self, left: f64, width: f64, text: &str, style: TextStyle) {
        for line in wrap(text, (width / CHARACTER) as usize) {
            self.y += LINE;
            self.svg.text(left, self.y, &line, Anchor::Start, style);
        }
    }

    fn diagram(&mut self, diagram: &Diagram) {
        let top = self.y;
        let side = diagram.own.side() * SQUARE;
        diagram.own.paint(&mut self.svg, MARGIN, top, SQUARE, PanelStyle::Page);
        let left = MARGIN + side + 24.0;
        for (sign, meaning) in diagram.legend() {
            self.legend_entry(left, sign, &meaning);
        }
        self.y = self.y.max(top + side);
        for row in diagram.lent.chunks(2) {
            self.y += 14.0;
            let (top, half) = (self.y, (WIDTH - 2.0 * MARGIN) / 2.0);
            let mut lowest = top;
            for (lent, left) in row.iter().zip([MARGIN, MARGIN + half]) {
                self.y = top;
                self.paragraph(left, half - 24.0, &lent.title, TITLE);
                self.y += 10.0;
                lent.panel.paint(&mut self.svg, left, self.y, SQUARE, PanelStyle::Page);
                lowest = lowest.max(self.y + lent.panel.side() * SQUARE);
            }
            self.y = lowest;
        }
    }

    fn legend_entry(&mut self, left: f64, sign: Option<Sign>, meaning: &str) {
        let (x, y) = (left + SQUARE / 2.0, self.y + LINE - 5.0);
        match sign {
            Some(sign) => paint_sign(&mut self.svg, sign, x, y, SQUARE * 0.8),
            None => self.svg.disc(x, y, 2.5, palette::FAINT),
        }
        self.paragraph(left + SQUARE + 4.0, WIDTH - MARGIN - left - SQUARE - 4.0, meaning, RUNNING);
        self.y += 6.0;
    }
}

impl PieceList<'_> {
    /// Returns the tiles of all pieces with their names, as an SVG document.
    pub fn svg(&self) -> String {
        let game = self.game;
        let rows = game.types().count().div_ceil(COLUMNS);
        let width = COLUMNS as f64 * CARD.0 + 2.0 * MARGIN;
        let top = MARGIN + 52.0;
        let mut svg = Svg::new(width, top + rows as f64 * CARD.1 + MARGIN);
        svg.text(MARGIN, MARGIN + 26.0, &game.definition().name, Anchor::Start, HEADING);
        for (n, kind) in game.types().enumerate() {
            let x = MARGIN + (n % COLUMNS) as f64 * CARD.0;
            let y = top + (n / COLUMNS) as f64 * CARD.1;
            let left = x + (CARD.0 - tile::SIZE) / 2.0;
            svg.placed(left, y, 1.0, |svg| {
                tile::draw(svg, game, Piece::new(kind, Side::First), true, TileFace::Diagram)
            });
            svg.text(
                x + CARD.0 / 2.0,
                y + tile::SIZE + 17.0,
                &game.piece(kind).name,
                Anchor::Middle,
                RUNNING,
            );
        }
        svg.finish()
    }
}

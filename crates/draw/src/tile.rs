//! A piece as a flat tile that points forward, with its id and a small move diagram.
//!
//! A tile is drawn in a square of [`SIZE`] units.

use beaufort_rules::{Game, Piece};

use crate::diagram::{Look, Panel};
use crate::palette;
use crate::svg::{Anchor, Letters, Svg};

/// The side of the square a tile is drawn in.
pub(crate) const SIZE: f64 = 100.0;
/// The widest radius of the diagram; more could not be seen.
const RADIUS: i8 = 3;
/// The side of the diagram.
const DIAGRAM: f64 = 56.0;

/// Returns a tile as an SVG document, pointing up if `upwards`.
///
/// # Panics
/// If the piece is nothing or not one of the game's.
pub fn tile_svg(game: &Game, piece: Piece, upwards: bool) -> String {
    let mut svg = Svg::transparent(SIZE, SIZE);
    draw(&mut svg, game, piece, upwards);
    svg.finish()
}

/// Draws a tile.
pub(crate) fn draw(svg: &mut Svg, game: &Game, piece: Piece, upwards: bool) {
    let kind = piece.kind().expect("a tile shows a piece");
    let colours = palette::tile(piece.side());
    let turn = |(x, y): (f64, f64)| if upwards { (x, y) } else { (SIZE - x, SIZE - y) };
    let outline = [(50.0, 2.0), (91.0, 17.0), (97.0, 98.0), (3.0, 98.0), (9.0, 17.0)];
    svg.shape(&outline.map(turn), colours.fill, colours.edge, 3.0);
    if game.is_royal(kind) {
        let inner = [(50.0, 7.0), (87.0, 20.5), (92.5, 94.0), (7.5, 94.0), (13.0, 20.5)];
        svg.shape(&inner.map(turn), "none", colours.ink, 2.0);
    }
    let definition = game.piece(kind);
    let panel = Panel::own_within(&definition.ability, Panel::own(&definition.ability).radius.min(RADIUS));
    let (top, base) = if upwards { (14.0, 90.0) } else { (30.0, 29.0) };
    let panel = if upwards { panel } else { panel.turned() };
    let square = DIAGRAM / panel.side();
    panel.paint(svg, (SIZE - DIAGRAM) / 2.0, top, square, Look::Tile(colours));
    let size = if definition.id.chars().count() > 2 { 23.0 } else { 26.0 };
    let letters = Letters { size, bold: true, colour: colours.ink };
    svg.text(SIZE / 2.0, base, &definition.id, Anchor::Middle, letters);
}

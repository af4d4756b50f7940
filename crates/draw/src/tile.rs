//! A piece as a flat tile that points forward, with its id and a small move diagram.
//!
//! A tile is drawn in a square of [`SIZE`] units.

use beaufort_rules::game::definition::{Picture, SignShape};
use beaufort_rules::{Game, Piece, PieceType};

use crate::diagram::{Panel, PanelStyle};
use crate::figurine;
use crate::palette::{self, TileColours};
use crate::svg::{Anchor, Svg, TextStyle};

/// The side of the square in which a tile is drawn, in SVG units.
pub(crate) const SIZE: f64 = 100.0;
/// The greatest radius of the diagram, in squares; more would be too small to see.
const RADIUS: i8 = 3;
/// The side of the diagram, in SVG units.
const DIAGRAM: f64 = 52.0;
/// The side of a figurine, in SVG units.
const FIGURINE: f64 = 82.0;
/// The radius of a disc, in SVG units.
const DISC: f64 = 47.0;
/// Half the length of an octagon's side, in parts of the distance of the side from the middle: the tangent of 22.5 degrees.
const HALF_SIDE: f64 = 0.414;
/// The side of the square that a sign fills, one character or two, in SVG units.
const SIGN: [f64; 2] = [60.0, 76.0];
/// The width available for an id, in SVG units: all letters get the same share, wide enough for any letter.
const ID_WIDTH: f64 = 84.0;

/// Returns a tile as an SVG document, pointing up if `upwards`, otherwise down.
///
/// # Panics
/// If the piece is [`Piece::NONE`], or if the game has no such piece.
pub fn tile_svg(game: &Game, piece: Piece, upwards: bool) -> String {
    let mut svg = Svg::transparent(SIZE, SIZE);
    draw(&mut svg, game, piece, upwards, TileFace::Diagram);
    svg.finish()
}

/// Returns the face and the outline of a tile, as content for an SVG document of 100 by 100 units. The colours are the CSS
/// variables `--tile-fill`, `--tile-edge` and `--tile-ink`, so that the same picture serves both sides and any theme. Signs that
/// differ between the sides have the colours `--tile-first` and `--tile-second`, of which one should be `transparent`.
pub fn tile_content(game: &Game, kind: PieceType, upwards: bool, face: TileFace) -> String {
    let colours = TileColours {
        fill: "var(--tile-fill)",
        edge: "var(--tile-edge)",
        ink: "var(--tile-ink)",
        signs: ["var(--tile-first)", "var(--tile-second)"],
    };
    let mut svg = Svg::fragment();
    paint(&mut svg, game, kind, upwards, face, colours);
    svg.into_fragment()
}

/// The face of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TileFace {
    /// The author's picture, or the id and a small move diagram.
    #[default]
    Diagram,
    /// The id alone.
    Letters,
    /// The author's picture, or the figurine of a piece that moves like an orthodox one or a similar one; the id for any other.
    Figurines,
    /// The traditional character of a piece, which is red if it is a promoted one; a picture, a figurine or the id for a piece without.
    /// It needs a font that has the character.
    Signs,
}

/// Draws a piece's tile.
pub(crate) fn draw(svg: &mut Svg, game: &Game, piece: Piece, upwards: bool, face: TileFace) {
    let kind = piece.kind().expect("a tile shows a piece");
    let is_red = face == TileFace::Signs && game.piece(kind).sign.is_some() && is_only_promoted(game, kind);
    let colours = if is_red { palette::promoted_tile } else { palette::tile };
    paint(svg, game, kind, upwards, face, colours(piece.side()));
}

/// Returns whether a piece is only what others become.
pub(crate) fn is_only_promoted(game: &Game, kind: PieceType) -> bool {
    game.is_promoted(kind) && game.definition().array.iter().all(|at| at.piece != kind)
}

fn paint(svg: &mut Svg, game: &Game, kind: PieceType, upwards: bool, face: TileFace, colours: TileColours) {
    let definition = game.definition();
    let sign = game.piece(kind).sign.as_ref().filter(|_| face == TileFace::Signs);
    if let Some(sign) = sign {
        let outline: Option<Outline> = match definition.sign_shape {
            SignShape::Pentagon => None,
            SignShape::Disc => Some(disc),
            SignShape::Octagon => Some(octagon),
        };
        if let Some(outline) = outline {
            outline(svg, DISC, colours.fill, colours.edge, 3.0);
            if game.is_royal(kind) {
                outline(svg, DISC - 5.0, "none", colours.ink, 2.0);
            }
            return write_sign(svg, sign, SIZE / 2.0, colours);
        }
    }
    let turn = |(x, y): (f64, f64)| if upwards { (x, y) } else { (SIZE - x, SIZE - y) };
    let outline = [(50.0, 2.0), (91.0, 17.0), (97.0, 98.0), (3.0, 98.0), (9.0, 17.0)];
    svg.shape(&outline.map(turn), colours.fill, colours.edge, 3.0);
    if game.is_royal(kind) {
        let inner = [(50.0, 7.0), (87.0, 20.5), (92.5, 94.0), (7.5, 94.0), (13.0, 20.5)];
        svg.shape(&inner.map(turn), "none", colours.ink, 2.0);
    }
    let picture = game.piece(kind).picture.as_ref().filter(|_| face != TileFace::Letters && sign.is_none());
    let at = ((SIZE - FIGURINE) / 2.0, if upwards { 12.0 } else { 5.0 });
    if let Some(Picture { view, content }) = picture {
        let content = content.replace("currentColor", colours.ink);
        return svg.inset(at, FIGURINE, *view, &content, colours.ink);
    }
    match face {
        TileFace::Diagram => diagram(svg, game, kind, upwards, colours),
        TileFace::Letters => letters(svg, game, kind, upwards, colours),
        TileFace::Signs | TileFace::Figurines => {
            if let Some(sign) = sign {
                let write = |svg: &mut Svg| write_sign(svg, sign, 56.0, colours);
                return if upwards { write(svg) } else { svg.turned(SIZE, write) };
            }
            if !figurine::draw(svg, game, kind, at, FIGURINE / SIZE, colours) {
                letters(svg, game, kind, upwards, colours);
            }
        }
    }
}

/// Draws a shape of a radius in the middle of a tile, with its fill, its stroke and the width of that.
type Outline = fn(&mut Svg, f64, &str, &str, f64);

fn disc(svg: &mut Svg, radius: f64, fill: &str, stroke: &str, width: f64) {
    let middle = SIZE / 2.0;
    if fill != "none" {
        svg.disc(middle, middle, radius, fill);
    }
    svg.ring(middle, middle, radius, stroke, width);
}

/// An octagon, whose sides are a radius from the middle.
fn octagon(svg: &mut Svg, radius: f64, fill: &str, stroke: &str, width: f64) {
    let (far, near) = (radius, radius * HALF_SIDE);
    let corners = [
        (near, -far),
        (far, -near),
        (far, near),
        (near, far),
        (-near, far),
        (-far, near),
        (-far, -near),
        (-near, -far),
    ];
    svg.shape(&corners.map(|(x, y)| (SIZE / 2.0 + x, SIZE / 2.0 + y)), fill, stroke, width);
}

/// Writes a sign with its middle at a height: one for both sides, or each side's in its own colour.
fn write_sign(svg: &mut Svg, sign: &[String; 2], middle: f64, colours: TileColours) {
    let inks = if sign[0] == sign[1] { [colours.ink, "none"] } else { colours.signs };
    for (sign, ink) in sign.iter().zip(inks).filter(|(_, ink)| *ink != "none") {
        let side = SIGN[usize::from(sign.chars().count() > 1)];
        svg.sign((SIZE / 2.0, middle), side, sign, ink);
    }
}

fn letters(svg: &mut Svg, game: &Game, kind: PieceType, upwards: bool, colours: TileColours) {
    let base = if upwards { 72.0 } else { 56.0 };
    write_id(svg, &game.piece(kind).id, base, 44.0, colours);
}

fn diagram(svg: &mut Svg, game: &Game, kind: PieceType, upwards: bool, colours: TileColours) {
    let definition = game.piece(kind);
    let panel = Panel::own_within(&definition.ability, Panel::own(&definition.ability).radius.min(RADIUS));
    let (top, base) = if upwards { (13.0, 89.5) } else { (34.0, 29.0) };
    let panel = if upwards { panel } else { panel.turned() };
    let square = DIAGRAM / panel.side();
    panel.paint(svg, (SIZE - DIAGRAM) / 2.0, top, square, PanelStyle::Tile(colours));
    let size = if definition.id.chars().count() > 2 { 23.0 } else { 26.0 };
    write_id(svg, &definition.id, base, size, colours);
}

fn write_id(svg: &mut Svg, id: &str, base: f64, size: f64, colours: TileColours) {
    let size = size.min(ID_WIDTH / id.chars().count() as f64);
    let style = TextStyle { size, bold: true, colour: colours.ink };
    svg.text(SIZE / 2.0, base, id, Anchor::Middle, style);
}

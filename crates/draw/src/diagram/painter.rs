//! The signs as SVG.

use beaufort_rules::language::ast::Mode;

use super::{Sign, TravelKind};
use crate::palette::{self, TileColours};
use crate::svg::{Anchor, Svg, TextStyle};

/// The colours and the level of detail of a panel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PanelStyle {
    /// On the light background: squares and all signs.
    Page,
    /// On a tile: no squares, one colour, and only details that are visible at a small size.
    Tile(TileColours),
}

/// The corners of a diamond.
const DIAMOND: [(f64, f64); 4] = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];

/// Draws signs around a point.
pub(super) struct SignPainter {
    pub(super) centre: (f64, f64),
    pub(super) square: f64,
    pub(super) style: PanelStyle,
}

/// Draws a sign as in the legend.
pub(crate) fn paint_sign(svg: &mut Svg, sign: Sign, x: f64, y: f64, square: f64) {
    let painter = SignPainter { centre: (x, y), square, style: PanelStyle::Page };
    let reach = square * 0.4;
    match sign {
        Sign::Piece => painter.middle(svg, sign),
        Sign::Line => svg.lines(&[&[(x - reach, y), (x + reach, y)]], palette::FAINT, square * 0.06),
        Sign::Arrow => {
            let tip = (x + reach, y);
            let barb = |side: f64| (x + reach - square * 0.2, y + side * square * 0.16);
            let lines: [&[(f64, f64)]; 2] = [&[(x - reach, y), tip], &[barb(1.0), tip, barb(-1.0)]];
            svg.lines(&lines, palette::FAINT, square * 0.06);
        }
        sign => painter.sign(svg, sign),
    }
}

impl SignPainter {
    fn ink(&self, colour: &'static str) -> &'static str {
        match self.style {
            PanelStyle::Page => colour,
            PanelStyle::Tile(colours) => colours.ink,
        }
    }

    /// Returns the colour behind the signs.
    fn ground(&self) -> &'static str {
        match self.style {
            PanelStyle::Page => palette::PAPER,
            PanelStyle::Tile(colours) => colours.fill,
        }
    }

    pub(super) fn middle(&self, svg: &mut Svg, sign: Sign) {
        if sign == Sign::Piece {
            self.house(svg, self.ink(palette::INK), 0.5);
        } else {
            self.sign(svg, sign);
        }
    }

    /// Draws the outline of a piece, which points forward.
    fn house(&self, svg: &mut Svg, fill: &str, width: f64) {
        let ((x, y), reach) = (self.centre, self.square * 0.36);
        let house = [(0.0, -1.0), (0.8, -0.5), (0.9, 1.0), (-0.9, 1.0), (-0.8, -0.5)];
        let house = house.map(|(dx, dy)| (x + dx * reach, y + dy * reach));
        svg.shape(&house, fill, self.ink(palette::INK), width);
    }

    pub(super) fn sign(&self, svg: &mut Svg, sign: Sign) {
        let ((x, y), square) = (self.centre, self.square);
        match sign {
            Sign::Travel(TravelKind::Step, Mode::Both) => {
                svg.disc(x, y, square * 0.25, self.ink(palette::INK))
            }
            Sign::Travel(TravelKind::Step, Mode::Moving) => {
                svg.disc(x, y, square * 0.28, self.ink(palette::MARK));
                svg.disc(x, y, square * 0.16, self.ground());
            }
            Sign::Travel(TravelKind::Step, Mode::Capturing) => self.cross(svg, palette::STRIKE),
            Sign::Travel(TravelKind::Again, Mode::Both) => {
                svg.disc(x, y, square * 0.17, self.ink(palette::INK));
                svg.ring(x, y, square * 0.3, self.ink(palette::INK), square * 0.06);
            }
            Sign::Travel(TravelKind::Again, Mode::Moving) => {
                svg.ring(x, y, square * 0.14, self.ink(palette::MARK), square * 0.08);
                svg.ring(x, y, square * 0.3, self.ink(palette::MARK), square * 0.06);
            }
            Sign::Travel(TravelKind::Again, Mode::Capturing) => {
                self.cross(svg, palette::STRIKE);
                svg.ring(x, y, square * 0.36, self.ink(palette::STRIKE), square * 0.06);
            }
            Sign::Travel(TravelKind::BesideFriend, mode) => {
                let bowl = [(-1.0, -0.4), (1.0, -0.4), (0.7, 0.35), (0.0, 0.65), (-0.7, 0.35)];
                self.outline(svg, &bowl, mode);
            }
            Sign::Travel(TravelKind::Over { .. }, mode) => self.outline(svg, &DIAMOND, mode),
            Sign::Travel(TravelKind::Hop | TravelKind::HopChain, mode) => {
                self.outline(svg, &[(0.0, -0.95), (1.0, 0.75), (-1.0, 0.75)], mode);
            }
            Sign::Travel(TravelKind::OntoFriend, _) => {
                self.outline(svg, &[(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)], Mode::Capturing);
            }
            Sign::RoyalFriend => self.house(svg, self.ground(), self.square * 0.1),
            Sign::Blast => self.burst(svg, palette::STRIKE),
            Sign::Piece | Sign::Line | Sign::Arrow => {}
            Sign::AlsoLeap => svg.disc(x, y, square * 0.14, self.ink(palette::INK)),
            Sign::HopOver | Sign::StrikeOver | Sign::Igui | Sign::IguiSeen => match self.style {
                PanelStyle::Page => self.letter(svg, sign, palette::STRIKE),
                PanelStyle::Tile(_) => self.cross(svg, palette::STRIKE),
            },
            Sign::HopTo | Sign::LongLeap => self.landing(svg, palette::MARK),
            Sign::StrikeTo(_) => match self.style {
                PanelStyle::Page => self.letter(svg, sign, palette::STRIKE),
                PanelStyle::Tile(_) => self.landing(svg, palette::STRIKE),
            },
            Sign::Hurdle => match self.style {
                PanelStyle::Page => self.letter(svg, sign, palette::FAINT),
                PanelStyle::Tile(_) => self.landing(svg, palette::FAINT),
            },
            Sign::FromMirror | Sign::Pass => self.letter(svg, sign, palette::MARK),
            Sign::Sweep | Sign::Imitate => self.letter(svg, sign, palette::STRIKE),
            Sign::Convert
            | Sign::Swap
            | Sign::SwapEnemy
            | Sign::Pull
            | Sign::Push
            | Sign::Shove { .. }
            | Sign::Birth
            | Sign::Double
            | Sign::Poison
            | Sign::Borrower(_)
            | Sign::BorrowerSeen(_) => self.handled(svg, sign),
        }
    }

    /// Draws a polygon, given by its corners around the centre: filled, hollow, or hollow with a core.
    fn outline(&self, svg: &mut Svg, corners: &[(f64, f64)], mode: Mode) {
        let ((x, y), reach, width) = (self.centre, self.square * 0.28, self.square * 0.08);
        let scaled = |factor: f64| -> Vec<(f64, f64)> {
            let point = |&(dx, dy): &(f64, f64)| (x + dx * reach * factor, y + dy * reach * factor);
            corners.iter().map(point).collect()
        };
        let (fill, stroke) = match mode {
            Mode::Both => (self.ink(palette::INK), self.ink(palette::INK)),
            Mode::Moving => (self.ground(), self.ink(palette::MARK)),
            Mode::Capturing => (self.ground(), self.ink(palette::STRIKE)),
        };
        svg.shape(&scaled(1.0), fill, stroke, width);
        if mode == Mode::Capturing {
            svg.shape(&scaled(0.4), stroke, stroke, 0.5);
        }
    }

    fn cross(&self, svg: &mut Svg, colour: &'static str) {
        let ((x, y), reach) = (self.centre, self.square * 0.2);
        let strokes: [&[(f64, f64)]; 2] = [
            &[(x - reach, y - reach), (x + reach, y + reach)],
            &[(x - reach, y + reach), (x + reach, y - reach)],
        ];
        svg.lines(&strokes, self.ink(colour), self.square * 0.13);
    }

    /// Draws rays that go out from the centre.
    fn burst(&self, svg: &mut Svg, colour: &'static str) {
        let ((x, y), reach) = (self.centre, self.square * 0.34);
        let ray = |(dx, dy): (f64, f64)| [(x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)];
        let rays = [(0.0, 1.0), (1.0, 0.0), (0.6, 0.6), (0.6, -0.6)].map(ray);
        svg.lines(&rays.each_ref().map(<[_; 2]>::as_slice), self.ink(colour), self.square * 0.1);
    }

    fn landing(&self, svg: &mut Svg, colour: &'static str) {
        let ((x, y), reach) = (self.centre, self.square * 0.24);
        let peak = [(x - reach, y + reach * 0.6), (x, y - reach * 0.6), (x + reach, y + reach * 0.6)];
        svg.lines(&[&peak], self.ink(colour), self.square * 0.12);
    }

    /// Draws the sign of a piece that is affected by something other than a move or a capture.
    fn handled(&self, svg: &mut Svg, sign: Sign) {
        let ((x, y), reach) = (self.centre, self.square * 0.24);
        match self.style {
            PanelStyle::Page => self.letter(svg, sign, palette::LEND),
            PanelStyle::Tile(colours) => {
                let diamond = DIAMOND.map(|(dx, dy)| (x + dx * reach, y + dy * reach));
                svg.shape(&diamond, "none", colours.ink, self.square * 0.12);
            }
        }
    }

    fn letter(&self, svg: &mut Svg, sign: Sign, colour: &'static str) {
        let (x, y) = self.centre;
        // An asterisk is a small glyph near the top of the line.
        let (size, drop) = if sign.character() == '*' { (1.2, 0.62) } else { (0.72, 0.26) };
        let style = TextStyle { size: self.square * size, bold: true, colour: self.ink(colour) };
        svg.text(x, y + self.square * drop, &sign.character().to_string(), Anchor::Middle, style);
    }
}

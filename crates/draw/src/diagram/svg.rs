//! A panel as SVG, large with a grid or small on a tile.

use beaufort_rules::geometry::Vector;

use super::{Panel, Sign};
use crate::palette::{self, TileColours};
use crate::svg::{Anchor, Letters, Svg};

/// The colours and the detail of a panel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// On the light background: squares and all signs.
    Page,
    /// On a tile: no squares, one colour, and only as much as can be seen when it is small.
    Tile(TileColours),
}

impl Panel {
    /// Returns the side of the panel in squares.
    pub(crate) fn side(&self) -> f64 {
        2.0 * f64::from(self.radius) + 1.0
    }

    /// Draws the panel with its upper left corner at a place, its squares with sides of length `square`.
    pub(crate) fn paint(&self, svg: &mut Svg, left: f64, top: f64, square: f64, look: Look) {
        let centre = |at: Vector| {
            let column = f64::from(at.dx) + f64::from(self.radius) + 0.5;
            let row = f64::from(self.radius) - f64::from(at.dy) + 0.5;
            (left + column * square, top + row * square)
        };
        if let Look::Page = look {
            for at in self.squares() {
                let (x, y) = centre(at);
                let fill = palette::SQUARES[usize::from((at.dx + at.dy) % 2 == 0)];
                svg.rect(x - square / 2.0 + 0.5, y - square / 2.0 + 0.5, square - 1.0, square - 1.0, fill);
            }
        }
        self.paint_lines(svg, square, look, &centre);
        for at in self.squares() {
            // On a tile every pixel counts.
            let size = if let Look::Tile(_) = look { square * 1.25 } else { square };
            let pen = Pen { centre: centre(at), square: size, look };
            if at == Vector::new(0, 0) {
                pen.middle(svg, self.middle);
                continue;
            }
            let arrival = self.arrival(at);
            if let Some(sign) = arrival
                && !(matches!(look, Look::Tile(_)) && self.is_told_by_line(at, sign))
            {
                pen.sign(svg, sign);
            }
            let mut extras = self.extras(at).into_iter();
            match (arrival, look) {
                (None, _) => extras.by_ref().take(1).for_each(|sign| pen.sign(svg, sign)),
                (Some(_), Look::Page) => {}
                (Some(_), Look::Tile(_)) => continue,
            }
            for (sign, dx) in extras.zip([0.34, 0.0, -0.34]) {
                let corner = (pen.centre.0 + dx * square, pen.centre.1 - 0.32 * square);
                Pen { centre: corner, square: square * 0.5, look }.sign(svg, sign);
            }
        }
    }

    /// Returns whether a small picture needs no sign on a square because a line through it tells the same.
    fn is_told_by_line(&self, at: Vector, sign: Sign) -> bool {
        if self.extras(at).contains(&Sign::AlsoLeap) {
            return false;
        }
        let first_stop =
            self.joined(at).any(|near| near != Vector::new(0, 0) && self.arrival(near).is_none());
        let passed = self.joined(at).any(|near| self.joined(at).any(|far| far + near == at + at));
        // The outermost square tells how the line is used, unless that is for both.
        !first_stop && if self.has_arrow(at) { sign == Sign::Both } else { passed }
    }

    fn paint_lines(&self, svg: &mut Svg, square: f64, look: Look, centre: &dyn Fn(Vector) -> (f64, f64)) {
        let (colour, width) = match look {
            Look::Page => (palette::FAINT, square * 0.06),
            Look::Tile(colours) => (colours.ink, square * 0.16),
        };
        let lines: Vec<[(f64, f64); 2]> = self.lines().map(|(a, b)| [centre(a), centre(b)]).collect();
        let lines: Vec<&[(f64, f64)]> = lines.iter().map(<[_; 2]>::as_slice).collect();
        if !lines.is_empty() {
            svg.lines(&lines, colour, width);
        }
        for (at, direction) in self.arrows() {
            let (x, y) = centre(at);
            let (dx, dy) = (f64::from(direction.dx), -f64::from(direction.dy));
            let length = dx.hypot(dy);
            let (ux, uy) = (dx / length, dy / length);
            let tip = (x + dx * square * 0.46, y + dy * square * 0.46);
            let barb = |side: f64| {
                let back = square * 0.2;
                (tip.0 - ux * back - side * uy * back * 0.8, tip.1 - uy * back + side * ux * back * 0.8)
            };
            svg.lines(&[&[(x, y), tip], &[barb(1.0), tip, barb(-1.0)]], colour, width);
        }
    }
}

/// Draws signs around a point.
struct Pen {
    centre: (f64, f64),
    square: f64,
    look: Look,
}

/// Draws a sign as it stands in the legend.
pub(crate) fn paint_sign(svg: &mut Svg, sign: Sign, x: f64, y: f64, square: f64) {
    let pen = Pen { centre: (x, y), square, look: Look::Page };
    let reach = square * 0.4;
    match sign {
        Sign::Piece => pen.middle(svg, sign),
        Sign::Line => svg.lines(&[&[(x - reach, y), (x + reach, y)]], palette::FAINT, square * 0.06),
        Sign::Arrow => {
            let tip = (x + reach, y);
            let barb = |side: f64| (x + reach - square * 0.2, y + side * square * 0.16);
            let lines: [&[(f64, f64)]; 2] = [&[(x - reach, y), tip], &[barb(1.0), tip, barb(-1.0)]];
            svg.lines(&lines, palette::FAINT, square * 0.06);
        }
        sign => pen.sign(svg, sign),
    }
}

impl Pen {
    fn ink(&self, colour: &'static str) -> &'static str {
        match self.look {
            Look::Page => colour,
            Look::Tile(colours) => colours.ink,
        }
    }

    /// Returns what is behind the signs.
    fn ground(&self) -> &'static str {
        match self.look {
            Look::Page => palette::PAPER,
            Look::Tile(colours) => colours.fill,
        }
    }

    fn middle(&self, svg: &mut Svg, sign: Sign) {
        let (x, y) = self.centre;
        if let (Sign::Piece, reach) = (sign, self.square * 0.36) {
            let ink = self.ink(palette::INK);
            let house = [(0.0, -1.0), (0.8, -0.5), (0.9, 1.0), (-0.9, 1.0), (-0.8, -0.5)];
            let house = house.map(|(dx, dy)| (x + dx * reach, y + dy * reach));
            svg.shape(&house, ink, ink, 0.5);
        } else {
            self.sign(svg, sign);
        }
    }

    fn sign(&self, svg: &mut Svg, sign: Sign) {
        let ((x, y), square) = (self.centre, self.square);
        match sign {
            Sign::Both => svg.disc(x, y, square * 0.25, self.ink(palette::INK)),
            Sign::Moves => {
                svg.disc(x, y, square * 0.28, self.ink(palette::MARK));
                svg.disc(x, y, square * 0.16, self.ground());
            }
            Sign::Captures => self.cross(svg, palette::STRIKE),
            Sign::BothAgain => {
                svg.disc(x, y, square * 0.17, self.ink(palette::INK));
                svg.ring(x, y, square * 0.3, self.ink(palette::INK), square * 0.06);
            }
            Sign::MovesAgain => {
                svg.ring(x, y, square * 0.14, self.ink(palette::MARK), square * 0.08);
                svg.ring(x, y, square * 0.3, self.ink(palette::MARK), square * 0.06);
            }
            Sign::CapturesAgain => {
                self.cross(svg, palette::STRIKE);
                svg.ring(x, y, square * 0.36, self.ink(palette::STRIKE), square * 0.06);
            }
            Sign::Piece | Sign::Line | Sign::Arrow => {}
            Sign::AlsoLeap => svg.disc(x, y, square * 0.14, self.ink(palette::INK)),
            Sign::HopOver | Sign::Igui | Sign::IguiSeen => self.taken_from_afar(svg, sign),
            Sign::HopTo => self.landing(svg),
            Sign::Borrower(_) | Sign::BorrowerSeen(_) => self.borrower(svg, sign),
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

    fn taken_from_afar(&self, svg: &mut Svg, sign: Sign) {
        match self.look {
            Look::Page => self.letter(svg, sign, palette::STRIKE),
            Look::Tile(_) => self.cross(svg, palette::STRIKE),
        }
    }

    fn landing(&self, svg: &mut Svg) {
        let ((x, y), reach) = (self.centre, self.square * 0.24);
        let peak = [(x - reach, y + reach * 0.6), (x, y - reach * 0.6), (x + reach, y + reach * 0.6)];
        svg.lines(&[&peak], self.ink(palette::MARK), self.square * 0.12);
    }

    fn borrower(&self, svg: &mut Svg, sign: Sign) {
        let ((x, y), reach) = (self.centre, self.square * 0.24);
        match self.look {
            Look::Page => self.letter(svg, sign, palette::LEND),
            Look::Tile(colours) => {
                let diamond = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)];
                svg.shape(&diamond, "none", colours.ink, self.square * 0.12);
            }
        }
    }

    fn letter(&self, svg: &mut Svg, sign: Sign, colour: &'static str) {
        let (x, y) = self.centre;
        // An asterisk is small and stands high.
        let (size, drop) = if sign.character() == '*' { (1.2, 0.62) } else { (0.72, 0.26) };
        let letters = Letters { size: self.square * size, bold: true, colour };
        svg.text(x, y + self.square * drop, &sign.character().to_string(), Anchor::Middle, letters);
    }
}

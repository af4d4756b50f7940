//! A panel as SVG: large with a grid, or small on a tile.

use beaufort_rules::vocabulary::Vector;

use super::painter::{PanelStyle, SignPainter};
use super::panel::MIDDLE;
use super::{Panel, Sign};
use crate::palette;
use crate::svg::Svg;

/// The places of further signs on a square, relative to its centre.
const CORNERS: [(f64, f64); 4] = [(0.34, -0.32), (0.34, 0.32), (-0.34, -0.32), (-0.34, 0.32)];

impl Panel {
    /// Returns the side of the panel in squares.
    pub(crate) fn side(&self) -> f64 {
        2.0 * f64::from(self.radius) + 1.0
    }

    /// Draws the panel with its upper left corner at a place; `square` is the side of a square.
    pub(crate) fn paint(&self, svg: &mut Svg, left: f64, top: f64, square: f64, style: PanelStyle) {
        let centre = |at: Vector| {
            let column = f64::from(at.dx) + f64::from(self.radius) + 0.5;
            let row = f64::from(self.radius) - f64::from(at.dy) + 0.5;
            (left + column * square, top + row * square)
        };
        if let PanelStyle::Page = style {
            for at in self.squares() {
                let (x, y) = centre(at);
                let fill = palette::SQUARES[usize::from((at.dx + at.dy) % 2 == 0)];
                svg.rect(x - square / 2.0 + 0.5, y - square / 2.0 + 0.5, square - 1.0, square - 1.0, fill);
            }
        }
        self.paint_lines(svg, square, style, &centre);
        for at in self.squares() {
            // On a tile the signs are enlarged, as every pixel counts.
            let size = if let PanelStyle::Tile(_) = style { square * 1.25 } else { square };
            let painter = SignPainter { centre: centre(at), square: size, style };
            let arrival = if at == MIDDLE { Some(self.middle) } else { self.arrival(at) };
            if at == MIDDLE {
                painter.middle(svg, self.middle);
            } else if let Some(sign) = arrival
                && !(matches!(style, PanelStyle::Tile(_)) && self.is_told_by_line(at, sign))
            {
                painter.sign(svg, sign);
            }
            let mut extras = self.extras(at).into_iter();
            match (arrival, style) {
                (None, _) => extras.by_ref().take(1).for_each(|sign| painter.sign(svg, sign)),
                (Some(_), PanelStyle::Page) => {}
                (Some(_), PanelStyle::Tile(_)) => continue,
            }
            for (sign, (dx, dy)) in extras.zip(CORNERS) {
                let corner = (painter.centre.0 + dx * square, painter.centre.1 + dy * square);
                SignPainter { centre: corner, square: square * 0.5, style }.sign(svg, sign);
            }
        }
    }

    /// Returns whether a small picture needs no sign on a square because a line through it has the same meaning.
    fn is_told_by_line(&self, at: Vector, sign: Sign) -> bool {
        if self.extras(at).contains(&Sign::AlsoLeap) {
            return false;
        }
        let first_stop = self.joined(at).any(|near| near != MIDDLE && self.arrival(near).is_none());
        let passed = self.joined(at).any(|near| self.joined(at).any(|far| far + near == at + at));
        // The outermost sign shows how the line is used, unless it is used for both.
        !first_stop && if self.has_arrow(at) { sign == Sign::BOTH } else { passed }
    }

    fn paint_lines(
        &self,
        svg: &mut Svg,
        square: f64,
        style: PanelStyle,
        centre: &dyn Fn(Vector) -> (f64, f64),
    ) {
        let (colour, width) = match style {
            PanelStyle::Page => (palette::FAINT, square * 0.06),
            PanelStyle::Tile(colours) => (colours.ink, square * 0.16),
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

//! A writer of SVG.

use std::fmt::Write as _;

use crate::palette;

/// The fonts of signs: those of the usual systems, else any that has the characters.
const SIGN_FONTS: &str = "Hiragino Mincho ProN, Yu Mincho, Noto Serif CJK JP, Noto Serif JP, Source Han Serif, \
    Songti SC, Noto Serif CJK SC, MS Mincho, SimSun, serif";

/// An SVG document under construction.
#[derive(Clone, Debug)]
pub(crate) struct Svg {
    text: String,
}

/// The position of a text relative to its point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
}

/// A text's size, weight and colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextStyle {
    pub(crate) size: f64,
    pub(crate) bold: bool,
    pub(crate) colour: &'static str,
}

impl Svg {
    /// Begins a document with the light background.
    pub(crate) fn new(width: f64, height: f64) -> Svg {
        Svg::scaled(width, height, 1.0)
    }

    /// Begins a document with the light background that is shown larger or smaller.
    pub(crate) fn scaled(width: f64, height: f64, scale: f64) -> Svg {
        let mut svg = Svg::begun(width, height, scale);
        svg.rect(0.0, 0.0, width, height, palette::PAPER);
        svg
    }

    /// Begins a document without a background.
    pub(crate) fn transparent(width: f64, height: f64) -> Svg {
        Svg::begun(width, height, 1.0)
    }

    fn begun(width: f64, height: f64, scale: f64) -> Svg {
        let [w, h, shown_w, shown_h] = [width, height, width * scale, height * scale].map(number);
        Svg {
            text: format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{shown_w}\" height=\"{shown_h}\" \
                 font-family=\"DejaVu Sans, Verdana, sans-serif\">\n"
            ),
        }
    }

    /// Begins a fragment of a document.
    pub(crate) fn fragment() -> Svg {
        Svg { text: String::new() }
    }

    /// Returns the fragment.
    pub(crate) fn into_fragment(self) -> String {
        self.text
    }

    pub(crate) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: &str) {
        let [x, y, width, height] = [x, y, width, height].map(number);
        self.add(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>"
        ));
    }

    pub(crate) fn disc(&mut self, x: f64, y: f64, radius: f64, fill: &str) {
        let [x, y, radius] = [x, y, radius].map(number);
        self.add(&format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>"));
    }

    pub(crate) fn ring(&mut self, x: f64, y: f64, radius: f64, stroke: &str, width: f64) {
        let [x, y, radius, width] = [x, y, radius, width].map(number);
        self.add(&format!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
        ));
    }

    /// Draws polylines, each through a list of points.
    pub(crate) fn lines(&mut self, lines: &[&[(f64, f64)]], stroke: &str, width: f64) {
        let path: String = lines.iter().map(|points| path(points)).collect();
        let width = number(width);
        self.add(&format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        ));
    }

    /// Draws a polygon.
    pub(crate) fn shape(&mut self, points: &[(f64, f64)], fill: &str, stroke: &str, width: f64) {
        let (path, width) = (path(points), number(width));
        self.add(&format!(
            "<path d=\"{path}Z\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\" \
             stroke-linejoin=\"round\"/>"
        ));
    }

    /// Fills the area of some path data.
    pub(crate) fn filled(&mut self, path: &str, fill: &str) {
        self.add(&format!("<path d=\"{path}\" fill=\"{fill}\"/>"));
    }

    /// Draws elements in the middle of a square, of which `view` is the part that is shown. They have a colour unless they give one.
    pub(crate) fn inset(
        &mut self,
        (x, y): (f64, f64),
        side: f64,
        view: [f64; 4],
        elements: &str,
        fill: &str,
    ) {
        let [x, y, side] = [x, y, side].map(number);
        let [left, top, width, height] = view;
        self.add(&format!(
            "<svg x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" viewBox=\"{left} {top} {width} {height}\" fill=\"{fill}\">{elements}</svg>"
        ));
    }

    /// Draws the lines of some path data.
    pub(crate) fn stroked(&mut self, path: &str, stroke: &str, width: f64) {
        let width = number(width);
        self.add(&format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
        ));
    }

    /// Writes a text with its baseline at `y`.
    pub(crate) fn text(&mut self, x: f64, y: f64, text: &str, anchor: Anchor, style: TextStyle) {
        let [x, y, size] = [x, y, style.size].map(number);
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
        };
        let weight = if style.bold { " font-weight=\"bold\"" } else { "" };
        let (colour, text) = (style.colour, escape(text));
        self.add(&format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\"{anchor}{weight}>{text}</text>"
        ));
    }

    /// Writes a sign of one or two characters, one below the other, in the middle of a square of a side.
    pub(crate) fn sign(&mut self, (x, y): (f64, f64), side: f64, sign: &str, colour: &str) {
        let count = sign.chars().count().max(1) as f64;
        let size = side / count;
        for (nth, character) in sign.chars().enumerate() {
            // The em box of a character reaches from 0.88 above its baseline to 0.12 below it.
            let baseline = y + (nth as f64 - count / 2.0 + 0.88) * size;
            let [x, baseline, size] = [x, baseline, size].map(number);
            let text = escape(&character.to_string());
            self.add(&format!(
                "<text x=\"{x}\" y=\"{baseline}\" font-size=\"{size}\" fill=\"{colour}\" text-anchor=\"middle\" \
                 font-weight=\"bold\" font-family=\"{SIGN_FONTS}\">{text}</text>"
            ));
        }
    }

    /// Draws `content`, turned half round in a square of this side.
    pub(crate) fn turned(&mut self, side: f64, content: impl FnOnce(&mut Svg)) {
        let middle = number(side / 2.0);
        self.add(&format!("<g transform=\"rotate(180 {middle} {middle})\">"));
        content(self);
        self.add("</g>");
    }

    /// Draws `content`, translated and scaled.
    pub(crate) fn placed(&mut self, x: f64, y: f64, scale: f64, content: impl FnOnce(&mut Svg)) {
        let [x, y, scale] = [x, y, scale].map(number);
        self.add(&format!("<g transform=\"translate({x} {y}) scale({scale})\">"));
        content(self);
        self.add("</g>");
    }

    /// Defines `content` as a reusable symbol and returns its id. The ids are shared by all documents of a page, so an id is a
    /// checksum of the drawing: equal ids mean equal drawings.
    pub(crate) fn define(&mut self, content: impl FnOnce(&mut Svg)) -> String {
        let mut drawing = Svg::fragment();
        content(&mut drawing);
        let id = format!("tile-{:016x}", checksum(&drawing.text));
        self.add(&format!("<defs><g id=\"{id}\">"));
        self.text.push_str(&drawing.text);
        self.add("</g></defs>");
        id
    }

    /// Draws a defined symbol, translated and scaled.
    pub(crate) fn reuse(&mut self, id: &str, x: f64, y: f64, scale: f64) {
        let [x, y, scale] = [x, y, scale].map(number);
        self.add(&format!("<use href=\"#{id}\" transform=\"translate({x} {y}) scale({scale})\"/>"));
    }

    /// Returns the document.
    pub(crate) fn finish(mut self) -> String {
        self.add("</svg>");
        self.text
    }

    fn add(&mut self, element: &str) {
        self.text.push_str(element);
        self.text.push('\n');
    }
}

fn path(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        let command = if i == 0 { 'M' } else { 'L' };
        write!(path, "{command}{} {}", number(x), number(y)).expect("writing to a string succeeds");
    }
    path
}

/// Returns the checksum of a text (FNV-1a), which is the same in every version and on every machine.
fn checksum(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Formats a number with at most two decimals.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // Control characters cannot be written in XML.
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, 1.5, 10.0, 2.0 / 3.0, -0.25].map(number), ["0", "1.5", "10", "0.67", "-0.25"]);
    }

    #[test]
    fn checksums_are_those_of_fnv() {
        assert_eq!([checksum(""), checksum("a")], [0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c]);
    }

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escape("a<b> & \u{7}c"), "a&lt;b&gt; &amp;  c");
    }
}

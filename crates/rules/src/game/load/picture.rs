//! Pictures of pieces in a file: SVG, of which only shapes are taken. Elements that draw nothing are left out; any other element that
//! would be seen is an error.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use super::error::LoadError;
use super::read::{GameReader, Value};
use crate::game::definition::Picture;
use crate::vocabulary::quoted_within;

/// The greatest length of a picture, in bytes.
const MAX_BYTES: usize = 8 * 1024;
/// The most shapes of a picture, and how deep groups may be in each other.
const MAX_SHAPES: usize = 200;
const MAX_DEPTH: usize = 20;

/// The elements that are taken.
const ELEMENTS: &[&str] = &["g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
/// The elements that draw nothing by themselves.
const SILENT: &[&str] = &["title", "desc", "metadata", "defs"];
/// The attributes that are taken, with the forms of their values.
const ATTRIBUTES: &[(&str, Kind)] = &[
    ("d", Kind::Path),
    ("points", Kind::Numbers),
    ("transform", Kind::Transform),
    ("fill", Kind::Colour),
    ("stroke", Kind::Colour),
    ("fill-rule", Kind::Word),
    ("stroke-linecap", Kind::Word),
    ("stroke-linejoin", Kind::Word),
    ("stroke-dasharray", Kind::Numbers),
    ("stroke-width", Kind::Numbers),
    ("stroke-miterlimit", Kind::Numbers),
    ("opacity", Kind::Numbers),
    ("fill-opacity", Kind::Numbers),
    ("stroke-opacity", Kind::Numbers),
    ("x", Kind::Numbers),
    ("y", Kind::Numbers),
    ("width", Kind::Numbers),
    ("height", Kind::Numbers),
    ("cx", Kind::Numbers),
    ("cy", Kind::Numbers),
    ("r", Kind::Numbers),
    ("rx", Kind::Numbers),
    ("ry", Kind::Numbers),
    ("x1", Kind::Numbers),
    ("y1", Kind::Numbers),
    ("x2", Kind::Numbers),
    ("y2", Kind::Numbers),
];

/// The colour of the side, in the spelling in which tiles look for it.
const CURRENT: &str = "currentColor";

/// The form of the value of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Path,
    Numbers,
    Transform,
    Colour,
    Word,
}

impl Kind {
    fn allows(self, value: &str) -> bool {
        let all = |more: &str| {
            value.chars().all(|c| c.is_ascii_digit() || " \t\r\n,.+-".contains(c) || more.contains(c))
        };
        match self {
            Kind::Path => all("MmLlHhVvCcSsQqTtAaZzEe"),
            Kind::Numbers => all("Eepx%"),
            Kind::Transform => all("()abcdefghijklmnopqrstuvwxyzXY"),
            // `url(...)` and the like have other characters.
            Kind::Colour => {
                value.len() <= 40
                    && value.chars().all(|c| c.is_ascii_alphanumeric() || "#(),.% ".contains(c))
                    && !value.to_ascii_lowercase().contains("url")
            }
            Kind::Word => value.chars().all(|c| c.is_ascii_lowercase()),
        }
    }
}

/// Reads a picture.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<Picture> {
    let text = r.text("picture", value)?;
    match Reader::new(&text.value).picture() {
        Ok(picture) => Some(picture),
        Err((at, message)) => {
            r.errors.push(LoadError::new(text.part(at), message));
            None
        }
    }
}

/// Why a text is no picture, with the place.
type Mistake = (Range<usize>, String);

/// An element that is open.
struct Open<'t> {
    name: &'t str,
    /// Whether it is taken, and not left out with its content.
    is_taken: bool,
}

/// Reads the part of XML in which pictures are written.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    open: Vec<Open<'t>>,
    /// Whether what `svg` itself says is a group around the shapes.
    is_grouped: bool,
    shapes: usize,
    content: String,
    view: Option<[f64; 4]>,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Reader<'t> {
        let content = String::new();
        Reader { text, at: 0, open: Vec::new(), is_grouped: false, shapes: 0, content, view: None }
    }

    fn picture(mut self) -> Result<Picture, Mistake> {
        if self.text.len() > MAX_BYTES {
            let message =
                format!("a picture has at most {MAX_BYTES} bytes, and this one {}", self.text.len());
            return Err((0..self.text.len(), message));
        }
        let mut has_ended = false;
        // Text between elements draws nothing here.
        while let Some(begin) = self.text[self.at..].find('<').map(|begin| self.at + begin) {
            self.at = begin;
            let rest = &self.text[begin..];
            if rest.starts_with("<!--") {
                self.skip("-->", "a comment")?;
            } else if rest.starts_with("<?") {
                self.skip("?>", "an instruction")?;
            } else if rest.starts_with("<!DOCTYPE") && self.open.is_empty() {
                let end = self.skip(">", "a document type")?;
                if self.text[begin..end].contains('[') {
                    return Err((begin..end, "a document type with `[` cannot be in a picture".to_owned()));
                }
            } else if has_ended {
                return Err((begin..begin + 1, "the picture ends with `</svg>`".to_owned()));
            } else if rest.starts_with("</") {
                has_ended = self.close()?;
            } else {
                has_ended = self.element()?;
            }
        }
        if !has_ended {
            let end = self.text.len();
            return Err(match self.open.last() {
                Some(open) => (end..end, format!("`<{}>` is not closed", open.name)),
                None => {
                    (0..end, "expected an SVG picture: `<svg viewBox=\"0 0 100 100\"> ... </svg>`".to_owned())
                }
            });
        }
        if self.shapes == 0 {
            return Err((
                0..self.text.len(),
                format!("the picture is empty: expected {}", ELEMENTS[1..].join(", ")),
            ));
        }
        if self.is_grouped {
            self.content.push_str("</g>");
        }
        let view = self.view.expect("an `svg` has been read");
        Ok(Picture { view, content: self.content.into() })
    }

    /// Skips what ends with a word, and returns where that is.
    fn skip(&mut self, end: &str, what: &str) -> Result<usize, Mistake> {
        let from = self.at;
        let found = self.text[from..]
            .find(end)
            .ok_or_else(|| (from..from + 2, format!("{what} has no end: `{end}`")))?;
        self.at = from + found + end.len();
        Ok(self.at)
    }

    fn is_taken(&self) -> bool {
        self.open.last().is_none_or(|open| open.is_taken)
    }

    /// Reads the end of an element. Returns whether it was the last one.
    fn close(&mut self) -> Result<bool, Mistake> {
        let from = self.at;
        let end = self.skip(">", "the end of an element")?;
        let name = self.text[from + 2..end - 1].trim();
        let found = quoted_within(&self.text[from..end], 20);
        let Some(open) = self.open.pop() else {
            return Err((from..end, format!("a picture begins with `<svg`, not with `{found}`")));
        };
        if open.name != name {
            let expected = quoted_within(open.name, 20);
            return Err((from..end, format!("expected `</{expected}>`, found `{found}`")));
        }
        if open.is_taken && open.name == "g" {
            self.content.push_str("</g>");
        }
        Ok(self.open.is_empty())
    }

    /// Reads the beginning of an element, or a whole one. Returns whether it was the whole picture.
    fn element(&mut self) -> Result<bool, Mistake> {
        let from = self.at;
        self.at += 1;
        let name = self.word();
        let at = from..from + 1 + name.len();
        if self.open.is_empty() && name != "svg" {
            return Err((at, "a picture begins with `<svg`".to_owned()));
        }
        let depth = self.open.iter().filter(|open| open.name == "g").count();
        if name == "g" && depth >= MAX_DEPTH {
            return Err((at, format!("groups are at most {MAX_DEPTH} deep")));
        }
        // Editors have elements of their own, with a colon.
        let is_silent = SILENT.contains(&name) || name.contains(':');
        let is_root = self.open.is_empty();
        let is_seen = self.is_taken() && !is_silent;
        // A style sheet counts wherever it stands.
        if (is_seen || name == "style") && !is_root && !ELEMENTS.contains(&name) {
            let message = format!(
                "`{}` cannot be in a picture: expected {}",
                quoted_within(name, 20),
                ELEMENTS.join(", ")
            );
            return Err((at, message));
        }
        let attributes = self.attributes()?;
        let is_taken = is_seen && !is_hidden(&attributes);
        let is_whole = self.text[self.at..].starts_with("/>");
        self.at += if is_whole { 2 } else { 1 };
        if is_root {
            self.view = Some(view(&attributes).ok_or_else(|| {
                (at, "`svg` needs a `viewBox` of four numbers, as in `viewBox=\"0 0 100 100\"`".to_owned())
            })?);
            self.group(attributes)?;
        } else if is_taken {
            self.take(name, &attributes, is_whole)?;
        }
        if !is_whole {
            self.open.push(Open { name, is_taken });
        }
        Ok(self.open.is_empty())
    }

    /// Takes what `svg` itself says of the shapes in it, their colours above all.
    fn group(&mut self, mut attributes: Vec<Attribute<'t>>) -> Result<(), Mistake> {
        attributes.retain(|attribute| !matches!(attribute.name, "x" | "y" | "width" | "height"));
        let taken = taken(&attributes)?;
        if taken.contains_key("transform") {
            let at = attributes
                .iter()
                .find(|attribute| attribute.name == "transform" || attribute.name == "style");
            let at = at.expect("it is one of them").at.clone();
            return Err((
                at,
                "`transform` cannot be at `svg`: put the shapes into a `g` that has it".to_owned(),
            ));
        }
        self.is_grouped = !taken.is_empty();
        if self.is_grouped {
            self.write("g", &taken, ">");
        }
        Ok(())
    }

    /// Takes an element with those of its attributes that count.
    fn take(&mut self, name: &str, attributes: &[Attribute<'t>], is_whole: bool) -> Result<(), Mistake> {
        if name != "g" {
            self.shapes += 1;
            if self.shapes > MAX_SHAPES {
                return Err((self.at..self.at, format!("a picture has at most {MAX_SHAPES} shapes")));
            }
        }
        // An element that is not `g` has nothing in it that counts.
        self.write(name, &taken(attributes)?, if name == "g" && !is_whole { ">" } else { "/>" });
        Ok(())
    }

    fn write(&mut self, name: &str, attributes: &BTreeMap<&str, &str>, end: &str) {
        let _ = write!(self.content, "<{name}");
        for (name, value) in attributes {
            let _ = write!(self.content, " {name}=\"{value}\"");
        }
        self.content.push_str(end);
    }

    /// Reads the attributes of an element, up to its `>` or `/>`.
    fn attributes(&mut self) -> Result<Vec<Attribute<'t>>, Mistake> {
        let mut found: Vec<Attribute<'t>> = Vec::new();
        loop {
            self.space();
            let rest = &self.text[self.at..];
            if rest.starts_with('>') || rest.starts_with("/>") {
                return Ok(found);
            }
            let from = self.at;
            let name = self.word();
            self.space();
            let equals = self.text[self.at..].starts_with('=');
            self.at += usize::from(equals);
            self.space();
            let quote = self.text[self.at..].chars().next().filter(|quote| matches!(quote, '"' | '\''));
            let (false, true, Some(quote)) = (name.is_empty(), equals, quote) else {
                let end = (from + name.len().max(1)).min(self.text.len());
                let end = (end..=self.text.len()).find(|&end| self.text.is_char_boundary(end)).unwrap_or(end);
                return Err((from..end, "expected an attribute, as in `fill=\"black\"`, or `>`".to_owned()));
            };
            let begin = self.at + 1;
            let Some(length) = self.text[begin..].find(quote) else {
                return Err((from..begin, format!("the value of `{name}` has no end")));
            };
            self.at = begin + length + 1;
            let value = &self.text[begin..begin + length];
            if found.iter().any(|known| known.name == name) {
                return Err((from..self.at, format!("`{name}` stands here twice")));
            }
            found.push(Attribute { name, value, at: begin..begin + length });
        }
    }

    fn space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
    }

    /// Reads a name.
    fn word(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let end =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_:.".contains(c))).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }
}

/// Returns the attributes that count, each once: what a `style` says comes before the others.
fn taken<'t>(attributes: &[Attribute<'t>]) -> Result<BTreeMap<&'static str, &'t str>, Mistake> {
    let mut taken = BTreeMap::new();
    let (styles, others): (Vec<_>, Vec<_>) =
        attributes.iter().partition(|attribute| attribute.name == "style");
    let others = others.into_iter().map(|other| (other.name, other.value.trim(), other.at.clone()));
    for (name, value, at) in others.chain(styles.into_iter().flat_map(Attribute::declarations)) {
        let Some((name, kind)) = ATTRIBUTES.iter().find(|(known, _)| *known == name) else {
            // It hides a part, or draws it in a way that is not taken.
            if matches!(name, "clip-path" | "mask" | "filter") && value != "none" {
                return Err((at, format!("`{name}` cannot be in a picture")));
            }
            continue;
        };
        if !kind.allows(value) {
            let message = format!("`{}` cannot be the `{name}` of a shape here", quoted_within(value, 20));
            return Err((at, message));
        }
        let is_current = *kind == Kind::Colour && value.eq_ignore_ascii_case(CURRENT);
        taken.insert(*name, if is_current { CURRENT } else { value });
    }
    Ok(taken)
}

/// Returns whether attributes say that an element is not shown.
fn is_hidden(attributes: &[Attribute<'_>]) -> bool {
    attributes.iter().any(|attribute| match attribute.name {
        "style" => attribute.declarations().any(|(name, value, _)| name == "display" && value == "none"),
        name => name == "display" && attribute.value == "none",
    })
}

/// An attribute, with the place of its value.
struct Attribute<'t> {
    name: &'t str,
    value: &'t str,
    at: Range<usize>,
}

impl<'t> Attribute<'t> {
    /// Returns the declarations of a `style`.
    fn declarations(&self) -> impl Iterator<Item = (&'t str, &'t str, Range<usize>)> {
        let at = self.at.clone();
        let pairs = self.value.split(';').filter_map(|declaration| declaration.split_once(':'));
        pairs.map(move |(name, value)| (name.trim(), value.trim(), at.clone()))
    }
}

/// Returns the part of the plane that a picture shows: the left edge, the upper edge, the width, the height.
fn view(attributes: &[Attribute<'_>]) -> Option<[f64; 4]> {
    let value = |name| attributes.iter().find(|known| known.name == name).map(|known| known.value);
    let number =
        |text: &str| text.trim().trim_end_matches("px").parse::<f64>().ok().filter(|n| n.abs() <= 1e6);
    let view = match value("viewBox") {
        Some(text) => {
            let numbers = text.split([' ', ',', '\t', '\n']).filter(|word| !word.is_empty()).map(number);
            numbers.collect::<Option<Vec<f64>>>()?.try_into().ok()?
        }
        None => [0.0, 0.0, number(value("width")?)?, number(value("height")?)?],
    };
    let [_, _, width, height] = view;
    (width >= 1e-3 && height >= 1e-3).then_some(view)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(text: &str) -> Result<String, String> {
        let picture = Reader::new(text).picture().map_err(|(at, message)| {
            assert!(text.get(at.clone()).is_some(), "{at:?} is a part of the text: {text}");
            message
        });
        picture.map(|picture| picture.content.to_string())
    }

    #[test]
    fn a_picture_of_an_editor_is_reduced_to_its_shapes() {
        let text = r##"<?xml version="1.0" encoding="UTF-8"?>
            <!-- made by hand -->
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="x" viewBox="0 0 45 45" onload="alert(1)">
            <title>a tower</title><metadata><rdf:RDF><a href="x">y</a></rdf:RDF></metadata>
            <sodipodi:namedview id="base" showgrid="true"><inkscape:grid /></sodipodi:namedview>
            <g id="layer1" class="x" transform="translate(1, 2) scale(.5)">
                <path d="M9 39h27v-3H9z" fill="blue" style="fill:#fff; stroke:currentColor;font-family:serif" onclick="alert(1)" />
                some text
                <rect x="1" y='2' width="3px" height="4" style="display:none"></rect>
                <g style="display:none"><circle r="3"/></g>
            </g>
            <ellipse cx="1" cy="2" rx="3" ry="4"></ellipse>
            </svg>"##;
        assert_eq!(
            content(text).as_deref(),
            Ok(concat!(
                r##"<g transform="translate(1, 2) scale(.5)"><path d="M9 39h27v-3H9z" fill="#fff" stroke="currentColor"/></g>"##,
                r##"<ellipse cx="1" cy="2" rx="3" ry="4"/>"##
            ))
        );
        let picture = Reader::new("<svg width='20px' height=\"10\"><g/><path d='M0 0'/></svg>")
            .picture()
            .expect("it is one");
        assert_eq!((picture.view, &*picture.content), ([0.0, 0.0, 20.0, 10.0], "<g/><path d=\"M0 0\"/>"));
    }

    #[test]
    fn what_the_picture_says_of_its_shapes_is_taken() {
        let icon = r#"<svg xmlns="x" width="210mm" height="2em" viewBox="0 0 24 24" fill="none" stroke="currentcolor" class="icon"
            style="stroke-width: 2"><path d="M0 0h9"/></svg>"#;
        assert_eq!(
            content(icon).as_deref(),
            Ok(r#"<g fill="none" stroke="currentColor" stroke-width="2"><path d="M0 0h9"/></g>"#)
        );
        for (said, expected) in [
            (
                "transform=\"scale(2)\"",
                "`transform` cannot be at `svg`: put the shapes into a `g` that has it",
            ),
            (
                "style=\"transform:scale(2)\"",
                "`transform` cannot be at `svg`: put the shapes into a `g` that has it",
            ),
            ("fill=\"url(#a)\"", "`url(#a)` cannot be the `fill` of a shape here"),
            ("mask=\"url(#a)\"", "`mask` cannot be in a picture"),
        ] {
            let text = format!("<svg viewBox=\"0 0 9 9\" {said}><path d=\"M0 0\"/></svg>");
            assert_eq!(content(&text), Err(expected.to_owned()), "{said}");
        }
    }

    /// From any text nothing comes out but the elements and the attributes that are taken.
    #[test]
    fn nothing_else_comes_through() {
        let parts = [
            "<svg viewBox=\"0 0 9 9\">",
            "</svg>",
            "<g>",
            "</g>",
            "<g ",
            "<path d=\"M0 0\"/>",
            "<script>",
            "</script>",
            "<style>",
            "<image href=\"javascript:x\"/>",
            "<use href=\"#a\"/>",
            "<a>",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<!DOCTYPE svg [",
            "\"",
            "'",
            ">",
            "/>",
            "=",
            " onload=\"x\"",
            " fill=\"red\"",
            " fill=\"url(http://x)\"",
            " style=\"fill:expression(x)\"",
            "&lt;",
            "é",
            "\0",
            " d=\"M0 0<script>\"",
            " fill='\"><script>'",
            "<title>",
            "</title>",
            " style='",
            " transform=\"rotate(9)\"",
            "<svg viewBox=\"0 0 9 9\" fill=\"red\"",
            "<?",
            "?>",
        ];
        let element = |text: &str| {
            let (name, rest) = text.split_once([' ', '/']).unwrap_or((text, ""));
            let attributes = rest.trim_end_matches('/').split("\" ").filter(|part| !part.is_empty());
            ELEMENTS.contains(&name)
                && attributes.into_iter().all(|attribute| {
                    let (name, value) = attribute.split_once("=\"").expect("it has a value");
                    let value = value.trim_end_matches('"');
                    ATTRIBUTES.iter().any(|(known, kind)| *known == name && kind.allows(value))
                        && !value.contains(['<', '>', '"', '&'])
                })
        };
        let mut rng = fastrand::Rng::with_seed(1);
        let mut read = 0;
        for number in 0..200_000 {
            let mut text = if number % 2 == 0 { parts[0].to_owned() } else { String::new() };
            (0..rng.usize(1..12)).for_each(|_| text.push_str(parts[rng.usize(..parts.len())]));
            if number % 4 == 0 {
                text.push_str("</svg>");
            }
            if let Ok(content) = content(&text) {
                read += 1;
                for part in content.split('<').skip(1) {
                    let part = part.strip_suffix('>').expect("an element ends");
                    assert!(part == "/g" || element(part), "{content} from {text}");
                }
            }
        }
        assert!(read > 300, "{read} pictures were read");
    }

    #[test]
    fn a_picture_has_bounds() {
        let circle = "<circle r=\"3\"/>";
        let of = |inner: &str| content(&format!("<svg viewBox=\"0 0 9 9\">{inner}</svg>"));
        assert!(of(&circle.repeat(MAX_SHAPES)).is_ok());
        assert_eq!(of(&circle.repeat(MAX_SHAPES + 1)), Err("a picture has at most 200 shapes".to_owned()));
        let nested = |depth: usize| of(&[&"<g>".repeat(depth), circle, &"</g>".repeat(depth)].concat());
        assert!(nested(MAX_DEPTH).is_ok());
        assert_eq!(nested(MAX_DEPTH + 1), Err("groups are at most 20 deep".to_owned()));
        let long = of(&" ".repeat(MAX_BYTES));
        assert!(long.is_err_and(|message| message.starts_with("a picture has at most 8192 bytes, and this one 8")));
        for view in ["0 0 0 9", "0 0 9", "0 0 9 x", "0 0 1e999 9", "nan 0 9 9", ""] {
            assert!(content(&format!("<svg viewBox=\"{view}\">{circle}</svg>")).is_err(), "{view}");
        }
    }
}

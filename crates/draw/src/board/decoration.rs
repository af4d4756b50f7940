//! Decorations of the picture of a board: arrows, marks, highlighted squares.

use beaufort_rules::Square;

/// A colour as SVG writes it.
///
/// # Examples
/// ```
/// use beaufort_draw::Colour;
///
/// assert!(["red", "#f00", "#ff000080"].into_iter().all(|text| Colour::parse(text).is_some()));
/// assert!(["", "#ff", "red\"/>", "url(#x)"].into_iter().all(|text| Colour::parse(text).is_none()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colour(String);

/// The most letters of the name of a colour.
const MAX_LETTERS: usize = 32;

impl Colour {
    /// Reads a colour: a name of CSS, or `#` with 3, 4, 6 or 8 hexadecimal digits, the last of which are the opacity.
    pub fn parse(text: &str) -> Option<Colour> {
        let is_good = match text.strip_prefix('#') {
            Some(digits) => {
                matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            }
            None => {
                (1..=MAX_LETTERS).contains(&text.len())
                    && text.bytes().all(|letter| letter.is_ascii_alphabetic())
            }
        };
        is_good.then(|| Colour(text.to_owned()))
    }

    /// Returns the text of the colour.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// An arrow from one square to another; a ring around a square if both are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: Square,
    /// Where its head is.
    pub to: Square,
    /// Its colour; `None`: that of marks.
    pub colour: Option<Colour>,
}

/// Decorations of the picture of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoration {
    /// Arrows, above the pieces.
    pub arrows: Vec<Arrow>,
    /// Squares with colours of their own; those of the last turn, too.
    pub fills: Vec<(Square, Colour)>,
    /// The colours of the dark and of the light squares.
    pub squares: Option<[Colour; 2]>,
    /// Whether the names of files and ranks are shown.
    pub coordinates: bool,
    /// The length of the longer side of the picture, in pixels; `None`: 56 for each square.
    pub pixels: Option<u32>,
}

impl Default for Decoration {
    fn default() -> Decoration {
        Decoration { arrows: Vec::new(), fills: Vec::new(), squares: None, coordinates: true, pixels: None }
    }
}

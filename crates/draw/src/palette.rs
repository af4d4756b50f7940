//! The colours, chosen so that Blue and Tan can be distinguished with every kind of colour vision: they differ in lightness,
//! too.

use anstyle::{Ansi256Color, AnsiColor, Color, Style};
use beaufort_rules::Side;

/// The colours of a side's tiles in a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TileColours {
    /// The surface.
    pub(crate) fill: &'static str,
    /// The outline.
    pub(crate) edge: &'static str,
    /// The text and the drawings on the surface.
    pub(crate) ink: &'static str,
    /// The signs of the first player's pieces and of the second's, where they differ; `none` for those that are not shown.
    pub(crate) signs: [&'static str; 2],
}

/// Returns the colours of a side's tiles.
pub(crate) fn tile(side: Side) -> TileColours {
    match side {
        Side::First => colours(side, "#12639f", "#0a3a5e", "#ffffff"),
        Side::Second => colours(side, "#ecca94", "#8c6a2e", "#2b1d05"),
    }
}

/// Returns the colours of a side's tiles with the signs of promoted pieces.
pub(crate) fn promoted_tile(side: Side) -> TileColours {
    let TileColours { fill, edge, .. } = tile(side);
    colours(side, fill, edge, if side == Side::First { "#ffb3a7" } else { "#b3140f" })
}

fn colours(side: Side, fill: &'static str, edge: &'static str, ink: &'static str) -> TileColours {
    let signs = if side == Side::First { [ink, "none"] } else { ["none", ink] };
    TileColours { fill, edge, ink, signs }
}

/// Text on the light background.
pub(crate) const INK: &str = "#22282d";
/// Less important text.
pub(crate) const FAINT: &str = "#77808a";
/// The background.
pub(crate) const PAPER: &str = "#fcfbf8";
/// The squares of a board, by the parity of file and rank.
pub(crate) const SQUARES: [&str; 2] = ["#e6e9e4", "#f5f6f2"];
/// The squares of a region that is tinted, likewise.
pub(crate) const TINTED: [&str; 2] = ["#cfe0e8", "#dceaf0"];
/// The lines of a board.
pub(crate) const GRID: &str = "#c3c9c3";
/// The edge of a promotion zone.
pub(crate) const ZONE: &str = "#9aa39b";
/// The squares of the last turn.
pub(crate) const LAST: &str = "#f6e05e";
/// Moves, and marks on destinations.
pub(crate) const MARK: &str = "#2f855a";
/// Arrows: the same, through which the pieces can be seen.
pub(crate) const ARROW: &str = "#2f855ab3";

/// Captures.
pub(crate) const STRIKE: &str = "#b42318";
/// Loans.
pub(crate) const LEND: &str = "#0e7490";

/// Returns the style of a side's pieces in the terminal.
pub(crate) fn piece(side: Side) -> Style {
    let (front, back) = match side {
        Side::First => (231, 25),
        Side::Second => (16, 180),
    };
    let colour = |number| Some(Color::Ansi256(Ansi256Color(number)));
    Style::new().bold().fg_color(colour(front)).bg_color(colour(back))
}

/// The style of lines and of less important text.
pub(crate) const DIM: Style = Style::new().fg_color(Some(Color::Ansi256(Ansi256Color(244))));
/// The style of headings.
pub(crate) const BOLD: Style = Style::new().bold();
/// The style of the last turn's squares.
pub(crate) const LAST_TURN: Style = AnsiColor::Yellow.on_default().bold();
/// The style of moves.
pub(crate) const MOVES: Style = AnsiColor::Green.on_default();
/// The style of captures.
pub(crate) const CAPTURES: Style = AnsiColor::Red.on_default().bold();
/// The style of loans.
pub(crate) const LENDS: Style = AnsiColor::Cyan.on_default().bold();

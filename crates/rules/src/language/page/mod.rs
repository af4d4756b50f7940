//! The reference page for inventors, `docs/language.md`: the prose next to this file and the tables of the registry.

use super::words::{self, Kind, Word};

const INTRODUCTION: &str = include_str!("introduction.md");
const GAME_FILE: &str = include_str!("game_file.md");

/// A complete game file, shown on the page and loaded by a test.
pub const EXAMPLE: &str = include_str!("example.toml");

/// Returns the reference page of the language, in Markdown.
pub fn reference_page() -> String {
    let mut page = INTRODUCTION.to_owned();
    for kind in Kind::ALL {
        let (title, text) = section(kind);
        page += &format!("\n### {title}\n\n{text}\n\n");
        page += "| word | written | meaning | example | stage | rulings |\n|---|---|---|---|---|---|\n";
        page.extend(words::of(kind).map(row));
    }
    page += "\n";
    page += &GAME_FILE.replace("{EXAMPLE}", EXAMPLE.trim_end());
    page
}

fn row(word: &Word) -> String {
    format!(
        "| `{}` | `{}` | {} | `{}` | {} | {} |\n",
        word.name,
        word.syntax,
        word.help,
        word.example,
        word.stage.name(),
        word.rulings
    )
}

/// Returns the heading and the introduction of a kind's section.
fn section(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Leap => ("Leaps", "A leap goes straight to its square, whatever stands between."),
        Kind::Line => (
            "Lines",
            "A slide passes over empty squares only, and ends on an empty square or on the first opposing piece. \
             Distances are numbers from 1 to 32.",
        ),
        Kind::Direction => (
            "Directions",
            "One or two of these words stand before a leap or a line and keep only what fulfils them both. \
             A choice that keeps nothing, such as `side F`, is an error.",
        ),
        Kind::Note => {
            ("Notes", "A note stands in parentheses after its travel, or after a group in parentheses.")
        }
        Kind::Shape => (
            "Shapes",
            "A shape makes another travel of a leap or a line. Coordinates go from -15 to 15; the first counts squares \
             to the right, the second squares forward.",
        ),
        Kind::Power => ("Powers", "What a piece does beside travelling. A power is a term of its own."),
        Kind::Joint => (
            "Squares and pieces",
            "These words say which squares or pieces a travel or a power is about, and how it acts on them. \
             `<LEAPS>` is one leap, with its directions, or several in parentheses: `(forward W + back D)`. \
             `Q1`, a line of one step, is a leap, too.",
        ),
    }
}

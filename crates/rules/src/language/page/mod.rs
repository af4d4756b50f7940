//! The reference page for inventors, `docs/language.md`: the prose next to this file and the tables of the registry.

use super::words::{self, Kind, Word};

const INTRODUCTION: &str = include_str!("introduction.md");
const GAME_FILE: &str = include_str!("game_file.md");
const RARE: &str = include_str!("rare.md");

/// A complete game file, shown on the page and loaded by a test.
pub const EXAMPLE: &str = include_str!("example.toml");

/// Pieces that many readers know, as the common words say them.
const KNOWN_PIECES: &[(&str, &str)] = &[
    ("the Rook, the Bishop and the Queen of chess", "R, B, Q"),
    ("its Knight", "N"),
    ("its King", "W + F; royal"),
    ("its Pawn", "forward W (moving) + forward R2 (moving) from row 2 + forward F (capturing) + en-passant"),
    ("the Marshall and the Amazon", "R + N, Q + N"),
    (
        "the Gold and the Silver General of shogi, its Lance and its Knight",
        "W + forward F, F + forward W, forward R, forwardmost N",
    ),
    ("the Cannon and the Horse of xiangqi", "R (moving) + R over one piece (capturing), lame N"),
    ("the Grasshopper and the Nightrider", "Q hopper, N rider"),
    ("the Griffon: a step on the diagonal, then outwards like a Rook", "F (moving) then R outwards"),
    ("a piece that walks like a Bishop and captures like a Rook", "B (moving) + R (capturing)"),
];

/// The keys that most games need, as they begin their rows; the page has all others behind them, in a section of their own.
const COMMON_KEYS: &[&str] = &[
    "`id`",
    "`name`",
    "`summary`",
    "`sides`",
    "`pieces`",
    "`board.files`",
    "`board.promotion-zone`",
    "`board.promotion`",
    "`array.ranks`",
    "`array.symmetry`",
    "`promotions` |",
    "`castling`",
    "`notation`",
    "`ending.check`",
    "`ending.bare-royal`",
    "`ending.no-move`",
    "`ending.repetition`",
    "`ending.quiet-moves`",
    "`piece.NAME`",
];

/// Returns the reference page of the language, in Markdown: what most games need, then the rest.
pub fn reference_page() -> String {
    let mut page = INTRODUCTION.to_owned();
    page += &sections(words::is_common, "");
    page += "\n### Pieces that you know\n\n| piece | ability |\n|---|---|\n";
    for (piece, abilities) in KNOWN_PIECES {
        let abilities: Vec<String> = abilities.split(", ").map(|ability| format!("`{ability}`")).collect();
        page += &format!("| {piece} | {} |\n", abilities.join(", "));
    }
    let (common, rare) = keys();
    page += "\n";
    page += &common.replace("{EXAMPLE}", EXAMPLE.trim_end());
    page += "\n";
    page += RARE;
    page += &sections(|word| !words::is_common(word), "Rare ");
    page += "\n### Rare keys\n\n| key | what it says |\n|---|---|\n";
    page += &rare;
    page
}

/// Returns a section for each kind of word that has some of these.
fn sections(belongs: impl Fn(&Word) -> bool, prefix: &str) -> String {
    let mut sections = String::new();
    for kind in Kind::ALL {
        let rows: String = words::of(kind).filter(|word| belongs(word)).map(row).collect();
        if rows.is_empty() {
            continue;
        }
        let (title, text) = section(kind);
        let title =
            if prefix.is_empty() { title.to_owned() } else { format!("{prefix}{}", title.to_lowercase()) };
        let text = if prefix.is_empty() || words::of(kind).all(&belongs) {
            format!("{text}\n\n")
        } else {
            String::new()
        };
        sections += &format!("\n### {title}\n\n{text}");
        sections += "| word | written | meaning | example | stage | rulings |\n|---|---|---|---|---|---|\n";
        sections += &rows;
    }
    sections
}

/// Returns the part about game files without the rows of the rare keys, and those rows.
fn keys() -> (String, String) {
    let is_rare = |line: &&str| {
        line.starts_with("| `") && !COMMON_KEYS.iter().any(|key| line["| ".len()..].starts_with(key))
    };
    let (rare, common): (Vec<&str>, Vec<&str>) = GAME_FILE.split_inclusive('\n').partition(is_rare);
    (common.concat(), rare.concat())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::parse;

    #[test]
    fn known_pieces_need_common_words_alone() {
        for ability in KNOWN_PIECES.iter().flat_map(|(_, abilities)| abilities.split(", ")) {
            assert_eq!(parse(ability).err(), None, "{ability}");
            for word in words::used_in(ability) {
                assert!(words::is_common(word), "{} in {ability}", word.name);
            }
        }
    }

    #[test]
    fn every_common_key_begins_a_row() {
        for key in COMMON_KEYS {
            let rows = GAME_FILE
                .lines()
                .filter(|line| line.strip_prefix("| ").is_some_and(|row| row.starts_with(key)));
            assert_eq!(rows.count(), 1, "{key}");
        }
    }
}

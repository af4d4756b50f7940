//! The text of an Interactive Diagram, in which pages of the Chess Variant Pages describe games: its settings, one `key=value` on a
//! line, and its pieces, one `name:ID:moves:image:squares` on a line.
//!
//! The format is described in <https://www.chessvariants.com/rules/interactive-diagrams>. Moves are in XBetza.

mod game;
mod page;

use std::collections::BTreeSet;

use crate::error::{MAX_LINE, Place, TextError, too_long};
use crate::game::{At, GameFile, MAX_SIZE};
use crate::report::Report;

/// The greatest length of a text, in bytes.
const MAX_BYTES: usize = 1 << 16;
/// The greatest number of kinds of pieces.
const MAX_PIECES: usize = 256;

/// The pieces whose moves are known by their names.
const KNOWN: &[(&str, &str)] = &[
    ("pawn", "fmWfceFifmnD"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("king", "KisO2"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
];

/// The source of the array of the second side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Twin {
    Mirror,
    Rotated,
    /// The text gives it.
    Given,
}

/// A setting.
#[derive(Clone, Copy, Debug)]
struct Setting<'a> {
    key: &'a str,
    value: &'a str,
    place: Place,
}

/// A kind of piece.
#[derive(Clone, Debug)]
struct Kind<'a> {
    name: String,
    id: &'a str,
    moves: &'a str,
    moves_place: Place,
    /// The squares of each side at the start.
    squares: [BTreeSet<At>; 2],
    /// The text after the squares.
    rest: String,
}

/// A diagram.
#[derive(Debug)]
struct Diagram<'a> {
    files: u8,
    ranks: u8,
    /// The number of the lowest rank.
    first_rank: u8,
    twin: Twin,
    settings: Vec<Setting<'a>>,
    kinds: Vec<Kind<'a>>,
    holes: BTreeSet<At>,
    /// The number of diagrams on the page; the first one is read.
    number: usize,
    errors: Vec<TextError>,
}

/// Returns the game of a diagram under a name, and the report on it.
pub(crate) fn import(text: &str, name: &str) -> Result<(GameFile, Report), Vec<TextError>> {
    if text.len() > MAX_BYTES {
        let start = Place { line: 1, column: 1 };
        return Err(vec![TextError::new(start, "the text is larger than 64 KiB")]);
    }
    let (text, number) = page::text(text);
    let mut diagram = read(&text, number);
    let game = diagram.errors.is_empty().then(|| game::translate(&mut diagram, name));
    match game.filter(|_| diagram.errors.is_empty()) {
        Some(game) => Ok(game),
        None => {
            diagram.errors.sort_by_key(|error| (error.line, error.column));
            Err(diagram.errors)
        }
    }
}

/// Reads a text; its mistakes are in the errors.
fn read(text: &str, number: usize) -> Diagram<'_> {
    let start = Place { line: 1, column: 1 };
    let mut diagram = Diagram {
        files: 8,
        ranks: 8,
        first_rank: 1,
        twin: Twin::Mirror,
        settings: Vec::new(),
        kinds: Vec::new(),
        holes: BTreeSet::new(),
        number,
        errors: Vec::new(),
    };
    let mut pieces = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}');
        let place = |part: &str| Place {
            line: index + 1,
            column: line[..part.as_ptr().addr() - line.as_ptr().addr()].chars().count() + 1,
        };
        if line.len() > MAX_LINE {
            diagram.fault(Place { line: index + 1, column: 1 }, too_long());
            continue;
        }
        for trimmed in line.split(page::BREAK).map(str::trim).filter(|part| !part.is_empty()) {
            let (colon, equals) = (trimmed.find(':'), trimmed.find('='));
            match (colon, equals) {
                (Some(colon), equals) if equals.is_none_or(|equals| colon < equals) => {
                    let fields: Vec<(&str, Place)> =
                        trimmed.split(':').map(|field| (field.trim(), place(field.trim()))).collect();
                    pieces.push(fields);
                }
                (_, Some(equals)) => {
                    let (key, value) = (trimmed[..equals].trim(), trimmed[equals + 1..].trim());
                    diagram.settings.push(Setting { key, value, place: place(value) });
                }
                _ => diagram.fault(
                    place(trimmed),
                    "expected a setting `key=value` or a piece `name:ID:moves:image:squares`",
                ),
            }
        }
    }
    diagram.board();
    if pieces.len() > MAX_PIECES {
        diagram
            .fault(pieces[MAX_PIECES][0].1, format!("the text has more than {MAX_PIECES} kinds of pieces"));
        return diagram;
    }
    for fields in pieces {
        diagram.piece(&fields);
    }
    if diagram.kinds.is_empty() && diagram.errors.is_empty() {
        diagram.fault(start, "there is no piece: a line `name:ID:moves:image:squares` for each is missing");
    }
    diagram
}

impl<'a> Diagram<'a> {
    fn fault(&mut self, place: Place, message: impl Into<String>) {
        self.errors.push(TextError::new(place, message));
    }

    /// Returns the last setting of a key, whatever its capitals.
    fn setting(&self, key: &str) -> Option<Setting<'a>> {
        self.settings.iter().rev().find(|setting| setting.key.eq_ignore_ascii_case(key)).copied()
    }

    /// Returns a number that a setting gives, within bounds.
    fn number(&mut self, key: &str, default: u8, least: u8, most: u8) -> u8 {
        let Some(setting) = self.setting(key) else { return default };
        match setting.value.parse() {
            Ok(number) if (least..=most).contains(&number) => number,
            _ => {
                let message = format!("`{}` is no number from {least} to {most}", setting.value);
                self.fault(setting.place, message);
                default
            }
        }
    }

    /// Reads the settings of the board.
    fn board(&mut self) {
        self.files = self.number("files", 8, 1, MAX_SIZE);
        self.ranks = self.number("ranks", 8, 1, MAX_SIZE);
        self.first_rank = self.number("firstRank", 1, 0, u8::MAX - MAX_SIZE);
        if let Some(setting) = self.setting("symmetry") {
            match setting.value.to_ascii_lowercase().as_str() {
                "mirror" => self.twin = Twin::Mirror,
                "rotate" => self.twin = Twin::Rotated,
                "none" => self.twin = Twin::Given,
                other => {
                    let message = format!("`{other}` is none of `mirror`, `rotate` and `none`");
                    self.fault(setting.place, message);
                }
            }
        }
    }

    /// Reads the line of a piece, or of the holes.
    fn piece(&mut self, fields: &[(&'a str, Place)]) {
        let at = |index: usize| fields.get(index).copied().unwrap_or(("", fields[0].1));
        let (name, place) = at(0);
        let name = page::decoded(name).trim().to_owned();
        let (squares, squares_place) = at(4);
        let own = self.squares(squares, squares_place);
        if name.eq_ignore_ascii_case("hole") {
            self.holes.extend(own.into_iter().flatten());
            return;
        }
        if name.is_empty() {
            self.fault(place, "the name of the piece is missing before the first `:`");
            return;
        }
        let known = KNOWN.iter().find(|(known, _)| known.eq_ignore_ascii_case(&name));
        let (moves, moves_place) = match (at(2), known) {
            (("", _), Some((_, moves))) => (*moves, place),
            (("", _), None) => {
                let message =
                    format!("the moves of `{name}` are missing in the third place, in Betza's notation");
                self.fault(place, message);
                ("", place)
            }
            (given, _) => given,
        };
        let rest = fields.iter().skip(5).map(|(field, _)| *field).collect::<Vec<_>>().join(":");
        self.kinds.push(Kind { name, id: at(1).0, moves, moves_place, squares: own, rest });
    }

    /// Reads squares: `a2-j2,e4`; behind `,,` those of the second side.
    fn squares(&mut self, text: &str, place: Place) -> [BTreeSet<At>; 2] {
        let (first, second) = text.split_once(",,").unwrap_or((text, ""));
        let first = self.side(first, place);
        let second = match self.twin {
            _ if !second.is_empty() => self.side(second, place),
            Twin::Given => BTreeSet::new(),
            Twin::Mirror => first.iter().map(|&(file, rank)| (file, self.ranks - 1 - rank)).collect(),
            Twin::Rotated => {
                first.iter().map(|&(file, rank)| (self.files - 1 - file, self.ranks - 1 - rank)).collect()
            }
        };
        [first, second]
    }

    fn side(&mut self, text: &str, place: Place) -> BTreeSet<At> {
        let mut found = BTreeSet::new();
        for part in text.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty()) {
            let (low, high) = part.split_once('-').unwrap_or((part, part));
            match (self.square(low), self.square(high)) {
                (Some(low), Some(high)) => {
                    for file in low.0.min(high.0)..=low.0.max(high.0) {
                        found.extend((low.1.min(high.1)..=low.1.max(high.1)).map(|rank| (file, rank)));
                    }
                }
                _ => {
                    let (files, ranks) = (self.files, self.ranks);
                    let message = format!(
                        "`{part}` is no square of the board of {files}x{ranks}, such as `a1`, or `a2-h2`"
                    );
                    self.fault(place, message);
                }
            }
        }
        found
    }

    /// Reads the name of a square.
    fn square(&self, name: &str) -> Option<At> {
        let mut letters = name.chars();
        let file = letters.next().filter(char::is_ascii_lowercase)? as u8 - b'a';
        let rank = letters.as_str().parse::<u8>().ok()?.checked_sub(self.first_rank)?;
        (file < self.files && rank < self.ranks).then_some((file, rank))
    }
}

#[cfg(test)]
mod tests {
    use crate::read_diagram;

    fn errors(text: &str) -> Vec<String> {
        read_diagram(text, "test").unwrap_err().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn errors_have_their_places() {
        assert_eq!(
            errors("files=99\nsymmetry=round\nnonsense\nPawn::::a2-h2,z9\nGnu::::a1\nKing::K9x::e1\n"),
            [
                "1:7: `99` is no number from 1 to 16",
                "2:10: `round` is none of `mirror`, `rotate` and `none`",
                "3:1: expected a setting `key=value` or a piece `name:ID:moves:image:squares`",
                "4:9: `z9` is no square of the board of 8x8, such as `a1`, or `a2-h2`",
                "5:1: the moves of `Gnu` are missing in the third place, in Betza's notation",
            ]
        );
        assert_eq!(
            errors("files=8"),
            ["1:1: there is no piece: a line `name:ID:moves:image:squares` for each is missing"]
        );
        assert_eq!(
            errors("royal=4\nKing::K9x::e1"),
            [
                "1:7: `4` is neither a number from 1 to 1 nor the ID of a piece",
                "2:10: an atom such as `W` or `(3,1)` is missing after the modifiers",
            ]
        );
    }
}

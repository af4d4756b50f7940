//! The position with which a variant starts, as `startFen` gives it.

use std::collections::{BTreeMap, BTreeSet};

use super::value::At;
use super::variant::Variant;

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) side: usize,
    pub(crate) slot: usize,
    /// The kind as which it promoted.
    pub(crate) unpromoted: Option<usize>,
}

/// The position with which a variant starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Start {
    pub(crate) pieces: BTreeMap<At, Piece>,
    pub(crate) walls: BTreeSet<At>,
    /// The pieces in hand of each side, in the order of the text.
    pub(crate) hands: [Vec<usize>; 2],
    /// Whether the second player begins.
    pub(crate) second_begins: bool,
    /// The letters of the castlings and gates.
    pub(crate) rights: String,
    /// The checks that each side still has to give.
    pub(crate) checks: Option<[u32; 2]>,
}

/// Reads the start of a variant.
pub(crate) fn read(variant: &Variant) -> Result<Start, String> {
    let text = variant.text("startFen");
    let (files, ranks) = variant.size();
    let mut fields = text.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let mut start = Start::default();
    let (squares, hand) = board.split_once('[').unwrap_or((board, ""));
    let mut letters = squares.chars().peekable();
    let (mut file, mut rank) = (0_u8, i16::from(ranks) - 1);
    while let Some(letter) = letters.next() {
        if letter == '/' {
            (file, rank) = (0, rank - 1);
            continue;
        }
        if let Some(digit) = letter.to_digit(10) {
            let more = letters.next_if(char::is_ascii_digit).and_then(|more| more.to_digit(10));
            let number = more.map_or(digit, |more| 10 * digit + more);
            file = file.saturating_add(u8::try_from(number).unwrap_or(u8::MAX));
            continue;
        }
        let is_promoted = letter == '+';
        let letter = if is_promoted { letters.next().unwrap_or('+') } else { letter };
        letters.next_if_eq(&'~');
        let at = u8::try_from(rank).ok().map(|rank| (file, rank)).filter(|&at| variant.has(at));
        let Some(at) = at else {
            // Fairy-Stockfish leaves out pieces outside the board, too.
            continue;
        };
        file += 1;
        if letter == '*' {
            start.walls.insert(at);
            continue;
        }
        let slot = variant.slot_of(letter).ok_or_else(|| format!("no piece has the letter `{letter}`"))?;
        let side = usize::from(letter.is_ascii_lowercase());
        let piece = if is_promoted {
            let promoted =
                promoted(variant, slot).ok_or_else(|| format!("`{letter}` promotes to nothing"))?;
            Piece { side, slot: promoted, unpromoted: Some(slot) }
        } else {
            Piece { side, slot, unpromoted: None }
        };
        start.pieces.insert(at, piece);
    }
    if start.pieces.is_empty() && hand.is_empty() || files == 0 {
        return Err("there are no pieces".to_owned());
    }
    for letter in hand.chars().filter(char::is_ascii_alphabetic) {
        let slot = variant.slot_of(letter).ok_or_else(|| format!("no piece has the letter `{letter}`"))?;
        start.hands[usize::from(letter.is_ascii_lowercase())].push(slot);
    }
    start.second_begins = fields.next() == Some("b");
    let mut rest = fields.peekable();
    if let Some(rights) = rest.next_if(|field| !field.starts_with(|c: char| c.is_ascii_digit())) {
        start.rights = rights.to_owned();
    }
    start.checks = rest.find_map(|field| {
        let (white, black) = field.split_once('+')?;
        Some([white.parse().ok()?, black.parse().ok()?])
    });
    Ok(start)
}

/// Returns the kind to which a kind promotes as in shogi.
pub(crate) fn promoted(variant: &Variant, slot: usize) -> Option<usize> {
    match variant.value("promotedPieceType", 0) {
        super::value::Value::Pairs(pairs) => {
            pairs.get(&slot).copied().flatten().filter(|&to| variant.letter(to).is_some())
        }
        _ => None,
    }
}

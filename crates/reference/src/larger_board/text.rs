//! Writing and reading position strings (L51); the board has its own file.

use super::castling::{CASTLINGS, Castling};
use super::layout;
use super::piece::{HALFLINGS, Kind, Piece, Side};
use super::position::{Kings, Pair, Passed, Position, Reserve};
use super::square::Square;

/// Writes a position string.
pub(crate) fn write(position: &Position) -> String {
    let side = if position.side == Side::White { "w" } else { "b" };
    let castlings: String = position.castlings.iter().map(|castling| castling.letter).collect();
    let [white, black] = position.reserves.map(write_reserve);
    let (ranks, castlings) = (layout::write(&position.board), or_dash(castlings));
    let (passed, kings) = (write_passed(position.passed.as_ref()), write_kings(position.kings));
    format!("{ranks} {side} {castlings} {passed} {white}/{black} {kings}")
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

fn write_passed(passed: Option<&Passed>) -> String {
    let Some(passed) = passed else { return "-".to_owned() };
    let now = passed.now.map_or("x".to_owned(), |now| now.to_string());
    let squares: Vec<_> = passed.squares.iter().map(Square::to_string).collect();
    format!("{now}:{}", squares.join(","))
}

fn write_reserve(reserve: Reserve) -> String {
    let mut items = Vec::new();
    items.extend(reserve.halflings.map(|pair| match pair {
        Pair::Open => "H".to_owned(),
        Pair::Of(kind) => kind.id().to_owned(),
    }));
    items.extend(reserve.wizards.then(|| "W".to_owned()));
    items.extend(reserve.elephants.then(|| "E".to_owned()));
    items.extend(match reserve.assassins {
        0 => None,
        1 => Some("A".to_owned()),
        count => Some(format!("A{count}")),
    });
    items.extend(reserve.thunder.then(|| "T".to_owned()));
    or_dash(items.join(","))
}

fn write_kings(kings: Kings) -> String {
    let [white, black] = kings.moved;
    let facts = [(white, 'w'), (black, 'b'), (kings.on_eighth_row, '8')];
    or_dash(facts.into_iter().filter(|fact| fact.0).map(|fact| fact.1).collect())
}

/// Parses a position string with exactly one King for each side; the error is a message.
pub(crate) fn parse(text: &str) -> Result<Position, String> {
    let fields: Vec<_> = text.split(' ').collect();
    let [ranks, side, castlings, passed, reserves, kings] = fields.as_slice() else {
        return Err(format!("there are {} fields, not 6, separated by single spaces", fields.len()));
    };
    let board = layout::parse(ranks)?;
    let side = match *side {
        "w" => Side::White,
        "b" => Side::Black,
        _ => return Err(format!("the side to move is w or b, not `{side}`")),
    };
    for (owner, name) in [(Side::White, "White"), (Side::Black, "Black")] {
        let count = board.squares().filter(|&square| board.has(square, owner, Kind::King)).count();
        if count != 1 {
            return Err(format!("{name} has {count} Kings, not 1"));
        }
    }
    Ok(Position {
        board,
        side,
        castlings: parse_castlings(castlings)?,
        passed: parse_passed(passed)?,
        reserves: parse_reserves(reserves)?,
        kings: parse_kings(kings)?,
    })
}

pub(crate) fn parse_castlings(text: &str) -> Result<Vec<Castling>, String> {
    let castlings: Vec<_> = CASTLINGS.into_iter().filter(|castling| text.contains(castling.letter)).collect();
    let written: String = castlings.iter().map(|castling| castling.letter).collect();
    if or_dash(written) == text {
        Ok(castlings)
    } else {
        Err(format!("castling is some of KQkq, not `{text}`"))
    }
}

pub(crate) fn parse_passed(text: &str) -> Result<Option<Passed>, String> {
    if text == "-" {
        return Ok(None);
    }
    let read = || {
        let (now, squares) = text.split_once(':')?;
        let now = if now == "x" { None } else { Some(Square::parse(now)?) };
        let squares: Option<Vec<_>> = squares.split(',').map(Square::parse).collect();
        Some(Passed { now, squares: squares? })
    };
    read().map(Some).ok_or_else(|| format!("what was passed reads like d4:d3,d2, not `{text}`"))
}

fn parse_reserve(text: &str) -> Result<Reserve, String> {
    let mut reserve = Reserve::default();
    for item in text.split(',') {
        match item {
            "H" => reserve.halflings = Some(Pair::Open),
            "W" => reserve.wizards = true,
            "E" => reserve.elephants = true,
            "A" => reserve.assassins = 1,
            "T" => reserve.thunder = true,
            _ => match Kind::parse(item).filter(|kind| HALFLINGS.contains(kind)) {
                Some(kind) => reserve.halflings = Some(Pair::Of(kind)),
                None => {
                    reserve.assassins =
                        item.strip_prefix('A').and_then(|count| count.parse().ok()).unwrap_or(0)
                }
            },
        }
    }
    // Only the canonical spelling is accepted.
    if write_reserve(reserve) == text { Ok(reserve) } else { Err(format!("`{text}` is no reserve")) }
}

pub(crate) fn parse_reserves(text: &str) -> Result<[Reserve; 2], String> {
    let (white, black) = text.split_once('/').ok_or_else(|| format!("no / between the reserves `{text}`"))?;
    Ok([parse_reserve(white)?, parse_reserve(black)?])
}

pub(crate) fn parse_kings(text: &str) -> Result<Kings, String> {
    let kings = Kings { moved: [text.contains('w'), text.contains('b')], on_eighth_row: text.contains('8') };
    if write_kings(kings) == text {
        Ok(kings)
    } else {
        Err(format!("what Kings have done is some of wb8, not `{text}`"))
    }
}

/// Parses a piece like `[K]` or `(G1)`.
pub(crate) fn parse_piece(text: &str) -> Result<Piece, String> {
    let white = text.strip_prefix('[').and_then(|rest| Some((rest.strip_suffix(']')?, Side::White)));
    let black = text.strip_prefix('(').and_then(|rest| Some((rest.strip_suffix(')')?, Side::Black)));
    let piece = white.or(black).and_then(|(id, side)| {
        let golem = id.strip_prefix(Kind::Golem.id()).and_then(|number| number.parse().ok());
        match golem {
            Some(golem @ 1..) => Some(Piece { side, kind: Kind::Golem, golem }),
            _ => Kind::parse(id).filter(|&kind| kind != Kind::Golem).map(|kind| Piece::new(side, kind)),
        }
    });
    piece.ok_or_else(|| format!("`{text}` is no piece"))
}

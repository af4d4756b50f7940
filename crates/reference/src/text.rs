//! Position strings (K126 to K128).

use crate::board::{Board, Piece};
use crate::geometry::{Side, Square};
use crate::rulesets::Ruleset;

/// A board and the side to move.
pub(crate) struct Position {
    pub(crate) board: Board,
    pub(crate) side: Side,
}

/// Parses a position string of a ruleset; the error is a message.
pub(crate) fn parse(rules: &'static Ruleset, text: &str) -> Result<Position, String> {
    let (ranks, side) = text.split_once(' ').ok_or("there is no side to move after a space")?;
    let side = match side {
        "b" => Side::Blue,
        "t" => Side::Tan,
        _ => return Err(format!("the side to move is b or t, not `{side}`")),
    };
    let rows: Vec<_> = ranks.split('/').collect();
    if rows.len() != usize::from(rules.size.unsigned_abs()) {
        return Err(format!("there are {} ranks, not {}", rows.len(), rules.size));
    }
    let mut board = Board::empty(rules.size);
    for (row, rank) in rows.into_iter().zip((0..rules.size).rev()) {
        board = parse_rank(rules, board, row, rank)?;
    }
    Ok(Position { board, side })
}

fn parse_rank(rules: &'static Ruleset, mut board: Board, row: &str, rank: i8) -> Result<Board, String> {
    let fail = |what: &str| format!("rank {}: {what} in `{row}`", rank + 1);
    let mut file = 0;
    let mut rest = row;
    let mut after_run = false;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        if digits > 0 {
            let run: i8 = rest[..digits].parse().map_err(|_| fail("too long a run"))?;
            if after_run || run > rules.size || rest.starts_with('0') {
                return Err(fail("a wrong run of empty squares"));
            }
            file += run;
            rest = &rest[digits..];
        } else {
            let end = rest.find([']', ')']).ok_or_else(|| fail("an open bracket"))?;
            let (text, tail) = rest.split_at(end + 1);
            let piece = piece(rules, text).map_err(|error| fail(&error))?;
            let square = Square(file, rank);
            if !board.contains(square) {
                return Err(fail("too many squares"));
            }
            let tag = Some(board.index(square) as u16);
            board = board.with(square, Some(Piece { tag, ..piece }));
            file += 1;
            rest = tail;
        }
        if file > rules.size {
            return Err(fail("too many squares"));
        }
        after_run = digits > 0;
    }
    if file == rules.size { Ok(board) } else { Err(fail("too few squares")) }
}

/// Parses a piece like `[K]` or `(K)`.
pub(crate) fn piece(rules: &'static Ruleset, text: &str) -> Result<Piece, String> {
    let blue = text.strip_prefix('[').and_then(|rest| Some((rest.strip_suffix(']')?, Side::Blue)));
    let tan = text.strip_prefix('(').and_then(|rest| Some((rest.strip_suffix(')')?, Side::Tan)));
    let (id, side) = blue.or(tan).ok_or_else(|| format!("`{text}` is no piece"))?;
    let kind = rules.kind(id).ok_or_else(|| format!("no piece `{id}` of {}", rules.name))?;
    Ok(Piece { side, kind, tag: None })
}

/// Writes a position string.
pub(crate) fn write(board: &Board, side: Side) -> String {
    let mut text = String::new();
    for rank in (0..board.size()).rev() {
        let mut run = 0;
        for file in 0..board.size() {
            match board.at(Square(file, rank)) {
                None => run += 1,
                Some(piece) => {
                    write_run(&mut text, run);
                    run = 0;
                    let (open, close) = if piece.side == Side::Blue { ('[', ']') } else { ('(', ')') };
                    text.push(open);
                    text.push_str(piece.kind.id);
                    text.push(close);
                }
            }
        }
        write_run(&mut text, run);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(if side == Side::Blue { 'b' } else { 't' });
    text
}

fn write_run(text: &mut String, run: usize) {
    if run > 0 {
        text.push_str(&run.to_string());
    }
}

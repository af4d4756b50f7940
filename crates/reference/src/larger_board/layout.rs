//! The first field of a position string: the board (L51).

use super::board::Board;
use super::piece::{Kind, Piece, Side};
use super::square::{HEIGHT, Square, WIDTH, all};
use super::text::parse_piece;

/// Writes the ranks from 8 to 1. Golems are numbered in the order in which they appear.
pub(crate) fn write(board: &Board) -> String {
    let mut golems: Vec<u8> = Vec::new();
    let mut ranks = Vec::new();
    for rank in (0..HEIGHT).rev() {
        let mut text = String::new();
        let mut run = 0;
        for file in 0..WIDTH {
            let Some(piece) = board.at(Square(file, rank)) else {
                run += 1;
                continue;
            };
            write_run(&mut text, run);
            run = 0;
            text += &write_piece(piece, &mut golems);
        }
        write_run(&mut text, run);
        ranks.push(text);
    }
    ranks.join("/")
}

fn write_run(text: &mut String, run: usize) {
    if run > 0 {
        *text += &run.to_string();
    }
}

fn write_piece(piece: Piece, golems: &mut Vec<u8>) -> String {
    let mut id = piece.kind.id().to_owned();
    if piece.kind == Kind::Golem {
        if !golems.contains(&piece.golem) {
            golems.push(piece.golem);
        }
        let index = golems.iter().position(|&golem| golem == piece.golem);
        id += &index.map_or(0, |index| index + 1).to_string();
    }
    if piece.side == Side::White { format!("[{id}]") } else { format!("({id})") }
}

/// Parses the output of [`write()`] and nothing else; the error is a message.
pub(crate) fn parse(text: &str) -> Result<Board, String> {
    let mut board = Board::empty();
    let ranks: Vec<_> = text.split('/').collect();
    if ranks.len() != HEIGHT as usize {
        return Err(format!("there are {} ranks, not {HEIGHT}", ranks.len()));
    }
    for (row, rank) in ranks.into_iter().zip((0..HEIGHT).rev()) {
        parse_rank(&mut board, row, rank).map_err(|error| format!("rank {}: {error}", rank + 1))?;
    }
    check_pieces(&board)?;
    if write(&board) != text {
        return Err("runs of empty squares are written whole and Golems numbered in order".to_owned());
    }
    Ok(board)
}

fn parse_rank(board: &mut Board, row: &str, rank: i8) -> Result<(), String> {
    let mut file = 0;
    let mut rest = row;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        if digits > 0 {
            let run: i8 = rest[..digits].parse().map_err(|_| "too long a run")?;
            if run > WIDTH {
                return Err("too many squares".to_owned());
            }
            file += run;
            rest = &rest[digits..];
        } else {
            let end = rest.find([']', ')']).ok_or_else(|| format!("no piece in `{rest}`"))?;
            let (piece, tail) = rest.split_at(end + 1);
            let square = Square(file, rank);
            if !square.is_on_board() {
                return Err("too many squares".to_owned());
            }
            board.set(square, Some(parse_piece(piece)?));
            file += 1;
            rest = tail;
        }
        if file > WIDTH {
            return Err("too many squares".to_owned());
        }
    }
    if file == WIDTH { Ok(()) } else { Err("too few squares".to_owned()) }
}

/// Checks that no Pawn is on its eighth row (L20, L42), and that every Golem has both parts (L22).
fn check_pieces(board: &Board) -> Result<(), String> {
    for square in all() {
        let Some(piece) = board.at(square) else { continue };
        if piece.kind == Kind::Pawn && piece.side.is_on_row(8, square) {
            return Err(format!("a Pawn on its eighth row on {square}"));
        }
        if piece.kind == Kind::Golem {
            let parts = board.parts(piece);
            if !matches!(parts.as_slice(), &[one, other] if one.is_diagonally_adjacent(other)) {
                return Err(format!("the Golem on {square} is not two parts on diagonally adjacent squares"));
            }
        }
    }
    Ok(())
}

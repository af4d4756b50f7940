//! Positions as FEN with XBoard's letters.

use std::fmt::Write as _;

use super::{LONGEST_SIDE, Shape};
use crate::position::Position;
use crate::vocabulary::{Side, Square, quoted};

impl Shape {
    /// Returns a position as FEN.
    pub fn fen(&self, position: &Position) -> String {
        let ranks = self
            .ranks(|square| Some(self.token(position.board().at(square))).filter(|token| !token.is_empty()));
        let side = if position.side() == Side::First { 'w' } else { 'b' };
        format!("{ranks} {side} - - 0 1")
    }

    /// Returns the board part of a FEN, with the texts that `on` returns for some squares.
    pub fn ranks(&self, on: impl Fn(Square) -> Option<String>) -> String {
        let size = self.game.size();
        let mut text = String::new();
        for rank in (0..size.ranks()).rev() {
            let mut empty = 0;
            for file in 0..size.files() {
                let square = size.square(file.into(), rank.into()).expect("the square is on the board");
                match on(square) {
                    Some(token) => {
                        push_number(&mut text, &mut empty);
                        text += &token;
                    }
                    None => empty += 1,
                }
            }
            push_number(&mut text, &mut empty);
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    /// Reads a position from FEN; the fields after the side to move are ignored.
    ///
    /// # Errors
    /// If the text is no position of this game; the error is a message for users.
    pub fn position(&self, fen: &str) -> Result<Position, String> {
        let mut fields = fen.split_whitespace();
        let ranks: Vec<&str> = fields.next().unwrap_or("").split('/').collect();
        let side = match fields.next() {
            Some("w") => Side::First,
            Some("b") => Side::Second,
            _ => return Err("the side to move must be `w` or `b`".to_owned()),
        };
        let size = self.game.size();
        if ranks.len() != usize::from(size.ranks()) {
            return Err(format!("there are {} ranks instead of {}", ranks.len(), size.ranks()));
        }
        let mut position = Position::empty(&self.game, side);
        for (rank, text) in (0..size.ranks()).rev().zip(ranks) {
            let mut file = 0;
            let mut rest = text;
            while let Some(first) = rest.chars().next() {
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                if digits > 0 {
                    file += rest[..digits]
                        .parse::<i16>()
                        .unwrap_or(i16::from(LONGEST_SIDE))
                        .min(LONGEST_SIDE.into());
                    rest = &rest[digits..];
                } else {
                    let length = if first == '+' { 2 } else { first.len_utf8() };
                    let token = rest.get(..length).unwrap_or(rest);
                    let piece =
                        self.piece(token).ok_or_else(|| format!("`{}` is not a piece", quoted(token)))?;
                    let square = size
                        .square(file, rank.into())
                        .ok_or_else(|| format!("rank `{}` is too long", quoted(text)))?;
                    position.place(square, piece);
                    file += 1;
                    rest = &rest[token.len()..];
                }
            }
            if file != i16::from(size.files()) {
                return Err(format!("rank `{}` has not {} squares", quoted(text), size.files()));
            }
        }
        // Validation is left to the reader of positions.
        Position::parse(&self.game, &position.to_string()).map_err(|error| error.to_string())
    }
}

fn push_number(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        write!(text, "{empty}").expect("writing to a string succeeds");
        *empty = 0;
    }
}

#[cfg(all(test, feature = "builtin"))]
mod tests {
    use crate::builtin;

    use super::*;

    fn shape(id: &str) -> Shape {
        Shape::new(&builtin::game(id).expect("it is built in")).expect("XBoard can show it")
    }

    #[test]
    fn positions_are_read_back() {
        let shape = shape("scirocco");
        let start = Position::initial(&shape.game);
        assert!(
            shape.fen(&start).ends_with("PPGPPPPGPP/1RSKWFOSM1/HAT1NCEBDI w - - 0 1"),
            "{}",
            shape.fen(&start)
        );
        assert_eq!(shape.position(&shape.fen(&start)), Ok(start));
        let late = "k9/10/10/10/10/4+P5/10/10/10/K2+k6 b - - 0 1";
        let position = shape.position(late).unwrap();
        assert_eq!(shape.fen(&position), late);
    }

    #[test]
    fn wrong_positions_are_explained() {
        let shape = shape("scirocco");
        for (fen, error) in [
            ("", "the side to move must be `w` or `b`"),
            ("10/10 w", "there are 2 ranks instead of 10"),
            ("k9/10/10/10/10/4?5/10/10/10/K9 w", "`?` is not a piece"),
            ("k9/10/10/10/10/9+/10/10/10/K9 w", "`+` is not a piece"),
            ("k9/10/10/10/10/9/10/10/10/K9 w", "rank `9` has not 10 squares"),
            (
                "k9/10/10/10/10/99999999999999999999P/10/10/10/K9 w",
                "rank `99999999999999999999P` is too long",
            ),
        ] {
            assert_eq!(shape.position(fen).unwrap_err(), error);
        }
    }
}

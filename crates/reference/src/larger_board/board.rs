//! A board with its pieces, and which of them are bewitched.

use super::piece::{Kind, Piece, Side};
use super::square::{self, HEIGHT, ORTHOGONAL, Square, WIDTH};

/// The pieces by square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Board([Option<Piece>; WIDTH as usize * HEIGHT as usize]);

impl Board {
    pub(crate) fn empty() -> Self {
        Self([None; WIDTH as usize * HEIGHT as usize])
    }

    /// Returns the piece on a square; `None` outside the board.
    pub(crate) fn at(&self, square: Square) -> Option<Piece> {
        if square.is_on_board() { self.0[index(square)] } else { None }
    }

    /// Returns whether a square is on the board and empty.
    pub(crate) fn is_empty(&self, square: Square) -> bool {
        square.is_on_board() && self.at(square).is_none()
    }

    /// Returns whether a piece of this side stands on the square.
    pub(crate) fn has_side(&self, square: Square, side: Side) -> bool {
        self.at(square).is_some_and(|piece| piece.side == side)
    }

    /// Returns whether a piece of this side and type stands on the square.
    pub(crate) fn has(&self, square: Square, side: Side, kind: Kind) -> bool {
        self.at(square).is_some_and(|piece| piece.side == side && piece.kind == kind)
    }

    /// Sets one square of the board.
    pub(crate) fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.0[index(square)] = piece;
    }

    /// Removes the piece on a square; a Golem is removed with both parts (L29).
    pub(crate) fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.at(square)?;
        if piece.kind == Kind::Golem {
            for part in self.parts(piece) {
                self.set(part, None);
            }
        }
        self.set(square, None);
        Some(piece)
    }

    /// Returns the squares of the Golem to which a part belongs (L22).
    pub(crate) fn parts(&self, part: Piece) -> Vec<Square> {
        self.squares().filter(|&square| self.at(square) == Some(part)).collect()
    }

    /// Returns a number that no Golem has yet.
    pub(crate) fn unused_golem(&self) -> u8 {
        self.0.iter().flatten().map(|piece| piece.golem).max().unwrap_or(0) + 1
    }

    /// Returns all occupied squares, in the order of a position string (L51).
    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> {
        square::all().filter(|&square| self.at(square).is_some())
    }

    /// Returns the squares of the pieces of a side.
    pub(crate) fn squares_of(&self, side: Side) -> impl Iterator<Item = Square> {
        self.squares().filter(move |&square| self.has_side(square, side))
    }

    /// Returns the square of a side's King.
    pub(crate) fn king(&self, side: Side) -> Option<Square> {
        self.squares().find(|&square| self.has(square, side, Kind::King))
    }

    /// Returns whether a piece of the side on this square would stand orthogonally next to an enemy Wizard.
    pub(crate) fn is_next_to_wizard(&self, square: Square, side: Side) -> bool {
        square.around(&ORTHOGONAL).any(|next| self.has(next, side.other(), Kind::Wizard))
    }

    /// Returns whether a piece is bewitched: next to an enemy Wizard, and not immune (L18, L24, L27).
    pub(crate) fn is_bewitched(&self, square: Square) -> bool {
        self.at(square).is_some_and(|piece| {
            !matches!(piece.kind, Kind::Elephant | Kind::Golem) && self.is_next_to_wizard(square, piece.side)
        })
    }

    /// Returns whether a type of piece of this side may capture the piece on the square: any enemy, but an Elephant only with a
    /// King or a Pawn (L27; for the Thunder see `thunder`).
    pub(crate) fn may_take(&self, side: Side, kind: Kind, square: Square) -> bool {
        self.at(square).is_some_and(|target| {
            target.side != side && (target.kind != Kind::Elephant || matches!(kind, Kind::King | Kind::Pawn))
        })
    }
}

fn index(square: Square) -> usize {
    square.1 as usize * WIDTH as usize + square.0 as usize
}

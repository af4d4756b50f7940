//! A board with pieces. Every function that changes a board returns a new one.

use crate::geometry::{Side, Square, Vector};
use crate::pieces::{Kind, Power};

/// A piece on a board.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub(crate) side: Side,
    pub(crate) kind: &'static Kind,
    /// The identity of the piece during one turn: the index of its square at the start of the turn, `None` for a piece born in
    /// the turn. Latent states belong to pieces (K86).
    pub(crate) tag: Option<u16>,
}

impl Piece {
    pub(crate) fn has(self, power: Power) -> bool {
        self.kind.powers.contains(&power)
    }
}

/// A square board with its pieces.
#[derive(Clone)]
pub(crate) struct Board {
    size: i8,
    places: Vec<Option<Piece>>,
}

impl Board {
    pub(crate) fn empty(size: i8) -> Self {
        Self { size, places: vec![None; usize::from(size.unsigned_abs()).pow(2)] }
    }

    pub(crate) fn size(&self) -> i8 {
        self.size
    }

    pub(crate) fn contains(&self, square: Square) -> bool {
        let inside = 0..self.size;
        inside.contains(&square.0) && inside.contains(&square.1)
    }

    /// Returns the index of a square of the board: a1 first, rank by rank.
    pub(crate) fn index(&self, square: Square) -> usize {
        debug_assert!(self.contains(square));
        square.1 as usize * self.size as usize + square.0 as usize
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.size;
        (0..size).flat_map(move |rank| (0..size).map(move |file| Square(file, rank)))
    }

    /// Returns the piece on a square; `None` outside the board.
    pub(crate) fn at(&self, square: Square) -> Option<Piece> {
        if self.contains(square) { self.places[self.index(square)] } else { None }
    }

    pub(crate) fn is_empty(&self, square: Square) -> bool {
        self.contains(square) && self.at(square).is_none()
    }

    pub(crate) fn is_of(&self, square: Square, side: Side) -> bool {
        self.at(square).is_some_and(|piece| piece.side == side)
    }

    /// Returns whether a piece of this side may end here, capturing an opposing piece (K12).
    pub(crate) fn is_open(&self, square: Square, side: Side) -> bool {
        self.is_empty(square) || self.is_of(square, side.other())
    }

    /// Returns all pieces with their squares.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.squares().filter_map(|square| Some((square, self.at(square)?)))
    }

    /// Returns the squares of a side's pieces.
    pub(crate) fn army(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        self.pieces().filter(move |(_, piece)| piece.side == side).map(|(square, _)| square)
    }

    /// Returns the squares of a side's royal pieces (K113).
    pub(crate) fn royals(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let royal = move |piece: Piece| piece.side == side && piece.has(Power::Royal);
        self.pieces().filter(move |&(_, piece)| royal(piece)).map(|(square, _)| square)
    }

    /// Returns the first piece on a line and its distance in steps, the origin not counted (K16).
    pub(crate) fn seen(&self, origin: Square, step: Vector) -> Option<(Square, i8)> {
        let mut distance = 1;
        let mut square = origin + step;
        while self.is_empty(square) {
            square = square + step;
            distance += 1;
        }
        self.contains(square).then_some((square, distance))
    }

    /// Returns the square of the piece with a tag.
    pub(crate) fn find(&self, tag: Option<u16>) -> Option<Square> {
        self.pieces().find(|(_, piece)| piece.tag == tag).map(|(square, _)| square)
    }

    /// Returns the board with the content of one square replaced.
    pub(crate) fn with(&self, square: Square, place: Option<Piece>) -> Self {
        let mut board = self.clone();
        let index = board.index(square);
        board.places[index] = place;
        board
    }

    pub(crate) fn without(&self, square: Square) -> Self {
        self.with(square, None)
    }

    pub(crate) fn without_all(&self, squares: &[Square]) -> Self {
        squares.iter().fold(self.clone(), |board, &square| board.without(square))
    }

    /// Returns the board after a displacement; a piece on the goal is removed.
    pub(crate) fn moved(&self, from: Square, to: Square) -> Self {
        self.with(to, self.at(from)).without(from)
    }

    pub(crate) fn exchanged(&self, one: Square, other: Square) -> Self {
        self.with(one, self.at(other)).with(other, self.at(one))
    }

    /// Returns the board with the piece on this square, if any, converted to the other side (K10).
    pub(crate) fn converted(&self, square: Square) -> Self {
        self.with(square, self.at(square).map(|piece| Piece { side: piece.side.other(), ..piece }))
    }
}

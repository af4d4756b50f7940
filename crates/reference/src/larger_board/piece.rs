//! Sides, types of pieces and their ids (L4, L50).

use super::square::{HEIGHT, Square};

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    White,
    Black,
}

impl Side {
    pub(crate) const BOTH: [Self; 2] = [Self::White, Self::Black];

    pub(crate) fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the direction of a Pawn's advance: up the ranks for White (L1).
    pub(crate) fn forward(self) -> i8 {
        match self {
            Self::White => 1,
            Self::Black => -1,
        }
    }

    /// Returns the index of the rank that is this row of the player, counted from 1 (L4).
    pub(crate) fn row(self, row: i8) -> i8 {
        match self {
            Self::White => row - 1,
            Self::Black => HEIGHT - row,
        }
    }

    pub(crate) fn is_on_row(self, row: i8, square: Square) -> bool {
        square.1 == self.row(row)
    }
}

/// A type of piece. A Can(n)on is one of two types, by its setting (L8); a Thunder is never on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    Lion,
    OrthogonalCannon,
    DiagonalCannon,
    Leaper,
    Pincer,
    Advancer,
    Withdrawer,
    Wizard,
    Elephant,
    /// Either part of a Golem (L22).
    Golem,
    Assassin,
}

/// The types of Halflings (L9).
pub(crate) const HALFLINGS: [Kind; 4] = [Kind::Leaper, Kind::Pincer, Kind::Advancer, Kind::Withdrawer];

/// The two settings of a Can(n)on (L8).
pub(crate) const CANNONS: [Kind; 2] = [Kind::OrthogonalCannon, Kind::DiagonalCannon];

/// The types with their ids (L50, L51). The parts of Golems have numbers as well.
const IDS: [(Kind, &str); 17] = [
    (Kind::King, "K"),
    (Kind::Queen, "Q"),
    (Kind::Rook, "R"),
    (Kind::Bishop, "B"),
    (Kind::Knight, "N"),
    (Kind::Pawn, "P"),
    (Kind::Lion, "L"),
    (Kind::OrthogonalCannon, "Pa"),
    (Kind::DiagonalCannon, "Va"),
    (Kind::Leaper, "Le"),
    (Kind::Pincer, "Pi"),
    (Kind::Advancer, "Ad"),
    (Kind::Withdrawer, "Wd"),
    (Kind::Wizard, "Wz"),
    (Kind::Elephant, "El"),
    (Kind::Golem, "G"),
    (Kind::Assassin, "As"),
];

impl Kind {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        IDS.iter().map(|(kind, _)| *kind)
    }

    pub(crate) fn id(self) -> &'static str {
        IDS.iter().find(|(kind, _)| *kind == self).map_or("", |(_, id)| id)
    }

    pub(crate) fn parse(id: &str) -> Option<Self> {
        IDS.iter().find(|(_, other)| *other == id).map(|(kind, _)| *kind)
    }

    pub(crate) fn is_cannon(self) -> bool {
        CANNONS.contains(&self)
    }
}

/// A piece on the board, or one part of a Golem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) side: Side,
    pub(crate) kind: Kind,
    /// The number of the Golem, the same for both parts; 0 for all other pieces.
    pub(crate) golem: u8,
}

impl Piece {
    pub(crate) fn new(side: Side, kind: Kind) -> Self {
        Self { side, kind, golem: 0 }
    }
}

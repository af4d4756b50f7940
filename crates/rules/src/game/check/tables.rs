//! Tables of the moves and attacks of plain pieces, on boards of at most 64 squares.
//!
//! Sets of squares are a quarter as wide here as elsewhere. This serves the games on small boards that are also played by
//! specialised programs, with which this one is compared.

use crate::vocabulary::{Board, Piece, PieceType, Side, Square};

use super::shifts::SetwiseType;

/// A bitboard of a small board.
pub(crate) type Bitboard = u64;

/// The moves and attacks of every piece of a game from every square.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(super) squares: usize,
    /// By piece code.
    pub(super) pieces: Box<[PieceTable]>,
    /// The lines of riders: by starting square, then by index.
    pub(super) lines: Box<[Bitboard]>,
    pub(super) line_count: usize,
    /// By piece code, then by square: the first squares of its moves.
    pub(super) exits: Box<[Bitboard]>,
    /// By piece code, then by square: its attacks on an empty board.
    pub(super) reach: Box<[Bitboard]>,
    /// The part of `reach` that does not depend on other pieces.
    pub(super) leaps: Box<[Bitboard]>,
    /// By attacked square, then by side: the squares from which some piece attacks it on an empty board.
    pub(super) menaces: Box<[[Bitboard; 2]]>,
    /// By the end of a line, then by its start: the squares strictly between.
    pub(super) between: Box<[Bitboard]>,
    /// The type whose pieces are moved all at once.
    pub(super) setwise: Option<SetwiseType>,
}

/// The travels of a piece, and its promotions.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceTable {
    /// By square; empty if the piece does not leap.
    pub(super) leaps: Vec<Leaps>,
    /// The indices of the lines along which it both moves and captures: those with ascending squares, and the others below, as
    /// the nearest blocker is found differently.
    pub(super) up: Vec<usize>,
    pub(super) down: Vec<usize>,
    /// The lines along which it only moves or only captures.
    pub(super) rest: Vec<Ray>,
    pub(super) promotions: Vec<PieceType>,
}

/// The leaps from a square, by mode.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Leaps {
    pub(super) both: Bitboard,
    pub(super) moving: Bitboard,
    pub(super) capturing: Bitboard,
}

/// A line along which a piece only moves or only captures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    /// The index of the line.
    pub(super) line: usize,
    pub(super) captures: bool,
    pub(super) ascends: bool,
}

impl Tables {
    /// Returns the squares on which a plain travel of a piece may end.
    #[inline(always)]
    pub(crate) fn destinations(
        &self,
        piece: Piece,
        from: Square,
        own: Bitboard,
        enemy: Bitboard,
    ) -> Bitboard {
        let occupied = own | enemy;
        let table = &self.pieces[piece.code()];
        let lines = &self.lines[from.index() * self.line_count..][..self.line_count];
        let mut both = 0;
        for &line in &table.up {
            both |= up(lines[line], occupied);
        }
        for &line in &table.down {
            both |= down(lines[line], occupied);
        }
        let mut to = both & !own;
        if let Some(leaps) = table.leaps.get(from.index()) {
            to |= leaps.both & !own | leaps.moving & !occupied | leaps.capturing & enemy;
        }
        for ray in &table.rest {
            let line = lines[ray.line];
            let reached = if ray.ascends { up(line, occupied) } else { down(line, occupied) };
            to |= reached & if ray.captures { enemy } else { !occupied };
        }
        to
    }

    /// Returns the type whose pieces are moved all at once.
    #[inline]
    pub(crate) fn setwise_type(&self) -> Option<&SetwiseType> {
        self.setwise.as_ref()
    }

    /// Returns whether friends stand on all first squares of a piece's moves, so that it cannot move.
    #[inline]
    pub(crate) fn is_blocked_in(&self, piece: Piece, from: Square, own: Bitboard) -> bool {
        self.exits[piece.code() * self.squares + from.index()] & !own == 0
    }

    /// Returns the types to which a piece promotes.
    #[inline]
    pub(crate) fn promotions(&self, piece: Piece) -> &[PieceType] {
        &self.pieces[piece.code()].promotions
    }

    /// Returns the squares that a piece attacks on an empty board.
    #[inline]
    pub(crate) fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        self.reach[piece.code() * self.squares + from.index()]
    }

    /// Returns the squares that a piece attacks whatever stands between.
    #[inline]
    pub(crate) fn leaps(&self, piece: Piece, from: Square) -> Bitboard {
        self.leaps[piece.code() * self.squares + from.index()]
    }

    /// Returns the squares from which some piece of a side attacks one of `targets` on an empty board.
    #[inline]
    pub(crate) fn menaces(&self, by: Side, targets: Bitboard) -> Bitboard {
        squares(targets).fold(0, |set, target| set | self.menaces[target.index()][by.index()])
    }

    /// Returns the squares strictly between two squares on a line of the Queen.
    #[inline]
    pub(crate) fn between(&self, from: Square, to: Square) -> Bitboard {
        self.between[to.index() * self.squares + from.index()]
    }

    /// Returns whether one of some pieces of a side attacks a square.
    pub(crate) fn is_attacked(
        &self,
        board: &Board,
        side: Side,
        by: Bitboard,
        occupied: Bitboard,
        square: Square,
    ) -> bool {
        squares(by & self.menaces(side, bit(square))).any(|from| {
            let piece = board.at(from);
            self.reach(piece, from) & bit(square) != 0
                && (self.leaps(piece, from) & bit(square) != 0 || self.between(from, square) & occupied == 0)
        })
    }
}

/// Returns the set of one square.
#[inline]
pub(crate) fn bit(square: Square) -> Bitboard {
    1 << square.index()
}

/// Returns the squares of a set in ascending order.
#[inline]
pub(crate) fn squares(set: Bitboard) -> impl Iterator<Item = Square> {
    let mut rest = set;
    std::iter::from_fn(move || {
        let square = (rest != 0).then(|| Square::new(rest.trailing_zeros() as u8))?;
        rest &= rest - 1;
        Some(square)
    })
}

/// Returns the squares of an ascending line up to the first piece, inclusive.
#[inline]
fn up(line: Bitboard, occupied: Bitboard) -> Bitboard {
    let blockers = line & occupied;
    line & (blockers ^ blockers.wrapping_sub(1))
}

/// Returns the squares of a descending line up to the first piece, inclusive.
#[inline]
fn down(line: Bitboard, occupied: Bitboard) -> Bitboard {
    let blockers = line & occupied | 1;
    line & (Bitboard::MAX << (Bitboard::BITS - 1 - blockers.leading_zeros()))
}

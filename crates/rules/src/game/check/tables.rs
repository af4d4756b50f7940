//! The moves and attacks of plain pieces as tables, on boards of at most 64 squares.
//!
//! Sets of squares are a quarter as wide here as elsewhere: this is made for the small boards of the games that programs of
//! their own play, and that this one is measured by.

use crate::vocabulary::{Board, Piece, PieceType, Side, Square};

use super::shifts::SetwiseType;

/// A set of squares of a small board, one bit each.
pub(crate) type Bitboard = u64;

/// What every piece of a game does from every square.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(super) squares: usize,
    /// By the code of the piece.
    pub(super) pieces: Box<[PieceTable]>,
    /// The lines that pieces ride: by the square where they begin, then by their number.
    pub(super) lines: Box<[Bitboard]>,
    pub(super) line_count: usize,
    /// By the code of the piece, then by its square: the squares next on its ways.
    pub(super) exits: Box<[Bitboard]>,
    /// By the code of the piece, then by its square: what it attacks on an empty board.
    pub(super) reach: Box<[Bitboard]>,
    /// The part of that which it attacks whatever stands between.
    pub(super) leaps: Box<[Bitboard]>,
    /// By the square attacked, then by side: from where any piece attacks it on an empty board.
    pub(super) menaces: Box<[[Bitboard; 2]]>,
    /// By the end of a line, then by its start: the squares strictly between.
    pub(super) between: Box<[Bitboard]>,
    /// The pieces that are moved all at once.
    pub(super) setwise: Option<SetwiseType>,
}

/// How a piece travels, and what it promotes to.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceTable {
    /// By square; nothing if it does not leap.
    pub(super) leaps: Vec<Leaps>,
    /// The numbers of its lines along which it both moves and captures, those along which squares ascend and the others:
    /// it is different blockers that come first.
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

/// A line along which a piece does not do both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    /// The number of the line.
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

    /// Returns the pieces that are moved all at once.
    #[inline]
    pub(crate) fn setwise_type(&self) -> Option<&SetwiseType> {
        self.setwise.as_ref()
    }

    /// Returns whether friends stand on all squares next on a piece's ways, so that it cannot move.
    #[inline]
    pub(crate) fn is_blocked_in(&self, piece: Piece, from: Square, own: Bitboard) -> bool {
        self.exits[piece.code() * self.squares + from.index()] & !own == 0
    }

    /// Returns what a piece promotes to.
    #[inline]
    pub(crate) fn promotions(&self, piece: Piece) -> &[PieceType] {
        &self.pieces[piece.code()].promotions
    }

    /// Returns what a piece attacks from a square on an empty board.
    #[inline]
    pub(crate) fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        self.reach[piece.code() * self.squares + from.index()]
    }

    /// Returns what a piece attacks from a square whatever stands between.
    #[inline]
    pub(crate) fn leaps(&self, piece: Piece, from: Square) -> Bitboard {
        self.leaps[piece.code() * self.squares + from.index()]
    }

    /// Returns the squares from which some piece of a side attacks one of some squares on an empty board.
    #[inline]
    pub(crate) fn menaces(&self, by: Side, targets: Bitboard) -> Bitboard {
        squares(targets).fold(0, |set, target| set | self.menaces[target.index()][by.index()])
    }

    /// Returns the squares strictly between two squares of a line of the Queen.
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

/// Returns the squares of an ascending line up to the first piece.
#[inline]
fn up(line: Bitboard, occupied: Bitboard) -> Bitboard {
    let blockers = line & occupied;
    line & (blockers ^ blockers.wrapping_sub(1))
}

/// Returns the squares of a descending line up to the first piece.
#[inline]
fn down(line: Bitboard, occupied: Bitboard) -> Bitboard {
    let blockers = line & occupied | 1;
    line & (Bitboard::MAX << (Bitboard::BITS - 1 - blockers.leading_zeros()))
}

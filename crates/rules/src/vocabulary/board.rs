//! The board, and the only function that changes it.

use super::{Class, Classes, Piece, Side, Square, SquareSet, hash};

/// The pieces on their squares, with derived data: the squares of each side and of each class, and the hash.
#[derive(Clone, Debug)]
pub struct Board {
    squares: [Piece; 256],
    sides: [SquareSet; 2],
    /// The squares that are occupied by no piece.
    walls: SquareSet,
    /// The squares of the pieces of each class, by side.
    classes: [[SquareSet; 2]; Class::COUNT],
    counts: [u16; 2],
    key: u64,
}

/// Receives every change of the board, for example for an incremental evaluation.
///
/// The unit type ignores all changes at no cost.
pub trait Observer {
    /// A piece has been put on an empty square.
    fn put(&mut self, piece: Piece, square: Square);
    /// A piece has been removed from its square.
    fn removed(&mut self, piece: Piece, square: Square);
    /// A step of a turn has been completed.
    #[inline]
    fn step_ended(&mut self) {}
}

impl Observer for () {
    #[inline]
    fn put(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn removed(&mut self, _: Piece, _: Square) {}
}

/// Two observers, both of which receive every change.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.0.put(piece, square);
        self.1.put(piece, square);
    }
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.0.removed(piece, square);
        self.1.removed(piece, square);
    }
    #[inline]
    fn step_ended(&mut self) {
        self.0.step_ended();
        self.1.step_ended();
    }
}

impl Board {
    pub(crate) fn empty() -> Board {
        Board {
            squares: [Piece::NONE; 256],
            sides: [SquareSet::EMPTY; 2],
            walls: SquareSet::EMPTY,
            classes: [[SquareSet::EMPTY; 2]; Class::COUNT],
            counts: [0; 2],
            key: 0,
        }
    }

    /// Puts a piece, [`Piece::NONE`] or [`Piece::WALL`] on a square and returns what was there. This is the only function that
    /// changes a board, and only positions call it. `classes` are those of the game's pieces, by [`Piece::code`].
    #[inline]
    pub(crate) fn set(
        &mut self,
        classes: &[Classes],
        observer: &mut impl Observer,
        square: Square,
        piece: Piece,
    ) -> Piece {
        let old = std::mem::replace(&mut self.squares[square.index()], piece);
        if !old.is_none() {
            let side = old.side().index();
            self.sides[side].remove(square);
            self.counts[side] -= 1;
            self.key ^= hash::key(old, square);
            for class in classes[old.code()].indices() {
                self.classes[class][side].remove(square);
            }
            observer.removed(old, square);
        } else if old.is_wall() {
            self.walls.remove(square);
            self.key ^= hash::key(old, square);
        }
        if !piece.is_none() {
            let side = piece.side().index();
            self.sides[side].insert(square);
            self.counts[side] += 1;
            self.key ^= hash::key(piece, square);
            for class in classes[piece.code()].indices() {
                self.classes[class][side].insert(square);
            }
            observer.put(piece, square);
        } else if piece.is_wall() {
            self.walls.insert(square);
            self.key ^= hash::key(piece, square);
        }
        old
    }

    /// Returns the squares that are occupied by no piece: walls, and the holes of the board.
    #[inline]
    pub fn walls(&self) -> &SquareSet {
        &self.walls
    }

    /// Returns the squares occupied by pieces and walls.
    #[inline]
    pub fn occupied(&self) -> SquareSet {
        self.sides[0] | self.sides[1] | self.walls
    }

    /// Returns the content of a square: a piece, [`Piece::WALL`], or [`Piece::NONE`] if it is empty.
    #[inline]
    pub fn at(&self, square: Square) -> Piece {
        self.squares[square.index()]
    }

    /// Returns the squares of a side's pieces.
    #[inline]
    pub fn side(&self, side: Side) -> &SquareSet {
        &self.sides[side.index()]
    }

    /// Returns the squares of a side's royal pieces.
    #[inline]
    pub fn royals(&self, side: Side) -> &SquareSet {
        self.class(Class::Royal, side)
    }

    /// Returns the squares of a side's relay pieces.
    #[inline]
    pub fn lenders(&self, side: Side) -> &SquareSet {
        self.class(Class::Lender, side)
    }

    /// Returns the squares of a side's pieces of a class.
    #[inline]
    pub(crate) fn class(&self, class: Class, side: Side) -> &SquareSet {
        &self.classes[class as usize][side.index()]
    }

    /// Returns the squares of both sides' pieces of a class.
    #[inline]
    pub(crate) fn class_of_both(&self, class: Class) -> SquareSet {
        self.classes[class as usize][0] | self.classes[class as usize][1]
    }

    /// Returns the number of a side's pieces.
    #[inline]
    pub fn count(&self, side: Side) -> u16 {
        self.counts[side.index()]
    }

    /// Returns the hash of the pieces and walls on their squares.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the pieces with their squares, in ascending order of the squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        (self.sides[0] | self.sides[1]).iter().map(|square| (square, self.at(square)))
    }
}

//! Check masks: the squares to which the pieces of a side may go without leaving its royal piece attacked (L46).

use crate::vocabulary::{Board, Square};

use super::tables::{Bitboard, Tables, bit, squares};

/// The greatest number of pieces pinned to one royal piece: one on each line.
const MAX_PINS: usize = 8;

/// The checks and pins of a royal piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masks {
    /// The square of the royal piece.
    pub(crate) royal: Square,
    /// The requested squares that are not attacked once the royal piece has left its own.
    pub(crate) safe: Bitboard,
    /// The pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The squares on which any other piece may end: all, or those that parry every check.
    pub(crate) targets: Bitboard,
    /// The pinned pieces.
    pub(crate) pinned: Bitboard,
    /// The pinned pieces with their pinners.
    pins: [(Square, Square); MAX_PINS],
    pin_count: usize,
}

impl Masks {
    /// Computes the checks and pins of the royal piece on a square, and which of some requested squares are safe for it.
    #[inline]
    pub(crate) fn new(
        tables: &Tables,
        board: &Board,
        royal: Square,
        own: Bitboard,
        enemy: Bitboard,
        asked: Bitboard,
    ) -> Masks {
        let mut masks = Masks {
            royal,
            safe: asked,
            checkers: 0,
            targets: Bitboard::MAX,
            pinned: 0,
            pins: [(royal, royal); MAX_PINS],
            pin_count: 0,
        };
        let near = asked | bit(royal);
        let side = board.at(royal).side().other();
        for from in squares(enemy & tables.menaces(side, near)) {
            let piece = board.at(from);
            let hits = tables.reach(piece, from) & near;
            masks.attack(tables, from, hits, tables.leaps(piece, from), own, enemy);
        }
        masks
    }

    /// Records the attacks of an opposing piece on the royal piece and on the requested squares.
    fn attack(
        &mut self,
        tables: &Tables,
        from: Square,
        hits: Bitboard,
        leaps: Bitboard,
        own: Bitboard,
        enemy: Bitboard,
    ) {
        self.safe &= !leaps;
        if hits & leaps & bit(self.royal) != 0 {
            self.add_check(from, 0);
        }
        for square in squares(hits & !leaps) {
            let between = tables.between(from, square);
            let blockers = between & (own | enemy);
            if square != self.royal {
                // Lines continue through the square that the royal piece leaves.
                if blockers & !bit(self.royal) == 0 {
                    self.safe &= !bit(square);
                }
            } else if blockers == 0 {
                self.add_check(from, between);
            } else if blockers & (blockers - 1) == 0 && blockers & own != 0 {
                self.pinned |= blockers;
                self.pins[self.pin_count] = (Square::new(blockers.trailing_zeros() as u8), from);
                self.pin_count += 1;
            }
        }
    }

    /// Records a check; it is parried on the squares `between`, or by capturing the checker. A leap is parried by capture
    /// alone.
    #[inline]
    fn add_check(&mut self, checker: Square, between: Bitboard) {
        self.checkers |= bit(checker);
        self.targets &= between | bit(checker);
    }

    /// Returns the squares among `to` on which the piece from a square, which is not the royal one, may end.
    #[inline]
    pub(crate) fn allowed(&self, tables: &Tables, from: Square, to: Bitboard) -> Bitboard {
        let to = to & self.targets;
        if self.pinned & bit(from) == 0 {
            return to;
        }
        let pins = self.pins[..self.pin_count].iter().filter(|(pinned, _)| *pinned == from);
        pins.fold(to, |to, &(_, pinner)| to & (tables.between(pinner, self.royal) | bit(pinner)))
    }
}

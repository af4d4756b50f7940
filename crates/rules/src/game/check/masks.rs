//! Where the pieces of a side may go without leaving its royal piece attacked (L46).

use crate::vocabulary::{Board, Square};

use super::tables::{Bitboard, Tables, bit, squares};

/// The most pieces that can be pinned on one royal piece: one on each line.
const MAX_PINS: usize = 8;

/// What attacks, and pins on, a royal piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Masks {
    /// Where the royal piece stands.
    pub(crate) royal: Square,
    /// The squares asked for that are not attacked once the royal piece has left its own.
    pub(crate) safe: Bitboard,
    /// The pieces that give check.
    pub(crate) checkers: Bitboard,
    /// The squares on which any other piece may end: all, or those that meet every check.
    pub(crate) targets: Bitboard,
    /// The pieces that may only move along a line.
    pub(crate) pinned: Bitboard,
    /// Those pieces with the pieces that pin them.
    pins: [(Square, Square); MAX_PINS],
    pin_count: usize,
}

impl Masks {
    /// Looks at what attacks the royal piece on a square, and which of some other squares are safe for it.
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

    /// Notes what an opposing piece attacks of the royal piece and the squares asked for.
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
                // Lines go on through the square that the royal piece leaves.
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

    /// Notes a check; a piece put on one of the squares `between` meets it. A leap is met by capture alone.
    #[inline]
    fn add_check(&mut self, checker: Square, between: Bitboard) {
        self.checkers |= bit(checker);
        self.targets &= between | bit(checker);
    }

    /// Returns those of some squares on which the piece from a square, not the royal one, may end.
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

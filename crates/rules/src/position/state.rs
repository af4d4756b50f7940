//! The state of a position besides its board (L51): castling rights, captures in passing, reserves, milestones.
//!
//! The state is a small value that is copied: the journal saves it before each turn that changes it. In a game without state it
//! is always empty, and no turn inspects it.

use crate::game::definition::Drops;
use crate::game::{Castlings, Game};
use crate::vocabulary::{Side, Square, SquareSet, state_key};

/// The state of a position: everything besides its board and the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    /// The castlings whose pieces have never been displaced, one bit for each of the game's.
    castling: u64,
    /// Where the pieces of these castlings have begun, in the list of the game (R121): the first of those with the same squares.
    castling_start: u16,
    /// The piece that has just moved, if it may be taken in passing.
    passed: Option<Passed>,
    /// Where the piece stands that has just taken a guarded piece without being one itself (R114).
    traded: Option<Square>,
    /// The items that each side may still drop.
    reserves: [Reserve; 2],
    /// The milestones of the royal pieces.
    milestones: Milestones,
    /// The squares of the pieces that have not been displaced since the game began, of kinds to which it matters (R50).
    unmoved: SquareSet,
    /// The number of checks that each side has given, in a game that counts them (R84).
    checks: [u8; 2],
}

/// A piece that has just moved over squares on which it may still be taken (L32, L48).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Passed {
    /// The square where it stands now; `None` if it is gone from the board (L34).
    pub at: Option<Square>,
    /// The squares it has passed, which are in line with the square where its move ended.
    pub squares: SquareSet,
}

/// The number of each item of the game's reserve that a side holds: at most 25 items, 31 of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reserve(u128);

/// Events in the lives of royal pieces, which remain true once they have happened (L36).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Milestones(u8);

impl State {
    /// The state in a game without state.
    pub const EMPTY: State = State {
        castling: 0,
        castling_start: 0,
        passed: None,
        traded: None,
        reserves: [Reserve(0); 2],
        milestones: Milestones(0),
        unmoved: SquareSet::EMPTY,
        checks: [0; 2],
    };

    /// Returns the state at the beginning of a game: every castling and the whole reserve, and nothing has been displaced.
    pub fn initial(game: &Game) -> State {
        let castlings = game.definition().castlings.len();
        let mut reserves = [Reserve::default(); 2];
        for (index, item) in game.definition().drops.items.iter().enumerate() {
            for (reserve, count) in reserves.iter_mut().zip(item.at_start) {
                reserve.set(index, count);
            }
        }
        State {
            castling: ((1u128 << castlings) - 1) as u64,
            reserves,
            unmoved: game.starts().initial,
            ..State::EMPTY
        }
    }

    /// Returns whether the pieces of a castling have never been displaced (L47). `castling` is its index in the game's list,
    /// below [`Castling::MAX`](crate::game::definition::Castling::MAX).
    #[inline]
    pub fn may_castle(&self, castling: usize) -> bool {
        self.castling >> castling & 1 != 0
    }

    /// Returns whether any castling is left.
    #[inline]
    pub(crate) fn any_castling(&self) -> bool {
        self.castling != 0
    }

    /// Grants or revokes the right to a castling. `castling` is its index in the game's list, below
    /// [`Castling::MAX`](crate::game::definition::Castling::MAX).
    pub fn set_castling(&mut self, castling: usize, allowed: bool) {
        self.castling = self.castling & !(1 << castling) | u64::from(allowed) << castling;
    }

    /// Keeps only these castlings, one bit for each.
    #[inline]
    pub(crate) fn keep_castlings(&mut self, castlings: &Castlings, kept: u64) {
        if self.castling & !kept != 0 {
            self.castling &= kept;
            self.castling_start = castlings.first_start(self.castling_start, self.castling);
        }
    }

    /// Returns where the pieces of the castlings that are left have begun, in the list of the game (R121).
    #[inline]
    pub(crate) fn castling_start(&self) -> u16 {
        self.castling_start
    }

    /// Sets where the pieces of the castlings that are left have begun.
    pub(crate) fn set_castling_start(&mut self, start: u16) {
        self.castling_start = start;
    }

    /// Returns whether nothing has just moved and no castlings are left except these, so that the state would not change.
    #[inline]
    pub(crate) fn keeps(&self, castlings: u64) -> bool {
        self.passed.is_none() && self.traded.is_none() && self.castling & !castlings == 0
    }

    /// Returns the piece that has just moved, if it may be taken on the squares it passed.
    #[inline]
    pub fn passed(&self) -> Option<Passed> {
        self.passed
    }

    /// Sets the piece that has just moved.
    #[inline]
    pub fn set_passed(&mut self, passed: Option<Passed>) {
        self.passed = passed;
    }

    /// Returns where the piece stands that has just taken a guarded piece without being one itself (R114).
    #[inline]
    pub fn traded(&self) -> Option<Square> {
        self.traded
    }

    /// Sets where the piece stands that has just taken a guarded piece.
    #[inline]
    pub fn set_traded(&mut self, traded: Option<Square>) {
        self.traded = traded;
    }

    /// Returns the items that a side may still drop.
    #[inline]
    pub fn reserve(&self, side: Side) -> Reserve {
        self.reserves[side.index()]
    }

    /// Returns the items that a side may still drop, for changes.
    pub fn reserve_mut(&mut self, side: Side) -> &mut Reserve {
        &mut self.reserves[side.index()]
    }

    /// Returns the milestones of the royal pieces.
    #[inline]
    pub fn milestones(&self) -> Milestones {
        self.milestones
    }

    /// Returns the milestones of the royal pieces, for changes.
    pub fn milestones_mut(&mut self) -> &mut Milestones {
        &mut self.milestones
    }

    /// Returns the squares of the pieces that have not been displaced since the game began, of kinds to which it matters (R50).
    #[inline]
    pub fn unmoved(&self) -> &SquareSet {
        &self.unmoved
    }

    /// Records that the piece on a square has been displaced.
    #[inline]
    pub(crate) fn displace(&mut self, square: Square) {
        self.unmoved.remove(square);
    }

    /// Forgets on some squares whether their pieces have been displaced.
    #[inline]
    pub(crate) fn forget(&mut self, squares: &SquareSet) {
        self.unmoved -= *squares;
    }

    /// Sets the squares of the pieces that have not been displaced since the game began.
    #[inline]
    pub fn set_unmoved(&mut self, unmoved: SquareSet) {
        self.unmoved = unmoved;
    }

    /// Returns the number of checks that a side has given; 0 in a game that does not count them (R84).
    #[inline]
    pub fn checks_given(&self, side: Side) -> u8 {
        self.checks[side.index()]
    }

    /// Sets the number of checks that a side has given.
    pub fn set_checks_given(&mut self, side: Side, number: u8) {
        self.checks[side.index()] = number;
    }

    /// Returns the state's part of the position's hash: 0 for the empty state.
    pub(super) fn key(&self) -> u64 {
        let mut key = 0;
        let mut add = |part: u64, value: u64| {
            if value != 0 {
                key ^= state_key(part, value);
            }
        };
        add(0, self.castling);
        add(32, self.castling_start.into());
        add(1, self.milestones.0.into());
        for side in Side::BOTH {
            let reserve = self.reserves[side.index()].0;
            add(2 + side as u64, reserve as u64);
            add(32 + side as u64, (reserve >> 64) as u64);
            add(30 + side as u64, self.checks[side.index()].into());
        }
        add(7, self.traded.map_or(0, |square| 1 + u64::from(square.byte())));
        if let Some(Passed { at, squares }) = self.passed {
            add(4, at.map_or(1, |at| 2 + u64::from(at.byte())));
            squares.iter().for_each(|square| add(5, 1 + u64::from(square.byte())));
        }
        if !self.unmoved.is_empty() {
            self.unmoved.iter().for_each(|square| add(6, 1 + u64::from(square.byte())));
        }
        key
    }
}

impl Passed {
    /// Returns the squares in the order in which they were passed: the farthest from the end first.
    pub fn in_order(&self, game: &Game) -> Vec<Square> {
        let size = game.size();
        let Some(at) = self.at else { return self.squares.iter().collect() };
        let distance = |square: Square| {
            let v = size.vector(square, at);
            v.dx.unsigned_abs().max(v.dy.unsigned_abs())
        };
        let mut squares = Vec::new();
        for square in self.squares.iter() {
            let place = squares.partition_point(|&other| distance(other) >= distance(square));
            squares.insert(place, square);
        }
        squares
    }
}

impl Reserve {
    /// The number of bits for the count of an item: [`Drops::MAX_ITEMS`] counts up to [`Drops::MAX_COUNT`] fit.
    const BITS: usize = Drops::MAX_COUNT.count_ones() as usize;

    /// Returns the number of an item. `item` is its index, below [`Drops::MAX_ITEMS`].
    #[inline]
    pub fn count(self, item: usize) -> u8 {
        (self.0 >> (Reserve::BITS * item) & u128::from(Drops::MAX_COUNT)) as u8
    }

    /// Sets the number of an item, capped at [`Drops::MAX_COUNT`]. `item` is its index, below [`Drops::MAX_ITEMS`].
    pub fn set(&mut self, item: usize, count: u8) {
        let most = u128::from(Drops::MAX_COUNT);
        let shift = Reserve::BITS * item;
        self.0 = self.0 & !(most << shift) | u128::from(count).min(most) << shift;
    }

    /// Returns whether there are no items left.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Milestones {
    const REACHED: u8 = 4;

    /// Returns whether a royal piece of a side has moved or been moved.
    pub fn has_moved(self, side: Side) -> bool {
        self.0 >> side.index() & 1 != 0
    }

    /// Records that a royal piece of a side has moved.
    pub fn moved(&mut self, side: Side) {
        self.0 |= 1 << side.index();
    }

    /// Returns whether a royal piece of either side has reached its last rank.
    pub fn has_reached(self) -> bool {
        self.0 & Milestones::REACHED != 0
    }

    /// Records that a royal piece has reached its last rank.
    pub fn reached(&mut self) {
        self.0 |= Milestones::REACHED;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserves_count() {
        let mut reserve = Reserve::default();
        for item in 0..Drops::MAX_ITEMS {
            reserve.set(item, item as u8);
        }
        assert!((0..Drops::MAX_ITEMS).all(|item| reserve.count(item) == item as u8));
        (0..Drops::MAX_ITEMS).for_each(|item| reserve.set(item, 0));
        assert!(reserve.is_empty());
    }

    #[test]
    fn every_part_has_its_share_of_the_key() {
        let mut states = vec![State::EMPTY];
        for castling in 0..64 {
            states.push(State::EMPTY);
            states.last_mut().unwrap().set_castling(castling, true);
        }
        for square in (0..=255).map(Square::new) {
            for at in [None, Some(Square::new(3))] {
                states.push(State::EMPTY);
                let squares = SquareSet::from_iter([square]);
                states.last_mut().unwrap().set_passed(Some(Passed { at, squares }));
            }
            states.push(State::EMPTY);
            states.last_mut().unwrap().set_traded(Some(square));
        }
        for square in (0..=255).map(Square::new) {
            states.push(State::EMPTY);
            states.last_mut().unwrap().set_unmoved(SquareSet::from_iter([square]));
        }
        for side in Side::BOTH {
            states.extend([State::EMPTY; 3]);
            let last = states.len() - 1;
            states[last - 2].set_checks_given(side, 3);
            states[last].reserve_mut(side).set(7, 2);
            for item in [0, 12, 13, 24] {
                states.push(State::EMPTY);
                states.last_mut().unwrap().reserve_mut(side).set(item, 2);
            }
            let last = states.len() - 5;
            states[last - 1].milestones_mut().moved(side);
        }
        let mut keys: Vec<u64> = states.iter().map(State::key).collect();
        assert_eq!(keys[0], 0);
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), states.len());
    }
}

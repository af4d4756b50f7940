//! Correction history: by how much the static eval was wrong in positions that resemble this one.
//!
//! Positions resemble each other in the squares of the commonest type (the pawn structure of most games), in the squares of a
//! side's other pieces, in the material, and in the last two turns. Each of these has a table of errors, by the side to move;
//! the static eval is corrected by their sum.

use beaufort_rules::vocabulary::Observer;
use beaufort_rules::{Piece, PieceType, Position, Side, Square};

use crate::history::{Continuations, apply_bonus};
use crate::params::correction::*;

/// The number of entries of a table for each side to move; a power of two.
const SIZE: usize = 1 << 14;
/// The number of tables: commonest type, other pieces of the first and of the second side, material, last two turns.
const TABLES: usize = 5;

/// The hash keys of a position's features, updated incrementally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CorrectionKeys {
    /// The key of the squares of the commonest type, of both sides.
    common: u32,
    /// The keys of the squares of the other pieces, by side.
    others: [u32; 2],
    /// The key of the number of pieces of each type and side.
    material: u32,
}

/// Updates the keys while the board changes.
pub(crate) struct KeyObserver<'a> {
    pub(crate) keys: &'a mut CorrectionKeys,
    pub(crate) common: Option<PieceType>,
}

impl KeyObserver<'_> {
    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let key = mix((piece.code() << 8 | square.index()) as u32);
        if piece.kind() == self.common {
            self.keys.common ^= key;
        } else {
            self.keys.others[piece.side().index()] ^= key;
        }
    }
}

impl Observer for KeyObserver<'_> {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.keys.material = self.keys.material.wrapping_add(mix(piece.code() as u32));
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.toggle(piece, square);
        self.keys.material = self.keys.material.wrapping_sub(mix(piece.code() as u32));
    }
}

/// Scrambles a number (the finaliser of MurmurHash3).
#[inline]
const fn mix(number: u32) -> u32 {
    let mut z = number.wrapping_mul(0x9e37_79b1);
    z = (z ^ (z >> 16)).wrapping_mul(0x85eb_ca6b);
    z = (z ^ (z >> 13)).wrapping_mul(0xc2b2_ae35);
    z ^ (z >> 16)
}

impl CorrectionKeys {
    /// Returns the keys of a position in a game whose commonest type is `common`.
    pub(crate) fn of(position: &Position, common: Option<PieceType>) -> CorrectionKeys {
        let mut keys = CorrectionKeys::default();
        let mut observer = KeyObserver { keys: &mut keys, common };
        for (square, piece) in position.board().pieces() {
            observer.put(piece, square);
        }
        keys
    }
}

/// The indices of a position's entries, one in each table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CorrectionIndex([usize; TABLES]);

impl CorrectionIndex {
    /// Returns the indices for a position with these keys; `last` are the turns before it, the opponent's first.
    #[inline]
    pub(crate) fn new(keys: &CorrectionKeys, side: Side, last: Continuations) -> CorrectionIndex {
        let turns = mix(u32::from(last[0].bits()) << 16 | u32::from(last[1].bits()));
        let CorrectionKeys { common, others, material } = *keys;
        let keys = [common, others[0], others[1], mix(material), turns];
        let place = |table: usize| (2 * table + side.index()) * SIZE + (keys[table] as usize & (SIZE - 1));
        CorrectionIndex(std::array::from_fn(place))
    }
}

/// The observed errors of the static eval.
pub(crate) struct CorrectionHistory(Vec<i16>);

impl CorrectionHistory {
    pub(crate) fn new() -> CorrectionHistory {
        CorrectionHistory(vec![0; 2 * TABLES * SIZE])
    }

    /// Clears the tables.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Returns the correction to add to the static eval, in centipawns.
    #[inline]
    pub(crate) fn get(&self, index: CorrectionIndex) -> i32 {
        index.0.iter().map(|&at| i32::from(self.0[at])).sum::<i32>() / correction_divisor()
    }

    /// Records that a search to `depth` plies returned a score `error` above the corrected static eval.
    pub(crate) fn update(&mut self, index: CorrectionIndex, depth: i32, error: i32) {
        let bonus = (error.saturating_mul(depth) / bonus_divisor()).clamp(-bonus_max(), bonus_max());
        for at in index.0 {
            apply_bonus(&mut self.0[at], bonus, correction_max());
        }
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::{Scope, builtin};

    use super::*;

    #[test]
    fn the_keys_follow_the_board() {
        for game in builtin::ids().filter_map(builtin::game) {
            let common = Some(PieceType::new(0));
            let mut rng = fastrand::Rng::with_seed(4);
            let mut position = Position::initial(&game);
            let start = CorrectionKeys::of(&position, common);
            let mut keys = start;
            for _ in 0..100 {
                let Some(turn) = rng.choice(position.turns(Scope::Distinct)) else { break };
                position.play_unchecked_with(turn, &mut KeyObserver { keys: &mut keys, common });
                assert_eq!(keys, CorrectionKeys::of(&position, common), "{position}");
            }
            while position.ply() > 0 {
                position.undo_with(&mut KeyObserver { keys: &mut keys, common });
            }
            assert_eq!(keys, start);
        }
    }

    #[test]
    fn errors_are_learned_within_their_bound() {
        let mut history = CorrectionHistory::new();
        let index = CorrectionIndex::new(&CorrectionKeys::default(), Side::First, Default::default());
        let other = CorrectionIndex::new(&CorrectionKeys::default(), Side::Second, Default::default());
        history.update(index, 4, 50);
        assert!(history.get(index) > 0 && history.get(other) == 0);
        for error in [i32::MAX, i32::MIN] {
            (0..100).for_each(|_| history.update(index, 20, error));
            let bound = TABLES as i32 * correction_max() / correction_divisor();
            assert!(history.get(index).abs() <= bound && history.get(index).signum() == error.signum());
        }
        history.clear();
        assert_eq!(history.get(index), 0);
    }
}

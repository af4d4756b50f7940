//! Zobrist keys of pieces on squares.
//!
//! The key of a position is the XOR of the keys of its pieces and of the side to move. The keys are computed on demand, as a
//! table for the largest game would not fit in the fastest caches of a processor.

use super::{Piece, Side, Square};

/// Returns the key of a piece on a square.
#[inline]
pub(crate) fn key(piece: Piece, square: Square) -> u64 {
    mix(piece.bits() << 8 | u64::from(square.byte()))
}

/// Returns the key of the side to move.
#[inline]
pub(crate) fn side_key(side: Side) -> u64 {
    match side {
        Side::First => 0,
        Side::Second => const { mix(1 << 40) },
    }
}

/// Returns the key of a value of a part of the state.
#[inline]
pub(crate) fn state_key(part: u64, value: u64) -> u64 {
    mix(value ^ mix((part + 2) << 40))
}

/// Scrambles a number: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
#[inline]
const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::PieceType;

    #[test]
    fn keys_differ() {
        let mut keys: Vec<u64> = (0..200)
            .flat_map(|kind| Side::BOTH.map(|side| Piece::new(PieceType::new(kind), side)))
            .flat_map(|piece| (0..=255).map(move |square| key(piece, Square::new(square))))
            .collect();
        keys.push(side_key(Side::Second));
        let all = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }
}

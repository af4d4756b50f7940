//! The entries of the transposition table, and how they are packed into words.

use beaufort_rules::{Square, Step, Turn};

use crate::score::MATE_IN_MAX_PLY;

/// The relation of a score to the true value (the node type).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The entry has only a static eval.
    None = 0,
    /// The true value is at most the score: the search failed low.
    Upper = 1,
    /// The true value is at least the score: the search failed high.
    Lower = 2,
    /// The score is the true value.
    Exact = 3,
}

/// The stored results of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The remaining depth searched, in plies.
    pub(crate) depth: i32,
    /// The score, with wins and losses counted from the root.
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    /// The best turn.
    pub(crate) turn: PackedTurn,
    /// The static eval without corrections; `None` if it is too large to be stored.
    pub(crate) raw_eval: Option<i32>,
}

impl Bound {
    /// Returns the bound of a score that was found within a window.
    pub(crate) fn of(score: i32, alpha: i32, beta: i32) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl Entry {
    /// Returns an entry with a static eval only.
    #[inline]
    pub(crate) fn of_eval(raw_eval: i32) -> Entry {
        let turn = PackedTurn::default();
        Entry { depth: 0, score: 0, bound: Bound::None, turn, raw_eval: Some(raw_eval) }
    }

    /// Returns whether the true value is known, or known to lie outside a window.
    #[inline]
    pub(crate) fn proves(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::None => false,
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// A hash of a turn from which it can be found again: 24 bits, of which 8 are the square where it begins; 0 for no turn.
///
/// Turns may have two steps and do not fit into an entry. A collision only affects the turn ordering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PackedTurn(pub(super) u32);

impl PackedTurn {
    const BITS: u32 = 24;

    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Returns the square where the turn begins, as [`Square::byte`] has it.
    pub(crate) fn start(self) -> Square {
        Square::new((self.0 & 0xff) as u8)
    }

    /// Returns the bits.
    pub(crate) fn bits(self) -> u32 {
        self.0
    }
}

impl From<Turn> for PackedTurn {
    #[inline]
    fn from(turn: Turn) -> PackedTurn {
        let bits = |step: Step| {
            u64::from(step.from.byte())
                | u64::from(step.to.byte()) << 8
                | u64::from(step.via.byte()) << 16
                | (step.kind as u64) << 24
                | step.promotion.map_or(0, |kind| kind.index() as u64 + 1) << 32
        };
        let second = turn.second.map_or(0, |step| bits(step).wrapping_mul(0xd1b5_4a32_d192_ed03) | 1);
        let mixed = (bits(turn.first) ^ second).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hashed = (mixed >> (64 - Self::BITS)) as u32 & !0x1ff;
        PackedTurn(hashed | 0x100 | u32::from(turn.first.from.byte()))
    }
}

/// The bits of the check word that hold the static eval. The key bits that they replace follow from the index of the entry,
/// except the one that selects within a bucket.
const EVAL_BITS: u64 = 0xffff;
/// The value of these bits without a static eval.
const NO_EVAL: i16 = i16::MIN;

/// Returns the check word of an entry: the key with the static eval in its lowest bits, XORed with the scrambled data, so that
/// a difference in any bit of the data changes the bits that are checked.
#[inline]
pub(super) fn check_word(key: u64, raw_eval: Option<i32>, data: u64) -> u64 {
    let eval = raw_eval.and_then(|eval| i16::try_from(eval).ok()).unwrap_or(NO_EVAL);
    (key & !EVAL_BITS | u64::from(eval as u16)) ^ spread(data)
}

/// Returns the static eval for a key and a data word; `None` if the check word belongs to another entry.
#[inline]
pub(super) fn checked_eval(check: u64, key: u64, data: u64) -> Option<Option<i32>> {
    let word = check ^ spread(data);
    ((word ^ key) & !EVAL_BITS == 0).then(|| match (word & EVAL_BITS) as u16 as i16 {
        NO_EVAL => None,
        eval => Some(eval.into()),
    })
}

/// Makes every bit of a word affect the highest ones.
#[inline]
fn spread(data: u64) -> u64 {
    data.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

// The data word, from the lowest bit: 24 of the turn, 24 of the score, 8 of the depth, 2 of the bound, 6 of the
// generation.

#[inline]
pub(super) fn pack(entry: Entry, ply: usize, generation: u64) -> u64 {
    let score = to_node(entry.score, ply);
    u64::from(entry.turn.0)
        | u64::from(score as u32 & 0xff_ffff) << 24
        | (entry.depth.clamp(0, 255) as u64) << 48
        | (entry.bound as u64) << 56
        | generation << 58
}

#[inline]
pub(super) fn unpack(data: u64, raw_eval: Option<i32>, ply: usize) -> Entry {
    // Shift left and right again to extend the sign.
    let score = ((data >> 16) as u32 & 0xffff_ff00) as i32 >> 8;
    let bound = match data >> 56 & 3 {
        0 => Bound::None,
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    let turn = PackedTurn(data as u32 & 0xff_ffff);
    Entry { depth: data_depth(data), score: to_root(score, ply), bound, turn, raw_eval }
}

#[inline]
pub(super) fn data_depth(data: u64) -> i32 {
    (data >> 48) as i32 & 0xff
}

#[inline]
pub(super) fn data_generation(data: u64) -> u64 {
    data >> 58
}

/// Converts a win score from plies from the root to plies from the node.
#[inline]
fn to_node(score: i32, ply: usize) -> i32 {
    let ply = ply as i32;
    if score >= MATE_IN_MAX_PLY {
        score + ply
    } else if score <= -MATE_IN_MAX_PLY {
        score - ply
    } else {
        score
    }
}

/// Converts a win score from plies from the node to plies from the root.
#[inline]
fn to_root(score: i32, ply: usize) -> i32 {
    let ply = ply as i32;
    if score >= MATE_IN_MAX_PLY {
        score - ply
    } else if score <= -MATE_IN_MAX_PLY {
        score + ply
    } else {
        score
    }
}

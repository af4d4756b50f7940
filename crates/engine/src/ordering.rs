//! In which order turns are tried: those first that probably refute the opponent's last one.
//!
//! The turn of the hash table, captures and promotions that gain, the killers of this ply, captures that risk more
//! than they take, and the rest by their history.

use beaufort_rules::{Piece, Position, Step, Turn};

use crate::eval::Evaluation;
use crate::table::Fingerprint;

const HASH: i32 = 1 << 30;
const GAIN: i32 = 1 << 26;
const KILLER: i32 = 1 << 25;
const RISK: i32 = 1 << 24;

/// A turn with what is thought of it before it is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) turn: Turn,
    /// The place in the order; the greatest first.
    pub(crate) order: i32,
    /// The worth that the turn visibly wins: what stands where it goes, and the promotion.
    pub(crate) gain: i32,
}

/// Returns the worth a turn visibly wins, and what it risks: the worth of the piece that goes where it can be taken.
///
/// What a turn takes besides is seen when it has been played; this is for the order only.
#[inline]
fn gain_and_risk(evaluation: &Evaluation, position: &Position, turn: Turn) -> (i32, i32) {
    let board = position.board();
    let side = position.side();
    let victim = |piece: Piece| if piece.side() == side { 0 } else { evaluation.prize(piece) };
    let of_step = |step: Step| {
        let passed = if step.via == step.to { 0 } else { victim(board.at(step.via)) };
        let promotion = step
            .promotion
            .map_or(0, |kind| evaluation.worth(kind) - evaluation.worth_of(board.at(step.from)));
        victim(board.at(step.to)) + passed + promotion
    };
    let first = turn.first;
    let gain = of_step(first) + turn.second.map_or(0, of_step);
    let end = turn.second.unwrap_or(first).to;
    let risk = if end == first.from { 0 } else { evaluation.worth_of(board.at(first.from)) };
    (gain, risk)
}

/// Returns the order of a turn that gains something.
#[inline]
fn order_of_gain(gain: i32, risk: i32) -> i32 {
    let base = if gain >= risk { GAIN } else { RISK };
    base + gain * 8 - risk
}

/// Two turns of a ply that refuted something elsewhere in the tree.
pub(crate) type Killers = [Option<Turn>; 2];

/// How often quiet turns have been the best ones, by the piece moved and the square reached.
pub(crate) struct History(Vec<i16>);

impl History {
    /// The bound of an entry.
    const MOST: i32 = 16_384;

    pub(crate) fn new(types: usize) -> History {
        History(vec![0; Piece::codes(types) << 8])
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline]
    fn index(position: &Position, turn: Turn) -> usize {
        let last = turn.second.unwrap_or(turn.first);
        position.board().at(turn.first.from).code() << 8 | last.to.index()
    }

    #[inline]
    pub(crate) fn get(&self, position: &Position, turn: Turn) -> i32 {
        self.0[History::index(position, turn)].into()
    }

    /// Moves an entry up or down; the nearer it is to its bound, the less.
    pub(crate) fn add(&mut self, position: &Position, turn: Turn, bonus: i32) {
        let entry = &mut self.0[History::index(position, turn)];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / History::MOST) as i16;
    }
}

/// Notes what is thought of all turns of a position.
#[inline]
pub(crate) fn rate(
    candidates: &mut Vec<Candidate>,
    turns: &[Turn],
    (evaluation, position, history): (&Evaluation, &Position, &History),
    hash: Fingerprint,
    killers: Killers,
) {
    candidates.clear();
    candidates.extend(turns.iter().map(|&turn| {
        let (gain, risk) = gain_and_risk(evaluation, position, turn);
        let order = if !hash.is_none() && Fingerprint::from(turn) == hash {
            HASH
        } else if gain > 0 {
            order_of_gain(gain, risk)
        } else if killers[0] == Some(turn) {
            KILLER + 1
        } else if killers[1] == Some(turn) {
            KILLER
        } else {
            history.get(position, turn)
        };
        Candidate { turn, order, gain }
    }));
}

/// Notes what is thought of captures.
#[inline]
pub(crate) fn rate_captures(
    candidates: &mut Vec<Candidate>,
    turns: &[Turn],
    evaluation: &Evaluation,
    position: &Position,
) {
    candidates.clear();
    candidates.extend(turns.iter().map(|&turn| {
        let (gain, risk) = gain_and_risk(evaluation, position, turn);
        Candidate { turn, order: order_of_gain(gain, risk), gain }
    }));
}

impl Candidate {
    /// Returns whether the turn takes a piece of no more worth than the one it risks.
    #[inline]
    pub(crate) fn is_risky(&self) -> bool {
        self.order < KILLER
    }

    /// Returns whether the turn visibly wins nothing.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        self.gain <= 0
    }
}

/// How many candidates are picked one by one before the rest is sorted at once.
const PICKED: usize = 6;

/// Brings the best of the candidates from `index` on to `index` and returns it.
#[inline]
pub(crate) fn pick(candidates: &mut [Candidate], index: usize) -> Option<Candidate> {
    let rest = candidates.get_mut(index..)?;
    if index == PICKED {
        rest.sort_unstable_by_key(|candidate| std::cmp::Reverse(candidate.order));
    } else if index < PICKED {
        let best = (0..rest.len()).max_by_key(|&at| (rest[at].order, std::cmp::Reverse(at)))?;
        rest.swap(0, best);
    }
    rest.first().copied()
}

//! In which order turns are tried: those first that probably refute the opponent's last one.
//!
//! The turn of the hash table, captures and promotions that gain, the killers of this ply, captures that risk more
//! than they take, and the rest by their history. Captures are listed first: where one of them is enough, the others are
//! never listed at all.

use std::collections::HashSet;

use beaufort_rules::geometry::SquareSet;
use beaufort_rules::{Piece, Position, Step, StepKind, Turn};

use crate::eval::Evaluation;
use crate::history::{Context, History};
use crate::tt::Fingerprint;

const HASH: i32 = 1 << 30;
const GAIN: i32 = 1 << 26;
const KILLER: i32 = 1 << 25;
const RISK: i32 = 1 << 24;

/// With more captures than this, looking one up in the list takes too long.
const MANY: usize = 100;

/// A turn with what is thought of it before it is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) turn: Turn,
    /// The place in the order; the greatest first.
    pub(crate) order: i32,
    /// The worth that the turn visibly wins: what stands where it goes, and the promotion.
    pub(crate) gain: i32,
    /// Whether the turn takes or converts something.
    pub(crate) takes: bool,
}

/// Returns the worth that a capture visibly wins, and what it risks: the worth of the piece that goes where it can be
/// taken.
///
/// What a turn takes besides is seen when it has been played; this is for the order only.
#[inline]
fn gain_and_risk(evaluation: &Evaluation, position: &Position, turn: Turn) -> (i32, i32) {
    let board = position.board();
    let side = position.side();
    let victim = |piece: Piece| if piece.side() == side { 0 } else { evaluation.prize(piece) };
    let of_step = |step: Step| {
        let passed = match step.kind {
            // What one side loses the other gains.
            StepKind::Convert => 2 * victim(board.at(step.via)),
            _ if step.via == step.to => 0,
            _ => victim(board.at(step.via)),
        };
        victim(board.at(step.to)) + passed
    };
    let first = turn.first;
    let gain = of_step(first) + turn.second.map_or(0, of_step) + promotion_gain(evaluation, position, turn);
    let end = turn.second.unwrap_or(first).to;
    let risk = if end == first.from { 0 } else { evaluation.worth_of(board.at(first.from)) };
    (gain, risk)
}

/// Returns what a turn wins by promotions.
#[inline]
fn promotion_gain(evaluation: &Evaluation, position: &Position, turn: Turn) -> i32 {
    let of_step = |step: Step| {
        let from = || evaluation.worth_of(position.board().at(step.from));
        step.promotion.map_or(0, |kind| evaluation.worth(kind) - from())
    };
    turn.steps().map(of_step).sum()
}

/// Returns the order of a turn that gains something.
#[inline]
fn order_of_gain(gain: i32, risk: i32) -> i32 {
    let base = if gain >= risk { GAIN } else { RISK };
    base + gain * 8 - risk
}

/// Two turns of a ply that refuted something elsewhere in the tree.
pub(crate) type Killers = [Option<Turn>; 2];

/// What turns are judged by.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) position: &'a Position,
    pub(crate) history: &'a History,
    pub(crate) hash: Fingerprint,
    pub(crate) killers: Killers,
    /// What the opponent's last turn was.
    pub(crate) context: Context,
}

impl Known<'_> {
    #[inline]
    fn is_hash(&self, turn: Turn) -> bool {
        !self.hash.is_none() && Fingerprint::from(turn) == self.hash
    }

    /// Begins a list of candidates with the captures, and returns whether the turn of the hash table is among them.
    #[inline]
    pub(crate) fn rate_captures(&self, candidates: &mut Vec<Candidate>, captures: &[Turn]) -> bool {
        rate_captures(candidates, captures, self.evaluation, self.position);
        let hash = candidates.iter_mut().find(|candidate| self.is_hash(candidate.turn));
        hash.map(|candidate| candidate.order = HASH).is_some()
    }

    /// Returns a turn that is tried before others are listed.
    pub(crate) fn rate_first(&self, turn: Turn, takes: bool) -> Candidate {
        let gain = if takes {
            gain_and_risk(self.evaluation, self.position, turn).0
        } else {
            promotion_gain(self.evaluation, self.position, turn)
        };
        Candidate { turn, order: HASH, gain, takes }
    }

    /// Adds the turns that are not captures to a list that begins with those.
    #[inline]
    pub(crate) fn rate_others(&self, candidates: &mut Vec<Candidate>, turns: &[Turn]) {
        let captures = candidates.len();
        let ends: SquareSet = candidates.iter().map(|capture| capture.turn.first.to).collect();
        let many: Option<HashSet<Turn>> =
            (captures > MANY).then(|| candidates.iter().map(|capture| capture.turn).collect());
        for &turn in turns {
            let listed = || match &many {
                Some(many) => many.contains(&turn),
                None => candidates[..captures].iter().any(|capture| capture.turn == turn),
            };
            if ends.contains(turn.first.to) && listed() {
                continue;
            }
            let gain = promotion_gain(self.evaluation, self.position, turn);
            let order = if self.is_hash(turn) {
                HASH
            } else if gain > 0 {
                order_of_gain(gain, 0)
            } else if self.killers[0] == Some(turn) {
                KILLER + 1
            } else if self.killers[1] == Some(turn) {
                KILLER
            } else {
                self.history.get(self.position, turn, self.context)
            };
            candidates.push(Candidate { turn, order, gain, takes: false });
        }
    }
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
        Candidate { turn, order: order_of_gain(gain, risk), gain, takes: true }
    }));
}

impl Candidate {
    /// Returns whether the turn visibly wins less than what it risks; a quiet turn does, too.
    #[inline]
    pub(crate) fn is_risky(&self) -> bool {
        self.order < KILLER
    }

    /// Returns whether only history speaks for the turn, and for all that follow.
    #[inline]
    pub(crate) fn is_ordinary(&self) -> bool {
        self.order < RISK / 2
    }

    /// Returns whether the turn neither takes nor promotes to something better.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        !self.takes && self.gain <= 0
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

//! Scores for turn ordering: the turn of the transposition table, then captures and promotions that gain, killers, bad
//! captures, and quiet turns. Captures are also ordered by their capture history, quiet turns by their histories and by the
//! piece-square table.

use std::collections::HashSet;

use beaufort_rules::vocabulary::SquareSet;
use beaufort_rules::{Piece, Position, Step, StepKind, Turn};

use crate::eval::Evaluation;
use crate::history::{Continuations, History};
use crate::params::history::{capture_divisor, gain_factor};
use crate::tt::PackedTurn;

const TT_TURN: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 25;
const BAD_CAPTURE: i32 = 1 << 24;

/// The number of captures up to which one is looked up by a linear search.
const MAX_LINEAR_CAPTURES: usize = 100;

/// A turn with its score for the ordering.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredTurn {
    pub(crate) turn: Turn,
    /// The score; turns are tried in descending order.
    pub(crate) order: i32,
    /// The visible gain in worth: the piece on the target square, and the promotion.
    pub(crate) gain: i32,
    /// Whether the turn takes or converts a piece.
    pub(crate) is_capture: bool,
}

/// Returns the visible gain of a capture, and its risk (victim and attacker): the worth of the piece that ends where it can be
/// taken.
///
/// Further captures of the turn show only when it has been played; this is for the ordering only.
#[inline]
fn gain_and_risk(evaluation: &Evaluation, position: &Position, turn: Turn) -> (i32, i32) {
    let board = position.board();
    let side = position.side();
    let victim = |piece: Piece| if piece.side() == side { 0 } else { evaluation.capture_value(piece) };
    let of_step = |step: Step| {
        let passed = match step.kind {
            // One side loses the piece and the other gains it.
            StepKind::Convert => 2 * victim(board.at(step.via)),
            _ if step.via == step.to => 0,
            _ => victim(board.at(step.via)),
        };
        victim(board.at(step.to)) + passed
    };
    let first = turn.first;
    let gain = of_step(first) + turn.second.map_or(0, of_step) + promotion_gain(evaluation, position, turn);
    let end = turn.last().to;
    let risk = if end == first.from { 0 } else { evaluation.worth_of(board.at(first.from)) };
    (gain, risk)
}

/// Returns the gain of a turn by promotions. A piece that is dropped from a hand was there before.
#[inline]
fn promotion_gain(evaluation: &Evaluation, position: &Position, turn: Turn) -> i32 {
    let of_step = |step: Step| {
        if step.kind == StepKind::Drop && position.game().definition().drops.hand.is_some() {
            return 0;
        }
        let from = || evaluation.worth_of(position.board().at(step.from));
        step.promotion.map_or(0, |kind| evaluation.worth(kind) - from())
    };
    of_step(turn.first) + turn.second.map_or(0, of_step)
}

/// Returns the ordering score of a turn that gains something.
#[inline]
fn gaining_order(gain: i32, risk: i32) -> i32 {
    let base = if gain >= risk { GOOD_CAPTURE } else { BAD_CAPTURE };
    base + gain * gain_factor() - risk
}

/// The killers of a ply: two quiet turns that caused a beta cutoff elsewhere in the tree.
pub(crate) type Killers = [Option<Turn>; 2];

/// The data by which turns are scored.
#[derive(Clone, Copy)]
pub(crate) struct TurnScorer<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) position: &'a Position,
    pub(crate) history: &'a History,
    pub(crate) tt_turn: PackedTurn,
    pub(crate) killers: Killers,
    /// The keys of the continuation history.
    pub(crate) continuations: Continuations,
}

impl TurnScorer<'_> {
    #[inline]
    fn is_tt_turn(&self, turn: Turn) -> bool {
        !self.tt_turn.is_none() && PackedTurn::from(turn) == self.tt_turn
    }

    /// Scores the captures, and returns whether the turn of the transposition table is among them.
    #[inline]
    pub(crate) fn score_captures(&self, scored_turns: &mut Vec<ScoredTurn>, captures: &[Turn]) -> bool {
        score_captures(scored_turns, captures, self.evaluation, self.position);
        for scored in scored_turns.iter_mut() {
            scored.order += self.history.capture(self.position, scored.turn) / capture_divisor();
        }
        let tt_turn = scored_turns.iter_mut().find(|scored| self.is_tt_turn(scored.turn));
        tt_turn.map(|scored| scored.order = TT_TURN).is_some()
    }

    /// Scores a turn that is tried before the lists are generated.
    pub(crate) fn score_early(&self, turn: Turn, takes: bool) -> ScoredTurn {
        let gain = if takes {
            gain_and_risk(self.evaluation, self.position, turn).0
        } else {
            promotion_gain(self.evaluation, self.position, turn)
        };
        ScoredTurn { turn, order: TT_TURN, gain, is_capture: takes }
    }

    /// Scores the turns that are not among the captures at the beginning of the list.
    #[inline]
    pub(crate) fn score_quiets(&self, scored_turns: &mut Vec<ScoredTurn>, turns: &[Turn]) {
        let captures = scored_turns.len();
        let ends: SquareSet = scored_turns.iter().map(|capture| capture.turn.first.to).collect();
        let many: Option<HashSet<Turn>> = (captures > MAX_LINEAR_CAPTURES)
            .then(|| scored_turns.iter().map(|capture| capture.turn).collect());
        for &turn in turns {
            let listed = || match &many {
                Some(many) => many.contains(&turn),
                None => scored_turns[..captures].iter().any(|capture| capture.turn == turn),
            };
            if ends.contains(turn.first.to) && listed() {
                continue;
            }
            let gain = promotion_gain(self.evaluation, self.position, turn);
            let order = if self.is_tt_turn(turn) {
                TT_TURN
            } else if gain > 0 {
                gaining_order(gain, 0)
            } else if self.killers[0] == Some(turn) {
                KILLER + 1
            } else if self.killers[1] == Some(turn) {
                KILLER
            } else {
                // Among turns without history the one that puts its piece on the best square comes first; this is symmetric for
                // both sides, unlike the order of the list.
                self.history.get(self.position, turn, self.continuations)
                    + self.evaluation.square_gain(self.position, turn)
            };
            scored_turns.push(ScoredTurn { turn, order, gain, is_capture: false });
        }
    }
}

/// Scores captures without their history.
#[inline]
pub(crate) fn score_captures(
    scored_turns: &mut Vec<ScoredTurn>,
    turns: &[Turn],
    evaluation: &Evaluation,
    position: &Position,
) {
    scored_turns.clear();
    scored_turns.extend(turns.iter().map(|&turn| {
        let (gain, risk) = gain_and_risk(evaluation, position, turn);
        ScoredTurn { turn, order: gaining_order(gain, risk), gain, is_capture: true }
    }));
}

impl ScoredTurn {
    /// Returns whether the turn is a bad capture: its visible gain is less than its risk.
    #[inline]
    pub(crate) fn is_bad_capture(&self) -> bool {
        self.is_capture && self.order < KILLER
    }

    /// Returns whether this turn and all that follow are quiet and ordered by history.
    #[inline]
    pub(crate) fn is_history_only(&self) -> bool {
        self.order < BAD_CAPTURE / 2
    }

    /// Returns whether the turn is quiet: neither a capture nor a promotion to a better piece.
    #[inline]
    pub(crate) fn is_quiet(&self) -> bool {
        !self.is_capture && self.gain <= 0
    }
}

/// The number of turns picked by selection before the rest is sorted at once.
const SELECTION_PICKS: usize = 6;

/// Moves the turn with the greatest score from `index` on to `index` and returns it.
#[inline]
pub(crate) fn pick(scored_turns: &mut [ScoredTurn], index: usize) -> Option<ScoredTurn> {
    let rest = scored_turns.get_mut(index..)?;
    if index == SELECTION_PICKS {
        rest.sort_unstable_by_key(|scored| std::cmp::Reverse(scored.order));
    } else if index < SELECTION_PICKS {
        let best = (0..rest.len()).max_by_key(|&at| (rest[at].order, std::cmp::Reverse(at)))?;
        rest.swap(0, best);
    }
    rest.first().copied()
}

#[cfg(test)]
mod tests {
    use beaufort_rules::{Scope, builtin};

    use super::*;

    /// In arrays symmetric by half a turn, the quiet turns of both sides have the same order.
    #[test]
    fn both_sides_order_quiet_turns_alike() {
        for id in ["scirocco", "typhoon", "jupiter"] {
            let game = builtin::game(id).unwrap();
            let evaluation = Evaluation::new(&game);
            let history = History::new(game.types().count());
            let orders = |position: &Position| {
                let scorer = TurnScorer {
                    evaluation: &evaluation,
                    position,
                    history: &history,
                    tt_turn: PackedTurn::default(),
                    killers: Killers::default(),
                    continuations: Continuations::default(),
                };
                let mut scored_turns = Vec::new();
                scorer.score_quiets(&mut scored_turns, &position.turns(Scope::Distinct));
                let mut orders: Vec<i32> = scored_turns.iter().map(|scored| scored.order).collect();
                orders.sort_unstable();
                orders
            };
            let first = Position::initial(&game);
            let text = first.to_string();
            let (board, _) = text.rsplit_once(' ').unwrap();
            let second = Position::parse(&game, &format!("{board} t")).unwrap();
            assert_eq!(orders(&first), orders(&second), "{id}");
            assert!(orders(&first).iter().any(|&order| order != 0), "{id}");
        }
    }
}

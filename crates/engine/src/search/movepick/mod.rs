//! The move picker: the turns of a node in the order in which they are tried, generated in stages.
//!
//! To generate all turns is much of the work of a node, and often the first one tried is enough. So the turn of the
//! transposition table comes before anything is generated but the turns of its piece; then the captures that risk no more
//! than they gain; then the killers, found again in the same way; and only then everything else: bad captures and quiet
//! turns.

mod score;

use beaufort_rules::{Scope, StepKind, Turn};

use crate::tt::PackedTurn;

use super::Search;

pub(super) use score::{Killers, ScoredTurn, TurnScorer, pick, score_captures};

/// What the picker does next.
#[derive(Clone, Copy)]
enum PickStage {
    /// The turn of the transposition table is tried.
    TtTurn,
    GenerateCaptures,
    /// Captures are picked that risk no more than they gain.
    GoodCaptures,
    /// This number of killers has been looked at.
    Killers(usize),
    GenerateAll,
    /// Bad captures and quiet turns are picked.
    Rest,
}

/// How far the turns of a node have been generated and tried.
pub(super) struct MovePicker {
    stage: PickStage,
    tt_turn: PackedTurn,
    /// The turns that were tried before they were generated.
    early: [Option<Turn>; 1 + MovePicker::KILLERS],
    /// Where the list begins that is being picked from.
    start: usize,
    /// The place in the list of the turn to pick next.
    next: usize,
}

impl MovePicker {
    /// The number of killers of a ply.
    const KILLERS: usize = 2;

    pub(super) fn new(tt_turn: PackedTurn) -> MovePicker {
        let stage = if tt_turn.is_none() { PickStage::GenerateCaptures } else { PickStage::TtTurn };
        MovePicker { stage, tt_turn, early: Default::default(), start: 0, next: 0 }
    }

    fn pick(&mut self, scored_turns: &mut [ScoredTurn]) -> Option<ScoredTurn> {
        loop {
            let scored = pick(&mut scored_turns[self.start..], self.next - self.start)?;
            if !self.early.contains(&Some(scored.turn)) {
                return Some(scored);
            }
            self.next += 1;
        }
    }
}

impl Search<'_> {
    /// Returns the next turn to try; once the search has been stopped, it may be missing.
    pub(super) fn next_turn(
        &mut self,
        ply: usize,
        picker: &mut MovePicker,
        scored_turns: &mut Vec<ScoredTurn>,
    ) -> Option<ScoredTurn> {
        loop {
            match picker.stage {
                PickStage::TtTurn => {
                    picker.stage = PickStage::GenerateCaptures;
                    if let Some(scored) = self.find_tt_turn(ply, picker.tt_turn) {
                        picker.early[0] = Some(scored.turn);
                        return Some(scored);
                    }
                }
                PickStage::GenerateCaptures => {
                    self.generate(ply, Scope::Captures);
                    let found =
                        self.scorer(ply, picker.tt_turn).score_captures(scored_turns, &self.stack[ply].turns);
                    let is_missing = !picker.tt_turn.is_none() && !found && picker.early[0].is_none();
                    picker.stage = if is_missing { PickStage::GenerateAll } else { PickStage::GoodCaptures };
                }
                PickStage::GoodCaptures => match picker.pick(scored_turns) {
                    Some(scored) if !scored.is_bad_capture() => {
                        picker.next += 1;
                        return Some(scored);
                    }
                    _ => picker.stage = PickStage::Killers(0),
                },
                PickStage::Killers(MovePicker::KILLERS) => picker.stage = PickStage::GenerateAll,
                PickStage::Killers(index) => {
                    picker.stage = PickStage::Killers(index + 1);
                    if let Some(scored) = self.killer(ply, index, scored_turns)
                        && !picker.early.contains(&Some(scored.turn))
                    {
                        picker.early[1 + index] = Some(scored.turn);
                        return Some(scored);
                    }
                }
                PickStage::GenerateAll => {
                    self.generate(ply, Scope::Distinct);
                    self.scorer(ply, picker.tt_turn).score_quiets(scored_turns, &self.stack[ply].turns);
                    picker.start = picker.next;
                    picker.stage = PickStage::Rest;
                }
                PickStage::Rest => {
                    let scored = picker.pick(scored_turns)?;
                    picker.next += 1;
                    return Some(scored);
                }
            }
        }
    }

    /// Returns the turn of the transposition table if it is one that its piece makes by its own power.
    fn find_tt_turn(&mut self, ply: usize, tt_turn: PackedTurn) -> Option<ScoredTurn> {
        let from = tt_turn.start();
        let find = |turns: &[Turn]| turns.iter().copied().find(|&turn| PackedTurn::from(turn) == tt_turn);
        let turns = &mut self.stack[ply].turns;
        turns.clear();
        self.position.generate_from(Scope::Captures, from, turns);
        let capture = find(turns);
        let turn = capture.or_else(|| {
            turns.clear();
            self.position.generate_from(Scope::Distinct, from, turns);
            find(turns)
        })?;
        Some(self.scorer(ply, tt_turn).score_early(turn, capture.is_some()))
    }

    /// Returns a killer of the ply if it is a turn of the position that takes nothing.
    fn killer(&mut self, ply: usize, index: usize, captures: &[ScoredTurn]) -> Option<ScoredTurn> {
        let turn = self.stack[ply].killers[index]?;
        if turn.second.is_some() || turn.first.kind == StepKind::Relayed {
            return None;
        }
        let turns = &mut self.stack[ply].turns;
        turns.clear();
        self.position.generate_from(Scope::Distinct, turn.first.from, turns);
        let is_legal = turns.contains(&turn) && captures.iter().all(|capture| capture.turn != turn);
        is_legal.then(|| self.scorer(ply, PackedTurn::default()).score_early(turn, false))
    }
}

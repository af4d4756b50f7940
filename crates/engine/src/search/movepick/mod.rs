//! The move picker: the turns of a node in the order in which they are searched, generated in stages.
//!
//! Generating all turns is a large part of the work of a node, and the first one is often enough. So the turn of the
//! transposition table comes first, and only the turns of its piece are generated for it; then the captures that risk no more
//! than they gain; then the killers, generated in the same way; and then the rest: bad captures and quiet turns.

mod score;

use beaufort_rules::{Scope, StepKind, Turn};

use crate::tt::PackedTurn;

use super::Search;

pub(super) use score::{Killers, ScoredTurn, TurnScorer, pick, score_captures};

/// The next stage of the picker.
#[derive(Clone, Copy)]
enum PickStage {
    /// Try the turn of the transposition table.
    TtTurn,
    GenerateCaptures,
    /// Pick captures that risk no more than they gain.
    GoodCaptures,
    /// Try the killers, of which this number has been looked at.
    Killers(usize),
    GenerateAll,
    /// Pick bad captures and quiet turns.
    Rest,
}

/// The state of generating and trying the turns of a node.
pub(super) struct MovePicker {
    stage: PickStage,
    tt_turn: PackedTurn,
    /// The turns that were tried before the lists were generated.
    early: [Option<Turn>; 1 + MovePicker::KILLERS],
    /// The start of the list that is being picked from.
    start: usize,
    /// The index in the list of the next turn to pick.
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
    /// Returns the next turn to search, if any. Once the search has been stopped, turns may be missing.
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

    /// Returns the turn of the transposition table if its piece can make it by its own power.
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

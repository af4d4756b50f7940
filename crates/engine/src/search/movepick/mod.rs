//! The turns of a node in the order in which they are tried, listed no earlier than they are needed.
//!
//! To list all turns is much of the work of a node, and often the first one tried is enough. So the turn of the hash
//! table comes before anything is listed but the turns of its piece; then the captures that risk little; then turns that
//! have refuted something nearby, found again in the same way; and only then everything else.

mod score;

use beaufort_rules::{Position, StepKind, Turn};

use crate::tt::Fingerprint;

use super::Search;

pub(super) use score::{Candidate, Killers, Known, pick, rate_captures};

/// What is to be done next.
#[derive(Clone, Copy)]
enum Stage {
    Hash,
    Captures,
    /// Captures are picked that risk no more than they take.
    Safe,
    /// So many of the refutations have been looked at.
    Refutations(usize),
    All,
    Rest,
}

/// How far the turns of a node have been listed and tried.
pub(super) struct Stages {
    stage: Stage,
    hash: Fingerprint,
    /// The turns that were tried before they were listed.
    early: [Option<Turn>; 1 + Stages::REFUTATIONS],
    /// Where the list begins that is being picked from.
    start: usize,
    /// The place in the list of the next candidate.
    next: usize,
}

impl Stages {
    /// The number of turns that may refute the opponent's last one for a reason known from elsewhere.
    const REFUTATIONS: usize = 2;

    pub(super) fn new(hash: Fingerprint) -> Stages {
        let stage = if hash.is_none() { Stage::Captures } else { Stage::Hash };
        Stages { stage, hash, early: Default::default(), start: 0, next: 0 }
    }

    fn pick(&mut self, candidates: &mut [Candidate]) -> Option<Candidate> {
        loop {
            let candidate = pick(&mut candidates[self.start..], self.next - self.start)?;
            if !self.early.contains(&Some(candidate.turn)) {
                return Some(candidate);
            }
            self.next += 1;
        }
    }
}

impl Search<'_> {
    /// Returns the next turn to try; once the search has been stopped, it may be missing.
    pub(super) fn next(
        &mut self,
        ply: usize,
        stages: &mut Stages,
        candidates: &mut Vec<Candidate>,
    ) -> Option<Candidate> {
        loop {
            match stages.stage {
                Stage::Hash => {
                    stages.stage = Stage::Captures;
                    if let Some(candidate) = self.hash_turn(ply, stages.hash) {
                        stages.early[0] = Some(candidate.turn);
                        return Some(candidate);
                    }
                }
                Stage::Captures => {
                    self.list(ply, Position::add_captures_while);
                    let found =
                        self.known(ply, stages.hash).rate_captures(candidates, &self.frames[ply].turns);
                    let is_missing = !stages.hash.is_none() && !found && stages.early[0].is_none();
                    stages.stage = if is_missing { Stage::All } else { Stage::Safe };
                }
                Stage::Safe => match stages.pick(candidates) {
                    Some(candidate) if !candidate.is_risky() => {
                        stages.next += 1;
                        return Some(candidate);
                    }
                    _ => stages.stage = Stage::Refutations(0),
                },
                Stage::Refutations(Stages::REFUTATIONS) => stages.stage = Stage::All,
                Stage::Refutations(index) => {
                    stages.stage = Stage::Refutations(index + 1);
                    if let Some(candidate) = self.refutation(ply, index, candidates)
                        && !stages.early.contains(&Some(candidate.turn))
                    {
                        stages.early[1 + index] = Some(candidate.turn);
                        return Some(candidate);
                    }
                }
                Stage::All => {
                    self.list(ply, Position::add_turns_while);
                    self.known(ply, stages.hash).rate_others(candidates, &self.frames[ply].turns);
                    stages.start = stages.next;
                    stages.stage = Stage::Rest;
                }
                Stage::Rest => {
                    let candidate = stages.pick(candidates)?;
                    stages.next += 1;
                    return Some(candidate);
                }
            }
        }
    }

    /// Returns the turn of the hash table if it is one that its piece makes by its own power.
    fn hash_turn(&mut self, ply: usize, hash: Fingerprint) -> Option<Candidate> {
        let from = hash.start();
        let find = |turns: &[Turn]| turns.iter().copied().find(|&turn| Fingerprint::from(turn) == hash);
        let turns = &mut self.frames[ply].turns;
        turns.clear();
        self.position.add_captures_of(from, turns);
        let capture = find(turns);
        let turn = capture.or_else(|| {
            turns.clear();
            self.position.add_turns_of(from, turns);
            find(turns)
        })?;
        Some(self.known(ply, hash).rate_first(turn, capture.is_some()))
    }

    /// Returns a killer of the ply if it is a turn of the position that takes nothing.
    fn refutation(&mut self, ply: usize, index: usize, captures: &[Candidate]) -> Option<Candidate> {
        let turn = self.frames[ply].killers[index]?;
        if turn.second.is_some() || turn.first.kind == StepKind::Relayed {
            return None;
        }
        let turns = &mut self.frames[ply].turns;
        turns.clear();
        self.position.add_turns_of(turn.first.from, turns);
        let is_legal = turns.contains(&turn) && captures.iter().all(|capture| capture.turn != turn);
        is_legal.then(|| self.known(ply, Fingerprint::default()).rate_first(turn, false))
    }
}

//! Blindness: turns that a weak level never searches, as people overlook turns that are hard to see.
//!
//! A turn is harder to see the farther it goes, and if it is bent, goes backward, takes nothing, is made by a power or by a
//! piece with powers, or has two steps. Captures of the piece that has just moved are easier to see, and recaptures are never
//! missed; dangers to royal pieces are seen more often than others. Captures by a plain step to an adjacent square are never
//! missed, either.
//!
//! More is missed deeper in the tree; a turn that is seen at a depth is seen at every smaller depth, too. Within one search the
//! same turn of the same piece is seen everywhere or nowhere at a depth, as people miss ideas and not nodes.

use beaufort_rules::vocabulary::SquareSet;
use beaufort_rules::{Geometry, Position, Side, Step, StepKind, Turn};

use super::{Skill, mixed};
use crate::eval::Evaluation;
use crate::params::blindness as params;
use crate::tt::PackedTurn;

/// The turns that a skill misses in the lines from one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blindness {
    percent: u32,
    salt: u64,
}

impl Blindness {
    /// Returns the blindness with which a skill searches a position.
    pub(crate) fn new(skill: &Skill, position: &Position) -> Blindness {
        Blindness { percent: skill.blindness, salt: skill.salt(position) }
    }

    /// Returns a key that separates the results of different blindnesses in the transposition table.
    pub(crate) fn key(&self) -> u64 {
        self.salt
    }

    /// Returns whether a turn is missed `ply` plies from the root.
    pub(crate) fn misses(
        &self,
        position: &Position,
        evaluation: &Evaluation,
        turn: Turn,
        ply: usize,
    ) -> bool {
        if self.percent == 0 {
            return false;
        }
        let mover = position.board().at(turn.first.from);
        let turn_of_piece = (mover.code() as u64) << 32 | u64::from(PackedTurn::from(turn).bits());
        let roll = (mixed(self.salt ^ turn_of_piece) % 100) as u32;
        let chance = || difficulty(position, evaluation, turn) * self.percent * (2 + ply as u32) / 400;
        // Cheap test first: few turns need the full computation.
        roll < params::max_percent() && roll < chance()
    }
}

/// Returns the difficulty of seeing a turn, in percent.
fn difficulty(position: &Position, evaluation: &Evaluation, turn: Turn) -> u32 {
    let (board, side) = (position.board(), position.side());
    let touched: SquareSet = turn.steps().flat_map(|step| [step.to, step.via]).collect();
    let victims = touched & board.side(side.other());
    let mut hard: u32 = turn.steps().map(|step| difficulty_of_step(position.game().size(), side, step)).sum();
    if turn.second.is_some() {
        hard += params::second_step();
    }
    if victims.is_empty() {
        hard += params::quiet();
    } else if position.changed().iter().any(|&(square, _)| victims.contains(square)) {
        if position.changed().iter().any(|&(_, before)| !before.is_none() && before.side() == side) {
            return 0;
        }
        hard /= 2;
    }
    if hard > 0 && !evaluation.takes_target_only(position, turn) {
        hard += params::unusual();
    }
    if (victims & board.royals(side.other())).is_empty() { hard } else { hard / 3 }
}

fn difficulty_of_step(size: Geometry, side: Side, step: Step) -> u32 {
    let end = if step.to == step.from { step.via } else { step.to };
    let files = u32::from(size.file(step.from).abs_diff(size.file(end)));
    let ranks = u32::from(size.rank(step.from).abs_diff(size.rank(end)));
    let distance = files.max(ranks);
    let is_line = files == 0 || ranks == 0 || files == ranks;
    let is_back = match side {
        Side::First => size.rank(end) < size.rank(step.from),
        Side::Second => size.rank(end) > size.rank(step.from),
    };
    let mut hard = distance.saturating_sub(1).min(params::max_distance()) * params::distance();
    if !is_line && distance > 2 {
        hard += params::bent();
    }
    if is_back && distance > 1 {
        hard += params::backward();
    }
    if !matches!(step.kind, StepKind::Own | StepKind::Declining | StepKind::Castle | StepKind::Drop) {
        hard += params::power();
    }
    hard
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use beaufort_rules::{Scope, builtin};

    use super::*;
    use crate::skill::{Level, level, levels};

    /// Calls `look` with random positions of all games, reached by turns, and with their turns.
    fn look_around(mut look: impl FnMut(&Position, &Evaluation, &[Turn])) {
        let mut rng = fastrand::Rng::with_seed(3);
        for game in builtin::ids().filter_map(builtin::game) {
            let known = Evaluation::new(&game);
            let mut position = Position::initial(&Arc::clone(&game));
            for _ in 0..150 {
                let mut captures = Vec::new();
                position.generate(Scope::Captures, &mut captures);
                let turns = position.legal_turns();
                look(&position, &known, &turns);
                captures.retain(|turn| turns.contains(turn));
                let Some(turn) = rng.choice(captures).or_else(|| rng.choice(turns)) else { break };
                position.play_unchecked(turn);
            }
        }
    }

    fn blindness(id: &str, seed: u64, position: &Position) -> Blindness {
        let skill = level(id).and_then(|level| level.skill).expect("the level is below full strength");
        Blindness::new(&skill.with_seed(seed), position)
    }

    #[test]
    fn what_is_plain_is_never_overlooked() {
        let (mut beside, mut back) = (0, 0);
        look_around(|position, known, turns| {
            let (board, size) = (position.board(), position.game().size());
            let lost = |square| {
                let is_lost = |&(at, before): &(_, beaufort_rules::Piece)| {
                    at == square && !before.is_none() && before.side() == position.side()
                };
                position.changed().iter().any(is_lost)
            };
            for &turn in turns.iter().filter(|turn| turn.second.is_none()) {
                let Step { from, to, kind, .. } = turn.first;
                if kind != StepKind::Own || !board.side(position.side().other()).contains(to) {
                    continue;
                }
                let is_beside = size.file(from).abs_diff(size.file(to)) <= 1
                    && size.rank(from).abs_diff(size.rank(to)) <= 1;
                if is_beside || lost(to) {
                    beside += i32::from(is_beside);
                    back += i32::from(lost(to));
                    let blindness = blindness("beginner", 1, position);
                    assert!(
                        (0..9).all(|ply| !blindness.misses(position, known, turn, ply)),
                        "{turn:?}: {position}"
                    );
                }
            }
        });
        assert!(beside > 100 && back > 100, "{beside} {back}");
    }

    #[test]
    fn the_weaker_and_the_deeper_the_more_is_overlooked() {
        let overlooks = |level: &&Level| level.skill.is_some_and(|skill| skill.blindness > 0);
        let weak: Vec<&str> = levels().iter().filter(overlooks).map(|level| level.id).collect();
        let mut hidden = vec![[0; 3]; weak.len()];
        look_around(|position, known, turns| {
            for (id, hidden) in weak.iter().zip(&mut hidden) {
                let blindness = blindness(id, 1, position);
                let misses = |turn, ply| blindness.misses(position, known, turn, ply);
                for &turn in turns {
                    let by_ply = [0, 1, 4].map(|ply| misses(turn, ply));
                    assert!(by_ply.is_sorted(), "seen only far away: {turn:?} in {position}");
                    by_ply.iter().zip(&mut *hidden).for_each(|(&misses, sum)| *sum += i32::from(misses));
                }
            }
        });
        assert!(
            hidden[..weak.len() - 1].iter().all(|by_ply| by_ply.is_sorted() && by_ply[0] > 0),
            "{hidden:?}"
        );
        assert!(hidden.windows(2).all(|pair| (0..3).all(|ply| pair[0][ply] > pair[1][ply])), "{hidden:?}");
    }

    #[test]
    fn another_game_brings_other_oversights() {
        let (mut same, mut other, mut turns_seen) = (0, 0, 0);
        look_around(|position, known, turns| {
            let of_seed = |seed, turn| blindness("casual", seed, position).misses(position, known, turn, 2);
            for &turn in turns {
                let first = of_seed(1, turn);
                turns_seen += 1;
                same += i32::from(first == of_seed(1, turn));
                other += i32::from(first != of_seed(2, turn));
            }
        });
        assert_eq!(same, turns_seen);
        assert!(other > turns_seen / 20, "{other} of {turns_seen}");
    }
}

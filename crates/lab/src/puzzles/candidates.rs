//! Finds the positions of a game that are puzzles.

use std::sync::Arc;

use beaufort_engine::{Signal, expected_points};
use beaufort_rules::{Game, Position, Side, Turn};

use super::analysis::{Analyst, BestTurn};
use super::duplicates::{PuzzleKey, key};
use super::grade::grade;
use super::theme::Theme;
use super::{Puzzle, PuzzleTerms};
use crate::selfplay::{DataError, ReplayedTurn, SelfPlayGame};

/// A search that screens positions: the divisor of its nodes, and the expected points by which the best turn
/// must be better than every other. It must not reject puzzles that are hard to solve.
const SHORT_SCREENING: (u64, f64) = (16, 0.1);
/// The same for those that pass it.
const LONG_SCREENING: (u64, f64) = (4, 0.25);
/// The expected points that a turn must cost to be a mistake.
const MISTAKE: f64 = 0.25;
/// The same by the scores of the game, which come from shorter searches.
const SCORED_MISTAKE: f64 = 0.2;
/// The depth, in plies, of the iteration from which on the search prefers the first turn, at least: a turn that it prefers from the
/// beginning is too easy.
const MIN_DEPTH: u32 = 2;
/// The greatest number of puzzles of a game.
const MAX_PER_GAME: usize = 2;

/// A puzzle with the key by which duplicates are found.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) key: PuzzleKey,
    pub(super) puzzle: Puzzle,
}

impl Analyst {
    /// Returns the puzzles of a game of self-play that meet `terms`; fewer once `stop` is raised.
    ///
    /// # Errors
    /// If this is no game by the rules.
    pub(super) fn puzzles(
        &mut self,
        game: &Arc<Game>,
        played: &SelfPlayGame,
        terms: &PuzzleTerms,
        stop: &Signal,
    ) -> Result<Vec<Found>, DataError> {
        let mut turns = Vec::new();
        let mut start = None;
        played.replay_turns(game, |ReplayedTurn { position, turn, score }| {
            start.get_or_insert_with(|| position.clone());
            turns.push(ScoredTurn::new(position.side(), turn, score));
        })?;
        let Some(mut before) = start else { return Ok(Vec::new()) };
        self.forget();
        let mut found = Vec::new();
        let mut skipped = 0;
        for (index, &ScoredTurn { turn, .. }) in turns.iter().enumerate() {
            if stop.is_stopped() || found.len() == MAX_PER_GAME {
                break;
            }
            if skipped > 0 {
                skipped -= 1;
            } else if loss(&turns, index, played.won) >= SCORED_MISTAKE
                && let Some(one) = self.puzzle(&before, turn, terms)
            {
                // The following turns belong to this puzzle: skip them.
                skipped = one.puzzle.solution.len();
                found.push(one);
            }
            before.play_unchecked(turn);
        }
        Ok(found)
    }

    /// Returns the puzzle that an opponent's turn in `before` poses, if it poses one.
    fn puzzle(&mut self, before: &Position, turn: Turn, terms: &PuzzleTerms) -> Option<Found> {
        let nodes = terms.nodes;
        let mut after = before.clone();
        after.play_unchecked(turn);
        if after.verdict().is_some() {
            return None;
        }
        // The solver knows nothing of the turns before, nor does the search. A position whose text cannot be read back is not used.
        let start = Position::parse(before.game(), &after.to_string()).ok()?;
        let mut screen = |share: u64, margin: f64| {
            self.forget();
            self.best_turn(&start, nodes / share).filter(|best| best.margin >= margin)
        };
        screen(SHORT_SCREENING.0, SHORT_SCREENING.1)?;
        let screened = screen(LONG_SCREENING.0, LONG_SCREENING.1)?;
        let is_meant = |turn| terms.themes.is_empty() || Theme::begins(&start, turn, &terms.themes);
        if !is_meant(screened.turn) || screened.depth < MIN_DEPTH || !self.is_mistake(before, screened, nodes)
        {
            return None;
        }
        self.forget();
        let best = self.best_turn(&start, nodes).filter(|best| best.is_unique() && is_meant(best.turn))?;
        let solution = self.follow(&start, best, nodes);
        let puzzle = Puzzle {
            position: start.to_string(),
            grade: grade(&solution),
            themes: Theme::of_solution(&start, &solution.texts)?,
            solution: solution.texts,
        };
        Some(Found { key: key(&start), puzzle })
    }

    /// Returns whether the opponent, who is to move in `before`, could have kept the solver from what he gets now.
    fn is_mistake(&mut self, before: &Position, best: BestTurn, nodes: u64) -> bool {
        self.forget();
        let opponent = expected_points(self.search(before, nodes / 4).score);
        best.points - (1.0 - opponent) >= MISTAKE
    }
}

/// A turn of a game, and the score of its player for the position.
#[derive(Clone, Copy, Debug)]
struct ScoredTurn {
    side: Side,
    turn: Turn,
    /// The expected points of the first side, where the score is known.
    points: Option<f64>,
}

impl ScoredTurn {
    fn new(side: Side, turn: Turn, score: Option<i32>) -> ScoredTurn {
        let points = |score| match side {
            Side::First => expected_points(score),
            Side::Second => 1.0 - expected_points(score),
        };
        ScoredTurn { side, turn, points: score.map(points) }
    }
}

/// Returns how many expected points a turn may have cost its player: the difference between the last known score before it
/// and the first one after it, or the result of the game.
fn loss(turns: &[ScoredTurn], index: usize, won: Option<usize>) -> f64 {
    let (until, after) = turns.split_at(index + 1);
    let result = won.map_or(0.5, |side| if side == Side::First.index() { 1.0 } else { 0.0 });
    let before = until.iter().rev().find_map(|turn| turn.points).unwrap_or(0.5);
    let after = after.iter().find_map(|turn| turn.points).unwrap_or(result);
    match turns[index].side {
        Side::First => before - after,
        Side::Second => after - before,
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn a_loss_is_seen_between_known_scores() {
        let game = builtin::game("orthochess").expect("it is built in");
        let mut position = Position::initial(&game);
        let scores = [Some(0), Some(0), None, Some(1_000), Some(-1_000), None];
        let turns: Vec<ScoredTurn> = scores
            .into_iter()
            .map(|score| {
                let turn = position.legal_turns()[0];
                let scored = ScoredTurn::new(position.side(), turn, score);
                position.play_unchecked(turn);
                scored
            })
            .collect();
        let losses = |won| -> Vec<i32> {
            (0..turns.len()).map(|index| (100.0 * loss(&turns, index, won)).round() as i32).collect()
        };
        // The second player has the better of it from ply 3 on: either turn before may have been the mistake of the first.
        assert_eq!(losses(Some(1)), [0, -42, 42, 0, 8, -8]);
        assert_eq!(losses(Some(0)), [0, -42, 42, 0, -92, 92]);
    }
}

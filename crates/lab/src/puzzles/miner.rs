//! Puzzles of many games.

use std::collections::HashSet;
use std::sync::Arc;

use beaufort_engine::{Evaluation, Signal};
use beaufort_rules::Game;

use super::analysis::Analyst;
use super::candidates::Found;
use super::duplicates::PuzzleKey;
use super::{Puzzle, PuzzleTerms};
use crate::selfplay::{DataError, SelfPlayGame};
use crate::workers::run_parallel;

/// The greatest share of the puzzles with the same grade, in percent.
const MAX_SHARE: usize = 40;

/// Collects puzzles from games, always the same ones from the same games, on any number of threads.
#[derive(Debug)]
pub struct PuzzleMiner {
    game: Arc<Game>,
    evaluation: Arc<Evaluation>,
    terms: PuzzleTerms,
    /// Each with the number of its game.
    found: Vec<(u32, Puzzle)>,
    known: HashSet<PuzzleKey>,
    games: usize,
}

impl PuzzleMiner {
    /// The best number of games for one call: enough for every thread, few enough that little is searched in vain once there are
    /// enough puzzles.
    pub const BATCH_GAMES: usize = 32;

    /// Creates an empty miner.
    pub fn new(game: &Arc<Game>, evaluation: &Arc<Evaluation>, terms: PuzzleTerms) -> PuzzleMiner {
        game.prepare();
        PuzzleMiner {
            game: Arc::clone(game),
            evaluation: Arc::clone(evaluation),
            terms,
            found: Vec::new(),
            known: HashSet::new(),
            games: 0,
        }
    }

    /// Looks for puzzles in games, on several threads, and keeps as many as are wanted: those of the games that come first.
    /// `on_game` gets the number of puzzles of each game. Raising `stop` ends the search soon; the puzzles found so far stay.
    ///
    /// # Errors
    /// If a game is not by the rules; then none of these games yields a puzzle.
    pub fn mine(
        &mut self,
        games: &[SelfPlayGame],
        threads: usize,
        stop: &Signal,
        mut on_game: impl FnMut(usize),
    ) -> Result<(), DataError> {
        let wanted: Vec<usize> = (0..games.len()).collect();
        let analyst = || Analyst::new(&self.game, &self.evaluation);
        type Mined = (usize, Result<Vec<Found>, DataError>);
        let work = |analyst: &mut Analyst, index: usize, give: &mut dyn FnMut(Mined) -> bool| {
            let found = analyst.puzzles(&self.game, &games[index], &self.terms, stop);
            give((index, found)) && !stop.is_stopped()
        };
        let mut mined = Vec::new();
        run_parallel(&wanted, threads, analyst, work, |one: Mined| {
            on_game(one.1.as_ref().map_or(0, Vec::len));
            mined.push(one);
        });
        mined.sort_by_key(|&(index, _)| index);
        let mined = mined.into_iter().map(|(index, found)| Ok((games[index].number, found?)));
        let mined: Vec<(u32, Vec<Found>)> = mined.collect::<Result<_, DataError>>()?;
        self.games += mined.len();
        for (number, found) in mined {
            found.into_iter().for_each(|one| self.add(number, one));
        }
        Ok(())
    }

    /// Adds a puzzle of a game if it is wanted and not there yet.
    fn add(&mut self, number: u32, Found { key, puzzle }: Found) {
        let max_alike = (self.terms.count * MAX_SHARE).div_ceil(100);
        let alike = self.found.iter().filter(|(_, known)| known.grade == puzzle.grade).count();
        if !self.is_complete() && alike < max_alike && self.known.insert(key) {
            self.found.push((number, puzzle));
        }
    }

    /// Returns whether there are as many puzzles as are wanted.
    pub fn is_complete(&self) -> bool {
        self.found.len() >= self.terms.count
    }

    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Returns whether there are no puzzles.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns the number of games that have been looked at.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the puzzles, the easiest first.
    pub fn finish(self) -> Vec<Puzzle> {
        self.finish_with_games().into_iter().map(|(_, puzzle)| puzzle).collect()
    }

    /// Returns the puzzles likewise, each with the number of its game.
    pub fn finish_with_games(mut self) -> Vec<(u32, Puzzle)> {
        self.found.sort_by_key(|(_, puzzle)| puzzle.grade);
        self.found
    }
}

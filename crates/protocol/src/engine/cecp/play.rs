//! The course of a game: turns, whose turn it is, the end.

use beaufort_draw::words;
use beaufort_engine::Limits;
use beaufort_rules::Position;
use beaufort_rules::record::GameResult;

use super::search::{RunningSearch, SearchPurpose};
use super::{CecpAdapter, MOVE_OVERHEAD};
use crate::engine::NO_POSITION;
use beaufort_rules::vocabulary::quoted;

impl CecpAdapter {
    /// Starts from a position; the engine keeps its side.
    pub(super) fn begin(&mut self, position: Position) {
        self.position = position;
        self.is_void = false;
        self.expected = None;
        self.score = None;
    }

    /// Returns how many turns the side to move has played.
    pub(super) fn turns_played(&self) -> u32 {
        turns_played(&self.position)
    }

    /// Returns the limits for a turn of the engine in a position.
    fn limits(&self, position: &Position) -> Limits {
        self.time.limits(turns_played(position), MOVE_OVERHEAD)
    }

    /// Plays a move of the other program.
    pub(super) fn opponent_plays(&mut self, text: &str) {
        let read = if self.is_void {
            Err(NO_POSITION.to_owned())
        } else if self.running.as_ref().is_some_and(RunningSearch::is_thinking) {
            Err("it is the engine's turn".to_owned())
        } else {
            self.dialect.read(&self.position, text)
        };
        let turn = match read {
            Ok(turn) => turn,
            Err(reason) => {
                return self.output.send(format_args!("Illegal move ({reason}): {}", quoted(text)));
            }
        };
        self.position.play_unchecked(turn);
        self.expected = None;
        if !self.ponder_hit(turn, self.limits(&self.position)) {
            self.abandon();
            self.continue_game();
        }
    }

    /// Does what the position asks for: an analysis, a turn of the engine, thoughts on the opponent's time, or the end.
    pub(super) fn continue_game(&mut self) {
        if self.is_over() || self.is_void {
            return;
        }
        if self.is_analyzing {
            self.search(SearchPurpose::Analyze, self.position.clone(), Limits::infinite());
        } else if self.plays == Some(self.position.side()) {
            self.search(SearchPurpose::Think, self.position.clone(), self.limits(&self.position));
        } else if self.plays.is_some() && self.ponders {
            self.ponder();
        }
    }

    /// Goes on with the analysis of a position that has just been set up; a game waits for a command.
    pub(super) fn continue_game_if_analyzing(&mut self) {
        if self.is_analyzing {
            self.continue_game();
        }
    }

    /// Thinks on the opponent's time, if there is a turn to be expected.
    fn ponder(&mut self) {
        let expected = self.expected.as_ref().and_then(|text| self.dialect.read(&self.position, text).ok());
        let Some(expected) = expected else { return };
        let mut position = self.position.clone();
        position.play_unchecked(expected);
        if position.verdict().is_none() {
            let limits = self.limits(&position);
            self.search(SearchPurpose::Ponder(expected), position, limits);
        }
    }

    /// Returns whether the game is over, and says so.
    ///
    /// XBoard takes it for a false claim when a program says that it has beaten another one in a game that XBoard does not
    /// know; the loser is believed.
    fn is_over(&mut self) -> bool {
        let Some(verdict) = self.position.verdict() else { return false };
        let result = GameResult::from(verdict.outcome).text();
        let is_own_win = verdict.outcome.winner().is_some_and(|winner| self.plays == Some(winner));
        if !(is_own_win && self.is_against_program && self.dialect.shape().is_some()) {
            self.output.send(format_args!("{result} {{{}}}", words::verdict(self.position.game(), verdict)));
        }
        true
    }

    /// Takes turns back.
    pub(super) fn take_back(&mut self, turns: usize) -> Result<(), String> {
        if self.position.ply() < turns {
            return Err("no move to take back".to_owned());
        }
        self.abandon();
        (0..turns).for_each(|_| self.position.undo());
        self.expected = None;
        self.score = None;
        self.continue_game_if_analyzing();
        Ok(())
    }
}

/// Returns how many turns the side to move has played.
fn turns_played(position: &Position) -> u32 {
    (position.ply() / 2) as u32
}

//! The course of a game: turns, the side to move, the end.

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

    /// Returns the number of turns that the side to move has played.
    pub(super) fn turns_played(&self) -> u32 {
        turns_played(&self.position)
    }

    /// Returns the limits for a turn of the engine in a position.
    fn limits(&self, position: &Position) -> Limits {
        self.time.limits(turns_played(position), MOVE_OVERHEAD)
    }

    /// Plays a turn of the other program.
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

    /// Continues as the position requires: with an analysis, a turn of the engine, pondering, or the end of the game.
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

    /// Continues an analysis after a position was set up; a game waits for a command.
    pub(super) fn continue_game_if_analyzing(&mut self) {
        if self.is_analyzing {
            self.continue_game();
        }
    }

    /// Ponders, if a turn of the opponent is expected.
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

    /// Returns whether the game is over, and sends the result.
    ///
    /// In a game that it does not know, XBoard rejects the claim of a program that it has beaten another one, and accepts the loser's.
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

/// Returns the number of turns that the side to move has played.
fn turns_played(position: &Position) -> u32 {
    (position.ply() / 2) as u32
}

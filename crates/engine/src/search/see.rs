//! Static exchange evaluation (SEE), by playing it out: what taking and taking back on one square comes to.
//!
//! Elsewhere SEE adds up the worths of attackers and defenders. Here pieces take several at once, convert, shoot without
//! moving and take with borrowed powers, so the exchange is played on the board: always with the cheapest piece, as long as
//! it pays, and what each turn wins is what it does to the accumulator.

use beaufort_rules::turn::Outcome;
use beaufort_rules::{Square, Turn};

use crate::params::qsearch::MAX_SEE_PLIES;
use crate::time::TimeCost;

use super::Search;

/// The value of winning or losing the game.
const GAME_OVER: i32 = 100_000;

impl Search<'_> {
    /// Returns the static exchange evaluation of a turn: what it wins if both sides then take back where it ends.
    pub(super) fn see(&mut self, turn: Turn) -> i32 {
        self.see_after(turn, 0)
    }

    /// Returns whether a quiet turn loses more than a margin in the exchange that it offers: what it moves, at most.
    #[inline]
    pub(super) fn loses_more_than(&mut self, margin: i32, turn: Turn) -> bool {
        let mover = self.position.board().at(turn.first.from);
        self.evaluation.worth_of(mover) > margin && self.see(turn) < -margin
    }

    fn see_after(&mut self, turn: Turn, plies: usize) -> i32 {
        let state = self.state;
        let side = self.position.side();
        self.apply(turn);
        let value = match self.position.royal_verdict() {
            Some(verdict) if verdict.outcome == Outcome::Win(side) => GAME_OVER,
            Some(_) => -GAME_OVER,
            None => {
                let won = self.state.accumulator.balance(side) - state.accumulator.balance(side);
                won - self.recapture(turn.second.unwrap_or(turn.first).to, plies)
            }
        };
        self.undo(state);
        value
    }

    /// Returns what the side to move wins by taking what stands on a square: nothing if it had better leave it.
    fn recapture(&mut self, square: Square, plies: usize) -> i32 {
        if plies == MAX_SEE_PLIES {
            return 0;
        }
        let mut turns = std::mem::take(&mut self.see_buffers[plies]);
        turns.clear();
        self.position.generate_captures_on(square, &mut turns);
        self.spend(TimeCost::Listed(turns.len()));
        let board = self.position.board();
        let risk = |turn: &Turn| match turn.first {
            step if step.to == step.from => 0,
            step => self.evaluation.worth_of(board.at(step.from)),
        };
        let cheapest = turns.iter().copied().min_by_key(risk);
        self.see_buffers[plies] = turns;
        cheapest.map_or(0, |turn| self.see_after(turn, plies + 1).max(0))
    }
}

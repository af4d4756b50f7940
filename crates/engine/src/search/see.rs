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
    /// Returns whether the static exchange evaluation of a turn, what it wins if both sides then take back where it ends, is
    /// less than a threshold.
    pub(super) fn see_below(&mut self, turn: Turn, threshold: i32) -> bool {
        !self.see_reaches(turn, threshold, 0)
    }

    /// Returns whether a quiet turn loses more than a margin in the exchange that it offers: what it moves, at most.
    #[inline]
    pub(super) fn loses_more_than(&mut self, margin: i32, turn: Turn) -> bool {
        let mover = self.position.board().at(turn.first.from);
        self.evaluation.worth_of(mover) > margin && self.see_below(turn, -margin)
    }

    /// Returns whether a turn, and what follows it, wins as much as a threshold. Taking back wins something or is left out:
    /// so what the turn wins at once is the most that it can win, and it has to stay ahead by one less than what is needed.
    fn see_reaches(&mut self, turn: Turn, threshold: i32, plies: usize) -> bool {
        let state = self.state;
        let side = self.position.side();
        self.apply(turn);
        let reaches = match self.position.royal_verdict() {
            Some(verdict) if verdict.outcome == Outcome::Win(side) => GAME_OVER >= threshold,
            Some(_) => -GAME_OVER >= threshold,
            None => {
                let won = self.state.accumulator.balance(side) - state.accumulator.balance(side);
                let square = turn.second.unwrap_or(turn.first).to;
                won >= threshold && !self.recapture_reaches(square, won - threshold + 1, plies)
            }
        };
        self.undo(state);
        reaches
    }

    /// Returns whether the side to move wins as much as a threshold above 0 by taking what stands on a square with its cheapest
    /// piece.
    fn recapture_reaches(&mut self, square: Square, threshold: i32, plies: usize) -> bool {
        if plies == MAX_SEE_PLIES {
            return false;
        }
        let cheapest = self.position.cheapest_capture_on(square, |piece| self.evaluation.worth_of(piece));
        self.spend(TimeCost::Listed(1));
        cheapest.is_some_and(|turn| self.see_reaches(turn, threshold, plies + 1))
    }
}

//! Static exchange evaluation (SEE), by playing it out: what taking and taking back on one square comes to.
//!
//! Elsewhere SEE adds up the worths of attackers and defenders. Here pieces take several at once, convert, shoot without
//! moving and take with borrowed powers, so the exchange is played on the board: always with the cheapest piece, as long as
//! it pays, and what each turn wins is what it does to the accumulator.

use beaufort_rules::turn::Outcome;
use beaufort_rules::{Square, Turn};

use crate::params::qsearch::MAX_SEE_PLIES;
use crate::time::TimeCost;

use super::{Search, StackState};

impl Search<'_> {
    /// Returns whether the static exchange evaluation of the turn that has just been played, what it wins if both sides then take
    /// back where it ended, is less than a threshold. `before` is the state before the turn.
    pub(super) fn see_below(&mut self, turn: Turn, before: &StackState, threshold: i32) -> bool {
        self.exchange_below(turn, before, threshold, 0)
    }

    /// Does what [`Search::see_below`] does for a turn before which `plies` recaptures were played.
    ///
    /// Taking back wins something or is left out: so what the turn has won is the most that it can win, and it has to stay ahead
    /// by one less than what is needed.
    fn exchange_below(&mut self, turn: Turn, before: &StackState, threshold: i32, plies: usize) -> bool {
        let side = self.position.side().other();
        let won = self.state.accumulator.balance(side) - before.accumulator.balance(side);
        let square = turn.last().to;
        won < threshold || self.recapture_reaches(square, won - threshold + 1, plies)
    }

    /// Returns whether the side to move wins as much as a threshold above 0 by taking what stands on a square with its cheapest
    /// piece.
    fn recapture_reaches(&mut self, square: Square, threshold: i32, plies: usize) -> bool {
        if plies == MAX_SEE_PLIES {
            return false;
        }
        self.spend(TimeCost::Listed(1));
        let cheapest = self.position.cheapest_capture_on(square, |piece| self.evaluation.worth_of(piece));
        let Some(turn) = cheapest else { return false };
        let state = self.state;
        let side = self.position.side();
        self.apply(turn);
        let reaches = match self.position.royal_verdict() {
            Some(verdict) => verdict.outcome == Outcome::Win(side),
            None => !self.exchange_below(turn, &state, threshold, plies + 1),
        };
        self.undo(state);
        reaches
    }
}

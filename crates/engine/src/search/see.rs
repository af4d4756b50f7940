//! Static exchange evaluation (SEE) by playing it out: the result of captures and recaptures on one square.
//!
//! Usually SEE adds up the values of attackers and defenders. Here a piece may take several at once, convert, shoot without
//! moving and take with borrowed powers, so the exchange is played on the board: always with the cheapest piece, as long as it
//! pays. The gain of each turn is the change of the accumulator.

use beaufort_rules::turn::Outcome;
use beaufort_rules::{Square, Turn};

use crate::params::qsearch::max_see_plies;
use crate::score::{INFINITE, MATE};
use crate::time::TimeCost;

use super::{PlayOutcome, Search, StackState};

impl Search<'_> {
    /// Returns whether the static exchange evaluation of the turn that has just been played, its gain if both sides then
    /// recapture where it ended, is below a threshold. `before` is the state before the turn.
    pub(super) fn see_below(&mut self, turn: Turn, before: &StackState, threshold: i32) -> bool {
        self.exchange(turn, before, threshold - 1, threshold, 0) < threshold
    }

    /// Returns the static exchange evaluation of a turn of the root; for a turn that ends the game, its score.
    pub(super) fn see_at_root(&mut self, turn: Turn) -> i32 {
        let state = self.state;
        let value = match self.play(turn, 0) {
            PlayOutcome::Over(score) => score,
            PlayOutcome::Illegal => -INFINITE,
            PlayOutcome::Ongoing => self.exchange(turn, &state, -INFINITE, INFINITE, 0),
        };
        self.undo(state);
        value
    }

    /// Returns the gain of the turn that has just been played if both sides then recapture where it ended: exact between alpha
    /// and beta, else a bound on the same side of them. `before` is the state before the turn; `plies` recaptures were played
    /// before it.
    ///
    /// Recaptures are optional, so the immediate gain of the turn is an upper bound.
    fn exchange(&mut self, turn: Turn, before: &StackState, alpha: i32, beta: i32, plies: usize) -> i32 {
        let side = self.position.side().other();
        let won = self.state.accumulator.balance(side) - before.accumulator.balance(side);
        if won <= alpha {
            return won;
        }
        won - self.recapture(turn.last().to, (won - beta).max(0), won - alpha, plies)
    }

    /// Returns the gain of the side to move by taking the piece on a square with its cheapest piece, between alpha, which is at
    /// least 0, and beta; 0 if it declines.
    fn recapture(&mut self, square: Square, alpha: i32, beta: i32, plies: usize) -> i32 {
        if plies == max_see_plies() {
            return 0;
        }
        let Some(turn) = self.cheapest_recapture(square) else { return 0 };
        let state = self.state;
        let side = self.position.side();
        self.apply(turn);
        let value = match self.position.royal_verdict() {
            Some(verdict) if verdict.outcome == Outcome::Win(side) => MATE,
            Some(_) => 0,
            None => self.exchange(turn, &state, alpha, beta, plies + 1),
        };
        self.undo(state);
        value.max(0)
    }

    /// Returns the cheapest turn of one step by which the side to move takes the piece on a square. Legality under the rule of
    /// check (L46) is not checked.
    pub(super) fn cheapest_recapture(&mut self, square: Square) -> Option<Turn> {
        self.spend(TimeCost::Listed(1));
        self.position.cheapest_capture_on(square, |piece| self.evaluation.worth_of(piece))
    }
}

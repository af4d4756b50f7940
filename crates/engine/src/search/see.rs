//! What taking and taking back on one square comes to.
//!
//! A static exchange evaluation adds up the worths of attackers and defenders. Here pieces take several at once, convert,
//! shoot without moving and take with borrowed powers, so the exchange is played on the board: always with the cheapest
//! piece, as long as it pays, and what each turn wins is what it does to the sums.

use beaufort_rules::turn::Outcome;
use beaufort_rules::{Square, Turn};

use crate::time::Work;

use super::Search;

/// The most turns of an exchange after the first one.
pub(super) const MOST: usize = 6;
/// What winning or losing the game counts.
const DECIDED: i32 = 100_000;

impl Search<'_> {
    /// Returns what a turn wins if both sides then take back on the square where it ends.
    pub(super) fn exchange(&mut self, turn: Turn) -> i32 {
        self.exchange_after(turn, 0)
    }

    fn exchange_after(&mut self, turn: Turn, plies: usize) -> i32 {
        let path = self.path;
        let side = self.position.side();
        self.apply(turn);
        let value = match self.position.decided() {
            Some(verdict) if verdict.outcome == Outcome::Win(side) => DECIDED,
            Some(_) => -DECIDED,
            None => {
                let won = self.path.sums.balance(side) - path.sums.balance(side);
                won - self.answer(turn.second.unwrap_or(turn.first).to, plies)
            }
        };
        self.undo(path);
        value
    }

    /// Returns what the side to move wins by taking what stands on a square: nothing if it had better leave it.
    fn answer(&mut self, square: Square, plies: usize) -> i32 {
        if plies == MOST {
            return 0;
        }
        let mut turns = std::mem::take(&mut self.exchanges[plies]);
        turns.clear();
        self.position.add_takes(square, &mut turns);
        self.spend(Work::Listed(turns.len()));
        let board = self.position.board();
        let risk = |turn: &Turn| match turn.first {
            step if step.to == step.from => 0,
            step => self.evaluation.worth_of(board.at(step.from)),
        };
        let cheapest = turns.iter().copied().min_by_key(risk);
        self.exchanges[plies] = turns;
        cheapest.map_or(0, |turn| self.exchange_after(turn, plies + 1).max(0))
    }
}

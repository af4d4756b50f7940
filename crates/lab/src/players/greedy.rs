//! Plays the turn after which it stands best, without a thought for the answer.

use std::sync::Arc;

use beaufort_engine::{Evaluation, MATE};
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Position, Scope};
use fastrand::Rng;

use super::{Player, PlayerError, Reply, TurnRequest};

/// A player who looks one turn ahead: wins at once if that is possible, else plays the turn after which the evaluation
/// is best; one of the best turns at random.
#[derive(Debug)]
pub struct GreedyPlayer {
    evaluation: Arc<Evaluation>,
    rng: Rng,
}

impl GreedyPlayer {
    /// Returns the player with the seed 0.
    pub fn new(evaluation: Arc<Evaluation>) -> GreedyPlayer {
        GreedyPlayer { evaluation, rng: Rng::with_seed(0) }
    }

    fn score_after(&self, position: &Position) -> i32 {
        let mover = position.side().other();
        match position.royal_verdict() {
            Some(verdict) if verdict.outcome == Outcome::Win(mover) => MATE,
            Some(verdict) if verdict.outcome == Outcome::Draw => 0,
            Some(_) => -MATE,
            None if !position.has_turn(Scope::Distinct) => match position.no_turn_verdict().outcome {
                Outcome::Win(side) if side == mover => MATE,
                Outcome::Win(_) => -MATE,
                Outcome::Draw => 0,
            },
            None => -self.evaluation.evaluate(position),
        }
    }
}

impl Player for GreedyPlayer {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::with_seed(seed);
    }

    fn choose(&mut self, request: &TurnRequest<'_>) -> Result<Reply, PlayerError> {
        let position = request.position;
        let mut after = position.clone();
        let mut best = Vec::new();
        let mut most = -MATE;
        for turn in position.legal_turns() {
            after.play_unchecked(turn);
            let score = self.score_after(&after);
            after.undo();
            if score > most {
                most = score;
                best.clear();
            }
            if score == most {
                best.push(turn);
            }
        }
        self.rng.choice(best).map(Reply::from).ok_or(PlayerError::Resigned)
    }
}

//! One position of a batch, with its game.

use std::sync::Arc;

use beaufort_rules::turn::{Outcome, Reason, Verdict};
use beaufort_rules::{Position, Scope, Side, Turn};
use fastrand::Rng;

use crate::position::PlayedPosition;

/// One position of a batch.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// Where its games begin.
    pub(super) start: Arc<PlayedPosition>,
    pub(super) played: PlayedPosition,
    pub(super) rng: Rng,
    /// How its game has ended.
    pub(super) end: Option<End>,
    /// How the last step has ended its game.
    pub(super) last: Option<End>,
    /// The position at which that game ended, if the next one has begun since.
    pub(super) finished: Option<Box<PlayedPosition>>,
}

/// How a game of a batch ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// By the rules.
    Decided(Verdict),
    /// By the greatest number of turns.
    TooLong,
}

impl Slot {
    /// Returns a position that begins anew where it is now; the caller knows whether its game is over.
    pub(super) fn new(start: &Arc<PlayedPosition>, seed: u64) -> Slot {
        Slot {
            start: Arc::clone(start),
            played: (**start).clone(),
            rng: Rng::with_seed(seed),
            end: None,
            last: None,
            finished: None,
        }
    }

    pub(super) fn position(&self) -> &Position {
        &self.played.position
    }

    /// Returns whether turns are played in it.
    pub(super) fn goes_on(&self) -> bool {
        self.end.is_none()
    }

    /// Finds out whether the game is over by the rules.
    pub(super) fn judge(&mut self) {
        self.end = self.position().verdict().map(End::Decided);
    }

    /// Begins anew.
    pub(super) fn restart(&mut self) {
        self.played = (*self.start).clone();
        self.judge();
        (self.last, self.finished) = (None, None);
    }

    /// Puts another position in its place; the game begins anew where it did before.
    pub(super) fn replace(&mut self, played: PlayedPosition) {
        self.played = played;
        self.judge();
        (self.last, self.finished) = (None, None);
    }

    /// Ends the game if it goes on and has the greatest number of turns.
    pub(super) fn truncate(&mut self, max_plies: Option<usize>) {
        if self.end.is_none() && max_plies.is_some_and(|most| self.position().ply() >= most) {
            self.end = Some(End::TooLong);
        }
    }

    /// Plays a legal turn and returns the reward of the side that has played it.
    pub(super) fn step(&mut self, turn: Turn, max_plies: Option<usize>, begins_anew: bool) -> i8 {
        let side = self.position().side();
        self.played.play(turn);
        self.judge();
        self.truncate(max_plies);
        self.last = self.end;
        let reward = reward(self.end, side);
        if begins_anew && self.end.is_some() {
            self.finished = Some(Box::new(std::mem::replace(&mut self.played, (*self.start).clone())));
            self.judge();
        }
        reward
    }

    /// Plays a legal turn, each with the same chance, or finds that the game is over. In the order of [`Position::verdict`], but
    /// that the turns are generated once.
    pub(super) fn play_random(&mut self) {
        let position = &self.played.position;
        let mut turns = position.turns(Scope::Distinct);
        let verdict =
            if turns.is_empty() { Some(position.no_turn_verdict()) } else { position.draw_verdict() };
        if verdict.is_some() {
            self.end = verdict.map(End::Decided);
            return;
        }
        while !turns.is_empty() {
            let turn = turns.swap_remove(self.rng.usize(..turns.len()));
            if !position.is_repetition(turn) {
                self.played.play(turn);
                self.end = self.played.position.royal_verdict().map(End::Decided);
                return;
            }
        }
        self.end = Some(End::Decided(Verdict::win(position.side().other(), Reason::Repetition)));
    }
}

/// Returns the reward of a side: 1, 0 or -1.
pub(super) fn reward(end: Option<End>, side: Side) -> i8 {
    match end {
        Some(End::Decided(Verdict { outcome: Outcome::Win(winner), .. })) => {
            if winner == side {
                1
            } else {
                -1
            }
        }
        Some(End::Decided(_) | End::TooLong) | None => 0,
    }
}

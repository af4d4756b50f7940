//! The course of a turn: the only place where turns are played.
//!
//! The stages follow the algorithm of the rulings (K85 to K91):
//!
//! 0. Verdict before the turn: the generator lists no turn of a decided game (K85).
//! 1. Latent states, computed once from the board at the start (`latent.rs`, K86).
//! 2. The first move, and 4. the second (K87, K89): for each,
//! 3. displacement with its captures, death of a Kamikaze, arrival effects, promotion (K88).
//! 5. Activation of the marks laid before the turn (K90, K100), and of the water (R161).
//! 6. The state is updated (`state.rs`, `passing.rs`); the other side is to move; repetition and the verdict are evaluated on
//!    the result (K91).

mod chase;
mod counting;
mod key_after;
pub(crate) mod latent;
mod objectives;
mod passing;
mod pattern;
mod playing;
pub(crate) mod promotion;
mod repeated;
mod royals_after;
mod scope;
mod state;
mod target;
mod trade;
mod verdict;

use crate::position::Position;
use crate::powers::{
    AfterCapture, Effects, Step, StepContext as _, StepKind, StepTarget, after_capture, takes,
};
use crate::vocabulary::{Observer, Piece, Side};

pub(crate) use key_after::{KeyAfterStep, surviving_key};
pub(crate) use latent::Latent;
pub(crate) use playing::Playing;
pub(crate) use royals_after::royals_after;
pub use scope::Scope;
pub use verdict::{Outcome, Reason, Verdict};

/// A turn: one step, or two where a rule grants a second one (K94, K95).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "(Step, Option<Step>)", from = "(Step, Option<Step>)"))]
pub struct Turn {
    /// The first step.
    pub first: Step,
    /// The second step, if there is one.
    pub second: Option<Step>,
}

impl Turn {
    /// Returns the steps in order.
    #[inline]
    pub fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        std::iter::once(self.first).chain(self.second)
    }

    /// Returns the last step in which a piece moves or acts: not that of a wall, nor of a piece that comes in by a gate.
    #[inline]
    pub fn last_move(&self) -> Step {
        self.second.filter(|step| !matches!(step.kind, StepKind::Wall | StepKind::Drop)).unwrap_or(self.first)
    }

    /// Returns the second step if it brings in a piece by a gate (R104).
    #[inline]
    pub fn gated(&self) -> Option<Step> {
        self.second.filter(|step| step.kind == StepKind::Drop)
    }

    /// Returns the last step.
    #[inline]
    pub fn last(&self) -> Step {
        self.second.unwrap_or(self.first)
    }
}

#[cfg(feature = "serde")]
impl From<Turn> for (Step, Option<Step>) {
    fn from(turn: Turn) -> (Step, Option<Step>) {
        (turn.first, turn.second)
    }
}

#[cfg(feature = "serde")]
impl From<(Step, Option<Step>)> for Turn {
    fn from((first, second): (Step, Option<Step>)) -> Turn {
        Turn { first, second }
    }
}

impl From<Step> for Turn {
    fn from(first: Step) -> Turn {
        Turn { first, second: None }
    }
}

impl Position {
    /// Plays a turn that is known to be possible in the position; any other turn results in a position outside the rules, but
    /// can be undone all the same. [`Position::play`] checks first.
    #[inline]
    pub fn play_unchecked(&mut self, turn: Turn) {
        self.play_unchecked_with(turn, &mut ());
    }

    /// Plays a turn like [`Position::play_unchecked`], and notifies the observer of every change of the board.
    pub fn play_unchecked_with(&mut self, turn: Turn, observer: &mut impl Observer) {
        self.begin_turn();
        let pieces = self.game().counts_quiet_turns().then(|| self.pieces());
        if self.game().has_latent_states() {
            // Stage 1: the marks on squares, from the board at the start.
            let latent = Latent::marks(self.game(), self.board(), self.side());
            // Stages 2 and 4: the moves of the turn.
            let mut playing = Playing::new(self, latent);
            playing.play_steps(turn, observer);
            // Stage 5: the marks take effect.
            let latent = playing.latent;
            self.activate(&latent, observer);
        } else {
            self.play_steps(turn, observer);
        }
        // Stage 6: the state; the other side is to move.
        if self.game().has_state() {
            self.update_state(turn);
        }
        let quiet = pieces.map(|pieces| self.is_quiet(turn, pieces));
        self.end_turn();
        if let Some(quiet) = quiet {
            match &self.game().definition().ending.counting {
                None => self.count_quiet(quiet),
                Some(rule) => {
                    let count = self.counted(turn, pieces.unwrap_or_default(), rule);
                    self.set_count(count, quiet);
                }
            }
        }
    }

    /// Stage 5: removes the pieces on squares deadly to them, all at once (K100, R161).
    pub(crate) fn activate(&mut self, latent: &Latent, observer: &mut impl Observer) {
        for side in Side::BOTH {
            for square in latent.dying(self.game(), self.board(), side) {
                self.take(square, observer);
            }
        }
    }
}

/// Stage 3: one move of one piece, on a position or on a key.
pub(crate) trait PlayStep: StepTarget {
    /// Plays the steps of a turn.
    #[inline]
    fn play_steps(&mut self, turn: Turn, observer: &mut impl Observer) {
        for step in turn.steps() {
            self.play_step(step, observer);
            observer.step_ended();
        }
    }

    /// Plays a step, in the order of K88.
    fn play_step(&mut self, step: Step, observer: &mut impl Observer) {
        let takes = step.kind == StepKind::Own && !self.board().at(step.to).is_none();
        let mover = self.board().at(step.from);
        if self.abilities(mover).after_capture.is_some() {
            return self.play_with_explosion(step, mover, observer);
        }
        let arrives = matches!(step.kind, StepKind::Own | StepKind::Declining)
            && !self.abilities(mover).arrivals.is_empty();
        let dies = takes && self.abilities(mover).kamikaze;
        let effects = (arrives && !dies).then(|| self.arrival_effects(step));
        step.play(self, observer);
        if dies {
            self.change(observer, step.to, Piece::NONE);
            return;
        }
        if let Some(effects) = effects {
            self.arrive(&effects, observer);
        }
        step.promote(self, mover, observer);
    }

    /// Plays a step of a piece that explodes or petrifies when it takes something by it (R100, R102).
    #[cold]
    fn play_with_explosion(&mut self, step: Step, mover: Piece, observer: &mut impl Observer) {
        let arrives = matches!(step.kind, StepKind::Own | StepKind::Declining);
        let effects = if arrives { self.arrival_effects(step) } else { Effects::default() };
        let after = self.abilities(mover).after_capture;
        let after = after.filter(|_| takes(self, step) || !effects.taken.is_empty());
        step.play(self, observer);
        self.arrive(&effects, observer);
        if !after.is_some_and(AfterCapture::is_loss) {
            step.promote(self, mover, observer);
        }
        if let Some(after) = after {
            after_capture(self, after, step.to, observer);
        }
    }

    /// Returns the arrival effects of a piece that is about to make a step (K53).
    fn arrival_effects(&self, step: Step) -> Effects {
        let declines = step.kind == StepKind::Declining;
        self.context().arrived(step).effects(&self.abilities(self.board().at(step.from)).arrivals, declines)
    }

    /// Applies the arrival effects of a step by own power (K53).
    fn arrive(&mut self, effects: &Effects, observer: &mut impl Observer) {
        for square in effects.taken {
            self.take(square, observer);
        }
        for square in effects.converted {
            self.convert(square, observer);
        }
    }
}

impl<T: StepTarget> PlayStep for T {}

//! When things happen: the one place where a turn is played.
//!
//! The stages follow the algorithm of the rulings (K85 to K91):
//!
//! 0. Verdict before the turn: the generator lists no turn of a decided game (K85).
//! 1. Latent states, computed once from the board as it stands (K86).
//! 2. The first move, and 4. the second (K87, K89): for each,
//! 3. displacement with its captures, what arrival does, promotion (K88).
//! 5. Activation of what was laid before the turn (K90).
//! 6. The other side is to move; repetition and the verdict are asked of the result (K91).
//!
//! No piece of the games built so far has a latent state, a power on arrival or a deadly square; their stages stand
//! above where their words will plug in.

pub(crate) mod promotion;
mod step;
mod verdict;

use crate::game::Piece;
use crate::position::{Observer, Position};

pub use step::{Step, StepKind, Turn};
pub use verdict::{Outcome, Reason, Verdict};

impl Position {
    /// Plays a turn. It must be one of the position's own turns; any other leaves a position that the rules do not
    /// reach, but can be undone all the same.
    #[inline]
    pub fn play(&mut self, turn: Turn) {
        self.play_with(turn, &mut ());
    }

    /// Plays a turn and tells the observer of every change of the board.
    pub fn play_with(&mut self, turn: Turn, observer: &mut impl Observer) {
        self.begin_turn();
        // Stages 2 and 4: the moves of the turn.
        for step in turn.steps() {
            self.displace(step, observer);
            self.promote(step, observer);
        }
        // Stage 6: the other side is to move.
        self.end_turn();
    }

    /// Stage 3: moves the piece and removes what the step takes (K88).
    #[inline]
    fn displace(&mut self, step: Step, observer: &mut impl Observer) {
        match step.kind {
            StepKind::Igui => self.change(observer, step.via, Piece::NONE),
            StepKind::HopCapture => {
                self.change(observer, step.via, Piece::NONE);
                self.relocate(step, observer);
            }
            StepKind::Own | StepKind::Relayed => self.relocate(step, observer),
        }
    }

    #[inline]
    fn relocate(&mut self, step: Step, observer: &mut impl Observer) {
        let piece = self.board().at(step.from);
        self.change(observer, step.from, Piece::NONE);
        self.change(observer, step.to, piece);
    }

    /// Stage 3: exchanges the piece for what it promotes to (K105).
    #[inline]
    fn promote(&mut self, step: Step, observer: &mut impl Observer) {
        if let Some(kind) = step.promotion {
            let side = self.board().at(step.to).side();
            self.change(observer, step.to, Piece::new(kind, side));
        }
    }
}

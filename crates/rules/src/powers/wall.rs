//! Walls: a turn may put one on an empty square, or move one there (R97). No piece does it, so there is no word.

use crate::vocabulary::{Observer, Piece, PieceType};

use super::{Scene, Step, StepRules, StepTarget};

/// A wall comes to a square.
pub(crate) struct Wall;

impl StepRules for Wall {
    const WORD: Option<&str> = None;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        if step.via != step.to {
            target.change(observer, step.via, Piece::NONE);
        }
        target.change(observer, step.to, Piece::WALL);
    }

    /// A wall does not promote.
    fn promote(_: &mut impl StepTarget, _: Step, _: Piece, _: PieceType, _: &mut impl Observer) {}

    fn text(scene: &Scene<'_>, step: Step) -> String {
        format!("*{}", scene.square(step.to))
    }
}

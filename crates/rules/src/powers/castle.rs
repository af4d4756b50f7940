//! Castling: two pieces move at once (L47).

use crate::vocabulary::Observer;

use super::{Scene, Step, StepContext as _, StepRules, StepTarget, Transposes};

/// The royal piece and the one on `via` castle.
pub(crate) struct Castle;

impl StepRules for Castle {
    const WORD: Option<&str> = Some("castle");
    const TRANSPOSES: Transposes = Transposes::OnTranspositionSquares;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        let rook_to = target.context().castled_rook(step);
        target.carry(observer, [(step.from, step.to), (step.via, rook_to)]);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        format!("{}-{}", scene.square(step.from), scene.square(step.to))
    }
}

//! Plain steps: by a piece's own travel, or by a borrowed one (K12, K54, K82).

use crate::vocabulary::Observer;

use super::{Scene, Step, StepRules, StepTarget, Transposes, arrival};

/// By the piece's own travel.
pub(crate) struct Own;

impl StepRules for Own {
    const WORD: Option<&str> = None;
    const TRANSPOSES: Transposes = Transposes::OnTranspositionSquares;
    const LOOSE: bool = true;
    const ONLY_TAKES: bool = true;

    #[inline]
    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.relocate(step.from, step.to, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        scene.arrival_at(step.to) + &arrival::text(scene, step)
    }
}

/// By the piece's own travel, declining what its arrival could do.
pub(crate) struct Declining;

impl StepRules for Declining {
    const WORD: Option<&str> = Some("declining");
    const TRANSPOSES: Transposes = Transposes::OnTranspositionSquares;
    const LOOSE: bool = true;
    const ONLY_TAKES: bool = true;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.relocate(step.from, step.to, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        scene.arrival_at(step.to)
    }
}

/// By a borrowed travel.
pub(crate) struct Relayed;

impl StepRules for Relayed {
    const WORD: Option<&str> = Some("relayed");
    const TRANSPOSES: Transposes = Transposes::OnTranspositionSquares;
    const LOOSE: bool = true;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.relocate(step.from, step.to, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        scene.arrival_at(step.to)
    }
}

//! `bewitch` and `helpless`: opposing pieces beside it can hardly move (L18).

use crate::grammar::Rule;
use crate::grammar::words::{TurnStage, Word, alone};
use crate::vocabulary::{Class, Observer};

use super::{Compiler, PowerRules, Scene, Step, StepRules, StepTarget, Transposes, single};

/// Opposing pieces beside it on rank or file can do no more than step to an empty square beside them (L18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bewitch;

impl PowerRules for Bewitch {
    const WORDS: &[Word] = &[alone(
        "bewitch",
        TurnStage::LatentState,
        "Opposing pieces beside it on its rank or file can do nothing but step to an empty square beside them.",
        "F (moving) + bewitch",
        "L18, L19",
    )];

    fn syntax<'t>() -> Rule<'t, Bewitch> {
        single(Bewitch)
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Bewitcher]
    }
}

/// Cannot even do that while it is bewitched (L18).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Helpless;

impl PowerRules for Helpless {
    const WORDS: &[Word] = &[alone(
        "helpless",
        TurnStage::LatentState,
        "While it is bewitched it cannot move at all.",
        "forward W (moving) + helpless",
        "L18",
    )];

    fn syntax<'t>() -> Rule<'t, Helpless> {
        single(Helpless)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.helpless = true;
    }
}

/// The step of a bewitched piece.
pub(crate) struct Stagger;

impl StepRules for Stagger {
    const WORD: Option<&str> = Some("stagger");
    const TRANSPOSES: Transposes = Transposes::OnDeadlySquares;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.relocate(step.from, step.to, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        scene.arrival_at(step.to)
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn a_piece_beside_it_only_steps_to_empty_squares() {
        let scenario = Scenario::new("bewitch", &["(Wa)e5", "[N]e6", "(P)d6"]);
        assert_eq!(scenario.turns("e6"), ["N-e7", "N-f6"]);
        assert_eq!(scenario.after("N-f6"), "(Wa)e5 (P)d6 [N]f6");
    }
}

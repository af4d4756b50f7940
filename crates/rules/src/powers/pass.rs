//! `pass`: may do nothing (K48); and travels that lead back to the piece's own square (L17, L26).

use crate::grammar::Rule;
use crate::grammar::ast::Mode;
use crate::grammar::words::{TurnStage, Word, alone};
use crate::travel::{Returns, Travel, View};
use crate::vocabulary::{Geometry, Observer, Square};

use super::{
    Compiler, PowerRules, PowerStepSink, Promotes, Scene, Special, SpecialRules, Step, StepKind, StepRules,
    StepTarget, single,
};

/// May do nothing (K48).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass;

impl PowerRules for Pass {
    const WORDS: &[Word] = &[alone(
        "pass",
        TurnStage::Step,
        "May stay where it is and do nothing. The end of the turn happens all the same.",
        "W + D + pass",
        "K48",
    )];

    fn syntax<'t>() -> Rule<'t, Pass> {
        single(Pass)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.add(Special::Stay(Stay::Always));
    }
}

/// The condition under which a piece may end where it began, with a turn that changes nothing.
#[derive(Clone, Debug)]
pub(crate) enum Stay {
    /// At any time (K48).
    Always,
    /// If a travel leads back (L17, L26).
    Back(Returns),
}

impl Stay {
    /// Compiles the return of a travel, if it can lead back.
    pub(super) fn by_travel(size: Geometry, travel: &Travel, turned: bool) -> Option<Stay> {
        // A return ends on an empty square.
        let may_move = travel.mode != Mode::Capturing;
        travel.path.returns(size, turned).filter(|_| may_move).map(Stay::Back)
    }
}

impl SpecialRules for Stay {
    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        let open = match self {
            Stay::Always => true,
            Stay::Back(returns) => returns.is_open(view, from),
        };
        if open {
            out.add(Step::staying(StepKind::Pass, from, from), false, Promotes::Nobody);
        }
    }
}

impl StepRules for Pass {
    const WORD: Option<&str> = Some("pass");

    fn play(_: &mut impl StepTarget, _: Step, _: &mut impl Observer) {}

    fn text(_: &Scene<'_>, _: Step) -> String {
        "!".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn nothing_changes() {
        let scenario = Scenario::new("pass", &["[Wa]e5"]);
        assert_eq!(scenario.turns("e5"), ["Wa!"]);
        assert_eq!(scenario.after("Wa!"), "[Wa]e5");
    }
}

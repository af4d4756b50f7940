//! `flip`: instead of moving, the piece takes one of its promotions that are possible anywhere (L8).

use crate::grammar::Rule;
use crate::grammar::words::{TurnStage, Word, alone};
use crate::travel::View;
use crate::vocabulary::{Observer, Square};

use super::{
    Compiler, Overlap, PowerRules, PowerStepSink, Promotes, Scene, Special, SpecialRules, Step, StepKind,
    StepRules, StepTarget, Transposes, single,
};

/// Instead of moving, takes one of its promotions that are possible anywhere (L8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip;

impl PowerRules for Flip {
    const WORDS: &[Word] = &[alone(
        "flip",
        TurnStage::Step,
        "Instead of moving it becomes what it may promote to anywhere on the board.",
        "R (moving) + flip",
        "L8",
    )];

    fn syntax<'t>() -> Rule<'t, Flip> {
        single(Flip)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.add(Special::Flip(Flip));
    }
}

impl SpecialRules for Flip {
    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Exchanges)
    }

    fn steps(&self, _: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        out.add(Step::plain(StepKind::Flip, from, from, None), false, Promotes::Setting);
    }
}

impl StepRules for Flip {
    const WORD: Option<&str> = Some("flip");
    const TRANSPOSES: Transposes = Transposes::OnDeadlySquares;
    const ONLY_TAKES: bool = true;

    /// Nothing is displaced; the promotion follows.
    fn play(_: &mut impl StepTarget, _: Step, _: &mut impl Observer) {}

    fn text(_: &Scene<'_>, _: Step) -> String {
        "!".to_owned()
    }
}

//! `convert`: instead of moving, makes an opposing piece friendly (K63).

use chumsky::Parser as _;

use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, on_squares, word};
use crate::travel::{Origin, Travel, View};
use crate::vocabulary::{Geometry, Observer, Rays, Square, SquareSet, Vector};

use super::{
    Compiler, PowerRules, PowerStepSink, Promotes, Scene, Special, SpecialRules, Step, StepKind, StepRules,
    StepTarget,
};

/// Instead of moving, makes an opposing piece at one of the vectors friendly (K63).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convert {
    /// The vectors to the piece.
    pub at: Vec<Vector>,
}

impl PowerRules for Convert {
    const WORDS: &[Word] = &[Word {
        name: "convert",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "convert on <LEAPS> squares",
        help: "Instead of moving it makes an opposing piece on one of these squares friendly.",
        example: "convert on (forward W + side W + back D) squares",
        rulings: "K63",
    }];

    fn syntax<'t>() -> Rule<'t, Convert> {
        word("convert").ignore_then(on_squares()).map(|at| Convert { at }).boxed()
    }

    fn is_placing(&self) -> bool {
        true
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let at = compiler.targets(&self.at);
        compiler.add(Special::Convert(Conversions { at }));
    }

    fn cost(&self, _: Geometry, _: usize) -> usize {
        self.at.len()
    }

    fn captures(&self, origin: Origin, _: &[Travel]) -> SquareSet {
        origin.leaps(&self.at)
    }
}

/// By square: the squares on which an opposing piece may be converted.
#[derive(Clone, Debug)]
pub(crate) struct Conversions {
    at: Box<[SquareSet]>,
}

impl SpecialRules for Conversions {
    fn exits(&self, _: &Rays, from: Square) -> SquareSet {
        self.at[from.index()]
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        for via in self.at[from.index()] & view.enemy {
            out.add(Step::staying(StepKind::Convert, from, via), true, Promotes::Nobody);
        }
    }
}

impl StepRules for Convert {
    const WORD: Option<&str> = Some("convert");

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.convert(step.via, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        scene.conversion(step.via)
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn opposing_pieces_change_sides_where_they_stand() {
        let scenario =
            Scenario::new("convert on (forward W + side W) squares", &["[Wa]e5", "(P)e6", "(P)e4", "(P)d5"]);
        assert_eq!(scenario.turns("e5"), ["Wa:d5=Blue", "Wa:e6=Blue"]);
        assert_eq!(scenario.after("Wa:e6=Blue"), "(P)e4 (P)d5 [Wa]e5 [P]e6");
    }
}

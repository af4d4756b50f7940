//! `birth`: instead of moving, places a new piece of its own kind (K71).

use chumsky::Parser as _;

use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, on_squares, word};
use crate::travel::View;
use crate::vocabulary::{Geometry, Observer, Rays, Square, SquareSet, Vector};

use super::{
    Compiler, PowerRules, PowerStepSink, Promotes, Scene, Special, SpecialRules, Step, StepKind, StepRules,
    StepTarget,
};

/// Places a new piece of its own type and side on an empty square at one of the vectors (K71).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Birth {
    /// The vectors.
    pub at: Vec<Vector>,
}

impl PowerRules for Birth {
    const WORDS: &[Word] = &[Word {
        name: "birth",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "birth on <LEAPS> squares",
        help: "Instead of moving it places a new piece of its own type and side on one of these squares, if empty.",
        example: "D + birth on D squares",
        rulings: "K71",
    }];

    fn syntax<'t>() -> Rule<'t, Birth> {
        word("birth").ignore_then(on_squares()).map(|at| Birth { at }).boxed()
    }

    fn is_placing(&self) -> bool {
        true
    }

    fn cost(&self, _: Geometry, _: usize) -> usize {
        self.at.len()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let at = compiler.targets(&self.at);
        compiler.add(Special::Birth(Births { at }));
    }
}

/// By square: the squares on which a piece may be born.
#[derive(Clone, Debug)]
pub(crate) struct Births {
    at: Box<[SquareSet]>,
}

impl SpecialRules for Births {
    fn exits(&self, _: &Rays, from: Square) -> SquareSet {
        self.at[from.index()]
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        for via in self.at[from.index()] - view.occupied {
            out.add(Step::staying(StepKind::Birth, from, via), false, Promotes::Nobody);
        }
    }
}

impl StepRules for Birth {
    const WORD: Option<&str> = Some("birth");

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.change(observer, step.via, target.board().at(step.from));
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        format!("{}={}", scene.square(step.via), scene.id_at(step.from))
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn a_piece_is_born_on_an_empty_square_and_its_parent_stays() {
        let scenario = Scenario::new("birth on D squares", &["[Wa]e5", "[P]e7", "(P)c5"]);
        assert_eq!(scenario.turns("e5"), ["e3=Wa", "g5=Wa"]);
        assert_eq!(scenario.after("e3=Wa"), "[Wa]e3 (P)c5 [Wa]e5 [P]e7");
    }
}

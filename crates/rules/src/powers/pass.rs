//! `pass`: may do nothing (K48), perhaps by way of an empty square (R112); and travels that lead back to the piece's own square (L17, L26).

use chumsky::Parser as _;

use crate::grammar::ast::Mode;
use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, near_squares, word};
use crate::travel::{Returns, Travel, View};
use crate::vocabulary::{Geometry, Observer, Rays, Square, SquareSet, Vector};

use super::{
    Compiler, PowerRules, PowerStepSink, Promotes, Scene, Special, SpecialRules, Step, StepKind, StepRules,
    StepTarget,
};

/// May do nothing (K48).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The squares of which one must be empty (R112); none if it may always pass.
    pub by: Vec<Vector>,
}

impl PowerRules for Pass {
    const WORDS: &[Word] = &[Word {
        name: "pass",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "pass, pass by <AREA> squares, pass by <LEAPS> squares",
        help: "May stay where it is and do nothing. The end of the turn happens all the same. With squares it passes by \
               going to one of them and back, so that one must be empty.",
        example: "W + D + pass",
        rulings: "K48, R112",
    }];

    /// `pass`, `pass by AREA squares`.
    fn syntax<'t>() -> Rule<'t, Pass> {
        let by = word("by").ignore_then(near_squares()).or_not();
        word("pass").ignore_then(by).map(|by| Pass { by: by.unwrap_or_default() }).boxed()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let stay = if self.by.is_empty() { Stay::Always } else { Stay::By(compiler.targets(&self.by)) };
        compiler.add(Special::Stay(stay));
    }

    fn cost(&self, _: Geometry, _: usize) -> usize {
        self.by.len()
    }

    fn is_same(&self, _: &Pass) -> bool {
        true
    }
}

/// The condition under which a piece may end where it began, with a turn that changes nothing.
#[derive(Clone, Debug)]
pub(crate) enum Stay {
    /// At any time (K48).
    Always,
    /// If one of these squares is empty, by the square of the piece (R112).
    By(Box<[SquareSet]>),
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
    fn exits(&self, _: &Rays, from: Square) -> SquareSet {
        match self {
            Stay::By(squares) => squares[from.index()],
            Stay::Always | Stay::Back(_) => SquareSet::ALL,
        }
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        let open = match self {
            Stay::Always => true,
            Stay::By(squares) => !(squares[from.index()] - view.occupied).is_empty(),
            Stay::Back(returns) => returns.is_open(view, from),
        };
        if open {
            out.add(Step::staying(StepKind::Pass, from, from), false, Promotes::Nobody);
        }
    }
}

impl StepRules for Pass {
    const WORD: Option<&str> = Some("pass");
    const ONLY_TAKES: bool = true;

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

    /// The piece goes to one of the squares and comes back, so one must be empty (R112).
    #[test]
    fn who_passes_by_a_square_needs_an_empty_one() {
        let turns = |piece| {
            Scenario::new("pass by (forward W + back W) squares", &["[Wa]e5", "(P)e6", piece]).turns("e5")
        };
        assert_eq!(
            (turns("[P]e3"), turns("[P]e4"), turns("(P)e4")),
            (vec!["Wa!".to_owned()], vec![], vec![])
        );
    }
}

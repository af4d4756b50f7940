//! `igui`: takes an opposing piece without moving (K45).

use chumsky::Parser as _;

use crate::grammar::ast;
use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, along, on_squares, word};
use crate::travel::{Origin, Travel, View};
use crate::vocabulary::{Geometry, Observer, Rays, Square, SquareSet};

use super::{
    Compiler, PowerRules, PowerStepSink, Promotes, ReachTable, Scene, Special, SpecialRules, Step, StepKind,
    StepRules, StepTarget,
};

/// Takes an opposing piece without moving (K45).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Igui {
    /// The reach of the piece taken.
    pub reach: ast::Reach,
}

impl PowerRules for Igui {
    const WORDS: &[Word] = &[Word {
        name: "igui",
        role: Role::Power,
        stage: TurnStage::Capture,
        syntax: "igui on <AREA> squares, igui on <LEAPS> squares, igui along <LINE> lines",
        help: "Takes an opposing piece without moving: one that stands near, or the first one on a line.",
        example: "Q3 + igui on adjacent squares",
        rulings: "K28, K45, K47",
    }];

    /// `igui on AREA squares`, `igui along LINE lines`.
    fn syntax<'t>() -> Rule<'t, Igui> {
        let reach = on_squares().map(ast::Reach::At).or(along().map(ast::Reach::Seen));
        word("igui").ignore_then(reach).map(|reach| Igui { reach }).boxed()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let reach = compiler.reach(&self.reach);
        compiler.add(Special::Igui(Shots { reach }));
    }

    fn cost(&self, size: Geometry, _: usize) -> usize {
        self.reach.squares(size)
    }

    fn captures(&self, origin: Origin, _: &[Travel]) -> SquareSet {
        match &self.reach {
            ast::Reach::At(at) => origin.leaps(at),
            ast::Reach::Seen(ride) => origin.lines(ride),
        }
    }
}

/// The captures of a piece without moving.
#[derive(Clone, Debug)]
pub(crate) struct Shots {
    reach: ReachTable,
}

impl SpecialRules for Shots {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        self.reach.exits(rays, from)
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        for via in self.victims(view, from) {
            out.add(Step::staying(StepKind::Igui, from, via), true, Promotes::Shooter);
        }
    }

    #[inline]
    fn victims(&self, view: &View<'_>, from: Square) -> SquareSet {
        self.reach.pieces(view, from) & view.enemy
    }
}

impl StepRules for Igui {
    const WORD: Option<&str> = Some("igui");
    const ONLY_TAKES: bool = true;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.take(step.via, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        format!("x!{}", scene.square(step.via))
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn only_opposing_pieces_in_reach_are_shot_and_the_shooter_stays() {
        let scenario =
            Scenario::new("igui on adjacent squares", &["[Wa]e5", "(P)e6", "(P)d4", "[P]f5", "(P)g5"]);
        assert_eq!(scenario.turns("e5"), ["Wax!d4", "Wax!e6"]);
        assert_eq!(scenario.after("Wax!d4"), "[Wa]e5 [P]f5 (P)g5 (P)e6");
    }
}

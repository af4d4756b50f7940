//! `sweep`: rides on through opposing pieces, taking all of them (K35).

use chumsky::Parser as _;

use crate::grammar::ast::Ride;
use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, ride, word};
use crate::travel::{self, Origin, Travel, View};
use crate::vocabulary::{Geometry, Observer, Rays, Square, SquareSet};

use super::{
    Abilities, Compiler, Overlap, PowerRules, PowerStepSink, Prey, Promotes, Scene, Special, SpecialRules,
    Step, StepKind, StepRules, StepTarget, Transposes, first_steps, long_leap,
};

/// Rides, and may continue through opposing pieces, taking each one passed and the one on which it ends (K35). The ride without
/// such captures is a plain travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep(pub Ride);

impl PowerRules for Sweep {
    const WORDS: &[Word] = &[Word {
        name: "sweep",
        role: Role::Power,
        stage: TurnStage::Capture,
        syntax: "sweep <LINE>",
        help: "Slides on through opposing pieces and takes each one it passes and the one it ends on. \
               Friendly pieces stop it. The slide without such a capture is a travel of its own.",
        example: "Q3 + sweep Q3",
        rulings: "K35",
    }];

    fn syntax<'t>() -> Rule<'t, Sweep> {
        word("sweep").ignore_then(ride()).map(Sweep).boxed()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let lines = compiler.lines(&self.0);
        compiler.add(Special::Sweep(Sweeps { lines }));
    }

    fn cost(&self, size: Geometry, _: usize) -> usize {
        self.0.squares(size)
    }

    fn captures(&self, origin: Origin, _: &[Travel]) -> SquareSet {
        origin.lines(&self.0)
    }
}

/// The lines along which a piece sweeps.
#[derive(Clone, Debug)]
pub(crate) struct Sweeps {
    lines: Box<[travel::Ray]>,
}

impl Sweeps {
    /// Returns the squares on which a sweep may end after at least one capture on its way. The plain ride before that is one of
    /// the piece's travels.
    fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for line in &self.lines {
            let mut squares = *line.limited(view.rays, from);
            if let Some(friend) = line.nearest(&(squares & view.own)) {
                squares -= view.rays.beyond(line.line(), friend);
                squares.remove(friend);
            }
            if let Some(taken) = line.nearest(&(squares & view.enemy)) {
                reached |= squares & view.rays.beyond(line.line(), taken);
            }
        }
        reached
    }
}

impl SpecialRules for Sweeps {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        first_steps(&self.lines, rays, from)
    }

    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Captures)
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        for to in self.destinations(view, from) {
            out.add(Step::plain(StepKind::Sweep, from, to, None), true, Promotes::Mover);
        }
    }
}

impl StepRules for Sweep {
    const WORD: Option<&str> = Some("sweep");
    const TRANSPOSES: Transposes = Transposes::OnTranspositionSquares;
    const LOOSE: bool = true;
    const ONLY_TAKES: bool = true;

    fn prey(view: &View<'_>, _: &Abilities, step: Step) -> Prey {
        long_leap::prey_on_line(view, step)
    }

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        long_leap::take_passed(target, step, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        long_leap::text_of_passed(scene, step)
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn what_is_passed_is_taken_and_friends_stop_it() {
        let scenario = Scenario::new("sweep Q3", &["[Wa]e5", "(P)e6", "(P)e8", "[P]f5", "(P)g5"]);
        assert_eq!(scenario.turns("e5"), ["Waxe6-e7", "Waxe6xe8=", "Waxe6xe8=Sp"]);
        assert_eq!(scenario.after("Waxe6-e7"), "[P]f5 (P)g5 [Wa]e7 (P)e8");
        assert_eq!(scenario.after("Waxe6xe8="), "[P]f5 (P)g5 [Wa]e8");
    }
}

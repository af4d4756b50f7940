//! `pull` and `push`: instead of moving, moves the opposing piece seen along a line nearer or farther (K67).

use chumsky::prelude::*;

use crate::grammar::ast::Ride;
use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, along, word};
use crate::travel::{self, View};
use crate::vocabulary::{Geometry, Observer, Rays, Square, SquareSet};

use super::{
    Compiler, PowerRules, PowerStepSink, Promotes, Scene, Special, SpecialRules, Step, StepKind, StepRules,
    StepTarget, first_steps,
};

/// Instead of moving, moves the opposing piece seen along each line one square nearer (K67).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pull(pub Ride);

impl PowerRules for Pull {
    const WORDS: &[Word] = &[Word {
        name: "pull",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "pull along <LINE> lines",
        help: "Instead of moving it draws the first piece on a line, if opposing, one square nearer.",
        example: "(W + F) (moving) + pull along Q4 lines",
        rulings: "K67",
    }];

    fn syntax<'t>() -> Rule<'t, Pull> {
        word("pull")
            .ignore_then(along().map_with(|ride, e| (ride, e.span())))
            .validate(|(ride, span), _, emitter| {
                if ride.max == 1 {
                    let message = "what stands one step away cannot come nearer";
                    emitter.emit(Rich::custom(span, message));
                }
                // A piece one step away cannot come nearer, and hides those behind it.
                Pull(Ride { min: ride.min.max(2), ..ride })
            })
            .boxed()
    }

    fn is_placing(&self) -> bool {
        true
    }

    fn cost(&self, size: Geometry, _: usize) -> usize {
        self.0.squares(size)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let lines = compiler.lines(&self.0);
        compiler.add(Special::Tug(Tug { lines, away: false }));
    }
}

/// Instead of moving, moves the opposing piece seen along each line one square farther, to an empty square (K67).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Push(pub Ride);

impl PowerRules for Push {
    const WORDS: &[Word] = &[Word {
        name: "push",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "push along <LINE> lines",
        help: "Instead of moving it drives the first piece on a line, if opposing, one square farther, to an empty square.",
        example: "(W + F) (moving) + push along Q3 lines",
        rulings: "K67",
    }];

    fn syntax<'t>() -> Rule<'t, Push> {
        word("push").ignore_then(along()).map(Push).boxed()
    }

    fn is_placing(&self) -> bool {
        true
    }

    fn cost(&self, size: Geometry, _: usize) -> usize {
        self.0.squares(size)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let lines = compiler.lines(&self.0);
        compiler.add(Special::Tug(Tug { lines, away: true }));
    }
}

/// The lines along which a piece pulls or pushes.
#[derive(Clone, Debug)]
pub(crate) struct Tug {
    lines: Box<[travel::Ray]>,
    away: bool,
}

impl SpecialRules for Tug {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        first_steps(&self.lines, rays, from)
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        let kind = if self.away { StepKind::Push } else { StepKind::Pull };
        let moved = |line: &travel::Ray| {
            let seen = line.seen(view, from).filter(|&seen| view.enemy.contains(seen))?;
            // There is nothing between the puller and a piece that is pulled; a piece that is pushed needs an empty square.
            let room = || line.nearest(view.rays.beyond(line.line(), seen));
            (!self.away || room().is_some_and(|next| !view.occupied.contains(next))).then_some(seen)
        };
        for via in self.lines.iter().filter_map(moved).collect::<SquareSet>() {
            out.add(Step::staying(kind, from, via), false, Promotes::Nobody);
        }
    }
}

impl StepRules for Pull {
    const WORD: Option<&str> = Some("pull");

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        tug(target, step, -1, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        text(scene, step, -1)
    }
}

impl StepRules for Push {
    const WORD: Option<&str> = Some("push");

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        tug(target, step, 1, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        text(scene, step, 1)
    }
}

/// Returns the square to which a piece is moved, some steps away from another one or toward it.
fn end(rays: &Rays, step: Step, steps: i8) -> Option<Square> {
    let size = rays.size();
    size.step(step.via, size.vector(step.from, step.via).direction() * steps)
}

fn tug(target: &mut impl StepTarget, step: Step, steps: i8, observer: &mut impl Observer) {
    if let Some(to) = end(target.rays(), step, steps) {
        target.relocate(step.via, to, observer);
    }
}

/// Writes a pull or a push: `:Pd7-c6`.
fn text(scene: &Scene<'_>, step: Step, steps: i8) -> String {
    let to = end(scene.view.rays, step, steps).map(|to| scene.square(to)).unwrap_or_default();
    format!(":{}{}-{to}", scene.id_at(step.via), scene.square(step.via))
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn the_first_opposing_piece_comes_nearer() {
        let scenario = Scenario::new("pull along Q4 lines", &["[Wa]e4", "(P)e7", "(P)f5", "[P]c4", "(P)b4"]);
        assert_eq!(scenario.turns("e4"), ["Wa:Pe7-e6"]);
        assert_eq!(scenario.after("Wa:Pe7-e6"), "(P)b4 [P]c4 [Wa]e4 (P)f5 (P)e6");
    }

    #[test]
    fn a_piece_is_pushed_only_to_an_empty_square() {
        let scenario = Scenario::new("push along Q3 lines", &["[Wa]e4", "(P)e6", "(P)d4", "[P]c4"]);
        assert_eq!(scenario.turns("e4"), ["Wa:Pe6-e7"]);
        assert_eq!(scenario.after("Wa:Pe6-e7"), "[P]c4 (P)d4 [Wa]e4 (P)e7");
    }
}

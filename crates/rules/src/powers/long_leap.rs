//! `long-leap` and `halfway-leap`: along a line over opposing pieces, each with an empty square right behind it, taking all of
//! them (K52, L10).

use chumsky::prelude::*;

use crate::grammar::ast::Ride;
use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, along, word};
use crate::travel::{self, Origin, Travel, View};
use crate::vocabulary::{Board, Geometry, Observer, Rays, Side, Square, SquareSet, walk};

use super::{
    Abilities, Compiler, Overlap, PowerRules, PowerStepSink, Prey, Promotes, Scene, Special, SpecialRules,
    Step, StepKind, StepRules, StepTarget, Transposes, first_steps,
};

/// Goes along a line over opposing pieces, each with an empty square right behind it; takes them all and ends on an empty
/// square behind the last (K52).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongLeap {
    /// The lines.
    pub ride: Ride,
    /// Whether it ends within half the way to the edge, or one square beyond right behind a piece at half the way (L10).
    pub halfway: bool,
}

impl PowerRules for LongLeap {
    const WORDS: &[Word] = &[
        Word {
            name: "long-leap",
            role: Role::Power,
            stage: TurnStage::Capture,
            syntax: "long-leap along <LINE> lines",
            help: "Takes opposing pieces on one line by leaping over each of them to the empty square right behind it, \
               passing empty squares freely, and ends on any empty square behind the last.",
            example: "Q (moving) + long-leap along Q lines",
            rulings: "K52",
        },
        Word {
            name: "halfway-leap",
            role: Role::Power,
            stage: TurnStage::Capture,
            syntax: "halfway-leap along <LINE> lines",
            help: "Takes opposing pieces on one line like a `long-leap` and ends within half the way to the edge, rounded up; \
               one square farther if the last piece leapt stands exactly half way.",
            example: "Q halfway (moving) + halfway-leap along Q lines",
            rulings: "L10",
        },
    ];

    fn syntax<'t>() -> Rule<'t, LongLeap> {
        let whole = word("long-leap").ignore_then(along()).map(|ride| LongLeap { ride, halfway: false });
        let halfway = word("halfway-leap")
            .ignore_then(along().map_with(|ride, e| (ride, e.span())))
            .validate(|(ride, span), _, emitter| {
                if ride.min > 1 || ride.max < u8::MAX {
                    emitter.emit(Rich::custom(span, "half the way is the only limit that such a line has"));
                }
                LongLeap { ride, halfway: true }
            });
        whole.or(halfway).boxed()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let lines = compiler.lines(&self.ride);
        compiler.add(Special::LongLeap(LongLeaps { lines, halfway: self.halfway }));
    }

    fn cost(&self, size: Geometry, _: usize) -> usize {
        self.ride.squares(size)
    }

    fn captures(&self, origin: Origin, _: &[Travel]) -> SquareSet {
        origin.lines(&self.ride)
    }
}

/// The lines along which a piece leaps.
#[derive(Clone, Debug)]
pub(crate) struct LongLeaps {
    lines: Box<[travel::Ray]>,
    halfway: bool,
}

impl LongLeaps {
    /// Returns the empty squares behind one or more opposing pieces that can be leapt over.
    pub(super) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for line in &self.lines {
            let limited = line.limited(view.rays, from);
            let vector = view.rays.vector(line.line());
            let length = limited.len() as usize;
            let squares = walk(view.rays.size(), from, vector, usize::MAX);
            // The distance of the last piece leapt.
            let (mut last, mut before_is_enemy) = (None, false);
            for (distance, square) in (1..).zip(squares).take_while(|(_, s)| limited.contains(*s)) {
                if view.enemy.contains(square) && !before_is_enemy {
                    before_is_enemy = true;
                } else if view.occupied.contains(square) {
                    break;
                } else {
                    if before_is_enemy {
                        last = Some(distance - 1);
                    }
                    before_is_enemy = false;
                    let Some(last) = last else { continue };
                    let one_more = length == 2 * last && distance == last + 1;
                    if !self.halfway || distance <= length.div_ceil(2) || one_more {
                        reached.insert(square);
                    }
                }
            }
        }
        reached
    }
}

impl SpecialRules for LongLeaps {
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        first_steps(&self.lines, rays, from)
    }

    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Captures)
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        for to in self.destinations(view, from) {
            out.add(Step::plain(StepKind::LongLeap, from, to, None), true, Promotes::Mover);
        }
    }
}

impl StepRules for LongLeap {
    const WORD: Option<&str> = Some("long-leap");
    const TRANSPOSES: Transposes = Transposes::OnTranspositionSquares;
    const LOOSE: bool = true;
    const ONLY_TAKES: bool = true;

    fn prey(view: &View<'_>, _: &Abilities, step: Step) -> Prey {
        prey_on_line(view, step)
    }

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        take_passed(target, step, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        text_of_passed(scene, step)
    }
}

/// Returns the squares of the opposing pieces that a step along a line takes, the last one first.
pub(super) fn prey_on_line(view: &View<'_>, step: Step) -> Prey {
    let mut prey: Prey = passed(view.rays, view.board, view.side, step).collect();
    if view.enemy.contains(step.to) {
        prey.push(step.to);
    }
    prey.reverse();
    prey
}

/// Takes the opposing pieces on a line and the piece at its end.
pub(super) fn take_passed(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
    let passed: SquareSet = passed(target.rays(), target.board(), target.side(), step).collect();
    for square in passed {
        target.take(square, observer);
    }
    target.relocate(step.from, step.to, observer);
}

/// Writes the opposing pieces on a line, in the order in which they are taken, and the end of the line (K120).
pub(super) fn text_of_passed(scene: &Scene<'_>, step: Step) -> String {
    let passed = passed(scene.view.rays, scene.view.board, scene.view.side, step);
    let taken: String = passed.map(|square| format!("x{}", scene.square(square))).collect();
    taken + &scene.arrival_at(step.to)
}

/// Returns the squares of the opposing pieces strictly between the ends of a step along a line, in its order.
fn passed<'a>(rays: &Rays, board: &'a Board, side: Side, step: Step) -> impl Iterator<Item = Square> + 'a {
    let size = rays.size();
    let v = size.vector(step.from, step.to).direction();
    let between = walk(size, step.from, v, usize::MAX).take_while(move |&square| square != step.to);
    between.filter(move |&square| board.side(side.other()).contains(square))
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn every_piece_leapt_has_an_empty_square_behind_it() {
        let scenario =
            Scenario::new("long-leap along R4 lines", &["[Wa]e2", "(P)e3", "(P)e5", "(P)f2", "(P)g2"]);
        assert_eq!(scenario.turns("e2"), ["Waxe3-e4", "Waxe3xe5-e6"]);
        assert_eq!(scenario.after("Waxe3-e4"), "(P)f2 (P)g2 [Wa]e4 (P)e5");
        assert_eq!(scenario.after("Waxe3xe5-e6"), "(P)f2 (P)g2 [Wa]e6");
    }
}

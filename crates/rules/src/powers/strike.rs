//! `strike` and `hop-capture`: takes an opposing piece by a leap and continues from there (K46, K47, K49 to K51).

use chumsky::prelude::*;

use crate::grammar::ast::{Area, Bearing};
use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, area, bearing, check_bearing, leaps, word};
use crate::travel::{Origin, Travel, View};
use crate::vocabulary::{Geometry, Observer, Rays, Square, SquareSet, Vector};

use super::{
    Compiler, Overlap, PowerRules, PowerStepSink, Promotes, Scene, Special, SpecialRules, Step, StepKind,
    StepRules, StepTarget, Transposes,
};

/// Takes an opposing piece of the area by leaping to the empty square just beyond (K46).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HopCapture {
    /// The area of the piece taken.
    pub over: Area,
}

impl PowerRules for HopCapture {
    const WORDS: &[Word] = &[Word {
        name: "hop-capture",
        role: Role::Power,
        stage: TurnStage::Capture,
        syntax: "hop-capture over <AREA> pieces",
        help: "Takes an opposing neighbour by leaping over it to the square just beyond, which must be empty.",
        example: "F + A + hop-capture over orthogonally adjacent pieces",
        rulings: "K46",
    }];

    /// `hop-capture over AREA pieces`.
    fn syntax<'t>() -> Rule<'t, HopCapture> {
        let over = word("over").ignore_then(area()).then_ignore(word("pieces"));
        word("hop-capture").ignore_then(over).map(|over| HopCapture { over }).boxed()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let steps = self.over.vectors();
        let strikes = Strikes::compile(compiler, &steps, &steps, Bearing::Straight);
        compiler.add(Special::Strike(Strikes { may_take_twice: false, ..strikes }));
    }

    fn captures(&self, origin: Origin, _: &[Travel]) -> SquareSet {
        origin.leaps(&self.over.vectors())
    }
}

/// Takes an opposing piece by a leap and makes a second leap from there to the origin, to an empty square or to another
/// opposing piece, which is taken, too (K47, K49, K50, K51).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    /// The first leap, onto an opposing piece.
    pub first: Vec<Vector>,
    /// The second leap.
    pub second: Vec<Vector>,
    /// The second leaps that may follow a first one.
    pub bearing: Bearing,
}

impl PowerRules for Strike {
    const WORDS: &[Word] = &[Word {
        name: "strike",
        role: Role::Power,
        stage: TurnStage::Capture,
        syntax: "strike <LEAPS> then <LEAPS> <BEARING>",
        help: "Takes an opposing piece by the first leap and goes on by the second, to an empty square, to where it \
               started, or onto another opposing piece, which is taken too.",
        example: "strike N then W",
        rulings: "K47, K49, K50, K51",
    }];

    /// `strike LEAP then LEAP`, optionally with a bearing.
    fn syntax<'t>() -> Rule<'t, Strike> {
        let strike = leaps().then_ignore(word("then")).then(leaps()).then(bearing());
        let strike = strike.validate(|((first, second), bearing), e, emitter| {
            let span = e.span();
            check_bearing(&first, bearing, &second, &mut |message| emitter.emit(Rich::custom(span, message)));
            Strike { first, second, bearing }
        });
        word("strike").ignore_then(strike).boxed()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let strikes = Strikes::compile(compiler, &self.first, &self.second, self.bearing);
        compiler.add(Special::Strike(strikes));
    }

    fn cost(&self, _: Geometry, _: usize) -> usize {
        self.first.len() * (1 + 4 * self.second.len())
    }

    fn captures(&self, origin: Origin, _: &[Travel]) -> SquareSet {
        origin.bent((&self.first, 1), (&self.second, 1), self.bearing)
    }
}

/// The strikes of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Strikes {
    /// For every square, its strikes.
    paths: Box<[Box<[Path]>]>,
    /// Whether the last square may be the origin or hold an opposing piece, which is taken, too.
    may_take_twice: bool,
}

#[derive(Clone, Copy, Debug)]
struct Path {
    via: Square,
    to: Square,
}

impl Strikes {
    fn compile(compiler: &Compiler<'_>, first: &[Vector], second: &[Vector], bearing: Bearing) -> Strikes {
        let size = compiler.rays.size();
        let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| (a, b)));
        let pairs = pairs.filter(|&(a, b)| bearing.allows(a, b));
        let pairs: Vec<(Vector, Vector)> = pairs.map(|(a, b)| (compiler.turn(a), compiler.turn(b))).collect();
        let path = |from, (a, b)| {
            let via = size.step(from, a)?;
            Some(Path { via, to: size.step(via, b)? })
        };
        let paths = |from| pairs.iter().filter_map(|&pair| path(from, pair)).collect();
        Strikes { paths: size.iter().map(paths).collect(), may_take_twice: true }
    }
}

impl SpecialRules for Strikes {
    /// The squares of the first captures.
    fn exits(&self, _: &Rays, from: Square) -> SquareSet {
        self.paths[from.index()].iter().map(|path| path.via).collect()
    }

    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Captures)
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        for &Path { via, to } in &self.paths[from.index()] {
            let open =
                !view.occupied.contains(to) || self.may_take_twice && (to == from || view.enemy.contains(to));
            if !open || !view.enemy.contains(via) {
                continue;
            }
            if to == from {
                out.add(Step::staying(StepKind::Igui, from, via), true, Promotes::Shooter);
            } else {
                let step = Step { from, to, via, kind: StepKind::Strike, promotion: None };
                out.add(step, true, Promotes::Mover);
            }
        }
    }
}

impl StepRules for Strike {
    const WORD: Option<&str> = Some("strike");
    const TRANSPOSES: Transposes = Transposes::OnTranspositionSquares;
    const LOOSE: bool = true;
    const ONLY_TAKES: bool = true;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.take(step.via, observer);
        target.relocate(step.from, step.to, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        format!("x{}{}", scene.square(step.via), scene.arrival_at(step.to))
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn a_strike_takes_once_or_twice_and_never_a_friend() {
        let scenario = Scenario::new("strike N then W", &["[Wa]e5", "(P)f7", "[P]f8", "(N)g7"]);
        assert_eq!(scenario.turns("e5"), ["Waxf7-e7", "Waxf7-f6", "Waxf7xg7"]);
        assert_eq!(scenario.after("Waxf7-e7"), "[Wa]e7 (N)g7 [P]f8");
        assert_eq!(scenario.after("Waxf7xg7"), "[Wa]g7 [P]f8");
    }
}

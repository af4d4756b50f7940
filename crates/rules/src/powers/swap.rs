//! `swap`: exchanges squares with another piece (K64, K65, L15, L16, L20).

use chumsky::prelude::*;

use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, leaps, on_squares, phrase, word};
use crate::travel::View;
use crate::vocabulary::{Class, Geometry, Observer, Piece, PieceType, Square, SquareSet, Vector};

use super::{
    Compiler, Overlap, PowerRules, PowerStepSink, Promotes, SET_BYTES, Scene, Special, SpecialRules, Step,
    StepKind, StepRules, StepTarget, Transposes,
};

/// Exchanges squares with another piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap {
    /// With any piece, of either side, at one of the vectors (K64).
    At(Vec<Vector>),
    /// With any friendly piece anywhere (K65).
    Friends,
    /// With an opposing piece at one of the vectors `at`, or at one of the vectors `mirrored` from the mirror square (L15).
    Enemies {
        /// The vectors to the piece.
        at: Vec<Vector>,
        /// The vectors to the piece from the mirror square.
        mirrored: Vec<Vector>,
    },
}

impl PowerRules for Swap {
    const WORDS: &[Word] = &[Word {
        name: "swap",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "swap with pieces on <LEAPS> squares, swap with friends anywhere, \
                 swap with enemies on <LEAPS> or mirror <LEAPS> squares",
        help: "Exchanges squares with a piece of either side on one of these squares, with any friendly piece, \
               or with an opposing one that is not `unstoppable` and promotes at once if it comes to its promotion zone. \
               Only a `piercing` piece does so with an opposing `armoured` one.",
        example: "Q (moving) + swap with friends anywhere",
        rulings: "K64, K65, K66, L15, L16, L20, R34",
    }];

    /// `swap with pieces on LEAP squares` (K64), `swap with friends anywhere` (K65),
    /// `swap with enemies on LEAP or mirror LEAP squares` (L15).
    fn syntax<'t>() -> Rule<'t, Swap> {
        let mirrored = phrase("or mirror").ignore_then(leaps()).or_not().map(Option::unwrap_or_default);
        let enemies = phrase("enemies on").ignore_then(leaps()).then(mirrored).then_ignore(word("squares"));
        let enemies = enemies.map(|(at, mirrored)| Swap::Enemies { at, mirrored });
        let near = word("pieces").ignore_then(on_squares()).map(Swap::At);
        let far = phrase("friends anywhere").map(|()| Swap::Friends);
        phrase("swap with").ignore_then(choice((near, far, enemies))).boxed()
    }

    /// A partner exchanged by an opposing piece promotes (L20); other partners do not.
    fn is_placing(&self) -> bool {
        !matches!(self, Swap::Enemies { .. })
    }

    fn cost(&self, _: Geometry, _: usize) -> usize {
        match self {
            Swap::At(at) => at.len(),
            Swap::Friends => 0,
            Swap::Enemies { at, mirrored } => SET_BYTES + at.len() + mirrored.len(),
        }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let partners = match self {
            Swap::At(at) => Partners::At(compiler.targets(at)),
            Swap::Friends => Partners::Friends,
            Swap::Enemies { at, mirrored } => {
                let mirrored = compiler.mirrored_targets(mirrored);
                let both = compiler.targets(at).into_iter().zip(mirrored);
                Partners::Enemies(both.map(|(at, far)| at | far).collect())
            }
        };
        compiler.abilities.swaps = true;
        compiler.add(Special::Swap(partners));
    }
}

/// By square: the pieces with which a piece exchanges squares.
#[derive(Clone, Debug)]
pub(crate) enum Partners {
    At(Box<[SquareSet]>),
    Friends,
    Enemies(Box<[SquareSet]>),
}

impl SpecialRules for Partners {
    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Exchanges)
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        let (kind, partners, promotes) = match self {
            Partners::At(at) => {
                (StepKind::Swap, at[from.index()] & (view.friends() | view.enemy), Promotes::Mover)
            }
            Partners::Friends => {
                let mut friends = view.friends();
                friends.remove(from);
                (StepKind::Swap, friends, Promotes::Mover)
            }
            Partners::Enemies(at) => {
                let unstoppable = view.board.class(Class::Unstoppable, view.side.other());
                let enemies = (at[from.index()] & view.enemy) - unstoppable;
                (StepKind::SwapEnemy, enemies, Promotes::Partner)
            }
        };
        for to in partners {
            out.add(Step::plain(kind, from, to, None), false, promotes);
        }
    }
}

impl StepRules for Swap {
    const WORD: Option<&str> = Some("swap");

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.carry(observer, [(step.to, step.from), (step.from, step.to)]);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        format!("<>{}", scene.square(step.to))
    }
}

/// The exchange with an opposing piece, which promotes if it comes to its promotion zone (L20).
pub(crate) struct SwapEnemy;

impl StepRules for SwapEnemy {
    const WORD: Option<&str> = Some("swap-enemy");
    const TRANSPOSES: Transposes = Transposes::OnDeadlySquares;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.carry(observer, [(step.to, step.from), (step.from, step.to)]);
    }

    fn promote(
        target: &mut impl StepTarget,
        step: Step,
        mover: Piece,
        kind: PieceType,
        observer: &mut impl Observer,
    ) {
        target.transform(observer, step.from, Piece::new(kind, mover.side().other()));
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        Swap::text(scene, step)
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn pieces_of_either_side_change_places_with_it() {
        let scenario = Scenario::new("swap with pieces on W squares", &["[Wa]e5", "(P)e6", "[P]d5", "(P)f6"]);
        assert_eq!(scenario.turns("e5"), ["Wa<>d5", "Wa<>e6"]);
        assert_eq!(scenario.after("Wa<>e6"), "[P]d5 (P)e5 [Wa]e6 (P)f6");
    }
}

//! `twofold`: a piece on two diagonally adjacent squares (L22, L23, L29).

use chumsky::Parser as _;

use crate::grammar::ast::Area;
use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, leaps, phrase};
use crate::travel::{Origin, Travel, View};
use crate::vocabulary::{Board, Geometry, Observer, Piece, Square, SquareSet, Vector};

use super::{
    Compiler, PowerRules, PowerStepSink, Promotes, SET_BYTES, Scene, Special, SpecialRules, Step, StepKind,
    StepRules, StepTarget, Transposes,
};

/// Stands on two diagonally adjacent squares and moves both parts at once, each by one of these leaps from its mirror
/// square, to diagonally adjacent squares again (L22).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twofold(pub Vec<Vector>);

impl PowerRules for Twofold {
    const WORDS: &[Word] = &[Word {
        name: "twofold",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "twofold mirror <LEAP>",
        help: "Stands on two diagonally adjacent squares and is taken whole. Both its parts move at once, each by one of \
               these leaps from its mirror square, to diagonally adjacent squares; opposing pieces there are taken.",
        example: "twofold mirror F + unstoppable",
        rulings: "L22, L23, L29",
    }];

    fn syntax<'t>() -> Rule<'t, Twofold> {
        phrase("twofold mirror").ignore_then(leaps()).map(Twofold).boxed()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let targets = compiler.mirrored_targets(&self.0);
        compiler.abilities.twofold = true;
        compiler.add(Special::Twofold(Parts { targets }));
    }

    fn cost(&self, _: Geometry, _: usize) -> usize {
        SET_BYTES + 6 * self.0.len()
    }

    fn captures(&self, origin: Origin, _: &[Travel]) -> SquareSet {
        // The other part takes, too; it is on a diagonal neighbour.
        let parts = origin.leaps(&Area::Diagonal.vectors()).iter().chain([origin.square]);
        parts.fold(SquareSet::EMPTY, |set, square| set | origin.at(square).mirrored(&self.0))
    }
}

/// The moves of the two parts.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// By square: the squares to which a part may go.
    targets: Box<[SquareSet]>,
}

/// Returns the square of the other part of a piece on two squares, given the square of one part, if both are there.
pub(crate) fn other_part(size: Geometry, board: &Board, square: Square) -> Option<Square> {
    let v = board.at(square).other_part()?;
    let other = size.step(square, v)?;
    (board.at(other).other_part() == Some(-v)).then_some(other)
}

impl SpecialRules for Parts {
    /// Lists every two squares that the parts can reach together, the higher one first. The piece is listed only for its higher
    /// part.
    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        let size = view.rays.size();
        let Some(other) = other_part(size, view.board, from).filter(|&other| other < from) else { return };
        let mut own = view.own;
        own.remove(from);
        own.remove(other);
        let [ones, others] = [from, other].map(|part| self.targets[part.index()] - own);
        let either = ones | others;
        for to in either.iter() {
            let mut partners = SquareSet::EMPTY;
            if ones.contains(to) {
                partners |= others;
            }
            if others.contains(to) {
                partners |= ones;
            }
            partners &= view.rays.neighbours(to) - view.rays.orthogonal(to);
            for via in partners.iter().take_while(|&via| via < to) {
                let takes = view.enemy.contains(to) || view.enemy.contains(via);
                let step = Step { from, to, via, kind: StepKind::Twofold, promotion: None };
                out.add(step, takes, Promotes::Nobody);
            }
        }
    }
}

impl StepRules for Twofold {
    const WORD: Option<&str> = Some("twofold");
    const TRANSPOSES: Transposes = Transposes::OnDeadlySquares;
    const ONLY_TAKES: bool = true;

    /// Moves both parts, which may enter the squares that they leave.
    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        let piece = target.board().at(step.from);
        target.take(step.from, observer);
        for square in [step.to, step.via] {
            if !target.board().at(square).is_none() {
                target.take(square, observer);
            }
        }
        put_parts(target, piece, step.to, step.via, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        let squares = SquareSet::from_iter([step.to, step.via]);
        let takes = squares.intersects(scene.view.board.side(scene.view.side.other()));
        format!("{}{}", if takes { 'x' } else { '-' }, scene.list(&squares))
    }
}

/// Puts the two parts of a piece on their squares.
pub(super) fn put_parts(
    target: &mut impl StepTarget,
    piece: Piece,
    one: Square,
    other: Square,
    observer: &mut impl Observer,
) {
    let v = target.rays().size().vector(one, other);
    target.change(observer, one, piece.with_part_at(v));
    target.change(observer, other, piece.with_part_at(-v));
}

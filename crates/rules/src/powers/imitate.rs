//! The steps of a piece that imitates: what it takes on other squares than those around its arrival (R142, R144).

use crate::travel::{Travels, View};
use crate::vocabulary::{Observer, PieceType, Square, SquareSet};

use super::long_leap::{LongLeaps, prey_on_line, take_passed, text_of_passed};
use super::{
    Abilities, Overlap, PowerStepSink, Prey, Promotes, Scene, Special, SpecialRules, Step, StepContext as _,
    StepKind, StepRules, StepTarget, Transposes, arrival,
};

/// The powers that a piece imitates besides arrivals, by the types of the pieces that are taken so.
#[derive(Clone, Debug, Default)]
pub(crate) struct Imitations {
    /// The travels of the types that take on their squares.
    travels: Vec<(PieceType, Travels)>,
    /// The leaps of the types that take by them.
    leaps: Vec<(PieceType, LongLeaps)>,
}

impl Imitations {
    /// Records what can be imitated of a type.
    pub(crate) fn learn(&mut self, kind: PieceType, abilities: &Abilities) {
        self.travels.push((kind, abilities.travels.clone()));
        for special in &abilities.specials {
            if let Special::LongLeap(leaps) = special {
                self.leaps.push((kind, leaps.clone()));
            }
        }
    }
}

impl SpecialRules for Imitations {
    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Captures)
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        let alike = |kind: PieceType| -> SquareSet {
            view.enemy.iter().filter(|&square| view.board.at(square).kind() == Some(kind)).collect()
        };
        for (kind, travels) in &self.travels {
            let alike = alike(*kind);
            if !alike.is_empty() {
                for to in travels.destinations(view, from) & alike {
                    out.add(Step::plain(StepKind::Own, from, to, None), true, Promotes::Mover);
                }
            }
        }
        for (kind, leaps) in &self.leaps {
            let view = View { enemy: alike(*kind), ..*view };
            for to in leaps.destinations(&view, from) {
                out.add(Step::plain(StepKind::ImitatedLeap, from, to, None), true, Promotes::Mover);
            }
        }
    }
}

/// Along a line over opposing pieces that leap so themselves; they are taken, and what the arrival takes.
pub(crate) struct ImitatedLeap;

impl StepRules for ImitatedLeap {
    const WORD: Option<&str> = Some("imitate");
    const TRANSPOSES: Transposes = Transposes::OnTranspositionSquares;
    const LOOSE: bool = true;

    fn prey(view: &View<'_>, _: &Abilities, step: Step) -> Prey {
        prey_on_line(view, step)
    }

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        let mover = target.board().at(step.from);
        let arrivals = &target.abilities(mover).arrivals;
        let taken = target.context().arrived(step).effects(arrivals, false).taken;
        take_passed(target, step, observer);
        for square in taken {
            target.take(square, observer);
        }
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        text_of_passed(scene, step) + &arrival::text(scene, step)
    }
}

//! `immobilize` and `unstoppable`: adjacent opposing pieces can only remove themselves (K73, K92).

use crate::grammar::Rule;
use crate::grammar::words::{TurnStage, Word, alone};
use crate::vocabulary::{Class, Observer, Piece};

use super::{PowerRules, Scene, Step, StepRules, StepTarget, single};

/// Adjacent opposing pieces cannot move by themselves (K92).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Immobilize;

impl PowerRules for Immobilize {
    const WORDS: &[Word] = &[alone(
        "immobilize",
        TurnStage::LatentState,
        "Opposing pieces next to it at the start of a turn cannot move by themselves, but only remove themselves, use a lent move or be moved by others.",
        "Q (moving) + immobilize",
        "K73, K92",
    )];

    fn syntax<'t>() -> Rule<'t, Immobilize> {
        single(Immobilize)
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Immobilizer]
    }
}

/// Cannot be immobilized (K92) or bewitched (L24), nor moved by a piece that exchanges squares only with enemies (L16, R34).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unstoppable;

impl PowerRules for Unstoppable {
    const WORDS: &[Word] = &[alone(
        "unstoppable",
        TurnStage::LatentState,
        "It cannot be immobilized or bewitched, and `swap with enemies` spares it.",
        "B + unstoppable",
        "K92, L16, L24, R34",
    )];

    fn syntax<'t>() -> Rule<'t, Unstoppable> {
        single(Unstoppable)
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Unstoppable]
    }
}

/// The self-removal of an immobilized piece (K73).
pub(crate) struct Suicide;

impl StepRules for Suicide {
    const WORD: Option<&str> = Some("suicide");

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.change(observer, step.from, Piece::NONE);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        format!("{}*", scene.square(step.from))
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn a_piece_beside_it_can_only_remove_itself() {
        let scenario = Scenario::new("immobilize", &["(Wa)e5", "[N]e6", "[N]g6"]);
        assert_eq!(scenario.turns("e6"), ["Ne6*"]);
        assert_eq!(scenario.after("Ne6*"), "(Wa)e5 [N]g6");
    }
}

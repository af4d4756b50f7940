//! `pass`: may do nothing (K48); and ways that lead back to where the piece stands (L17, L26).

use crate::grammar::Rule;
use crate::grammar::ast::{Mode, Path, Travel};
use crate::grammar::words::{Stage, Word, alone};
use crate::travel::{View, is_whole_circle, mirrored_targets_of};
use crate::vocabulary::{Geometry, Observer, Square, SquareSet};

use super::{
    Compiler, PowerRules, Promotes, Scene, Special, SpecialRules, Step, StepKind, StepRules, StepTarget,
    Steps, single,
};

/// May do nothing (K48).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass;

impl PowerRules for Pass {
    const WORDS: &[Word] = &[alone(
        "pass",
        Stage::Step,
        "May stay where it is and do nothing. The end of the turn happens all the same.",
        "W + D + pass",
        "K48",
    )];

    fn syntax<'t>() -> Rule<'t, Pass> {
        single(Pass)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.add(Special::Stay(Stay::Always));
    }
}

/// When a piece may end where it began: turns that change nothing.
#[derive(Clone, Debug)]
pub(crate) enum Stay {
    /// Whenever it likes (K48).
    Always,
    /// On these squares (L17).
    On(SquareSet),
    /// When it can go all round a royal piece (L26).
    WholeCircle,
}

impl Stay {
    /// Compiles what a travel adds, if it can lead back.
    pub(super) fn by_travel(size: Geometry, travel: &Travel, turned: bool) -> Option<Stay> {
        match &travel.path {
            Path::Circle => Some(Stay::WholeCircle),
            Path::Mirror(vectors) if travel.mode != Mode::Capturing => {
                let targets = mirrored_targets_of(size, vectors, turned);
                let on: SquareSet =
                    size.iter().filter(|from| targets[from.index()].contains(*from)).collect();
                (!on.is_empty()).then_some(Stay::On(on))
            }
            _ => None,
        }
    }
}

impl SpecialRules for Stay {
    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl Steps) {
        let open = match self {
            Stay::Always => true,
            Stay::On(squares) => squares.contains(from),
            Stay::WholeCircle => is_whole_circle(view, from),
        };
        if open {
            out.add(Step::staying(StepKind::Pass, from, from), false, Promotes::Nobody);
        }
    }
}

impl StepRules for Pass {
    const WORD: Option<&str> = Some("pass");

    fn play(_: &mut impl StepTarget, _: Step, _: &mut impl Observer) {}

    fn text(_: &Scene<'_>, _: Step) -> String {
        "!".to_owned()
    }
}

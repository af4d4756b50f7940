//! `explode`: a piece that destroys everything around when it is set down (L41, L44).

use crate::grammar::Rule;
use crate::grammar::words::{TurnStage, Word, alone};
use crate::vocabulary::{Class, Observer, Square};

use super::{Compiler, PowerRules, StepTarget, single};

/// When it is set down, it destroys itself and every piece on its square and around that is not royal (L41).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explode;

impl PowerRules for Explode {
    const WORDS: &[Word] = &[alone(
        "explode",
        TurnStage::Step,
        "Where it is set down it destroys every piece there and around, of either side, that is not royal, and itself. \
         It never stands on the board.",
        "explode",
        "L41, L44",
    )];

    fn syntax<'t>() -> Rule<'t, Explode> {
        single(Explode)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.explodes = true;
    }
}

/// Destroys the pieces on a square and around it.
pub(super) fn explode(target: &mut impl StepTarget, square: Square, observer: &mut impl Observer) {
    let mut blast = *target.rays().neighbours(square);
    blast.insert(square);
    for square in blast - target.board().class_of_both(Class::Royal) {
        if !target.board().at(square).is_none() {
            target.take(square, observer);
        }
    }
}

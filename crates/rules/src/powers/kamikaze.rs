//! `kamikaze`: is removed at once after taking by its own power (K62).

use crate::grammar::Rule;
use crate::grammar::words::{TurnStage, Word, alone};

use super::{Compiler, PowerRules, single};

/// The piece is removed at once after taking by its own power (K62).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kamikaze;

impl PowerRules for Kamikaze {
    const WORDS: &[Word] = &[alone(
        "kamikaze",
        TurnStage::Arrival,
        "Once it has taken something by its own power it is removed itself.",
        "Q2 + kamikaze",
        "K62",
    )];

    fn syntax<'t>() -> Rule<'t, Kamikaze> {
        single(Kamikaze)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.kamikaze = true;
    }
}

//! `armoured` and `piercing`: who can take whom (L27).

use crate::grammar::Rule;
use crate::grammar::words::{TurnStage, Word, alone};
use crate::vocabulary::Class;

use super::{Compiler, PowerRules, single};

/// Only piercing pieces and explosions can take it; it is an obstacle to all others (L27).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Armoured;

impl PowerRules for Armoured {
    const WORDS: &[Word] = &[alone(
        "armoured",
        TurnStage::Capture,
        "Only `piercing` pieces and explosions can take it. To all others it is an obstacle which they can neither take \
         nor pass nor swap.",
        "circle a royal friend + armoured",
        "L27",
    )];

    fn syntax<'t>() -> Rule<'t, Armoured> {
        single(Armoured)
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Armoured]
    }
}

/// Takes armoured pieces like others (L27).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piercing;

impl PowerRules for Piercing {
    const WORDS: &[Word] = &[alone(
        "piercing",
        TurnStage::Capture,
        "Takes `armoured` pieces like any others.",
        "W + F + piercing; royal",
        "L27",
    )];

    fn syntax<'t>() -> Rule<'t, Piercing> {
        single(Piercing)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.pierces = true;
    }
}

//! `armoured` and `piercing`: pieces that only some others can take (L27).

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

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn only_a_piercing_piece_takes_it() {
        let scenario = Scenario::new("armoured", &["(Wa)e5", "[F]d4"]);
        assert_eq!(scenario.turns("d4"), ["F-c3", "F-c5", "F-e3"]);
    }

    #[test]
    fn a_piercing_piece_takes_it() {
        let scenario = Scenario::new("armoured + F + piercing", &["(Wa)e5", "[Wa]d4"]);
        assert_eq!(scenario.turns("d4"), ["Wa-c3", "Wa-c5", "Wa-e3", "Waxe5"]);
        assert_eq!(scenario.after("Waxe5"), "[Wa]e5");
    }
}

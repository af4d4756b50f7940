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

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn it_dies_when_it_takes() {
        let scenario = Scenario::new("W + kamikaze", &["[Wa]e5", "(P)e6"]);
        assert_eq!(scenario.turns("e5"), ["Wa-d5", "Wa-e4", "Wa-f5", "Waxe6*"]);
        assert_eq!(scenario.after("Waxe6*"), "");
        assert_eq!(scenario.after("Wa-d5"), "[Wa]d5 (P)e6");
    }
}

//! `immovable`: a piece without moves of its own (R128).

use crate::grammar::Rule;
use crate::grammar::words::{TurnStage, Word, alone};

use super::{PowerRules, single};

/// Never moves by itself (R128).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Immovable;

impl PowerRules for Immovable {
    const WORDS: &[Word] = &[alone(
        "immovable",
        TurnStage::Step,
        "Does nothing by itself: the only word of a piece that never moves or takes, such as a block or a trophy. Others may \
         still move it, lend it moves or take it.",
        "immovable",
        "R128",
    )];

    fn syntax<'t>() -> Rule<'t, Immovable> {
        single(Immovable)
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn who_is_immovable_has_no_turn() {
        let scenario = Scenario::new("immovable", &["[Wa]e5", "(P)e6", "(P)d6"]);
        assert!(scenario.turns("e5").is_empty(), "R128");
    }
}

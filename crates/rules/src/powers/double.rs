//! `double`: the pieces seen along its lines may move twice in a turn (K93).

use chumsky::Parser as _;

use crate::grammar::ast::Ride;
use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, along, word};
use crate::vocabulary::{Class, Geometry};

use super::{Compiler, PowerRules};

/// The pieces of either side seen along the lines may move twice in a turn (K93).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Double(pub Ride);

impl PowerRules for Double {
    const WORDS: &[Word] = &[Word {
        name: "double",
        role: Role::Power,
        stage: TurnStage::LatentState,
        syntax: "double along <LINE> lines",
        help: "The first piece on each line at the start of the turn, of either side, may move twice in it.",
        example: "Q (moving) + double along Q lines",
        rulings: "K93",
    }];

    fn syntax<'t>() -> Rule<'t, Double> {
        word("double").ignore_then(along()).map(Double).boxed()
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Doubler]
    }

    fn cost(&self, size: Geometry, _: usize) -> usize {
        self.0.squares(size)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let seen = compiler.seen(&self.0);
        compiler.abilities.doubled.push(seen);
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn what_it_sees_may_move_twice() {
        let scenario = Scenario::new("double along R lines", &["[Wa]e4", "[P]e5", "[P]f6"]);
        assert_eq!(scenario.turns("e5"), ["P-e6", "P-e6-e7"]);
        assert_eq!(scenario.after("P-e6-e7"), "[Wa]e4 [P]f6 [P]e7");
    }
}

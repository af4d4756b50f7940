//! `poison` and `burn`: marks that are deadly at the end of the turn (K99 to K101).

use chumsky::Parser as _;

use crate::grammar::ast::Ride;
use crate::grammar::words::{Role, TurnStage, Word, alone};
use crate::grammar::{Rule, along, word};
use crate::vocabulary::{Class, Geometry};

use super::{Compiler, PowerRules, single};

/// An opposing piece that takes a poisonous piece and stays on its square dies at the end of the turn (K99).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Poison {
    /// The piece itself is poisonous.
    Itself,
    /// The pieces of either side seen along the lines are poisonous.
    Seen(Ride),
}

impl PowerRules for Poison {
    const WORDS: &[Word] = &[Word {
        name: "poison",
        role: Role::Power,
        stage: TurnStage::Activation,
        syntax: "poison, poison along <LINE> lines",
        help: "Whoever takes it and stays on its square dies at the end of the turn. With lines it is not poisonous \
               itself but makes the first piece on each line so, of either side.",
        example: "W + F + poison",
        rulings: "K99, K100, K101",
    }];

    fn syntax<'t>() -> Rule<'t, Poison> {
        let seen = along().or_not().map(|seen| seen.map_or(Poison::Itself, Poison::Seen));
        word("poison").ignore_then(seen).boxed()
    }

    fn classes(&self) -> &'static [Class] {
        match self {
            Poison::Itself => &[Class::Poisonous],
            Poison::Seen(_) => &[Class::Poisoner],
        }
    }

    fn cost(&self, size: Geometry, _: usize) -> usize {
        match self {
            Poison::Itself => 0,
            Poison::Seen(ride) => ride.squares(size),
        }
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        if let Poison::Seen(ride) = self {
            let seen = compiler.seen(ride);
            compiler.abilities.poisoned.push(seen);
        }
    }
}

/// Opposing pieces next to its square at the start of a turn die if they are there at the end (K99).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Burn;

impl PowerRules for Burn {
    const WORDS: &[Word] = &[alone(
        "burn",
        TurnStage::Activation,
        "Opposing pieces next to where it stood at the start of the turn die at its end.",
        "B + burn",
        "K99, K100, K101",
    )];

    fn syntax<'t>() -> Rule<'t, Burn> {
        single(Burn)
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Burner]
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn whoever_takes_it_dies() {
        let scenario = Scenario::new("W + poison", &["(Wa)e7", "[F]d6"]);
        assert_eq!(scenario.turns("d6"), ["F-c5", "F-c7", "F-e5", "Fxe7*"]);
        assert_eq!(scenario.after("Fxe7*"), "");
    }
}

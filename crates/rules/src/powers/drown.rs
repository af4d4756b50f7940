//! `drown`: a part of the board where a piece may not stay (R161).

use chumsky::Parser as _;

use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, phrase, region};
use crate::vocabulary::{Region, Side};

use super::{Compiler, PowerRules};

/// Lost at the end of a turn of its own side if it stands in the region then and stood there when the turn began (R161).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drown(pub Region);

impl PowerRules for Drown {
    const WORDS: &[Word] = &[
        Word {
            name: "drown",
            role: Role::Power,
            stage: TurnStage::Activation,
            syntax: "drown in <REGION>",
            help: "It is lost if it stands in this region of the board both before and after a turn of its own side, on the same \
                   square or on another.",
            example: "Q2 + drown in river",
            rulings: "R161",
        },
        Word {
            name: "in",
            role: Role::Joint,
            stage: TurnStage::Activation,
            syntax: "drown in <REGION>",
            help: "Leads in the region of `drown`.",
            example: "Q2 + drown in river",
            rulings: "R161",
        },
    ];

    /// `drown in REGION`.
    fn syntax<'t>() -> Rule<'t, Drown> {
        phrase("drown in").ignore_then(region()).map(Drown).boxed()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let side = if compiler.turned { Side::Second } else { Side::First };
        compiler.abilities.drowns |= *self.0.of(side);
    }
}

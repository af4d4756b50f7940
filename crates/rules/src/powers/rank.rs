//! `rank`: decides which pieces jump over it (R111).

use chumsky::Parser as _;

use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, range, word};

use super::PowerRules;

/// The rank of the piece; those without have rank 0 (R111).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank(pub u8);

impl PowerRules for Rank {
    const WORDS: &[Word] = &[Word {
        name: "rank",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "rank <NUMBER>, <LINE> over pieces below rank <NUMBER>",
        help: "Travels `over pieces below rank` pass over it only if its rank is lower than theirs. Other pieces have rank 0.",
        example: "B + B over pieces below rank 1 (capturing) + rank 1",
        rulings: "R111",
    }];

    /// `rank NUMBER`.
    fn syntax<'t>() -> Rule<'t, Rank> {
        word("rank").ignore_then(range()).map(Rank).boxed()
    }

    fn is_same(&self, _: &Rank) -> bool {
        true
    }
}

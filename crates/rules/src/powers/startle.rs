//! `startle`: its check lets a royal piece flee farther than it goes otherwise (R164).

use chumsky::Parser as _;

use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, word};
use crate::travel::{Term, Travel, Travels};
use crate::vocabulary::Geometry;

use super::relay::lent;
use super::{Compiler, PowerRules, SET_BYTES};

/// Where check binds, an opposing royal piece that it attacks may flee by these travels (R164).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Startle {
    /// The leaps and rides by which the royal piece may flee, with its own side's forward.
    pub flights: Vec<Travel>,
}

impl PowerRules for Startle {
    const WORDS: &[Word] = &[Word {
        name: "startle",
        role: Role::Power,
        stage: TurnStage::Step,
        syntax: "startle <TRAVEL>, startle (<TRAVEL> + <TRAVEL>)",
        help: "Where check binds, an opposing royal piece that it attacks may move and take by this travel, too. \
               Several travels are given in parentheses.",
        example: "Q2 + N + startle Q2",
        rulings: "R164",
    }];

    /// `startle TRAVEL`.
    fn syntax<'t>() -> Rule<'t, Startle> {
        let flights = |terms: Vec<Term>| Startle { flights: terms.into_iter().map(Term::travel).collect() };
        word("startle").ignore_then(lent()).map(flights).boxed()
    }

    fn cost(&self, size: Geometry, _: usize) -> usize {
        self.flights.iter().map(|travel| SET_BYTES + travel.path.cost(size)).sum()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        // The piece that flees is of the other side, whose forward is this one's back.
        let flights = Travels::compile(compiler.rays, &self.flights, !compiler.turned);
        compiler.abilities.startles = Some(Box::new(flights));
    }

    /// The last one would hold alone.
    fn is_same(&self, _: &Startle) -> bool {
        true
    }
}

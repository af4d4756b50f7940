//! `royal`: a side without such a piece has lost (K113); `shielded`: a piece that some travels spare (K38).

use crate::grammar::Rule;
use crate::grammar::words::{TurnStage, Word, alone};
use crate::vocabulary::Class;

use super::{PowerRules, single};

/// A side that has lost all such pieces has lost the game (K113).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Royal;

impl PowerRules for Royal {
    const WORDS: &[Word] = &[alone(
        "royal",
        TurnStage::Verdict,
        "A player who has lost every royal piece has lost the game.",
        "W + F; royal",
        "K113",
    )];

    fn syntax<'t>() -> Rule<'t, Royal> {
        single(Royal)
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Royal, Class::Shielded]
    }
}

/// Travels that spare such pieces can neither pass over them nor take them (K38).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shielded;

impl PowerRules for Shielded {
    const WORDS: &[Word] = &[alone(
        "shielded",
        TurnStage::Step,
        "Travels that say `sparing shielded` can neither pass over it nor take it.",
        "R + R over pieces sparing shielded (capturing) + shielded",
        "K38",
    )];

    fn syntax<'t>() -> Rule<'t, Shielded> {
        single(Shielded)
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Shielded]
    }
}

//! The part of the grammar for names of regions.

use chumsky::input::MapExtra;
use chumsky::prelude::*;

use super::rule::{Extra, Rule, Tokens};
use super::token::Token;
use crate::vocabulary::{Region, SquareSet};

/// The name of a region of the game. Outside a game it is any name, of a region without squares.
pub(crate) fn region<'t>() -> Rule<'t, Region> {
    select! { Token::Word(name) => name }
        .labelled("a region")
        .try_map_with(|name: &str, e: &mut MapExtra<'_, '_, Tokens<'_>, Extra<'_>>| {
            let span = e.span();
            let Some(regions) = e.state().0 else {
                return Ok(Region { name: name.to_owned(), squares: [SquareSet::EMPTY; 2] });
            };
            let found = regions.iter().find(|region| region.name == name);
            found.cloned().ok_or_else(|| Rich::custom(span, unknown(name, regions)))
        })
        .boxed()
}

/// Returns the message for a name that is no region.
fn unknown(name: &str, regions: &[Region]) -> String {
    let names: Vec<String> = regions.iter().map(|region| format!("`{}`", region.name)).collect();
    match names.as_slice() {
        [] => format!("`{name}` is not a region: the game has none"),
        [names @ .., last] => {
            let others = names.join(", ");
            let or = if names.is_empty() { "" } else { " or " };
            format!("`{name}` is not a region: expected {others}{or}{last}")
        }
    }
}

//! Turns on request: where a position has too many to be told with it, and for the side that waits.

use beaufort_rules::{Position, Scope, Turn, phrase};

use super::handler::Handler;
use super::refusal::{Refusal, read_turn, refusal};
use crate::command::TurnsOf;
use crate::event::{Event, ProblemCode};
use crate::view::{
    IdleView, MAX_TOLD_TURNS, TurnView, begins_on, drops_any, drops_on, told_turns, types_of, views_of,
};

/// The most turns of a position of which some can be asked for: to write one, what others do has to be seen.
const MAX_ASKED_TURNS: usize = 50_000;

impl Handler<'_> {
    pub(super) fn premoves(&mut self, node: u32) -> Result<(), Refusal> {
        let (turns, unlisted) = told_turns(&self.position_of(node, true)?, MAX_TOLD_TURNS);
        self.reply(Event::Premoves { node, turns: allowed(turns), unlisted });
        Ok(())
    }

    pub(super) fn turns(&mut self, node: u32, of: &TurnsOf, skip: u32, ahead: bool) -> Result<(), Refusal> {
        let position = self.position_of(node, ahead)?;
        let count = position.count_turns(Scope::Choices);
        if count > MAX_ASKED_TURNS as u64 {
            let message = phrase!(
                "the position has {number} turns, too many to be told: type the turn",
                number = count
            );
            return Err(refusal(ProblemCode::TooHard, message, "node"));
        }
        let listed = position.turns(Scope::Choices);
        let chosen = chosen(&position, &listed, of)?;
        let told: Vec<usize> = chosen.iter().copied().skip(skip as usize).take(MAX_TOLD_TURNS).collect();
        let turns = views_of(&position, &told.iter().map(|&index| listed[index]).collect::<Vec<Turn>>());
        let held = position.immobilized(position.side()) | position.bewitched(position.side());
        let is_held = |&square: &u8| held.iter().any(|at| at.byte() == square);
        let idle = match of {
            TurnsOf::Square { square } if chosen.is_empty() || is_held(square) => {
                IdleView::of(&position, *square)
            }
            TurnsOf::Item { item, to } if chosen.is_empty() => IdleView::of_item(&position, *item, *to),
            _ => None,
        };
        self.reply(Event::Turns {
            total: wire(chosen.len()),
            turns: if ahead { allowed(turns) } else { turns },
            indices: told.into_iter().map(wire).collect(),
            idle,
        });
        Ok(())
    }

    /// Returns the position shown, on which a turn is expected; if `ahead`, with the side to move that waits.
    fn position_of(&self, node: u32, ahead: bool) -> Result<Position, Refusal> {
        let mut position = self.expect_turn(node)?.clone();
        if ahead {
            position.null_turn();
        }
        Ok(position)
    }
}

/// Returns the places of those turns in the list that are asked for.
fn chosen(position: &Position, listed: &[Turn], of: &TurnsOf) -> Result<Vec<usize>, Refusal> {
    let places = |is_meant: &dyn Fn(Turn) -> bool| {
        listed.iter().enumerate().filter(|&(_, &turn)| is_meant(turn)).map(|(index, _)| index).collect()
    };
    match of {
        TurnsOf::Square { square } => Ok(places(&|turn| begins_on(turn, *square))),
        TurnsOf::Item { item, to } => {
            let types = types_of(position.game(), *item);
            let types = types.ok_or_else(|| {
                refusal(ProblemCode::Unknown, phrase!("the reserve has no such item"), "of.item")
            })?;
            let is_there = |turn: Turn| to.is_none_or(|to| drops_on(turn, to));
            Ok(places(&|turn| drops_any(turn, &types) && is_there(turn)))
        }
        TurnsOf::Listed { index } => {
            let index = *index as usize;
            if index >= listed.len() {
                return Err(refusal(ProblemCode::Unknown, phrase!("the list has no such turn"), "of.index"));
            }
            Ok(vec![index])
        }
        TurnsOf::Typed { text } => {
            let typed = read_turn(position, text, "of.text")?;
            Ok(listed.iter().position(|&turn| turn == typed).into_iter().collect())
        }
    }
}

/// Returns turns of the side that waits. Repetition is not considered: the positions before them are not known yet.
fn allowed(turns: Vec<TurnView>) -> Vec<TurnView> {
    turns.into_iter().map(|turn| TurnView { forbidden: false, ..turn }).collect()
}

fn wire(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

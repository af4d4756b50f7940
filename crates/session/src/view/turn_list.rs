//! The turns of a position as they are sent: all of them or, where they are too many, their number and their origins. The turns
//! of one origin are sent on request.

use beaufort_rules::vocabulary::SquareSet;
use beaufort_rules::{Game, Position, Scope, Step, StepKind, Turn};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::{SquareIndex, TurnView, Viewer, item_types, squares, turns_of};

/// The most turns that are sent at once: about 900 KB of JSON. In 300,000 positions of random games of Jupiter the maximum was
/// 1,104, and 2,671 where both sides promoted whenever they could; in all other games it was 400.
pub const MAX_TOLD_TURNS: usize = 4096;

/// The turns of a position that has too many of them to be told: `turns` asks for those that begin in one of these places.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct UnlistedTurns {
    /// The number of turns.
    pub count: u32,
    /// The squares of the pieces that can begin one.
    pub squares: Vec<SquareIndex>,
    /// The items of the reserve that can be dropped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<u8>>", optional))]
    pub items: Vec<u8>,
}

/// Returns everything a player may choose on a position, in the order of [`Scope::Choices`]; of more than `max` turns, where they begin.
pub(crate) fn told_turns(position: &Position, max: usize) -> (Vec<TurnView>, Option<UnlistedTurns>) {
    match usize::try_from(position.count_turns(Scope::Choices)) {
        Ok(count) if count <= max => (turns_of(position), None),
        _ => (Vec::new(), Some(unlisted(position))),
    }
}

fn unlisted(position: &Position) -> UnlistedTurns {
    let turns = position.turns(Scope::Choices);
    let mut origins = SquareSet::EMPTY;
    let mut dropped = [false; 256];
    for Turn { first, .. } in &turns {
        match dropped_type(*first) {
            Some(kind) => dropped[usize::from(kind)] = true,
            None => origins.insert(first.from),
        }
    }
    let game = position.game();
    let brings = |&item: &u8| {
        types_of(game, item).is_some_and(|types| types.iter().any(|&kind| dropped[usize::from(kind)]))
    };
    let items = (0..game.definition().drops.items.len() as u8).filter(brings).collect();
    UnlistedTurns { count: u32::try_from(turns.len()).unwrap_or(u32::MAX), squares: squares(origins), items }
}

/// Returns whether a turn begins with the piece on a square.
pub(crate) fn begins_on(turn: Turn, square: SquareIndex) -> bool {
    dropped_type(turn.first).is_none() && turn.first.from.byte() == square
}

/// Returns the piece types that an item of the reserve brings on the board, if the game has the item.
pub(crate) fn types_of(game: &Game, item: u8) -> Option<Vec<u8>> {
    game.definition().drops.items.get(usize::from(item)).map(|item| item_types(game, &item.what))
}

/// Returns whether a turn begins with the drop of a piece of one of these types.
pub(crate) fn drops_any(turn: Turn, types: &[u8]) -> bool {
    dropped_type(turn.first).is_some_and(|kind| types.contains(&kind))
}

/// Returns whether a turn begins with a drop on a square, or with one of a pair there.
pub(crate) fn drops_on(turn: Turn, square: SquareIndex) -> bool {
    [turn.first.from, turn.first.to].iter().any(|at| at.byte() == square)
}

fn dropped_type(step: Step) -> Option<u8> {
    step.promotion.filter(|_| step.kind == StepKind::Drop).map(|kind| kind.byte())
}

/// Returns the views of some turns of a position.
pub(crate) fn views_of(position: &Position, turns: &[Turn]) -> Vec<TurnView> {
    let mut viewer = Viewer::new(position);
    let texts = position.turn_texts(turns).into_iter();
    turns
        .iter()
        .zip(texts)
        .map(|(&turn, text)| viewer.view(turn, text.as_deref().unwrap_or_default()))
        .collect()
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    /// The squares and items are those at which the listed turns begin, whatever the bound is.
    #[test]
    fn places_where_turns_begin_are_told_instead_of_too_many_turns() {
        let mut rng = fastrand::Rng::with_seed(7);
        for game in builtin::ids().filter_map(builtin::game) {
            let mut position = Position::initial(&game);
            for _ in 0..30 {
                let turns = position.turns(Scope::Choices);
                let Some(&turn) = rng.choice(&turns) else { break };
                let count = turns.len();
                assert_eq!(told_turns(&position, count), (turns_of(&position), None));
                let (none, told) = told_turns(&position, count - 1);
                let told = told.unwrap();
                assert_eq!((none.len(), told.count as usize), (0, count));
                let begun = |turn: &Turn| {
                    told.squares.iter().filter(|&&square| begins_on(*turn, square)).count()
                        + usize::from(
                            told.items.iter().any(|&item| drops_any(*turn, &types_of(&game, item).unwrap())),
                        )
                };
                assert!(turns.iter().all(|turn| begun(turn) == 1), "{position}");
                let is_used = |square: u8| turns.iter().any(|&turn| begins_on(turn, square));
                assert!(told.squares.iter().all(|&square| is_used(square)));
                assert_eq!(views_of(&position, &turns), turns_of(&position), "{position}");
                position.play(turn).unwrap();
            }
        }
    }
}

//! A game of self-play, and how it is replayed.

use std::sync::Arc;

use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{CoordinatesError, Game, Position, Scope, Side, StepKind, Turn};
use serde::Deserialize;

use super::DataError;

/// The training data of a game of the engine against itself. A learner holds many thousands of them, each in a tenth of the memory
/// of its [`GameRow`](crate::row::GameRow). Version 0.1 kept games in this form, as lines of JSON, which are still read.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayGame {
    /// The number of the game, from 0 on.
    #[serde(rename = "n")]
    pub number: u32,
    /// The index of the side that won, if one did.
    pub won: Option<usize>,
    /// The position after the random plies.
    pub start: String,
    /// The turns that the engine played, in coordinates with blanks between them.
    pub turns: String,
    /// For each turn the score that the search gave the side to move, where the position was quiet: the turn takes, brings
    /// and promotes nothing, and no end was in sight. A [`PlayedGame`](super::PlayedGame) has all scores: nothing is learned from it.
    pub scores: Vec<Option<i32>>,
}

/// A quiet position of a game, and the result of the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietPosition<'a> {
    pub(crate) position: &'a Position,
    /// The score that the search gave the side to move.
    pub(crate) score: i32,
    /// The points of the side to move: 0, 1/2 or 1.
    pub(crate) points: f32,
}

/// A turn of a game, and the position in which it was played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReplayedTurn<'a> {
    pub(crate) position: &'a Position,
    pub(crate) turn: Turn,
    /// The score that the search gave the side to move, if the position was quiet.
    pub(crate) score: Option<i32>,
}

impl SelfPlayGame {
    /// Plays the game again, and gives its quiet positions in their order.
    ///
    /// # Errors
    /// If this is no game by the rules.
    pub(crate) fn replay(
        &self,
        game: &Arc<Game>,
        mut on_position: impl FnMut(QuietPosition<'_>),
    ) -> Result<(), DataError> {
        self.replay_turns(game, |ReplayedTurn { position, score, .. }| {
            if let Some(score) = score {
                let points = match self.won {
                    None => 0.5,
                    Some(side) if side == position.side().index() => 1.0,
                    Some(_) => 0.0,
                };
                on_position(QuietPosition { position, score, points });
            }
        })
    }

    /// Plays the game again, and gives its turns in their order.
    ///
    /// # Errors
    /// If this is no game by the rules.
    pub(crate) fn replay_turns(
        &self,
        game: &Arc<Game>,
        mut on_turn: impl FnMut(ReplayedTurn<'_>),
    ) -> Result<(), DataError> {
        let wrong = |what: String| DataError { number: self.number, what };
        if self.won.is_some_and(|side| side >= Side::BOTH.len()) {
            return Err(wrong("the winner must be 0, 1 or nobody".to_owned()));
        }
        let turns: Vec<&str> = self.turns.split_ascii_whitespace().collect();
        if turns.len() != self.scores.len() {
            return Err(wrong(format!("{} turns have {} scores", turns.len(), self.scores.len())));
        }
        let mut position = Position::parse(game, &self.start)
            .map_err(|error| wrong(format!("`{}` is no position: {error}", quoted(&self.start))))?;
        let mut generated = Vec::new();
        for (text, &score) in turns.into_iter().zip(&self.scores) {
            let turn = read_turn(&position, text, &mut generated)
                .map_err(|error| wrong(format!("ply {}: {error}", position.ply() + 1)))?;
            on_turn(ReplayedTurn { position: &position, turn, score });
            position.play_unchecked(turn);
        }
        Ok(())
    }
}

/// Reads a turn. Turns of the engine are legal: they are looked up by their text, because a check of legality would take most of
/// the time.
pub(super) fn read_turn(
    position: &Position,
    text: &str,
    generated: &mut Vec<Turn>,
) -> Result<Turn, CoordinatesError> {
    generated.clear();
    position.generate(Scope::Distinct, generated);
    let size = position.game().size();
    let found = generated.iter().copied().find(|&turn| {
        let begins = turn.first.kind == StepKind::Drop || text.starts_with(&size.name(turn.first.from));
        begins && position.coordinates(turn) == text
    });
    found.map_or_else(|| position.read_coordinates(text), Ok)
}

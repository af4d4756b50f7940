//! How the games of a pair begin.

use std::sync::Arc;

use beaufort_rules::game::Setup;
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Game, Position, Turn};
use fastrand::Rng;

use crate::setup::random_setup;

/// How often an opening is drawn before a shorter one will do.
const TRIES: usize = 50;

/// The opening of a game of a match: a start position and the turns played from it before the players take over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Where it starts.
    pub start: OpeningStart,
    /// The turns of the opening, which neither player has chosen.
    pub turns: Vec<Turn>,
}

/// Where a game starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningStart {
    /// The array of the game with a set-up.
    Setup(Setup),
    /// A given position.
    Position(Box<Position>),
}

impl Opening {
    /// Draws a random opening: one of the positions, or a set-up if there are none, and `plies` turns from there. In the
    /// position reached, the game is not over and the side to move has no immediate win.
    pub(super) fn choose(
        game: &Arc<Game>,
        positions: &[Position],
        pair: u32,
        plies: usize,
        rng: &mut Rng,
    ) -> Opening {
        let start = if positions.is_empty() {
            OpeningStart::Setup(random_setup(game, rng))
        } else {
            OpeningStart::Position(Box::new(positions[pair as usize % positions.len()].clone()))
        };
        let position = start.position(game);
        let mut longest_first = (1..=plies).rev().flat_map(|plies| [plies; TRIES]);
        let turns = longest_first.find_map(|plies| draw(&position, plies, rng)).unwrap_or_default();
        Opening { start, turns }
    }
}

impl Opening {
    /// Returns the position to which the opening leads.
    pub(super) fn position(&self, game: &Arc<Game>) -> Position {
        let mut position = self.start.position(game);
        self.turns.iter().for_each(|&turn| position.play_unchecked(turn));
        position
    }
}

impl OpeningStart {
    /// Returns the position.
    pub fn position(&self, game: &Arc<Game>) -> Position {
        match self {
            OpeningStart::Setup(setup) => setup.position(game),
            OpeningStart::Position(position) => Position::clone(position),
        }
    }
}

/// Draws `plies` turns, unless they lead to the end of the game.
fn draw(start: &Position, plies: usize, rng: &mut Rng) -> Option<Vec<Turn>> {
    let mut position = start.clone();
    let turns = play_random_turns(&mut position, plies, rng);
    (turns.len() == plies && position.verdict().is_none() && !can_win(&position)).then_some(turns)
}

/// Plays `plies` random turns, fewer where the game is over before, and returns them.
pub(crate) fn play_random_turns(position: &mut Position, plies: usize, rng: &mut Rng) -> Vec<Turn> {
    let next = |_| {
        if position.verdict().is_some() {
            return None;
        }
        let turn = rng.choice(position.legal_turns())?;
        position.play_unchecked(turn);
        Some(turn)
    };
    (0..plies).map_while(next).collect()
}

/// Returns whether the side to move has a turn that wins at once.
fn can_win(position: &Position) -> bool {
    let side = position.side();
    let mut after = position.clone();
    position.legal_turns().into_iter().any(|turn| {
        after.play_unchecked(turn);
        let won = after.verdict().is_some_and(|verdict| verdict.outcome == Outcome::Win(side));
        after.undo();
        won
    })
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn openings_have_their_length_and_an_open_end() {
        let game = builtin::game("orthochess").unwrap();
        for pair in 0..5 {
            let opening = Opening::choose(&game, &[], pair, 6, &mut Rng::with_seed(pair.into()));
            assert_eq!(opening.turns.len(), 6);
            let mut position = opening.start.position(&game);
            opening.turns.iter().for_each(|&turn| position.play_unchecked(turn));
            assert!(position.verdict().is_none() && !can_win(&position));
        }
    }

    /// The fiftieth move without a capture ends the game, though there are turns.
    #[test]
    fn an_opening_does_not_go_on_after_the_end() {
        let game = builtin::game("orthochess").unwrap();
        let late = Position::parse(&game, "4k3/p7/8/8/8/8/P7/4K3 w - - 99 60").unwrap();
        for seed in 0..50 {
            let turns = play_random_turns(&mut late.clone(), 4, &mut Rng::with_seed(seed));
            let mut position = late.clone();
            for turn in turns {
                assert_eq!(position.verdict(), None);
                position.play(turn).unwrap();
            }
        }
    }

    #[test]
    fn what_ends_the_game_is_not_drawn() {
        let game = builtin::game("scirocco").unwrap();
        let sharp = Position::parse(&game, "(K)8(P)/[K]9/10/10/10/10/10/10/10/9[P] b").unwrap();
        assert!(can_win(&sharp));
        for seed in 0..20 {
            let opening =
                Opening::choose(&game, std::slice::from_ref(&sharp), 3, 1, &mut Rng::with_seed(seed));
            let mut position = opening.start.position(&game);
            assert_eq!(position, sharp);
            for turn in opening.turns {
                position.play_unchecked(turn);
                assert!(position.verdict().is_none() && !can_win(&position), "{position}");
            }
        }
    }
}

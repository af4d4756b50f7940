//! The current game: the other program sends it from the start every time.

use std::sync::Arc;

use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Game, Position};

use crate::notation::coordinates;

/// A position with the turns that led to it.
#[derive(Debug)]
pub(super) struct GameSoFar {
    game: Arc<Game>,
    /// The position string at the start; `None`: the start of the game.
    start: Option<String>,
    /// The turns since, as they were sent.
    moves: Vec<String>,
    position: Position,
}

impl GameSoFar {
    /// Creates the start of a game.
    pub(super) fn new(game: Arc<Game>) -> GameSoFar {
        let position = Position::initial(&game);
        GameSoFar { game, start: None, moves: Vec::new(), position }
    }

    /// Returns the game.
    pub(super) fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Returns the position.
    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Sets up a position and plays turns. The turns that were sent before are not played again, so that a long game stays fast.
    /// White space in the position does not matter.
    ///
    /// # Errors
    /// If the position or a turn is wrong; then nothing changes.
    pub(super) fn tell(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), String> {
        let start = start.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        let mut position = self.position.clone();
        let same = if self.start == start {
            let pairs = self.moves.iter().zip(moves);
            pairs.take_while(|(old, new)| old == new).count()
        } else {
            position = match &start {
                Some(text) => Position::parse(&self.game, text).map_err(|error| error.to_string())?,
                None => Position::initial(&self.game),
            };
            0
        };
        while position.ply() > same {
            position.undo();
        }
        for (index, text) in moves.iter().enumerate().skip(same) {
            let turn = coordinates::read(&position, text)
                .map_err(|error| format!("move {}, `{}`: {error}", index + 1, quoted(text)))?;
            position.play_unchecked(turn);
        }
        self.start = start;
        self.moves.truncate(same);
        self.moves.extend(moves[same..].iter().map(|&text| text.to_owned()));
        self.position = position;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn what_was_told_before_is_kept() {
        let mut so_far = GameSoFar::new(builtin::game("scirocco").unwrap());
        let start = so_far.position().to_string();
        so_far.tell(None, &["e3e4", "P-e7", "d3d4"]).unwrap();
        let after_three = so_far.position().clone();
        so_far.tell(None, &["e3e4", "f8f7"]).unwrap();
        assert_eq!(so_far.position().ply(), 2);
        so_far.tell(None, &["e3e4", "e8e7", "d3d4"]).unwrap();
        assert_eq!(so_far.position(), &after_three);
        let three = after_three.to_string();
        so_far.tell(Some(&three), &[]).unwrap();
        assert_eq!((so_far.position().ply(), so_far.position()), (0, &after_three));
        so_far.tell(None, &[]).unwrap();
        assert_eq!(so_far.position().to_string(), start);
        so_far.tell(Some(&three.replace(' ', " \t ")), &[]).unwrap();
        assert_eq!(so_far.position(), &after_three);
    }

    #[test]
    fn mistakes_change_nothing() {
        let mut so_far = GameSoFar::new(builtin::game("scirocco").unwrap());
        so_far.tell(None, &["e3e4"]).unwrap();
        let before = so_far.position().clone();
        for (start, moves, error) in [
            (None, &["e3e4", "e3e4"] as &[&str], "move 2, `e3e4`: `e3e4` is not a turn here"),
            (None, &["Xy-a1"], "move 1, `Xy-a1`: this game has no piece with the id `Xy`"),
            (Some("x"), &[], "position, column 1: "),
        ] {
            let message = so_far.tell(start, moves).unwrap_err();
            assert!(message.starts_with(error), "{message}");
            assert_eq!(so_far.position(), &before);
        }
    }
}

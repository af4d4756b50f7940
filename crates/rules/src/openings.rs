//! Openings: the known first turns of a game, some of them with a name.
//!
//! A file of openings has a line for each: the name, the turns from the array, and the choices of the setup if they are not the
//! default, separated by `|`.
//!
//! ```text
//! # A comment.
//! Italian Game | e4 e5 Nf3 Nc6 Bc4
//! | e4 e5 Nf3 Nc6 Bc4 Bc5 c3
//! ```
//!
//! A line without a name is known as well. Openings are recognized by the position: another order of the same turns leads to
//! the same opening.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::game::{Game, Setup};
use crate::position::Position;
use crate::turn::Turn;

/// The known openings of a game.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// The known positions by their keys, with their names if they have one.
    positions: HashMap<u64, Option<Box<str>>>,
    /// The number of turns of the longest line.
    plies: usize,
}

/// How far a game follows known lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening<'a> {
    /// The name of the last named position on the way.
    pub name: Option<&'a str>,
    /// The number of turns to the last known position.
    pub known_plies: usize,
}

/// An error in a file of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningsError {
    /// The line, counted from 1.
    line: usize,
    message: String,
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for OpeningsError {}

impl Openings {
    /// Reads a file of openings.
    ///
    /// # Errors
    /// If a turn is illegal, a setup does not exist, a position has two names, or a line has too few or too many fields; the
    /// error has the line.
    pub fn parse(game: &Arc<Game>, text: &str) -> Result<Openings, OpeningsError> {
        let mut openings = Openings::default();
        let lines = text.lines().zip(1..);
        for (text, line) in lines.filter(|(text, _)| !text.is_empty() && !text.starts_with('#')) {
            openings.add(game, text).map_err(|message| OpeningsError { line, message })?;
        }
        Ok(openings)
    }

    fn add(&mut self, game: &Arc<Game>, line: &str) -> Result<(), String> {
        let mut fields = line.split('|').map(str::trim);
        let name = fields.next().filter(|name| !name.is_empty());
        let turns = fields.next().ok_or("expected `NAME | TURNS`, perhaps with `| SET-UP`")?;
        let setup = fields.next().unwrap_or_default();
        if fields.next().is_some() {
            return Err("there are more than three fields".to_owned());
        }
        let mut position = Setup::parse(game, setup).map_err(|error| error.to_string())?.position(game);
        let mut plies = 0;
        self.positions.entry(position.key()).or_default();
        for text in turns.split_whitespace() {
            let turn = position.read_turn(text).map_err(|error| error.to_string())?;
            position.play(turn).map_err(|error| format!("{text}: {error}"))?;
            plies += 1;
            self.positions.entry(position.key()).or_default();
        }
        self.plies = self.plies.max(plies);
        if let Some(name) = name {
            let known = self.positions.entry(position.key()).or_default();
            if let Some(other) = known {
                return Err(format!("this position has the name `{other}` already"));
            }
            *known = Some(name.into());
        }
        Ok(())
    }

    /// Returns the known openings of the built-in game with the id of `game`. There are none if no openings are known, or if
    /// `game` is a custom game in which they cannot be played.
    #[cfg(feature = "builtin")]
    pub fn of(game: &Arc<Game>) -> Openings {
        let text = crate::game::builtin::openings(&game.definition().id);
        text.and_then(|text| Openings::parse(game, text).ok()).unwrap_or_default()
    }

    /// Returns the number of turns of the longest line.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Follows turns from a position along known lines; `None` if the starting position itself is not known.
    pub fn follow(&self, start: &Position, turns: impl IntoIterator<Item = Turn>) -> Option<Opening<'_>> {
        let name = |position: &Position| self.positions.get(&position.key()).map(Option::as_deref);
        let mut opening = Opening { name: name(start)?, known_plies: 0 };
        let mut position = start.clone();
        for (turn, plies) in turns.into_iter().take(self.plies).zip(1..) {
            position.play_unchecked(turn);
            if let Some(name) = name(&position) {
                opening = Opening { name: name.or(opening.name), known_plies: plies };
            }
        }
        Some(opening)
    }
}

#[cfg(all(test, feature = "builtin"))]
mod tests {
    use super::*;
    use crate::game::builtin;

    fn follow(openings: &Openings, game: &Arc<Game>, text: &str) -> Option<(Option<String>, usize)> {
        let start = Position::initial(game);
        let mut position = start.clone();
        let turns: Vec<Turn> = text
            .split_whitespace()
            .map(|text| {
                let turn = position.read_turn(text).expect("it is legal");
                position.play_unchecked(turn);
                turn
            })
            .collect();
        let found = openings.follow(&start, turns)?;
        Some((found.name.map(str::to_owned), found.known_plies))
    }

    #[test]
    fn every_line_of_every_game_can_be_played() {
        for id in builtin::ids() {
            let game = builtin::game(id).expect("it is built in");
            let Some(text) = builtin::openings(id) else { continue };
            let openings = Openings::parse(&game, text)
                .unwrap_or_else(|error| panic!("games/openings/{id}.txt: {error}"));
            assert!(openings.plies() > 0, "{id}");
            assert_eq!(Openings::of(&game).positions, openings.positions);
        }
    }

    #[test]
    fn an_opening_is_known_by_its_position() {
        let game = builtin::game("orthochess").expect("it is built in");
        let openings = Openings::of(&game);
        let italian = Some((Some("Italian Game".to_owned()), 5));
        assert_eq!(follow(&openings, &game, "e4 e5 Nf3 Nc6 Bc4"), italian);
        assert_eq!(follow(&openings, &game, "e4 Nc6 Bc4 e5 Nf3"), italian, "another order");
        assert_eq!(follow(&openings, &game, "e4 e5 Nf3 Nc6 Bc4 a6 a3 a5"), italian, "and then nothing known");
        let (name, known) = follow(&openings, &game, "e4 a6").expect("the array is known");
        assert_eq!((name.as_deref(), known), (Some("King's Pawn Game"), 1));
        assert_eq!(follow(&openings, &game, ""), Some((None, 0)));
        let other = Position::parse(&game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").expect("it is a position");
        assert_eq!(openings.follow(&other, []), None);
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let game = builtin::game("orthochess").expect("it is built in");
        for (text, message) in [
            ("\n# x\nItalian Game", "line 3: expected `NAME | TURNS`, perhaps with `| SET-UP`"),
            ("A | e4 | | b", "line 1: there are more than three fields"),
            ("A | e4 e5\nB | e4\nC | e4 e5", "line 3: this position has the name `A` already"),
        ] {
            assert_eq!(Openings::parse(&game, text).expect_err(text).to_string(), message);
        }
        for (text, start) in [("A | e4 e4", "line 1: "), ("A | e4 | sideways", "line 1: ")] {
            let message = Openings::parse(&game, text).expect_err(text).to_string();
            assert!(message.starts_with(start) && message.len() > start.len(), "{message}");
        }
    }

    #[test]
    fn a_game_of_ones_own_with_the_same_id_may_have_none() {
        let mut definition = builtin::definition("grand").expect("it is built in");
        definition.id = "orthochess".to_owned();
        assert_eq!(Openings::of(&Arc::new(Game::from(definition))).plies(), 0);
    }
}

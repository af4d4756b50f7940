//! The setup phase: choices by which the players change the array before the first turn (K18 to K25).

use crate::vocabulary::{Phrase, phrase};

use std::fmt;

use super::Game;
use super::definition::{SetupChoice, Symmetry};

/// A decision for every choice of a game's setup phases.
///
/// Choices are independent of each other; each keeps the default array or changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// For each phase and choice, whether the default is changed.
    changed: Vec<Vec<bool>>,
}

/// An error for a text that is not a setup of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    name: String,
    known: Vec<String>,
}

impl SetupError {
    /// Returns the message for users.
    pub fn message(&self) -> Phrase {
        match self.known.is_empty() {
            true => {
                phrase!("`{text}` is not a set-up choice of this game: its array is fixed", text = &self.name)
            }
            false => phrase!(
                "`{text}` is not a set-up choice of this game: expected `default` or some of {known}, separated by commas",
                text = &self.name,
                known = self.known.clone(),
            ),
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for SetupError {}

/// The text of the setup that changes nothing.
const DEFAULT: &str = "default";

impl Setup {
    /// Returns the setup that keeps the default array (K20).
    pub fn keep(game: &Game) -> Setup {
        Setup::choose(game, |_| false)
    }

    /// Returns the setup in which `change` decides each choice, in the order in which they are made.
    pub fn choose(game: &Game, mut change: impl FnMut(&SetupChoice) -> bool) -> Setup {
        let phases = &game.definition().setup.phases;
        Setup {
            changed: phases.iter().map(|phase| phase.choices.iter().map(&mut change).collect()).collect(),
        }
    }

    /// Returns whether a choice changes the default.
    ///
    /// # Panics
    /// If the game has no such phase or choice.
    pub fn is_changed(&self, phase: usize, choice: usize) -> bool {
        self.changed[phase][choice]
    }

    /// Makes a choice.
    ///
    /// # Panics
    /// If the game has no such phase or choice.
    pub fn set(&mut self, phase: usize, choice: usize, changed: bool) {
        self.changed[phase][choice] = changed;
    }

    /// Reads a setup: the names of the changed choices, separated by commas, or `default`. Case is ignored.
    ///
    /// # Errors
    /// If a name is not one of the game's choices.
    pub fn parse(game: &Game, text: &str) -> Result<Setup, SetupError> {
        let mut setup = Setup::keep(game);
        if text.trim().is_empty() || text.trim().eq_ignore_ascii_case(DEFAULT) {
            return Ok(setup);
        }
        let phases = &game.definition().setup.phases;
        for name in text.split(',').map(str::trim) {
            let is_meant = |choice: &SetupChoice| game.choice_name(choice).eq_ignore_ascii_case(name);
            let found = phases.iter().enumerate().find_map(|(phase, choices)| {
                choices.choices.iter().position(is_meant).map(|choice| (phase, choice))
            });
            let Some((phase, choice)) = found else {
                let known = phases.iter().flat_map(|phase| &phase.choices);
                let known = known.map(|choice| format!("`{}`", game.choice_name(choice))).collect();
                return Err(SetupError { name: name.chars().take(40).collect(), known });
            };
            setup.set(phase, choice, true);
        }
        Ok(setup)
    }

    /// Returns the text that [`Setup::parse`] reads.
    pub fn text(&self, game: &Game) -> String {
        let names: Vec<String> = self.changes(game).map(|choice| game.choice_name(choice)).collect();
        if names.is_empty() { DEFAULT.to_owned() } else { names.join(", ") }
    }

    /// Returns the choices that change the default, in the order in which they are applied.
    pub(crate) fn changes<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = &'a SetupChoice> {
        let phases = game.definition().setup.phases.iter().zip(&self.changed);
        let choices = phases.flat_map(|(phase, changed)| phase.choices.iter().zip(changed));
        // Exchanges first: their squares are those of the default, which reflections move (K21).
        let ordered = |reflections: bool| {
            choices
                .clone()
                .filter(move |(choice, changed)| {
                    **changed && matches!(choice, SetupChoice::Exchange { .. }) != reflections
                })
                .map(|(choice, _)| choice)
        };
        ordered(false).chain(ordered(true))
    }
}

impl Game {
    /// Returns the name of a setup choice, after its effect: `mirror` (`rotational` where the array is a mirror image),
    /// `Knight-Camel`, `reflect Tan`.
    pub fn choice_name(&self, choice: &SetupChoice) -> String {
        match choice {
            SetupChoice::Symmetry if self.definition().symmetry == Symmetry::Mirror => {
                "rotational".to_owned()
            }
            SetupChoice::Symmetry => "mirror".to_owned(),
            SetupChoice::Exchange { name, .. } => name.clone(),
            SetupChoice::Reflect { side } => format!("reflect {}", self.side_name(*side)),
        }
    }
}

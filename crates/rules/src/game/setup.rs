//! The setup phase: choices by which the players change the array before the first turn (K18 to K25).

use crate::vocabulary::{Phrase, phrase};

use std::fmt;

use super::Game;
use super::definition::{ArrangementList, SetupChoice, Symmetry};

/// A decision for every choice of a game's setup phases.
///
/// Choices are independent of each other; each keeps the default array or changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// For each phase and choice, 0 if the default is kept, 1 if it is changed; for arrangements, one more than the number of the
    /// arrangement, unless it is that of the array.
    options: Vec<Vec<u32>>,
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
        Setup::choose(game, |_| 0)
    }

    /// Returns the setup in which `option` decides each choice, in the order in which they are made: 0 keeps the default, and
    /// the others are below [`Game::options`].
    pub fn choose(game: &Game, mut option: impl FnMut(&SetupChoice) -> u32) -> Setup {
        let phases = &game.definition().setup.phases;
        let mut made = |choice: &SetupChoice| {
            let option = option(choice);
            game.option(choice, option)
        };
        Setup { options: phases.iter().map(|phase| phase.choices.iter().map(&mut made).collect()).collect() }
    }

    /// Returns whether a choice changes the default.
    ///
    /// # Panics
    /// If the game has no such phase or choice.
    pub fn is_changed(&self, phase: usize, choice: usize) -> bool {
        self.option(phase, choice) != 0
    }

    /// Returns how a choice is made: 0 if it keeps the default.
    ///
    /// # Panics
    /// If the game has no such phase or choice.
    pub fn option(&self, phase: usize, choice: usize) -> u32 {
        self.options[phase][choice]
    }

    /// Makes a choice; an option that there is not keeps the default.
    ///
    /// # Panics
    /// If the game has no such phase or choice.
    pub fn set(&mut self, game: &Game, phase: usize, choice: usize, option: u32) {
        let made = game.option(&game.definition().setup.phases[phase].choices[choice], option);
        self.options[phase][choice] = made;
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
            let found = phases.iter().enumerate().find_map(|(phase, choices)| {
                let mut choices = choices.choices.iter().enumerate();
                choices.find_map(|(at, choice)| Some((phase, at, game.option_by_name(choice, name)?)))
            });
            let Some((phase, choice, option)) = found else {
                let known = phases.iter().flat_map(|phase| &phase.choices);
                let known = known.map(|choice| game.option_names(choice)).collect();
                return Err(SetupError { name: name.chars().take(40).collect(), known });
            };
            setup.set(game, phase, choice, option);
        }
        Ok(setup)
    }

    /// Returns the text that [`Setup::parse`] reads.
    pub fn text(&self, game: &Game) -> String {
        let names: Vec<String> =
            self.changes(game).map(|(choice, option)| game.option_name(choice, option)).collect();
        if names.is_empty() { DEFAULT.to_owned() } else { names.join(", ") }
    }

    /// Returns the choices that change the default with their options, in the order in which they are applied.
    pub(crate) fn changes<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = (&'a SetupChoice, u32)> {
        let phases = game.definition().setup.phases.iter().zip(&self.options);
        let choices = phases
            .flat_map(|(phase, options)| phase.choices.iter().zip(options.iter().copied()))
            .filter(|(_, option)| *option != 0);
        // Exchanges and arrangements first: their squares are those of the default, which reflections move (K21).
        let ordered = |reflections: bool| {
            choices.clone().filter(move |(choice, _)| {
                matches!(choice, SetupChoice::Symmetry | SetupChoice::Reflect { .. }) == reflections
            })
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
            SetupChoice::Exchange { name, .. } | SetupChoice::Arrange { name, .. } => name.clone(),
            SetupChoice::Reflect { side } => format!("reflect {}", self.side_name(*side)),
        }
    }

    /// Returns the number of ways to make a choice, that of the default among them.
    pub fn options(&self, choice: &SetupChoice) -> u32 {
        match choice {
            SetupChoice::Arrange { arrangements, .. } => 1 + arrangements.number(self.size()).unwrap_or(0),
            SetupChoice::Symmetry | SetupChoice::Exchange { .. } | SetupChoice::Reflect { .. } => 2,
        }
    }

    /// Returns an option drawn at random; `draw` returns a number below its argument. Every array has the same chance.
    pub fn random_option(&self, choice: &SetupChoice, mut draw: impl FnMut(u32) -> u32) -> u32 {
        let option = match choice {
            SetupChoice::Arrange { .. } => 1 + draw(self.options(choice).saturating_sub(1).max(1)),
            _ => draw(2),
        };
        self.option(choice, option)
    }

    /// Returns the option that is meant by one: the default for what it is by another name, and for what there is not.
    fn option(&self, choice: &SetupChoice, option: u32) -> u32 {
        let is_default = match choice {
            SetupChoice::Arrange { arrangements, .. } => option == arrangements.default + 1,
            SetupChoice::Symmetry | SetupChoice::Exchange { .. } | SetupChoice::Reflect { .. } => false,
        };
        if is_default || option >= self.options(choice) { 0 } else { option }
    }

    /// Returns the name of an option that changes the default: that of the choice, or of the arrangement.
    pub fn option_name(&self, choice: &SetupChoice, option: u32) -> String {
        match choice {
            SetupChoice::Arrange { name, arrangements } => {
                let number = option.checked_sub(1).unwrap_or(arrangements.default);
                arrangements.name(name, number)
            }
            _ => self.choice_name(choice),
        }
    }

    /// Returns the option with a name, if the choice has it.
    pub fn option_by_name(&self, choice: &SetupChoice, name: &str) -> Option<u32> {
        match choice {
            SetupChoice::Arrange { name: own, arrangements } => {
                arrangements.find(self.size(), own, name).map(|number| number + 1)
            }
            _ => self.choice_name(choice).eq_ignore_ascii_case(name).then_some(1),
        }
    }

    /// Returns the names of the options of a choice for an error.
    fn option_names(&self, choice: &SetupChoice) -> String {
        let SetupChoice::Arrange { name, arrangements } = choice else {
            return format!("`{}`", self.choice_name(choice));
        };
        match &arrangements.all {
            ArrangementList::Named(named) => {
                named.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", ")
            }
            ArrangementList::Numbered(_) => {
                let last = arrangements.number(self.size()).unwrap_or(1).saturating_sub(1);
                format!("`{name} 0` to `{name} {last}`")
            }
        }
    }
}

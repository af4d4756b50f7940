//! The choices of the set-up phase (K21 to K25).

use super::error::LoadError;
use super::file::{ChoiceFile, GameFile, Symmetry};
use super::source::{At, Place};
use crate::game::definition::{Placement, SetupChoice, SetupDef, SetupPhase, Side};
use crate::geometry::{BoardSize, Square};

/// Turns the names of sides and squares into sides and squares.
pub(super) fn resolve(
    game: &GameFile,
    size: BoardSize,
    array: &[Placement],
    sides: &[String; 2],
    errors: &mut Vec<LoadError>,
) -> SetupDef {
    let mut context = Context { size, array, sides, taken: Vec::new(), errors };
    let mut phases = Vec::new();
    for phase in game.setup.iter().flatten() {
        let chooser = context.side(&phase.chooser);
        let choices: Vec<SetupChoice> =
            phase.choices.iter().filter_map(|choice| context.choice(choice, game.symmetry)).collect();
        phases.extend(chooser.map(|chooser| SetupPhase { chooser, choices }));
    }
    SetupDef { phases }
}

struct Context<'g> {
    size: BoardSize,
    array: &'g [Placement],
    sides: &'g [String; 2],
    /// The squares of the exchanges so far.
    taken: Vec<Square>,
    errors: &'g mut Vec<LoadError>,
}

impl Context<'_> {
    fn side(&mut self, name: &At<String>) -> Option<Side> {
        let side = Side::BOTH.into_iter().find(|side| self.sides[side.index()] == name.value);
        if side.is_none() {
            let [first, second] = self.sides;
            let message = format!("`{}` is not a side: expected `{first}` or `{second}`", name.value);
            self.error(&name.place, message);
        }
        side
    }

    fn choice(&mut self, choice: &ChoiceFile, symmetry: Option<Symmetry>) -> Option<SetupChoice> {
        match choice {
            ChoiceFile::Symmetry(place) | ChoiceFile::Exchange { name: At { place, .. }, .. }
                if symmetry == Some(Symmetry::None) =>
            {
                self.error(place, "this choice needs an array with a symmetry");
                None
            }
            ChoiceFile::Symmetry(_) => Some(SetupChoice::Symmetry),
            ChoiceFile::Reflect { side } => Some(SetupChoice::Reflect { side: self.side(side)? }),
            ChoiceFile::Exchange { name, squares: [a, b] } => {
                let squares = [self.square(a), self.square(b)];
                let occupied = squares.iter().flatten().any(|&square| self.owner(square).is_some());
                if !occupied && squares.iter().all(Option::is_some) {
                    self.error(&name.place, "both squares of this exchange are empty");
                }
                Some(SetupChoice::Exchange { name: name.value.clone(), squares: [squares[0]?, squares[1]?] })
            }
        }
    }

    /// Returns a square of an exchange: not the opponent's, and in no other exchange.
    fn square(&mut self, name: &At<String>) -> Option<Square> {
        let square = match self.size.parse(&name.value) {
            Ok(square) => square,
            Err(error) => {
                self.error(&name.place, error.to_string());
                return None;
            }
        };
        if self.owner(square) == Some(Side::Second) {
            let message = format!("on {} stands a piece of {}", name.value, self.sides[1]);
            self.error(&name.place, message);
        }
        if self.taken.contains(&square) {
            self.error(&name.place, format!("{} is in two exchanges", name.value));
        }
        self.taken.push(square);
        Some(square)
    }

    fn owner(&self, square: Square) -> Option<Side> {
        self.array.iter().find(|placement| placement.square == square).map(|placement| placement.side)
    }

    fn error(&mut self, place: &Place, message: impl Into<String>) {
        self.errors.push(LoadError::new(place.clone(), message));
    }
}

//! Games of Beaufort for other programs.

mod ending;
mod hands;
mod ini;
mod pieces;
mod promotions;

use beaufort_rules::game::Definition;

use crate::turns::Coordinates;

/// A game that was exported.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The name of the variant there.
    pub variant: String,
    /// The section of a `variants.ini`.
    pub text: String,
    /// The rules that are not said there, each with the reason.
    pub unsaid: Vec<String>,
    /// How the other program writes turns.
    pub coordinates: Coordinates,
}

impl Exported {
    /// Returns whether the text has the rules of the game.
    pub fn is_whole(&self) -> bool {
        self.unsaid.is_empty()
    }
}

/// Writes a game as a section of a `variants.ini`; `is_taken` tells that another variant there has its id as its name.
pub(crate) fn section(definition: &Definition, is_taken: bool) -> Exported {
    ini::export(definition, is_taken)
}

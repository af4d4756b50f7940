//! The choice of the array of a new game.

use beaufort_rules::game::Setup;
use beaufort_session::command::SetupHow;

/// The choice of the array of a new game.
#[derive(Clone, Debug)]
pub(in crate::commands::play) enum Arrangement {
    /// People choose for their sides; the engine's are random.
    Ask,
    /// At random.
    Random,
    /// As named on the command line.
    Fixed(Setup),
}

impl Arrangement {
    /// Returns the choices of a set-up phase; `None`: the player of the side is asked.
    pub(super) fn of_phase(&self, phase: usize, choices: usize) -> Option<SetupHow> {
        match self {
            Arrangement::Ask => None,
            Arrangement::Random => Some(SetupHow::Random),
            Arrangement::Fixed(setup) => {
                let changed = (0..choices).map(|choice| setup.option(phase, choice)).collect();
                Some(SetupHow::Choices { changed })
            }
        }
    }
}

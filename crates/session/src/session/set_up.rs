//! The choices of the set-up phase (K18 to K25).

use beaufort_rules::Position;
use beaufort_rules::game::SetUp;
use beaufort_rules::game::definition::SetupPhase;
use beaufort_rules::record::Replay;

use super::Session;

impl Session {
    /// Returns the set-up phase whose choices are to be made, if there is one.
    pub fn set_up_phase(&self) -> Option<&SetupPhase> {
        self.game.definition().setup.phases.get(self.phases)
    }

    /// Makes the choices of the present set-up phase: for each, whether the default is changed; missing ones keep it.
    /// Does nothing once the set-up is finished.
    pub fn choose(&mut self, changed: &[bool]) {
        let Some(choices) = self.set_up_phase().map(|phase| phase.choices.len()) else { return };
        for choice in 0..choices {
            self.set_up.set(self.phases, choice, changed.get(choice).copied().unwrap_or(false));
        }
        self.phases += 1;
        self.replay = Replay::begin(Some(self.set_up.clone()), self.set_up.position(&self.game));
        self.start_over();
    }

    /// Finishes the set-up with the default array.
    pub fn choose_default(&mut self) {
        while self.set_up_phase().is_some() {
            self.choose(&[]);
        }
    }

    /// Finishes the set-up with choices drawn by `draw`.
    pub fn choose_randomly(&mut self, mut draw: impl FnMut() -> bool) {
        while let Some(phase) = self.set_up_phase() {
            let changed: Vec<bool> = phase.choices.iter().map(|_| draw()).collect();
            self.choose(&changed);
        }
    }

    /// Returns the number of set-up phases that are finished.
    pub fn phases_finished(&self) -> usize {
        self.phases
    }

    /// Returns the set-up as far as it is made.
    pub fn set_up(&self) -> &SetUp {
        &self.set_up
    }

    /// Returns the start as it would be with these choices in the present phase, without making them.
    pub fn preview(&self, changed: &[bool]) -> Position {
        let mut preview = self.clone();
        preview.choose(changed);
        preview.position
    }
}

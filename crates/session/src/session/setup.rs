//! The choices of the set-up phase (K18 to K25).

use beaufort_rules::Position;
use beaufort_rules::game::Setup;
use beaufort_rules::game::definition::SetupPhase;
use beaufort_rules::record::Replay;
use beaufort_rules::vocabulary::Square;

use super::Session;

impl Session {
    /// Returns the set-up phase whose choices are to be made, if there is one.
    pub fn setup_phase(&self) -> Option<&SetupPhase> {
        self.game.definition().setup.phases.get(self.phases)
    }

    /// Makes the choices of the present set-up phase: for each its option, 0 for the default; missing ones keep it.
    /// Does nothing once the set-up is finished.
    pub fn choose(&mut self, options: &[u32]) {
        let Some(choices) = self.setup_phase().map(|phase| phase.choices.len()) else { return };
        for choice in 0..choices {
            self.setup.set(&self.game, self.phases, choice, options.get(choice).copied().unwrap_or(0));
        }
        self.phases += 1;
        self.replay = Replay::begin(Some(self.setup.clone()), self.setup.position(&self.game));
        self.start_over();
    }

    /// Finishes the set-up with the default array.
    pub fn choose_default(&mut self) {
        while self.setup_phase().is_some() {
            self.choose(&[]);
        }
    }

    /// Finishes the set-up with choices drawn by `draw`, which returns a number below its argument.
    pub fn choose_randomly(&mut self, mut draw: impl FnMut(u32) -> u32) {
        while self.setup_phase().is_some() {
            let options = self.random_options(&mut draw);
            self.choose(&options);
        }
    }

    /// Returns random options for the choices of the present phase; `draw` returns a number below its argument.
    pub fn random_options(&self, mut draw: impl FnMut(u32) -> u32) -> Vec<u32> {
        let choices = self.setup_phase().map_or(&[][..], |phase| phase.choices.as_slice());
        choices.iter().map(|choice| self.game.random_option(choice, &mut draw)).collect()
    }

    /// Returns the number of set-up phases that are finished.
    pub fn phases_finished(&self) -> usize {
        self.phases
    }

    /// Returns the set-up as far as it is made.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the start as it would be with these choices in the present phase, without making them.
    pub fn preview(&self, options: &[u32]) -> Position {
        let mut preview = self.clone();
        preview.choose(options);
        preview.position
    }

    /// Returns the squares that each choice of the present phase changes, in both armies, where these choices of the phase
    /// are made; missing ones keep the default. Empty once the set-up is finished.
    pub fn squares_of_choices(&self, options: &[u32]) -> Vec<Vec<Square>> {
        let choices = self.setup_phase().map_or(0, |phase| phase.choices.len());
        let mut made = self.setup.clone();
        for choice in 0..choices {
            made.set(&self.game, self.phases, choice, options.get(choice).copied().unwrap_or(0));
        }
        let others = (0..choices).map(|choice| {
            let mut other = made.clone();
            other.set(&self.game, self.phases, choice, u32::from(!made.is_changed(self.phases, choice)));
            other
        });
        others.map(|other| self.squares_between(&made, &other)).collect()
    }

    /// Returns what each finished phase has decided: the option of each choice, 0 for the default. Empty if the game has begun
    /// from a position of its own.
    pub fn choices_made(&self) -> Vec<Vec<u32>> {
        let phases = if self.replay.setup().is_some() { self.phases } else { 0 };
        let phases = self.game.definition().setup.phases.iter().take(phases).enumerate();
        let made = |(phase, choices): (usize, &SetupPhase)| {
            (0..choices.choices.len()).map(|choice| self.setup.option(phase, choice)).collect()
        };
        phases.map(made).collect()
    }

    /// Returns the squares on which other pieces stand at the start because of what a finished phase has decided.
    pub fn squares_changed_in(&self, phase: usize) -> Vec<Square> {
        let mut kept = self.setup.clone();
        for choice in 0..self.game.definition().setup.phases.get(phase).map_or(0, |phase| phase.choices.len())
        {
            kept.set(&self.game, phase, choice, 0);
        }
        self.squares_between(&kept, &self.setup)
    }

    /// Returns the squares on which two set-ups differ.
    fn squares_between(&self, a: &Setup, b: &Setup) -> Vec<Square> {
        let (a, b) = (a.position(&self.game), b.position(&self.game));
        self.game.size().iter().filter(|&square| a.board().at(square) != b.board().at(square)).collect()
    }
}

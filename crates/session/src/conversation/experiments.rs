//! Experiments with a game: quick games of the engine against itself, one job after the other, so that others do not wait for them.

use std::sync::Arc;

use beaufort_rules::{OWN_PREFIX, phrase};

use super::handler::Handler;
use super::refusal::{Refusal, not_now, refusal};
use super::table::{JobPurpose, Requester};
use crate::event::{Event, ProblemCode};
use crate::job::{JobGame, JobKind, TrialGame, TrialJob};
use crate::trial::Trial;
use crate::tuning::Tuning;

/// The most games of a trial.
const MAX_TRIAL_GAMES: u32 = 500;
/// The most games from which worths are learned.
const MAX_TUNING_GAMES: u32 = 500;

/// An experiment of a client.
#[derive(Clone, Debug)]
pub(super) enum Experiment {
    /// It tells how the game is.
    Trial(Box<Trial>),
    /// It finds the worths of the pieces.
    Tuning(Tuning),
}

impl Experiment {
    /// Returns the next game to play.
    fn job(&self) -> TrialJob {
        match self {
            Experiment::Trial(trial) => {
                TrialJob { game: JobGame::from(&**trial.game()), opening: trial.games(), rival: None }
            }
            Experiment::Tuning(tuning) => tuning.job(),
        }
    }

    /// Adds the game of [`Experiment::job`] that has been played. Returns whether it was the last one.
    fn add(&mut self, played: TrialGame) -> bool {
        match self {
            Experiment::Trial(trial) => {
                trial.add(played);
                trial.is_over()
            }
            Experiment::Tuning(tuning) => {
                tuning.add(&played);
                tuning.is_over()
            }
        }
    }

    /// Returns what the games have shown.
    fn event(&self, is_over: bool) -> Event {
        match self {
            Experiment::Trial(trial) => Event::Trial { trial: Box::new(trial.view(is_over)) },
            Experiment::Tuning(tuning) => Event::Tuning { tuning: Box::new(tuning.view(is_over)) },
        }
    }
}

impl Handler<'_> {
    /// Begins a trial for the requester.
    pub(super) fn trial(&mut self, game: &str, games: u32) -> Result<(), Refusal> {
        let game = self.game(Some(game))?;
        if !(1..=MAX_TRIAL_GAMES).contains(&games) {
            let message = phrase!("a trial has 1 to {number} games", number = MAX_TRIAL_GAMES);
            return Err(refusal(ProblemCode::Malformed, message, "games"));
        }
        self.begin(Experiment::Trial(Box::new(Trial::new(&game, games))))
    }

    /// Begins a tuning for the requester.
    pub(super) fn tune(&mut self, game: &str, games: u32) -> Result<(), Refusal> {
        let game = self.game(Some(game))?;
        if !game.definition().id.starts_with(OWN_PREFIX) {
            let message = phrase!("the worths of this game are known: only a game of one's own is tuned");
            return Err(refusal(ProblemCode::NotNow, message, "game"));
        }
        if !(1..=MAX_TUNING_GAMES).contains(&games) {
            let message = phrase!("worths are learned from 1 to {number} games", number = MAX_TUNING_GAMES);
            return Err(refusal(ProblemCode::Malformed, message, "games"));
        }
        self.begin(Experiment::Tuning(Tuning::new(&game, games)))
    }

    /// Begins an experiment for the requester. One that it has begun before ends with a last event.
    fn begin(&mut self, experiment: Experiment) -> Result<(), Refusal> {
        let Some(requester) = self.requester else { return Ok(()) };
        self.end_experiment(requester);
        self.expect_job_slot()?;
        self.conversation.experiments.push((requester, Arc::new(experiment)));
        self.play_next_game(requester);
        Ok(())
    }

    /// Ends the requester's experiment, and tells what it has shown so far.
    pub(super) fn stop_experiment(&mut self) -> Result<(), Refusal> {
        if self.requester.is_some_and(|requester| self.end_experiment(requester)) {
            return Ok(());
        }
        Err(not_now(phrase!("no games are being played to try a game or to learn worths")))
    }

    /// Ends the experiment of a client and sends its last event to where it was begun. Returns whether there was one.
    fn end_experiment(&mut self, requester: Requester) -> bool {
        let Some((begun_by, experiment)) = self.drop_experiment(requester) else { return false };
        self.reply_to(begun_by, experiment.event(true));
        true
    }

    /// Adds a game to an experiment, and begins the next.
    pub(super) fn trial_game_played(&mut self, requester: Requester, played: TrialGame) {
        let experiments = &mut self.conversation.experiments;
        let Some(place) = experiments.iter().position(|(known, _)| *known == requester) else { return };
        let experiment = Arc::make_mut(&mut experiments[place].1);
        let is_over = experiment.add(played);
        let event = experiment.event(is_over);
        if is_over {
            experiments.remove(place);
        } else {
            self.play_next_game(requester);
        }
        self.reply_to(requester, event);
    }

    fn play_next_game(&mut self, requester: Requester) {
        let experiments = &self.conversation.experiments;
        let Some((_, experiment)) = experiments.iter().find(|(known, _)| *known == requester) else { return };
        self.start_job(JobPurpose::Trial(requester), JobKind::Trial(experiment.job()));
    }

    /// Forgets the experiment of a client, and returns it.
    fn drop_experiment(&mut self, requester: Requester) -> Option<(Requester, Arc<Experiment>)> {
        let is_same = |other: &Requester| other.client == requester.client;
        let experiments = &mut self.conversation.experiments;
        let place = experiments.iter().position(|(other, _)| is_same(other));
        let dropped = place.map(|place| experiments.remove(place));
        self.cancel_jobs(|purpose| matches!(purpose, JobPurpose::Trial(other) if is_same(other)));
        dropped
    }
}

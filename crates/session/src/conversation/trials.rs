//! Trials: quick games of the engine against itself, one job after the other, so that others do not wait for them.

use std::sync::Arc;

use beaufort_rules::phrase;

use super::handler::Handler;
use super::refusal::{Refusal, not_now, refusal};
use super::table::{JobPurpose, Requester};
use crate::event::{Event, ProblemCode};
use crate::job::{JobGame, JobKind, TrialGame, TrialJob};
use crate::trial::Trial;

/// The most games of a trial.
const MAX_TRIAL_GAMES: u32 = 500;

impl Handler<'_> {
    /// Begins a trial for the requester; one that it has begun before is over.
    pub(super) fn trial(&mut self, game: &str, games: u32) -> Result<(), Refusal> {
        let game = self.game(Some(game))?;
        if !(1..=MAX_TRIAL_GAMES).contains(&games) {
            let message = phrase!("a trial has 1 to {number} games", number = MAX_TRIAL_GAMES);
            return Err(refusal(ProblemCode::Malformed, message, "games"));
        }
        let Some(requester) = self.requester else { return Ok(()) };
        self.drop_trial(requester);
        self.expect_job_slot()?;
        self.conversation.trials.push((requester, Arc::new(Trial::new(&game, games))));
        self.play_trial_game(requester);
        Ok(())
    }

    /// Ends the requester's trial, and tells what it has shown so far.
    pub(super) fn stop_trial(&mut self) -> Result<(), Refusal> {
        let begun = self.requester.and_then(|requester| self.drop_trial(requester));
        let (requester, trial) = begun.ok_or_else(|| not_now(phrase!("there is no trial to stop")))?;
        self.reply_to(requester, Event::Trial { trial: Box::new(trial.view(true)) });
        Ok(())
    }

    /// Adds a game to a trial, and begins the next.
    pub(super) fn trial_game_played(&mut self, requester: Requester, played: TrialGame) {
        let trials = &mut self.conversation.trials;
        let Some(place) = trials.iter().position(|(known, _)| *known == requester) else { return };
        let trial = Arc::make_mut(&mut trials[place].1);
        trial.add(played);
        let is_over = trial.is_over();
        let view = Box::new(trial.view(is_over));
        if is_over {
            trials.remove(place);
        } else {
            self.play_trial_game(requester);
        }
        self.reply_to(requester, Event::Trial { trial: view });
    }

    fn play_trial_game(&mut self, requester: Requester) {
        let trials = &self.conversation.trials;
        let Some((_, trial)) = trials.iter().find(|(known, _)| *known == requester) else { return };
        let job = TrialJob { game: JobGame::from(&**trial.game()), number: trial.games() };
        self.start_job(JobPurpose::Trial(requester), JobKind::Trial(job));
    }

    /// Forgets the trial of a client, and returns it.
    fn drop_trial(&mut self, requester: Requester) -> Option<(Requester, Arc<Trial>)> {
        let is_same = |other: &Requester| other.client == requester.client;
        let trials = &mut self.conversation.trials;
        let dropped = trials.iter().position(|(other, _)| is_same(other)).map(|place| trials.remove(place));
        self.cancel_jobs(|purpose| matches!(purpose, JobPurpose::Trial(other) if is_same(other)));
        dropped
    }
}

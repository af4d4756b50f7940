//! Players that are other programs: engines that speak UCI or CECP.
//!
//! A program that breaks down, falls silent or talks nonsense loses the game; for the next game it is started anew.

use std::time::{Duration, Instant};

pub use beaufort_protocol::client::{Program, Protocol, Question, ReportedLine};

use beaufort_engine::Limits;
use beaufort_protocol::client::{Client, ProgramError, Request, open};
use beaufort_rules::{Position, Turn};

use crate::players::{Player, PlayerError, Reply, TimeControl, TurnRequest};

/// A player that is another program.
pub struct ExternalPlayer {
    program: Program,
    /// A position of the game that is played, so that a program can be got ready before its clock runs.
    sample: Position,
    client: Option<Box<dyn Client>>,
    /// Whether the conversation has failed; the process ends with the game, as that takes time.
    is_broken: bool,
    /// Why there is no conversation.
    error: Option<PlayerError>,
}

impl ExternalPlayer {
    /// Creates the player; the program starts with the first game.
    pub fn new(program: Program, sample: Position) -> ExternalPlayer {
        ExternalPlayer { program, sample, client: None, is_broken: false, error: None }
    }

    /// Sets other limits of a turn. A program that speaks CECP takes them with the next game.
    pub fn set_limits(&mut self, limits: Limits) {
        self.program.limits = limits;
    }

    /// Gets the program ready for a new game.
    ///
    /// # Errors
    /// If it does not start, does not answer in 20 seconds, or does not play the game.
    pub fn prepare(&mut self) -> Result<(), PlayerError> {
        let known = self.client.take().filter(|_| !std::mem::take(&mut self.is_broken));
        let mut client = known.map_or_else(|| open(&self.program), Ok)?;
        client.new_game(&self.sample)?;
        self.client = Some(client);
        Ok(())
    }
}

impl ExternalPlayer {
    /// Returns the running program.
    ///
    /// # Errors
    /// Why it is not running.
    fn client(&mut self) -> Result<&mut Box<dyn Client>, PlayerError> {
        let error = || PlayerError::Failed("is not running".to_owned());
        match &mut self.client {
            Some(client) => Ok(client),
            None => Err(self.error.take().unwrap_or_else(error)),
        }
    }

    /// Returns how long the program may take for an answer.
    fn patience(&self, limits: &Limits, request: &TurnRequest<'_>) -> Duration {
        let time = limits.clock.map(|clock| clock.remaining).or(limits.time);
        time.map_or(self.program.turn_timeout, |time| time + request.tolerance)
    }

    /// Returns whether the conversation has failed, so that the next game needs another process.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Lets the program search a position, with the lines that it reports, and returns the best turn, if there is one: see
    /// [`Client::analyse`].
    ///
    /// # Errors
    /// If there is no answer, or the program cannot make such a search: then it has not been asked, and is not broken.
    pub fn analyse(
        &mut self,
        request: &TurnRequest<'_>,
        question: &Question<'_>,
        on_line: &mut dyn FnMut(ReportedLine),
    ) -> Result<Option<Turn>, PlayerError> {
        let patience = self.patience(question.limits, request);
        let patience = (*question.limits != Limits::infinite()).then_some(patience);
        let client = self.client()?;
        client.can_analyse(question)?;
        let &TurnRequest { start, turns, position, clocks, stop, .. } = request;
        let request = Request { start, turns, position, clocks, stop };
        let found = client.analyse(&request, question, patience, on_line);
        self.is_broken = found.is_err();
        Ok(found?)
    }
}

impl Player for ExternalPlayer {
    fn new_game(&mut self, _: u64) {
        // A program that has ended since the game before is started again: that error belongs to no game.
        self.error = self.prepare().or_else(|_| self.prepare()).err();
    }

    fn choose(&mut self, request: &TurnRequest<'_>) -> Result<Reply, PlayerError> {
        let limits = Limits { clock: self.program.limits.clock.and(request.clock()), ..self.program.limits };
        let deadline = Instant::now() + self.patience(&limits, request);
        let client = self.client()?;
        let &TurnRequest { start, turns, position, clocks, stop, .. } = request;
        let reply = client.ask(&Request { start, turns, position, clocks, stop }, &limits, deadline);
        self.is_broken = reply.is_err();
        Ok(reply?)
    }

    fn time_control(&self) -> TimeControl {
        TimeControl::of(&self.program.limits)
    }
}

impl From<ProgramError> for PlayerError {
    fn from(error: ProgramError) -> PlayerError {
        match error {
            ProgramError::Illegal(answer) => PlayerError::Illegal(answer),
            ProgramError::Silent => PlayerError::Silent,
            ProgramError::Failed(reason) => PlayerError::Failed(reason),
            ProgramError::Resigned => PlayerError::Resigned,
            ProgramError::Stopped => PlayerError::Stopped,
        }
    }
}

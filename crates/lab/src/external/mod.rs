//! Players that are other programs: engines that speak UCI or CECP.
//!
//! It starts processes and talks to them through pipes, as a match cannot be played without them. It touches no files and no
//! network.
//!
//! A program that breaks down, falls silent or talks nonsense loses the game; for the next game it is started anew.

mod cecp;
mod process;
mod uci;

use std::time::{Duration, Instant};

use beaufort_engine::{Clock, Limits, MATE};
use beaufort_rules::Position;
use beaufort_rules::vocabulary::quoted_within;

use process::failed;

use crate::players::{Player, PlayerError, Reply, TimeControl, TurnRequest};

/// How long a program may take to start, to learn of a game and to say that it is ready.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// The most characters of what a program says that are kept for a message.
const MAX_ANSWER_CHARS: usize = 200;

/// A language that other programs speak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol, of XBoard.
    Cecp,
}

/// Another program, and how it is to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// The language that it speaks.
    pub protocol: Protocol,
    /// What a turn may take.
    pub limits: Limits,
    /// What the program calls the game, if it is told.
    pub variant: Option<String>,
    /// The program's own options, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// How long a turn may take where no time is set.
    pub turn_timeout: Duration,
}

/// A client of a program that speaks a protocol.
trait ProtocolClient {
    /// Begins a game.
    fn new_game(&mut self, start: &Position) -> Result<(), PlayerError>;

    /// Asks for a turn.
    fn ask(
        &mut self,
        request: &TurnRequest<'_>,
        limits: &Limits,
        deadline: Instant,
    ) -> Result<Reply, PlayerError>;
}

/// A player that is another program.
pub struct ExternalPlayer {
    program: Program,
    /// A position of the game that is played, so that a program can be got ready before its clock runs.
    sample: Position,
    client: Option<Box<dyn ProtocolClient>>,
    /// Whether the conversation has gone wrong; it ends with the game, as a farewell takes its time.
    is_broken: bool,
    /// Why there is no conversation.
    trouble: Option<PlayerError>,
}

impl ExternalPlayer {
    /// Returns the player; the program starts with the first game.
    pub fn new(program: Program, sample: Position) -> ExternalPlayer {
        ExternalPlayer { program, sample, client: None, is_broken: false, trouble: None }
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

/// Starts a program and makes its acquaintance.
fn open(program: &Program) -> Result<Box<dyn ProtocolClient>, PlayerError> {
    Ok(match program.protocol {
        Protocol::Uci => Box::new(uci::UciClient::open(program)?),
        Protocol::Cecp => Box::new(cecp::CecpClient::open(program)?),
    })
}

impl Player for ExternalPlayer {
    fn new_game(&mut self, _: u64) {
        // One that was running may have died since; that is its own fault no longer.
        self.trouble = self.prepare().or_else(|_| self.prepare()).err();
    }

    fn choose(&mut self, request: &TurnRequest<'_>) -> Result<Reply, PlayerError> {
        let trouble = || PlayerError::Failed("is not running".to_owned());
        let Some(client) = &mut self.client else {
            return Err(self.trouble.take().unwrap_or_else(trouble));
        };
        let limits = Limits { clock: self.program.limits.clock.and(request.clock()), ..self.program.limits };
        let time = limits.clock.map(|clock| clock.remaining).or(limits.time);
        let deadline =
            Instant::now() + time.map_or(self.program.turn_timeout, |time| time + request.tolerance);
        let reply = client.ask(request, &limits, deadline);
        self.is_broken = reply.is_err();
        reply
    }

    fn time_control(&self) -> TimeControl {
        TimeControl::of(&self.program.limits)
    }
}

/// Returns the refusal of a program that means no legal turn.
fn illegal(text: &str) -> PlayerError {
    PlayerError::Illegal(text.chars().take(MAX_ANSWER_CHARS).collect())
}

/// Returns the refusal of a program that says what it cannot do.
fn says(text: &str) -> PlayerError {
    failed(format!("says: {}", quoted_within(text, MAX_ANSWER_CHARS)))
}

/// Returns what other programs call the game of a position.
fn variant_name(program: &Program, position: &Position) -> String {
    let usual = match position.game().definition().id.as_str() {
        "orthochess" => "chess",
        id => id,
    };
    program.variant.clone().unwrap_or_else(|| usual.to_owned())
}

/// Returns the score of a win, or below zero a loss, in `turns` turns (mate in n).
fn mate(turns: i64) -> i32 {
    let plies = 2 * turns.unsigned_abs().min(1_000) as i32;
    if turns > 0 { MATE - plies + 1 } else { plies - MATE }
}

/// Returns both clocks in milliseconds with their increments; what has no clock has the other's.
fn milliseconds(clocks: [Option<Clock>; 2], own: Clock) -> [(u128, u128); 2] {
    clocks.map(|clock| {
        let clock = clock.unwrap_or(own);
        (clock.remaining.as_millis(), clock.increment.as_millis())
    })
}

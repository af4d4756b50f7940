//! Other engines that speak UCI or CECP, as processes that are asked for turns.
//!
//! Processes are started and talk over pipes. No files and no network are touched.

mod cecp;
mod divide;
mod process;
mod uci;

use std::time::{Duration, Instant};

use beaufort_engine::{Clock, Limits, Signal};
use beaufort_rules::vocabulary::quoted_within;
use beaufort_rules::{Position, Turn};

pub use crate::search_info::SearchInfo;
pub use divide::Divider;

use process::failed;

/// How long a program may take to start, to set up a game and to say that it is ready.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// The most characters of a program's output that are kept for a message.
const MAX_ANSWER_CHARS: usize = 200;

/// How long a program may take to answer once its search has been stopped.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// A protocol that a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol, of XBoard.
    Cecp,
}

/// A program, and its settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// The limits of a turn.
    pub limits: Limits,
    /// The program's name of the game; `None`: the id of the game.
    pub variant: Option<String>,
    /// The program's own options, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// How long a turn may take without a time limit.
    pub turn_timeout: Duration,
}

/// A question for the turn in a position.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The position in which the game began.
    pub start: &'a Position,
    /// The turns since.
    pub turns: &'a [Turn],
    /// The position now.
    pub position: &'a Position,
    /// The clocks of both sides, where they have one.
    pub clocks: [Option<Clock>; 2],
    /// Raised when the turn is no longer needed.
    pub stop: &'a Signal,
}

/// The answer of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The turn.
    pub turn: Turn,
    /// The information about the search for it.
    pub info: SearchInfo,
}

impl From<Turn> for Reply {
    fn from(turn: Turn) -> Reply {
        Reply { turn, info: SearchInfo::default() }
    }
}

/// A search that a program is to make of a position.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The limits; without any the search goes on until it is stopped.
    pub limits: &'a Limits,
    /// The number of best turns to find; at least 1.
    pub lines: usize,
    /// The turns to choose from; all if there are none.
    pub only: &'a [Turn],
}

/// A program's report of a line during a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedLine {
    /// The number of the line, from 1 on.
    pub number: u32,
    /// The score for the side to move, see [`MATE`](beaufort_engine::MATE).
    pub score: i32,
    /// The depth, in plies; 0 if it is not told.
    pub depth: u32,
    /// The depth of the longest line, in plies; that depth if it is not told.
    pub seldepth: u32,
    /// The number of positions searched; 0 if it is not told.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The turns of the line, up to one that is not legal.
    pub pv: Vec<Turn>,
}

/// Why a program gives no turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramError {
    /// The answer is not a legal turn.
    Illegal(String),
    /// There is no answer in time.
    Silent,
    /// The program cannot go on, for this reason.
    Failed(String),
    /// The program resigns.
    Resigned,
    /// The turn is no longer needed; the program may still think about it.
    Stopped,
}

/// A conversation with a running program, which ends when this is dropped.
pub trait Client: Send {
    /// Begins a game.
    ///
    /// # Errors
    /// If the program does not play the game, or is not ready in time.
    fn new_game(&mut self, start: &Position) -> Result<(), ProgramError>;

    /// Asks for a turn.
    ///
    /// # Errors
    /// If there is none.
    fn ask(
        &mut self,
        request: &Request<'_>,
        limits: &Limits,
        deadline: Instant,
    ) -> Result<Reply, ProgramError>;

    /// Returns whether the program can make such a search; nothing is sent.
    ///
    /// # Errors
    /// If it cannot, or the protocol has no words for it.
    fn can_analyse(&self, question: &Question<'_>) -> Result<(), ProgramError>;

    /// Lets the program search a position, and gives each line that it reports; a score that is only a bound does not follow an exact one.
    /// A stop is passed on to the program, and, if the signal is pondering at the beginning, the ponder hit. `patience` is the longest time
    /// until the answer, counted from the ponder hit; there is no limit without it. Returns the best turn; `None` if there is none.
    ///
    /// # Errors
    /// If there is no answer, or [`can_analyse`](Client::can_analyse) has one.
    fn analyse(
        &mut self,
        request: &Request<'_>,
        question: &Question<'_>,
        patience: Option<Duration>,
        on_line: &mut dyn FnMut(ReportedLine),
    ) -> Result<Option<Turn>, ProgramError>;
}

/// Starts a program and sets its options.
///
/// # Errors
/// If it does not start, does not answer in 20 seconds, or lacks an option.
pub fn open(program: &Program) -> Result<Box<dyn Client>, ProgramError> {
    Ok(match program.protocol {
        Protocol::Uci => Box::new(uci::UciClient::open(program)?),
        Protocol::Cecp => Box::new(cecp::CecpClient::open(program)?),
    })
}

/// Returns the error of a program whose answer is not a legal turn.
fn illegal(text: &str) -> ProgramError {
    ProgramError::Illegal(text.chars().take(MAX_ANSWER_CHARS).collect())
}

/// Returns the error of a program that reports one.
fn says(text: &str) -> ProgramError {
    failed(format!("says: {}", quoted_within(text, MAX_ANSWER_CHARS)))
}

/// Returns the program's name of the game of a position.
fn variant_name(program: &Program, position: &Position) -> String {
    let usual = match position.game().definition().id.as_str() {
        "orthochess" => "chess",
        id => id,
    };
    program.variant.clone().unwrap_or_else(|| usual.to_owned())
}

//! The Chess Engine Communication Protocol, version 2, as XBoard speaks it.
//!
//! `docs/cecp.md` lists the games that XBoard can show, and defines how turns are written. This file has the conversation,
//! `execute.rs` the commands, `play.rs` the turns and the ends of games, `search.rs` the searches.

mod clock;
mod execute;
mod features;
mod highlight;
mod play;
mod search;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use crate::notation::xboard::Dialect;
use beaufort_engine::{Evaluation, Options};
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Game, Position, Side, builtin};

use super::mailbox::Mailbox;
use super::output::ProtocolOutput;
use super::report::WorkerReport;
use super::settings::Settings;
use super::worker::Worker;
use super::{Adapter, Host, listen, run_adapter};
use crate::cecp::command::{CecpCommand, CommandError};
use crate::lines::InputLine;
use clock::CecpTimeControl;
use highlight::MouseInput;
use search::RunningSearch;

/// The protocol's name of orthodox chess.
const NORMAL: &str = "normal";
/// The move overhead: the time that a turn takes on its way to the clock.
const MOVE_OVERHEAD: Duration = Duration::from_millis(20);
/// The most pings that wait for the end of a search; others are answered at once.
const MAX_PINGS: usize = 64;

/// Speaks the protocol over the standard input and output until the other program ends the conversation. The user's own game is
/// offered with the others.
///
/// # Errors
/// If `load` fails, which loads the user's own game.
pub fn run<E: Send + 'static>(
    load: impl FnOnce() -> Result<Option<Arc<Evaluation>>, E> + Send + 'static,
    host: Host,
) -> Result<(), E> {
    let mut output = ProtocolOutput::default();
    // XBoard waits for only two seconds unless it is asked for more, which is too short to start on a busy machine.
    output.send("feature done=0");
    let Some((mailbox, own)) = listen(load)? else { return Ok(()) };
    let settings = Settings::new(Options::default());
    let worker = Worker::start(settings.engine, own.as_ref(), &mailbox);
    let adapter = CecpAdapter {
        output,
        host,
        mailbox: Arc::clone(&mailbox),
        worker,
        settings,
        own,
        learned: None,
        dialect: Dialect::Native,
        hand: MouseInput::default(),
        position: Position::initial(&chess()),
        is_void: false,
        plays: Some(Side::Second),
        is_against_program: false,
        is_analyzing: false,
        ponders: false,
        posts: false,
        time: CecpTimeControl::default(),
        running: None,
        searches: 0,
        pings: Vec::new(),
        expected: None,
        score: None,
    };
    run_adapter(&mailbox, adapter);
    Ok(())
}

/// Returns the game of `new`.
fn chess() -> Arc<Game> {
    builtin::game(NORMAL).expect("chess is a built-in game")
}

/// The state of a conversation with the other program.
#[derive(Debug)]
struct CecpAdapter {
    output: ProtocolOutput,
    host: Host,
    mailbox: Arc<Mailbox>,
    worker: Worker,
    settings: Settings,
    /// A game of the user's own.
    own: Option<Arc<Evaluation>>,
    /// The evaluation file that was set, for the games that it suits.
    learned: Option<String>,
    dialect: Dialect,
    hand: MouseInput,
    position: Position,
    /// Whether the other program may have another position than the engine, because its last one was invalid or unreadable.
    is_void: bool,
    /// The side that the engine plays.
    plays: Option<Side>,
    /// Whether the opponent is a program.
    is_against_program: bool,
    is_analyzing: bool,
    ponders: bool,
    posts: bool,
    time: CecpTimeControl,
    running: Option<RunningSearch>,
    /// The number of the last search.
    searches: u64,
    /// The pings to be answered after the engine's turn.
    pings: Vec<String>,
    /// The turn expected of the opponent, as text.
    expected: Option<String>,
    /// The side and the score of the engine's last turn in this game.
    score: Option<(Side, i32)>,
}

impl Adapter for CecpAdapter {
    fn handle_line(&mut self, line: InputLine) -> ControlFlow<()> {
        let text = match line {
            Ok(text) => text,
            Err(unreadable) => {
                self.pass_over(&unreadable.first_word);
                return self.report_invalid(unreadable.reason, "...");
            }
        };
        let result = match CecpCommand::parse(&text) {
            Ok(CecpCommand::Quit) => {
                self.leave();
                return ControlFlow::Break(());
            }
            Ok(command) => self.execute(command),
            Err(CommandError::Unknown) => return self.report_invalid("unknown command", &text),
            Err(CommandError::Wrong(kind)) => Err(kind.to_owned()),
        };
        self.output.reset_invalid();
        if let Err(kind) = result {
            self.output.send(error_line(&kind, &text));
        }
        self.output.flow()
    }

    fn handle_report(&mut self, report: WorkerReport) -> ControlFlow<()> {
        match report {
            // Pings that came during the search are answered after the engine's turn.
            WorkerReport::Ready if self.running.is_some() => {}
            WorkerReport::Ready => self.answer_pings(),
            WorkerReport::Progress(number, progress) => self.progressed(number, progress),
            WorkerReport::Found(number, result) => self.found(number, result),
            WorkerReport::Computed(_) => {}
            WorkerReport::Failed => {
                self.output.send("tellusererror the engine has failed");
                return ControlFlow::Break(());
            }
        }
        self.output.flow()
    }

    fn awaits_end(&self) -> bool {
        self.running.as_ref().is_some_and(RunningSearch::is_ending)
    }

    fn owes_answer(&self) -> bool {
        // Pings during pondering and analysis have been answered at once.
        let is_owed = self.running.as_ref().map_or(!self.pings.is_empty(), RunningSearch::is_thinking);
        is_owed && self.output.flow().is_continue()
    }
}

impl CecpAdapter {
    /// Answers a ping: during pondering or analysis at once, during the engine's turn after it, otherwise when the engine is ready.
    fn ping(&mut self, text: &str) {
        let thinks = self.running.as_ref().is_some_and(RunningSearch::is_thinking);
        if self.running.is_some() && !thinks || self.pings.len() >= MAX_PINGS {
            self.output.send(format_args!("pong {text}"));
            return;
        }
        self.pings.push(text.to_owned());
        if !thinks {
            self.worker.prepare(self.position.game());
        }
    }

    /// Answers the pings that have waited.
    fn answer_pings(&mut self) {
        for ping in std::mem::take(&mut self.pings) {
            self.output.send(format_args!("pong {ping}"));
        }
    }

    /// Skips an unreadable line. It may have been a move or a position, so that the engine's position is void, unless its first word
    /// rules that out: names come in any encoding.
    fn pass_over(&mut self, first_word: &str) {
        use CecpCommand::{Nothing, Option, Ping};
        if matches!(CecpCommand::parse(first_word), Ok(Nothing | Option(..) | Ping(_))) {
            return;
        }
        self.is_void = true;
        // The engine plays its own turn in any case.
        if !self.running.as_ref().is_some_and(RunningSearch::is_thinking) {
            self.abandon();
        }
    }

    /// Reports an invalid line, but not every line of a flood.
    fn report_invalid(&mut self, kind: &str, text: &str) -> ControlFlow<()> {
        self.output.answer_invalid(error_line(kind, text));
        self.output.flow()
    }
}

/// Returns the error message about a line.
fn error_line(kind: &str, text: &str) -> String {
    format!("Error ({kind}): {}", quoted(text))
}

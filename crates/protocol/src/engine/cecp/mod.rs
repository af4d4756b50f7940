//! The Chess Engine Communication Protocol, version 2, as XBoard speaks it.
//!
//! `docs/cecp.md` tells which games XBoard can show and how turns are told. In this file: the conversation. [`execute`] says
//! what the commands do, [`play`] has the turns and the ends of games, [`search`] what the engine thinks of.

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

/// What the protocol calls orthodox chess.
const NORMAL: &str = "normal";
/// What a turn needs on its way to the clock.
const MOVE_OVERHEAD: Duration = Duration::from_millis(20);
/// The most questions of a search that goes on that wait for its end; any others are answered at once.
const MAX_PINGS: usize = 64;

/// Speaks the protocol over the standard input and output until the other side has had enough; a game of the user's own
/// is offered with the others.
///
/// # Errors
/// If `load` fails, which returns the user's own game.
pub fn run<E: Send + 'static>(
    load: impl FnOnce() -> Result<Option<Arc<Evaluation>>, E> + Send + 'static,
    host: Host,
) -> Result<(), E> {
    let mut output = ProtocolOutput::default();
    // XBoard waits for two seconds only if it is not asked for more; on a busy machine that is not enough to begin.
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

/// The state of a conversation.
#[derive(Debug)]
struct CecpAdapter {
    output: ProtocolOutput,
    host: Host,
    mailbox: Arc<Mailbox>,
    worker: Worker,
    settings: Settings,
    /// A game of the user's own.
    own: Option<Arc<Evaluation>>,
    /// By what the engine judges in the games that it is for, instead of what it knows without being told.
    learned: Option<String>,
    dialect: Dialect,
    hand: MouseInput,
    position: Position,
    /// Whether the position may not be the one the other program has in mind, because that made no sense or could not be
    /// read.
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
    /// Questions to be answered after the engine's turn.
    pings: Vec<String>,
    /// The turn that the engine expects of the opponent, as text.
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
                return self.misunderstood(unreadable.reason, "...");
            }
        };
        let result = match CecpCommand::parse(&text) {
            Ok(CecpCommand::Quit) => {
                self.leave();
                return ControlFlow::Break(());
            }
            Ok(command) => self.execute(command),
            Err(CommandError::Unknown) => return self.misunderstood("unknown command", &text),
            Err(CommandError::Wrong(kind)) => Err(kind.to_owned()),
        };
        self.output.reset_invalid();
        if let Err(kind) = result {
            self.output.send(complaint(&kind, &text));
        }
        self.output.flow()
    }

    fn handle_report(&mut self, report: WorkerReport) -> ControlFlow<()> {
        match report {
            // What has been asked since the engine thinks is answered after its turn.
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
        // What has been asked during a search of another kind has been answered at once.
        let is_owed = self.running.as_ref().map_or(!self.pings.is_empty(), RunningSearch::is_thinking);
        is_owed && self.output.flow().is_continue()
    }
}

impl CecpAdapter {
    /// Answers at once, or after the engine's turn if it is about to make one, or when the engine is ready.
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

    /// Answers the questions that have waited.
    fn answer_pings(&mut self) {
        for ping in std::mem::take(&mut self.pings) {
            self.output.send(format_args!("pong {ping}"));
        }
    }

    /// Passes over a line that cannot be read. It may have been a move or a position, after which the position is another one,
    /// unless it began with a word with which none begins: names come in any encoding.
    fn pass_over(&mut self, first_word: &str) {
        use CecpCommand::{Nothing, Option, Ping};
        if matches!(CecpCommand::parse(first_word), Ok(Nothing | Option(..) | Ping(_))) {
            return;
        }
        self.is_void = true;
        // The engine's own turn is to be made in any case.
        if !self.running.as_ref().is_some_and(RunningSearch::is_thinking) {
            self.abandon();
        }
    }

    /// Complains about a line that means nothing, but not about every one of a flood.
    fn misunderstood(&mut self, kind: &str, text: &str) -> ControlFlow<()> {
        self.output.answer_invalid(complaint(kind, text));
        self.output.flow()
    }
}

/// Returns what is said of a line with a mistake.
fn complaint(kind: &str, text: &str) -> String {
    format!("Error ({kind}): {}", quoted(text))
}

//! The Universal Chess Interface, for games larger than chess.
//!
//! `docs/uci.md` defines the positions and moves that chess does not have. This file has the conversation and the commands,
//! `running.rs` the searches and computations.

mod answer;
mod compute;
mod options;
mod running;
mod variants;
mod waiting;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use beaufort_draw::BoardPicture;
use beaufort_engine::{Evaluation, Options};
use beaufort_rules::Game;

use super::game_so_far::GameSoFar;
use super::mailbox::Mailbox;
use super::output::ProtocolOutput;
use super::report::WorkerReport;
use super::settings::{Settings, remark};
use super::worker::Worker;
use super::{Adapter, Host, game_named, listen, run_adapter};
use crate::lines::InputLine;
use crate::uci::command::{CommandError, UciCommand};
use options::{OptionName, OptionValue};
use running::{Completion, RunningTask};
use variants::Variants;
use waiting::WaitingLines;

/// Speaks the protocol over the standard input and output until the other program ends the conversation. The game at the start is
/// the one of a name, the user's own or the default, the first of these that is given.
///
/// # Errors
/// If `load` fails, which loads the user's own game, or if there is no game of that name: `unknown` creates the error.
pub fn run<E: Send + 'static>(
    name: Option<&str>,
    load: impl FnOnce() -> Result<Option<Arc<Evaluation>>, E> + Send + 'static,
    unknown: impl FnOnce(&str) -> E,
    host: Host,
) -> Result<(), E> {
    let Some((mailbox, own)) = listen(load)? else { return Ok(()) };
    let own_id = own.as_ref().map(|own| own.game().definition().id.as_str());
    let first = name.or(own_id).unwrap_or(variants::FIRST).to_owned();
    let game = game_named(own.as_ref(), &first).ok_or_else(|| unknown(&first))?;
    let settings = Settings::new(Options::default());
    let worker = Worker::start(settings.engine, own.as_ref(), &mailbox);
    let adapter = UciAdapter {
        output: ProtocolOutput::default(),
        host,
        mailbox: Arc::clone(&mailbox),
        worker,
        first,
        own,
        learned: None,
        refused: None,
        so_far: GameSoFar::new(game),
        is_void: false,
        settings,
        overhead: Duration::from_millis(options::MOVE_OVERHEAD),
        running: None,
        waiting: WaitingLines::default(),
        pending_ready: 0,
        is_debugging: false,
    };
    run_adapter(&mailbox, adapter);
    Ok(())
}

/// The state of a conversation with the other program.
#[derive(Debug)]
struct UciAdapter {
    output: ProtocolOutput,
    host: Host,
    mailbox: Arc<Mailbox>,
    worker: Worker,
    /// The name of the game at the start.
    first: String,
    /// A game of the user's own.
    own: Option<Arc<Evaluation>>,
    /// The evaluation of the file that was set, for one game.
    learned: Option<Arc<Evaluation>>,
    /// The last evaluation file that did not suit the game at that time: options may come before the variant.
    refused: Option<String>,
    so_far: GameSoFar,
    /// Whether the other program may have another position than the engine, because its last one was invalid or unreadable.
    is_void: bool,
    settings: Settings,
    /// The move overhead: the time that a turn takes on its way to the clock.
    overhead: Duration,
    /// The running search or computation.
    running: Option<RunningTask>,
    /// The lines that wait for its end; empty if nothing runs.
    waiting: WaitingLines,
    /// The number of `isready` without an answer yet.
    pending_ready: u64,
    is_debugging: bool,
}

impl Adapter for UciAdapter {
    fn handle_line(&mut self, line: InputLine) -> ControlFlow<()> {
        self.answer(line)?;
        self.answer_waiting()
    }

    fn handle_report(&mut self, report: WorkerReport) -> ControlFlow<()> {
        match report {
            WorkerReport::Ready => {
                self.pending_ready = self.pending_ready.saturating_sub(1);
                self.output.send("readyok");
            }
            WorkerReport::Progress(_, progress) => self.progressed(&progress),
            WorkerReport::Found(_, result) => self.found(result),
            WorkerReport::Computed(text) => {
                self.running = None;
                self.output.send(text);
            }
            WorkerReport::Failed => {
                self.report_error("the engine has failed");
                return ControlFlow::Break(());
            }
        }
        self.answer_waiting()
    }

    fn awaits_end(&self) -> bool {
        self.waiting.is_full() || self.running.as_ref().is_some_and(RunningTask::is_ending)
    }

    fn owes_answer(&self) -> bool {
        (self.pending_ready > 0 || self.running.is_some()) && self.output.flow().is_continue()
    }

    fn stop_endless(&mut self) {
        if self.running.as_ref().is_some_and(RunningTask::is_endless) {
            self.stop();
        }
    }
}

impl UciAdapter {
    /// Executes a line, unless it has to wait.
    fn answer(&mut self, line: InputLine) -> ControlFlow<()> {
        let command = match &line {
            Ok(text) => UciCommand::parse(text),
            Err(unreadable) => Err(CommandError::Unknown(unreadable.reason.to_owned())),
        };
        let has_to_wait = match &command {
            // A waiting line may set up the position to be shown.
            Ok(UciCommand::Show) => !self.waiting.is_empty(),
            Ok(command) => command.needs_engine(),
            Err(_) => line.is_err() && !self.waiting.is_empty(),
        };
        if has_to_wait && self.running.is_some() {
            self.waiting.push(line);
            return ControlFlow::Continue(());
        }
        // An unreadable line may have been a position.
        self.is_void |= line.is_err();
        match command {
            Ok(UciCommand::Quit) => {
                self.leave();
                return ControlFlow::Break(());
            }
            Err(CommandError::Unknown(error)) => {
                self.output.answer_invalid(format_args!("info string error: {error}"));
            }
            Ok(command) => {
                self.output.reset_invalid();
                if let Err(error) = self.execute(command) {
                    self.report_error(&error);
                }
            }
            Err(CommandError::Wrong(error)) => {
                self.output.reset_invalid();
                self.report_error(&error);
            }
        }
        self.output.flow()
    }

    /// Executes the waiting lines, up to one that starts a task.
    fn answer_waiting(&mut self) -> ControlFlow<()> {
        while !self.waiting.is_empty() {
            self.stop_endless();
            if self.running.is_some() {
                break;
            }
            if let Some(line) = self.waiting.pop() {
                self.answer(line)?;
            }
        }
        self.output.flow()
    }

    fn execute(&mut self, command: UciCommand<'_>) -> Result<(), String> {
        // If the position is wrong, the other program believes in another one than the engine.
        self.is_void |= matches!(command, UciCommand::Position { .. } | UciCommand::NoPosition(_));
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::Debug(on) => self.is_debugging = on,
            UciCommand::IsReady if self.running.is_some() => self.output.send("readyok"),
            UciCommand::IsReady => {
                self.pending_ready += 1;
                self.worker.prepare(self.so_far.game());
            }
            UciCommand::Stop => self.stop(),
            UciCommand::PonderHit => self.ponder_hit(),
            UciCommand::Show => {
                let position = self.so_far.position();
                let picture = BoardPicture::new(position);
                let string = position.fen().unwrap_or_else(|| position.to_string());
                let text = format!("{}\n{}\n\nFen: {string}", picture.text(), picture.caption());
                self.output.send(anstream::adapter::strip_str(&text));
            }
            UciCommand::Nothing => {}
            UciCommand::SetOption { name, value } => self.set(name, value)?,
            UciCommand::NewGame => self.new_game(),
            UciCommand::Position { start, moves } => {
                self.so_far.tell(start, &moves).map_err(|error| format!("position: {error}"))?;
                self.is_void = false;
                if self.is_debugging {
                    self.tell(&format!("position {}", self.so_far.position()));
                }
            }
            UciCommand::NoPosition(error) => return Err(format!("position: {error}")),
            UciCommand::Go(go) => self.go(&go),
            UciCommand::Eval => {
                let position = self.so_far.position().clone();
                self.compute(Completion::Soon, |_| compute::evaluation(position));
            }
            UciCommand::Bench(depth) => {
                let options = self.settings.engine;
                self.compute(Completion::Done, |_| compute::bench(depth, options));
            }
            UciCommand::Quit => {}
        }
        Ok(())
    }

    /// Sends the name and the options.
    fn introduce(&mut self) {
        self.output.send(concat!("id name Beaufort ", env!("CARGO_PKG_VERSION")));
        self.output.send("id author the Beaufort contributors");
        self.output.send(options::announcements(self.variants()).join("\n"));
        self.output.send("uciok");
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        if options::set_parameter(name, value)? {
            return Ok(());
        }
        match options::read(name, value, self.variants())? {
            (OptionName::Hash, OptionValue::Number(mib)) => self.settings.set_memory(mib),
            (OptionName::Threads, OptionValue::Number(threads)) => self.settings.set_threads(threads),
            (OptionName::MultiPv, OptionValue::Number(lines)) => self.settings.lines = lines as usize,
            (OptionName::MoveOverhead, OptionValue::Number(time)) => {
                self.overhead = Duration::from_millis(time)
            }
            (OptionName::Skill, OptionValue::Text(level)) => {
                if let Some(remark) = self.settings.set_level(&level).and_then(remark) {
                    self.output.send(format_args!("info string {remark}"));
                }
            }
            (OptionName::ClearHash, _) => self.worker.new_game(),
            (OptionName::GameFile, OptionValue::Text(path)) if !path.is_empty() => {
                let read = self.host.read_game;
                let read = self.mailbox.wait_for(move || read(Path::new(&path)));
                let Some(known) = read else { return Ok(()) };
                let known = known?;
                let game = Arc::clone(known.game());
                self.own = Some(known);
                // The evaluation may be for a game of the same name with other rules.
                self.learned = None;
                self.change_game(game);
            }
            (OptionName::EvalFile, OptionValue::Text(path)) => self.set_learned(&path)?,
            (OptionName::Variant, OptionValue::Text(name)) => {
                if let Some(game) = game_named(self.own.as_ref(), &name) {
                    let learned = self.learned.as_ref().map(|learned| learned.game());
                    let same = learned.filter(|known| known.definition().id == game.definition().id);
                    self.change_game(same.map_or(game, Arc::clone));
                }
            }
            // `go ponder` starts pondering; an empty `GameFile` changes nothing.
            _ => {}
        }
        self.worker.set_options(self.settings.engine);
        Ok(())
    }

    /// Returns the games to choose from.
    fn variants(&self) -> Variants<'_> {
        let own = self.own.as_ref().map(|own| own.game().definition().id.as_str());
        Variants { first: &self.first, own }
    }

    /// Sets the evaluation file for this game; an empty path restores the default.
    fn set_learned(&mut self, path: &str) -> Result<(), String> {
        let game = Arc::clone(self.so_far.game());
        let learned = match path {
            "" => None,
            path => {
                self.refused = Some(path.to_owned());
                let (read, path) = (self.host.read_evaluation, path.to_owned());
                let Some(known) = self.mailbox.wait_for(move || read(&game, &path)) else { return Ok(()) };
                Some(Arc::new(known?))
            }
        };
        self.refused = None;
        self.learned = learned;
        self.worker.set_evaluation(self.evaluation());
        Ok(())
    }

    /// Returns the evaluation for this game: of the file that was set, or of the user's own game; `None` for the default.
    fn evaluation(&self) -> Option<Arc<Evaluation>> {
        let is_of_game = |known: &&Arc<Evaluation>| Arc::ptr_eq(known.game(), self.so_far.game());
        [&self.learned, &self.own].into_iter().flatten().find(is_of_game).cloned()
    }

    /// Starts a new game, of the same or another variant.
    fn change_game(&mut self, game: Arc<Game>) {
        self.so_far = GameSoFar::new(Arc::clone(&game));
        let read = self.host.read_evaluation;
        if let Some(path) = self.refused.clone()
            && let Some(Ok(known)) = self.mailbox.wait_for(move || read(&game, &path))
        {
            self.refused = None;
            self.learned = Some(Arc::new(known));
        }
        self.worker.set_evaluation(self.evaluation());
        self.is_void = false;
        self.new_game();
    }

    /// Clears the engine's memory of the last game.
    fn new_game(&mut self) {
        self.worker.new_game();
        self.settings.new_game();
    }

    /// Sends a text as lines `info string`.
    fn tell(&mut self, text: &str) {
        text.lines().for_each(|line| self.output.send(format_args!("info string {line}")));
    }

    fn report_error(&mut self, error: &str) {
        error.lines().for_each(|line| self.output.send(format_args!("info string error: {line}")));
    }
}

//! Our own line protocol, seen from the side that answers. `docs/protocol-line.md` defines it.

mod command;

use std::ops::ControlFlow;
use std::sync::Arc;

use beaufort_engine::{Evaluation, Limits, Options, SearchResult, Signal};
use beaufort_rules::Position;

use super::game_so_far::GameSoFar;
use super::lines;
use super::output::ProtocolOutput;
use super::settings::Settings;
use super::words::split_at_word;
use super::worker::{SearchRequest, Worker, WorkerReport};
use super::{Adapter, game_named, listen, quoted, run_adapter};
use crate::failure::Failure;
use crate::game_args::GameFile;
use command::LineCommand;

/// The engine's memory in MiB unless it is told otherwise.
const HASH_MIB: usize = 16;

/// Speaks the protocol over the standard input and output until the other side has had enough; a game of the user's own
/// is known beside those that are built in.
///
/// # Errors
/// If that game cannot be read.
pub(crate) fn run(file: GameFile) -> Result<(), Failure> {
    let Some((mailbox, own)) = listen(file)? else { return Ok(()) };
    let settings = Settings::new(Options::with_hash(HASH_MIB));
    let worker = Worker::start(settings.engine, own.as_ref(), &mailbox);
    let output = ProtocolOutput::default();
    run_adapter(
        &mailbox,
        LineAdapter {
            output,
            worker,
            settings,
            own,
            so_far: None,
            is_set_up: false,
            thinks: None,
            pending_ready: 0,
        },
    );
    Ok(())
}

/// The state of a conversation.
#[derive(Debug)]
struct LineAdapter {
    output: ProtocolOutput,
    worker: Worker,
    settings: Settings,
    /// A game of the user's own.
    own: Option<Arc<Evaluation>>,
    /// The game, once one is named.
    so_far: Option<GameSoFar>,
    /// Whether the position is one that was told.
    is_set_up: bool,
    /// The position that the engine thinks about.
    thinks: Option<Position>,
    /// How many games have no `ready` yet.
    pending_ready: u64,
}

impl Adapter for LineAdapter {
    fn handle_line(&mut self, line: lines::InputLine) -> ControlFlow<()> {
        let text = match line {
            Ok(text) => text,
            Err(unreadable) => {
                // It may have been a position.
                self.is_set_up = false;
                self.output.answer_invalid(format_args!("error {}", unreadable.reason));
                return self.output.flow();
            }
        };
        self.output.reset_invalid();
        let obeyed = match LineCommand::parse(&text) {
            Ok(LineCommand::Quit) => return ControlFlow::Break(()),
            Ok(command) => self.obey(command),
            Err(error) => Err(error),
        };
        if let Err(error) = obeyed {
            self.output.send(format_args!("error {}", error.replace('\n', " ")));
        }
        self.output.flow()
    }

    fn handle_report(&mut self, report: WorkerReport) -> ControlFlow<()> {
        match report {
            WorkerReport::Ready => {
                self.pending_ready = self.pending_ready.saturating_sub(1);
                self.output.send("ready");
            }
            WorkerReport::Found(_, result) => self.found(&result),
            WorkerReport::Progress(..) | WorkerReport::Computed(_) => {}
            WorkerReport::Failed => {
                self.output.send("error the engine has failed");
                return ControlFlow::Break(());
            }
        }
        self.output.flow()
    }

    fn awaits_end(&self) -> bool {
        false
    }

    fn owes_answer(&self) -> bool {
        self.pending_ready > 0 && self.output.flow().is_continue()
    }
}

impl LineAdapter {
    fn obey(&mut self, command: LineCommand<'_>) -> Result<(), String> {
        match command {
            LineCommand::Quit | LineCommand::Unknown => {}
            _ if self.thinks.is_some() => {
                // The other program may believe that it is set up.
                self.is_set_up &= !matches!(command, LineCommand::Game(_) | LineCommand::Position { .. });
                return Err("a turn is being chosen".to_owned());
            }
            LineCommand::Hash(mib) => {
                self.settings.set_memory(mib);
                self.worker.set_options(self.settings.engine);
            }
            LineCommand::Threads(threads) => {
                self.settings.set_threads(threads);
                self.worker.set_options(self.settings.engine);
            }
            LineCommand::Game(id) => self.game(id)?,
            LineCommand::Position { start, turns } => {
                self.is_set_up = false;
                // As other protocols have it.
                if split_at_word(start, "moves").is_some() {
                    return Err("expected `turns` before the turns, not `moves`".to_owned());
                }
                self.so_far.as_mut().ok_or("no game is named")?.tell(Some(start), &turns)?;
                self.is_set_up = true;
            }
            LineCommand::Go(limits) => self.go(limits)?,
        }
        Ok(())
    }

    /// Begins a game.
    fn game(&mut self, id: &str) -> Result<(), String> {
        self.is_set_up = false;
        // An engine that has played the game before need not be made anew.
        let same = self.so_far.as_ref().map(GameSoFar::game).filter(|game| game.definition().id == id);
        let game = same.map(Arc::clone).or_else(|| game_named(self.own.as_ref(), id));
        let game = game.ok_or_else(|| format!("there is no game `{}`", quoted(id)))?;
        self.worker.new_game();
        self.pending_ready += 1;
        self.worker.prepare(&game);
        self.so_far = Some(GameSoFar::new(game));
        Ok(())
    }

    fn go(&mut self, limits: Limits) -> Result<(), String> {
        let so_far = self.so_far.as_ref().ok_or("no game is named")?;
        if !self.is_set_up {
            return Err("no position is told".to_owned());
        }
        let position = so_far.position().clone();
        self.worker.search(SearchRequest {
            // There is one search at a time.
            number: 0,
            position: position.clone(),
            limits,
            lines: self.settings.lines,
            only: Vec::new(),
            skill: self.settings.skill(),
            signal: Arc::new(Signal::new()),
        });
        self.thinks = Some(position);
        Ok(())
    }

    /// Tells the turn.
    fn found(&mut self, result: &SearchResult) {
        let Some(position) = self.thinks.take() else { return };
        match result.turn.and_then(|turn| position.turn_text(turn)) {
            Some(turn) => self.output.send(format_args!(
                "info depth {} score {} nodes {}\nturn {turn}",
                result.depth, result.score, result.nodes
            )),
            None => self.output.send("error there is no turn"),
        }
    }
}

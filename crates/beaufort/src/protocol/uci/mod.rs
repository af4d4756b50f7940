//! The Universal Chess Interface, for games larger than chess.
//!
//! `docs/uci.md` defines what is written differently from chess: positions and moves.

mod answer;
mod command;
mod compute;
mod game;
mod go;
mod options;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use beaufort_draw::BoardPicture;
use beaufort_engine::{Options, SearchResult, Signal};
use beaufort_rules::{Game, Position};

use super::lines::Line;
use super::mailbox::Mailbox;
use super::voice::Voice;
use super::worker::{Report, Search, Worker};
use super::{Conversation, PATIENCE, converse, turns};
use crate::failure::Failure;
use crate::game_args::{builtin_game, game_of_file};
use command::{Command, CommandError};
use game::GameSoFar;
use go::Go;
use options::{Name, Value};

/// Speaks the protocol over the standard input and output until the other side has had enough.
pub(crate) fn run() -> Result<(), Failure> {
    let mailbox = Arc::new(Mailbox::default());
    let settings = Settings::default();
    let conversation = Uci {
        voice: Voice::default(),
        worker: Worker::start(settings.engine, &mailbox),
        so_far: GameSoFar::new(builtin_game(options::FIRST_VARIANT)?),
        settings,
        running: None,
        is_debugging: false,
        unknown_lines: 0,
    };
    converse(&mailbox, conversation);
    Ok(())
}

/// What has been set.
#[derive(Debug)]
struct Settings {
    engine: Options,
    lines: usize,
    overhead: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { engine: Options::default(), lines: 1, overhead: Duration::from_millis(10) }
    }
}

/// The state of a conversation.
#[derive(Debug)]
struct Uci {
    voice: Voice,
    worker: Worker,
    so_far: GameSoFar,
    settings: Settings,
    running: Option<Running>,
    is_debugging: bool,
    /// How many lines in a row have meant nothing.
    unknown_lines: u32,
}

/// What the engine is doing.
#[derive(Debug)]
struct Running {
    position: Position,
    signal: Arc<Signal>,
    /// Whether the result has to wait for `stop` or `ponderhit`.
    is_held: bool,
    /// The result that waits.
    result: Option<SearchResult>,
}

impl Conversation for Uci {
    fn hear(&mut self, line: Line) -> ControlFlow<()> {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => return self.misunderstood("the line is too long"),
            Line::NotText => return self.misunderstood("the line is not UTF-8"),
        };
        let answered = match Command::parse(&text) {
            Ok(Command::Quit) => return ControlFlow::Break(()),
            Ok(command) => self.obey(command),
            Err(CommandError::Unknown(word)) => {
                return self.misunderstood(&format!("unknown command `{}`", word.escape_debug()));
            }
            Err(CommandError::Wrong(error)) => Err(error),
        };
        self.unknown_lines = 0;
        if let Err(error) = answered {
            self.complain(&error);
        }
        self.flow()
    }

    fn learn(&mut self, report: Report) -> ControlFlow<()> {
        match report {
            Report::Ready => self.voice.say("readyok"),
            Report::Progress(_, progress) => {
                if let Some(running) = &self.running {
                    self.voice.say(answer::info(&running.position, &progress));
                }
            }
            Report::Found(_, result) => {
                if let Some(running) = &mut self.running {
                    running.result = Some(result);
                    self.release();
                }
            }
            Report::Computed(text) => {
                self.running = None;
                self.tell(&text);
            }
            Report::Failed => {
                self.complain("the engine has failed");
                return ControlFlow::Break(());
            }
        }
        self.flow()
    }

    fn awaits_end(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.signal.is_stopped())
    }
}

impl Uci {
    fn obey(&mut self, command: Command<'_>) -> Result<(), String> {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.is_debugging = on,
            Command::IsReady if self.running.is_some() => self.voice.say("readyok"),
            Command::IsReady => self.worker.prepare(self.so_far.game()),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Show => {
                let picture = BoardPicture::new(self.so_far.position());
                let text = format!("{}\n{}\n", picture.text(), picture.caption());
                self.voice.say(anstream::adapter::strip_str(&text));
            }
            // The rest is not for a search that goes on.
            _ if self.running.is_some() => return Err("a search goes on: `stop` it first".to_owned()),
            Command::SetOption { name, value } => self.set(name, value)?,
            Command::NewGame => self.worker.new_game(),
            Command::Position { start, moves } => {
                self.so_far.tell(start, &moves).map_err(|error| format!("position: {error}"))?;
                if self.is_debugging {
                    self.tell(&format!("position {}", self.so_far.position()));
                }
            }
            Command::Go(go) => self.go(&go).map_err(|error| format!("go: {error}"))?,
            Command::Eval => {
                let position = self.so_far.position().clone();
                self.compute(|_| compute::evaluation(position));
            }
            Command::Bench(depth) => {
                let options = self.settings.engine;
                self.compute(|_| compute::bench(depth, options));
            }
            Command::Quit | Command::Nothing => {}
        }
        Ok(())
    }

    /// Says who this is and what can be set.
    fn introduce(&mut self) {
        self.voice.say(concat!("id name Beaufort ", env!("CARGO_PKG_VERSION")));
        self.voice.say("id author the Beaufort contributors");
        options::announcements().for_each(|line| self.voice.say(line));
        self.voice.say("uciok");
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        match options::read(name, value)? {
            (Name::Hash, Value::Number(mib)) => self.settings.engine.hash_mib = mib as usize,
            (Name::Threads, Value::Number(threads)) => self.settings.engine.threads = threads as usize,
            (Name::MultiPv, Value::Number(lines)) => self.settings.lines = lines as usize,
            (Name::MoveOverhead, Value::Number(time)) => self.settings.overhead = Duration::from_millis(time),
            (Name::ClearHash, _) => self.worker.new_game(),
            (Name::GameFile, Value::Text(path)) if !path.is_empty() => {
                self.change_game(game_of_file(Path::new(&path)))?;
            }
            (Name::Variant, Value::Text(id)) => self.change_game(builtin_game(&id))?,
            // Whether the engine may ponder is said by `go ponder`; no file changes nothing.
            _ => {}
        }
        self.worker.set_options(self.settings.engine);
        Ok(())
    }

    fn change_game(&mut self, game: Result<Arc<Game>, Failure>) -> Result<(), String> {
        let game = game.map_err(|failure| failure.messages())?;
        self.so_far = GameSoFar::new(game);
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<(), String> {
        let position = self.so_far.position().clone();
        if let Some(depth) = go.perft {
            self.compute(move |signal| compute::perft(position, depth, signal));
            return Ok(());
        }
        let read = |text: &String| turns::read(&position, text).map_err(|error| format!("`{text}`: {error}"));
        let only = go.only.iter().map(read).collect::<Result<_, _>>()?;
        let signal = Arc::new(Signal::new());
        if go.ponder {
            signal.ponder();
        }
        self.worker.search(Search {
            // There is one search at a time.
            number: 0,
            position: position.clone(),
            limits: go.limits(position.side(), self.settings.overhead),
            lines: self.settings.lines,
            only,
            signal: Arc::clone(&signal),
        });
        self.running = Some(Running { position, signal, is_held: go.ponder || go.infinite, result: None });
        Ok(())
    }

    fn compute(&mut self, computation: impl FnOnce(Arc<Signal>) -> super::worker::Computation) {
        let signal = Arc::new(Signal::new());
        let position = self.so_far.position().clone();
        self.worker.compute(position.game(), computation(Arc::clone(&signal)));
        self.running = Some(Running { position, signal, is_held: false, result: None });
    }

    fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.signal.stop();
            running.is_held = false;
            self.release();
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.signal.is_pondering()) {
            running.signal.ponder_hit();
            running.is_held = false;
            self.release();
        }
    }

    /// Tells the result of the search if there is one and it need not wait.
    fn release(&mut self) {
        let Some(running) = self.running.take_if(|running| !running.is_held && running.result.is_some())
        else {
            return;
        };
        if let Some(result) = &running.result {
            self.voice.say(answer::best_move(&running.position, result));
        }
    }

    /// Tells something beside the protocol, a line for each of its lines.
    fn tell(&mut self, text: &str) {
        text.lines().for_each(|line| self.voice.say(format_args!("info string {line}")));
    }

    fn complain(&mut self, error: &str) {
        error.lines().for_each(|line| self.voice.say(format_args!("info string error: {line}")));
    }

    /// Complains about a line that means nothing, but not about every one of a flood.
    fn misunderstood(&mut self, error: &str) -> ControlFlow<()> {
        self.unknown_lines = self.unknown_lines.saturating_add(1);
        if self.unknown_lines <= PATIENCE {
            self.complain(error);
        }
        self.flow()
    }

    fn flow(&self) -> ControlFlow<()> {
        if self.voice.is_unheard() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

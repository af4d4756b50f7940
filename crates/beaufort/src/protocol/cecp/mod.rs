//! The Chess Engine Communication Protocol, version 2, as XBoard speaks it.
//!
//! `docs/cecp.md` tells which games XBoard can show and how turns are told. In this file: what the commands do. `play.rs`
//! has the turns, the searches and the ends of games.

mod betza;
mod clock;
mod command;
mod highlight;
mod legs;
mod play;
mod shape;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::Options;
use beaufort_rules::{Game, Position, Side, builtin};

use super::lines::Line;
use super::mailbox::Mailbox;
use super::voice::Voice;
use super::worker::{Report, Worker};
use super::{Conversation, PATIENCE, converse};
use crate::failure::Failure;
use crate::game_args::builtin_game;
use clock::TimeControl;
use command::{Command, CommandError};
use legs::Legs;
use play::Running;
use shape::Shape;

/// The game that the protocol calls normal.
const NORMAL: &str = "orthochess";
/// What a turn needs on its way to the clock.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The most questions of a search that goes on that wait for its end; any others are answered at once.
const MOST_PINGS: usize = 64;

/// Speaks the protocol over the standard input and output until the other side has had enough; a game of the user's own
/// is offered with the others.
pub(crate) fn run(own: Option<Arc<Game>>) -> Result<(), Failure> {
    let mut voice = Voice::default();
    // XBoard waits for two seconds only if it is not asked for more; on a busy machine that is not enough to begin.
    voice.say("feature done=0");
    let mailbox = Arc::new(Mailbox::default());
    let game = builtin_game(NORMAL)?;
    let options = Options::default();
    let conversation = Cecp {
        voice,
        worker: Worker::start(options, &mailbox),
        options,
        lines: 1,
        own,
        shape: None,
        legs: Legs::OfOurs,
        position: Position::initial(&game),
        is_void: false,
        plays: Some(Side::Second),
        is_against_program: false,
        is_analyzing: false,
        ponders: false,
        posts: false,
        time: TimeControl::default(),
        running: None,
        searches: 0,
        pings: Vec::new(),
        expected: None,
        score: 0,
        unknown_lines: 0,
    };
    converse(&mailbox, conversation);
    Ok(())
}

/// The state of a conversation.
#[derive(Debug)]
struct Cecp {
    voice: Voice,
    worker: Worker,
    options: Options,
    /// How many lines an analysis shows.
    lines: usize,
    /// A game of the user's own.
    own: Option<Arc<Game>>,
    /// How XBoard shows the game, if it can and has to be told.
    shape: Option<Shape>,
    legs: Legs,
    position: Position,
    /// Whether the position is not the one the other program has in mind, because that made no sense.
    is_void: bool,
    /// The side that the engine plays.
    plays: Option<Side>,
    /// Whether the opponent is a program.
    is_against_program: bool,
    is_analyzing: bool,
    ponders: bool,
    posts: bool,
    time: TimeControl,
    running: Option<Running>,
    /// The number of the last search.
    searches: u64,
    /// Questions to be answered after the engine's turn.
    pings: Vec<String>,
    /// The turn that the engine expects of the opponent, as text.
    expected: Option<String>,
    /// The score of the engine's last turn.
    score: i32,
    /// How many lines in a row have meant nothing.
    unknown_lines: u32,
}

impl Conversation for Cecp {
    fn hear(&mut self, line: Line) -> ControlFlow<()> {
        let text = match line {
            Line::Text(text) => text,
            Line::TooLong => return self.misunderstood("the line is too long", "..."),
            Line::NotText => return self.misunderstood("the line is not UTF-8", "..."),
        };
        match Command::parse(&text) {
            Ok(Command::Quit) => return ControlFlow::Break(()),
            Ok(command) => {
                self.unknown_lines = 0;
                if let Err(kind) = self.obey(command) {
                    self.complain(&kind, &text);
                }
            }
            Err(CommandError::Unknown) => return self.misunderstood("unknown command", &text),
            Err(CommandError::Wrong(kind)) => self.complain(kind, &text),
        }
        self.flow()
    }

    fn learn(&mut self, report: Report) -> ControlFlow<()> {
        match report {
            Report::Ready => {
                if !self.pings.is_empty() {
                    let ping = self.pings.remove(0);
                    self.voice.say(format_args!("pong {ping}"));
                }
            }
            Report::Progress(number, progress) => self.progressed(number, progress),
            Report::Found(number, result) => self.found(number, result),
            Report::Computed(_) => {}
            Report::Failed => {
                self.voice.say("tellusererror the engine has failed");
                return ControlFlow::Break(());
            }
        }
        self.flow()
    }

    fn awaits_end(&self) -> bool {
        self.running.as_ref().is_some_and(Running::is_ending)
    }
}

impl Cecp {
    /// Does what a command asks for, or returns the kind of the mistake in it.
    fn obey(&mut self, command: Command<'_>) -> Result<(), String> {
        const NOT_NOW: &str = "command not legal now";
        match command {
            Command::ProtocolVersion => self.introduce(),
            Command::New => {
                self.change_game(builtin_game(NORMAL).expect("the game comes with the program"));
                self.time.set_depth(None);
                self.plays = Some(Side::Second);
                self.is_against_program = false;
            }
            Command::Variant(name) => {
                let own = self.own.clone().filter(|game| game.definition().id == name);
                let name = if name == "normal" { NORMAL } else { name };
                let game = own.or_else(|| builtin::game(name)).ok_or("unknown variant")?;
                self.change_game(game);
            }
            Command::Force => {
                self.abandon();
                self.plays = None;
            }
            Command::Go | Command::PlayOther if self.is_void => return Err(NOT_NOW.to_owned()),
            Command::Go => {
                self.abandon();
                self.plays = Some(self.position.side());
                self.continue_game();
            }
            Command::PlayOther => {
                self.abandon();
                self.plays = Some(self.position.side().other());
                self.continue_game();
            }
            Command::Level(turns, base, increment) => {
                let played = self.turns_played();
                self.time.set_level(turns, base, increment, played);
            }
            Command::MoveTime(time) => self.time.set_turn(time),
            Command::Depth(depth) => self.time.set_depth(Some(depth)),
            Command::Time(time) => self.time.set_remaining(time),
            Command::Move(text) => self.opponent_plays(text),
            Command::MoveNow => self.move_now(),
            Command::Ping(text) => self.ping(text),
            Command::Draw => {
                if beaufort_session::opinion::agrees_to_draw(-self.score) {
                    self.voice.say("offer draw");
                }
            }
            Command::Result => {
                self.abandon();
                self.plays = None;
            }
            Command::SetBoard(fen) => self.set_board(fen),
            Command::Hint => {
                if let Some(expected) = &self.expected {
                    self.voice.say(format_args!("Hint: {expected}"));
                }
            }
            Command::Book => self.voice.say(" There is no book.\n"),
            Command::Undo => self.take_back(1)?,
            Command::Remove => self.take_back(2)?,
            Command::Ponder(on) => {
                self.ponders = on;
                if !on {
                    self.ponder_no_more();
                }
            }
            Command::Post(on) => self.posts = on,
            Command::Analyze => {
                self.plays = None;
                self.is_analyzing = true;
                self.abandon();
                self.continue_game();
            }
            Command::Exit => {
                self.is_analyzing = false;
                self.abandon();
            }
            Command::Computer => self.is_against_program = true,
            Command::Status => self.tell_status(),
            Command::Memory(mib) => {
                self.options.hash_mib = mib.clamp(1, 65_536) as usize;
                self.worker.set_options(self.options);
            }
            Command::Cores(threads) => {
                self.options.threads = threads.clamp(1, 256) as usize;
                self.worker.set_options(self.options);
            }
            Command::Option(name, value) => self.set(name, value)?,
            Command::Lift(square) => {
                if let Some(shape) = &self.shape {
                    self.voice.say(highlight::targets(shape, self.legs, &self.position, square));
                }
            }
            Command::OpponentTime | Command::Nothing | Command::Quit => {}
        }
        Ok(())
    }

    /// Says who this is and what it can do.
    fn introduce(&mut self) {
        let is_small =
            |id: &&str| builtin::definition(id).is_some_and(|definition| Shape::is_possible(&definition));
        let games = builtin::ids().filter(is_small).filter_map(builtin::game).chain(self.own.clone());
        let shown = games.filter(|game| Shape::new(game).is_some()).map(|game| game.definition().id.clone());
        let variants: Vec<String> = std::iter::once("normal".to_owned()).chain(shown).collect();
        self.voice.say(concat!("feature myname=\"Beaufort ", env!("CARGO_PKG_VERSION"), "\""));
        self.voice.say(format_args!("feature variants=\"{}\"", variants.join(",")));
        self.voice.say("feature ping=1 setboard=1 playother=1 usermove=1 time=1 draw=1 reuse=1 analyze=1");
        self.voice.say("feature sigint=0 sigterm=0 colors=0 name=0 ics=0 pause=0 nps=0 san=0 debug=1");
        self.voice.say("feature memory=1 smp=1 highlight=1");
        self.voice.say("feature option=\"MultiPV -spin 1 1 100\" option=\"Clear Hash -button\"");
        self.voice.say("feature done=1");
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        match (name, value) {
            ("MultiPV", Some(value)) => {
                let lines = value.parse().ok().filter(|lines| (1..=100).contains(lines));
                self.lines = lines.ok_or("MultiPV is 1 to 100")?;
            }
            ("Clear Hash", None) => self.worker.new_game(),
            _ => return Err("unknown option".to_owned()),
        }
        Ok(())
    }

    /// Begins a game by other rules, or a new one by the same.
    fn change_game(&mut self, game: Arc<Game>) {
        self.abandon();
        self.worker.new_game();
        self.shape = Shape::new(&game);
        self.legs = if self.shape.is_some() { Legs::OfXBoard } else { Legs::OfOurs };
        self.begin(Position::initial(&game));
        if let Some(shape) = &self.shape {
            shape.introduction().iter().for_each(|line| self.voice.say(line));
        }
        self.continue_game_if_analyzing();
    }

    fn set_board(&mut self, fen: &str) {
        self.abandon();
        let position = match &self.shape {
            Some(shape) => shape.position(fen),
            None => Position::parse(self.position.game(), fen).map_err(|error| error.to_string()),
        };
        match position {
            Ok(position) => {
                self.begin(position);
                self.continue_game_if_analyzing();
            }
            Err(error) => {
                self.is_void = true;
                self.voice.say(format_args!("tellusererror Illegal position: {error}"));
            }
        }
    }

    /// Answers at once, or after the engine's turn if it is about to make one, or when the engine is ready.
    fn ping(&mut self, text: &str) {
        let thinks = self.running.as_ref().is_some_and(Running::is_thinking);
        if self.running.is_some() && !thinks || self.pings.len() >= MOST_PINGS {
            self.voice.say(format_args!("pong {text}"));
            return;
        }
        self.pings.push(text.to_owned());
        if !thinks {
            self.worker.prepare(self.position.game());
        }
    }

    fn complain(&mut self, kind: &str, text: &str) {
        let text: String = text.chars().take(80).collect();
        self.voice.say(format_args!("Error ({kind}): {}", text.escape_debug()));
    }

    /// Complains about a line that means nothing, but not about every one of a flood.
    fn misunderstood(&mut self, kind: &str, text: &str) -> ControlFlow<()> {
        self.unknown_lines = self.unknown_lines.saturating_add(1);
        if self.unknown_lines <= PATIENCE {
            self.complain(kind, text);
        }
        self.flow()
    }

    fn flow(&self) -> ControlFlow<()> {
        if self.voice.is_unheard() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

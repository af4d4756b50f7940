//! The Chess Engine Communication Protocol, version 2, as XBoard speaks it.
//!
//! `docs/cecp.md` tells which games XBoard can show and how turns are told. In this file: the conversation. [`obey`] says
//! what the commands do, [`play`] has the turns and the ends of games, [`search`] what the engine thinks of.

mod clock;
mod command;
mod features;
mod highlight;
mod obey;
mod play;
mod search;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Evaluation, Options};
use beaufort_lab::notation::xboard::Dialect;
use beaufort_rules::{Position, Side};

use super::lines::Line;
use super::mailbox::Mailbox;
use super::settings::Settings;
use super::voice::Voice;
use super::worker::{Report, Worker};
use super::{Conversation, converse, quoted};
use crate::failure::Failure;
use crate::game_args::builtin_game;
use clock::TimeControl;
use command::{Command, CommandError};
use highlight::Hand;
use search::Running;

/// The game that the protocol calls normal.
const NORMAL: &str = super::ORTHODOX_CHESS;
/// What a turn needs on its way to the clock.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The most questions of a search that goes on that wait for its end; any others are answered at once.
const MOST_PINGS: usize = 64;

/// Speaks the protocol over the standard input and output until the other side has had enough; a game of the user's own
/// is offered with the others.
pub(crate) fn run(own: Option<Arc<Evaluation>>) -> Result<(), Failure> {
    let mut voice = Voice::default();
    // XBoard waits for two seconds only if it is not asked for more; on a busy machine that is not enough to begin.
    voice.say("feature done=0");
    let mailbox = Arc::new(Mailbox::default());
    let game = builtin_game(NORMAL)?;
    let settings = Settings::new(Options::default());
    let worker = Worker::start(settings.engine, own.as_ref(), &mailbox);
    let conversation = Cecp {
        voice,
        worker,
        settings,
        own,
        dialect: Dialect::Native,
        hand: Hand::default(),
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
        score: None,
    };
    converse(&mailbox, conversation);
    Ok(())
}

/// The state of a conversation.
#[derive(Debug)]
struct Cecp {
    voice: Voice,
    worker: Worker,
    settings: Settings,
    /// A game of the user's own.
    own: Option<Arc<Evaluation>>,
    dialect: Dialect,
    hand: Hand,
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
    /// The side and the score of the engine's last turn in this game.
    score: Option<(Side, i32)>,
}

impl Conversation for Cecp {
    fn hear(&mut self, line: Line) -> ControlFlow<()> {
        let text = match line {
            Ok(text) => text,
            Err(kind) => return self.misunderstood(kind, "..."),
        };
        let obeyed = match Command::parse(&text) {
            Ok(Command::Quit) => return ControlFlow::Break(()),
            Ok(command) => self.obey(command),
            Err(CommandError::Unknown) => return self.misunderstood("unknown command", &text),
            Err(CommandError::Wrong(kind)) => Err(kind.to_owned()),
        };
        self.voice.end_nonsense();
        if let Err(kind) = obeyed {
            self.voice.say(complaint(&kind, &text));
        }
        self.voice.flow()
    }

    fn learn(&mut self, report: Report) -> ControlFlow<()> {
        match report {
            // What has been asked since the engine thinks is answered after its turn.
            Report::Ready if self.running.is_some() => {}
            Report::Ready => self.answer_pings(),
            Report::Progress(number, progress) => self.progressed(number, progress),
            Report::Found(number, result) => self.found(number, result),
            Report::Computed(_) => {}
            Report::Failed => {
                self.voice.say("tellusererror the engine has failed");
                return ControlFlow::Break(());
            }
        }
        self.voice.flow()
    }

    fn awaits_end(&self) -> bool {
        self.running.as_ref().is_some_and(Running::is_ending)
    }
}

impl Cecp {
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

    /// Answers the questions that have waited.
    fn answer_pings(&mut self) {
        for ping in std::mem::take(&mut self.pings) {
            self.voice.say(format_args!("pong {ping}"));
        }
    }

    /// Complains about a line that means nothing, but not about every one of a flood.
    fn misunderstood(&mut self, kind: &str, text: &str) -> ControlFlow<()> {
        self.voice.answer_nonsense(complaint(kind, text));
        self.voice.flow()
    }
}

/// Returns what is said of a line with a mistake.
fn complaint(kind: &str, text: &str) -> String {
    format!("Error ({kind}): {}", quoted(text))
}

//! The conversation of a session with its clients: requests in, events out.
//!
//! A [`Conversation`] does no I/O, has no threads and looks at no clock. Whoever owns it hands it requests, the reports
//! of the engine and the time, and carries out the [`Effects`]: messages to send, and jobs of the engine to start, cancel or finish.

mod edits;
mod effects;
mod ending;
mod engine;
mod import;
mod opening;
mod play;
mod questions;
mod review;
mod saved;
mod table;
#[cfg(test)]
mod tests;
mod views;

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::record::Tree;
use fastrand::Rng;

use crate::command::{Command, PROTOCOL, Request};
use crate::event::{Event, Message, Problem, ProblemCode};
use crate::library::Library;

use table::{JobPurpose, Requester, Review, Table};

pub use effects::{Effects, Envelope, JobCommand, Recipient};
pub use saved::Saved;

/// A client of a session: a number of its owner's choice.
pub type ClientId = u64;

/// The most places of a game: the start and every turn, those that have been deleted since it was read included.
const MAX_PLACES: usize = 10_000;
/// The longest message of a mistake, in characters: it may quote what was sent.
const MAX_PROBLEM_CHARS: usize = 300;
/// How much of the end of a longer message is kept, in characters.
const PROBLEM_TAIL_CHARS: usize = 180;

/// A session with everything that its clients can ask of it.
///
/// A copy is what the conversation was before: to take a change back, put the copy in its place. It costs little, as the
/// game is copied only when it changes.
#[derive(Clone, Debug)]
pub struct Conversation {
    library: Arc<Library>,
    rng: Rng,
    /// The number of the last change.
    seq: u32,
    /// The game; `None` before the first one. Copies of the conversation share it until one of them changes it.
    table: Option<Arc<Table>>,
    /// The jobs of the engine, each by its number.
    jobs: Vec<(u64, JobPurpose)>,
    /// The number of the last job.
    last_job: u64,
    /// Whether changes cannot be saved at present: the game stands still.
    unsaved: bool,
}

/// Handles one request, report or tick: changes the conversation and collects what follows from it.
struct Handler<'a> {
    conversation: &'a mut Conversation,
    requester: Option<Requester>,
    now: Duration,
    effects: Effects,
}

impl Conversation {
    /// Begins a conversation about no game yet. Random choices follow from the seed.
    pub fn new(library: &Arc<Library>, seed: u64) -> Conversation {
        Conversation {
            library: Arc::clone(library),
            rng: Rng::with_seed(seed),
            seq: 0,
            table: None,
            jobs: Vec::new(),
            last_job: 0,
            unsaved: false,
        }
    }

    /// Carries out a request as it came over the wire. Whatever it is, the answer is at least one message, and a request
    /// that is refused changes nothing. `now` is the time since any fixed moment.
    pub fn handle_text(&mut self, client: ClientId, text: &str, now: Duration) -> Effects {
        match serde_json::from_str::<Request>(text) {
            Ok(request) => self.handle(client, request, now),
            Err(error) => {
                // The number may be readable where the command is not.
                let id = request_id(text);
                let mut problem = Problem::new(ProblemCode::Malformed, error.to_string());
                problem.line = u32::try_from(error.line()).ok();
                problem.column = u32::try_from(error.column()).ok();
                self.refuse(client, id, problem)
            }
        }
    }

    /// Carries out a request, see [`Conversation::handle_text`].
    pub fn handle(&mut self, client: ClientId, request: Request, now: Duration) -> Effects {
        let requester = Requester { client, id: request.id };
        let mut handler = self.handler(Some(requester), now);
        handler.effects.re = Some(request.id);
        let event = match handler.command(request.command) {
            Ok(()) => Event::Done,
            Err(error) => Event::Error { error: *error },
        };
        handler.reply(event);
        handler.effects
    }

    /// Refuses what a client sent before it was read: it was too long, or no text.
    pub fn refuse(&self, client: ClientId, id: Option<u32>, error: Problem) -> Effects {
        let message = Message { seq: self.seq, re: id, event: Event::Error { error } };
        Effects { messages: vec![Envelope { to: Recipient::One(client), message }], ..Effects::default() }
    }

    /// Looks at the clock: if a side's time is up, the game is over.
    pub fn tick(&mut self, now: Duration) -> Effects {
        let mut handler = self.handler(None, now);
        handler.check_flag();
        handler.effects
    }

    /// Notes that changes cannot be saved, or can again, and tells all. While they cannot the engine plays no turn and the
    /// clock stands still.
    pub fn set_unsaved(&mut self, unsaved: bool, now: Duration) -> Effects {
        self.unsaved = unsaved;
        let mut handler = self.handler(None, now);
        if unsaved {
            handler.suspend(|purpose| {
                matches!(purpose, JobPurpose::Turn | JobPurpose::DrawOffer(_) | JobPurpose::Review(_))
            });
        } else {
            handler.resume();
        }
        let state = handler.state();
        handler.broadcast(state);
        handler.effects
    }

    /// Returns whether changes cannot be saved at present.
    pub fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    /// Notes that a client has gone: what only it has asked the engine is dropped.
    pub fn leave(&mut self, client: ClientId, now: Duration) -> Effects {
        let mut handler = self.handler(None, now);
        handler
            .cancel_jobs(|purpose| purpose.requester().is_some_and(|requester| requester.client == client));
        handler.effects
    }

    /// Notes that nobody is there: the engine ends its work and the clock stands still until a client says `hello`.
    pub fn pause(&mut self, now: Duration) -> Effects {
        let mut handler = self.handler(None, now);
        handler.suspend(|_| true);
        handler.effects
    }

    /// Forgets a job whose report has been taken back.
    pub fn forget(&mut self, job: u64) {
        self.jobs.retain(|&(number, _)| number != job);
    }

    /// Returns whether there is a game: before it there is nothing to save.
    pub fn has_game(&self) -> bool {
        self.table.is_some()
    }

    /// Returns when [`Conversation::tick`] is to be called next, if ever.
    pub fn deadline(&self) -> Option<Duration> {
        self.table.as_ref()?.clock.as_ref()?.deadline()
    }

    /// Returns the number of the last change.
    pub fn seq(&self) -> u32 {
        self.seq
    }

    /// Returns whether the engine is doing something.
    pub fn is_busy(&self) -> bool {
        !self.jobs.is_empty()
    }

    fn handler(&mut self, requester: Option<Requester>, now: Duration) -> Handler<'_> {
        Handler { conversation: self, requester, now, effects: Effects::default() }
    }
}

/// Returns the id of a message that is a request but for its command.
pub fn request_id(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Numbered {
        id: u32,
    }
    serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id)
}

/// Why a command was refused.
type Refusal = Box<Problem>;

impl Problem {
    /// Returns a mistake of a kind. The middle of a long message, where it quotes what was sent, is left out.
    pub fn new(code: ProblemCode, message: impl Into<String>) -> Problem {
        let message = shorten(message.into());
        Problem { code, message, field: None, line: None, column: None, square: None }
    }

    /// Names the field of the request that it concerns.
    #[must_use]
    pub(crate) fn in_field(self, field: &str) -> Problem {
        Problem { field: Some(field.to_owned()), ..self }
    }
}

fn refusal(code: ProblemCode, message: impl Into<String>, field: &str) -> Refusal {
    Box::new(Problem::new(code, message).in_field(field))
}

/// Leaves out the middle of a text that is too long for a message.
fn shorten(text: String) -> String {
    let count = text.chars().count();
    if count <= MAX_PROBLEM_CHARS {
        return text;
    }
    let head = text.chars().take(MAX_PROBLEM_CHARS - PROBLEM_TAIL_CHARS);
    head.chain(" ... ".chars()).chain(text.chars().skip(count - PROBLEM_TAIL_CHARS)).collect()
}

/// Expects that a game is not too large, with so many turns more.
fn expect_places(moves: &Tree, more: usize, field: &str) -> Result<(), Refusal> {
    if moves.places() + more <= MAX_PLACES {
        return Ok(());
    }
    let message = format!("a game has at most {MAX_PLACES} places with all its variations");
    Err(refusal(ProblemCode::TooLarge, message, field))
}

fn not_now(message: &str) -> Refusal {
    Box::new(Problem::new(ProblemCode::NotNow, message))
}

fn no_game() -> Refusal {
    not_now("there is no game: start one")
}

impl Handler<'_> {
    fn command(&mut self, command: Command) -> Result<(), Refusal> {
        match command {
            Command::Hello { protocol } => self.hello(protocol),
            Command::Summary => self.summary(),
            Command::Games => self.games(),
            Command::Game { game } => self.describe(&game),
            Command::Rules { game } => self.rules(game),
            Command::Tiles { game, set } => self.tiles(game, set),
            Command::Worth { game } => self.worth(game),
            Command::Start { game, players, clock, from } => self.start(game, players, clock, from),
            Command::Seat { side, player } => self.seat(side, player),
            Command::PreviewSetUp { changed } => self.preview_set_up(&changed),
            Command::SetUp { how } => self.set_up(how),
            Command::Play { node, turn } => self.play(node, turn),
            Command::TakeBack => self.take_back(),
            Command::Redo => self.redo(),
            Command::Jump { node } => self.jump(node),
            Command::Delete { node } => self.delete(node),
            Command::Promote { node } => self.promote(node),
            Command::Comment { node, text } => self.comment(node, text),
            Command::Annotate { node, nags } => self.annotate(node, nags),
            Command::Resign { side } => self.resign(side),
            Command::OfferDraw { side } => self.offer_draw(side),
            Command::AnswerDraw { side, accept } => self.answer_draw(side, accept),
            Command::WithdrawDraw { side } => self.withdraw_draw(side),
            Command::Reopen => self.reopen(),
            Command::Go => self.go(),
            Command::MoveNow => self.move_now(),
            Command::Hint => self.hint(),
            Command::Analyse { on, lines } => self.analyse(on, lines),
            Command::Review { ms } => self.review(ms),
            Command::StopReview => self.stop_review(),
            Command::Export => self.export(),
            Command::Explore { game, pieces, square } => self.explore(&game, &pieces, square),
            Command::Overlay => self.overlay(),
            Command::Check { game, arrangement } => self.check(&game, &arrangement),
        }
    }

    fn hello(&mut self, protocol: u32) -> Result<(), Refusal> {
        if protocol != PROTOCOL {
            let message = format!("this server speaks version {PROTOCOL} of the protocol, not {protocol}");
            return Err(refusal(ProblemCode::Protocol, message, "protocol"));
        }
        self.reply(Event::Welcome {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            levels: crate::level::all(),
        });
        // One that was saved goes on when somebody looks at it.
        self.resume();
        for event in self.snapshot() {
            self.reply(event);
        }
        Ok(())
    }

    /// Returns the game with everything around it.
    fn table(&self) -> Result<&Table, Refusal> {
        self.conversation.table.as_deref().ok_or_else(no_game)
    }

    /// Returns the game to change it; a copy of the conversation keeps the game as it was.
    fn table_mut(&mut self) -> Result<&mut Table, Refusal> {
        self.conversation.table.as_mut().map(Arc::make_mut).ok_or_else(no_game)
    }

    /// Sends an event to the requester.
    fn reply(&mut self, event: Event) {
        if let Some(requester) = self.requester {
            self.reply_to(requester, event);
        }
    }

    fn reply_to(&mut self, requester: Requester, event: Event) {
        let message = Message { seq: self.conversation.seq, re: Some(requester.id), event };
        self.effects.messages.push(Envelope { to: Recipient::One(requester.client), message });
    }

    /// Sends all clients an event that changes the session.
    fn broadcast_change(&mut self, event: Event) {
        self.conversation.seq += 1;
        self.effects.changed = true;
        self.broadcast(event);
    }

    /// Sends all clients an event that changes nothing.
    fn broadcast(&mut self, event: Event) {
        let to = Recipient::All(self.requester.map(|requester| requester.client));
        let re = self.requester.map(|requester| requester.id);
        self.effects
            .messages
            .push(Envelope { to, message: Message { seq: self.conversation.seq, re, event } });
    }
}

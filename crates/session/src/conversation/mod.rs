//! The conversation of a session with its clients: requests in, events out.
//!
//! A [`Conversation`] does no I/O, has no threads and reads no clock. Its owner passes it requests, the reports of the engine and
//! the time, and carries out the [`Effects`]: messages to send, and jobs of the engine to start, cancel or finish.

mod by_mail;
mod chat;
mod claims;
mod date;
mod edits;
mod effects;
mod ending;
mod engine;
mod experiments;
mod handler;
mod hidden;
mod import;
mod letters;
mod limits;
mod listing;
mod mailboxes;
mod names;
mod offers;
mod opening;
mod openings;
mod owner;
mod pace;
mod plans;
mod play;
mod presence;
mod questions;
mod rates;
mod reading;
mod refusal;
mod repeats;
mod review;
mod rights;
mod saved;
mod seating;
mod seats;
mod sight;
mod table;
mod talk;
mod telling;
#[cfg(test)]
mod tests;
mod turn_list;
mod views;
mod weight;

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::vocabulary::Phrase;
use fastrand::Rng;

use crate::command::Request;
use crate::event::{Event, Message, Problem, ProblemCode};
use crate::import::Importer;
use crate::job::JobId;
use crate::library::Library;
use crate::push_subscription::PushTerms;
use crate::session::Session;

use experiments::Experiment;
use handler::Handler;
use presence::Presence;
use rates::Rates;
use repeats::CarriedOut;
use table::{JobPurpose, Requester, Table};

pub use effects::{Delivery, Effects, Envelope, JobCommand, OpenedSession, Recipient, update_for};
pub(crate) use hidden::without_hidden;
pub use letters::{Destination, Letter, LetterKind, Post, Way};
pub use listing::{List, Listing, ListingChange, MIN_RATED_TURNS, RatedOutcome, RatedStep};
pub use names::{KeptOfPlayer, NicknameReader, name_record};
pub use saved::{AppendedTurn, Save, Saved, StoredConversation};
pub use seating::CHALLENGE_TIME;
pub use weight::Weight;

/// A client of a session: a number of its owner's choice.
pub type ClientId = u64;

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
    /// The jobs of the engine, each by its id.
    jobs: Vec<(JobId, JobPurpose)>,
    /// The experiments that clients have begun. Copies of the conversation share them.
    experiments: Vec<(Requester, Arc<Experiment>)>,
    /// The presence of those who have seats.
    presence: Presence,
    /// When a challenge ends that waits for its answer, if there is one.
    challenge_end: Option<Duration>,
    /// How often they have said and asked something of late.
    rates: Rates,
    /// The keys of requests that have been carried out, and are not carried out again.
    carried_out: CarriedOut,
    /// The number of the last job.
    last_job: JobId,
    /// Whether changes cannot be saved at present: the game stands still.
    unsaved: bool,
    /// Whether the game expires, unless it belongs to an account.
    may_expire: bool,
    /// The most time of the engine for a turn or a hint, in milliseconds.
    max_engine_ms: u32,
    /// The secret from which the keys in letters are derived, where letters can be sent.
    mail_secret: Option<[u8; 32]>,
    /// The terms of push messages, where they can be sent.
    push_terms: Option<PushTerms>,
    /// The generator of names for new sessions, where some can be opened.
    draw_session_name: Option<fn() -> String>,
    /// Reads and writes texts of other programs, where that is possible.
    import: Option<Importer>,
    /// Returns the days that it may be now in any time zone, where they are known.
    days: Option<fn() -> [String; 3]>,
    /// Reads nicknames, where guests may have some.
    read_nickname: Option<NicknameReader>,
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
            experiments: Vec::new(),
            presence: Presence::default(),
            challenge_end: None,
            rates: Rates::default(),
            carried_out: CarriedOut::default(),
            last_job: JobId::default(),
            unsaved: false,
            may_expire: false,
            max_engine_ms: *limits::ENGINE_TIME_MS.end(),
            mail_secret: None,
            push_terms: None,
            draw_session_name: None,
            import: None,
            days: None,
            read_nickname: None,
        }
    }

    /// Allows the engine more time for a turn or a hint than the usual minute, where it serves a single user.
    pub fn with_engine_time(mut self, max: Duration) -> Conversation {
        self.max_engine_ms = u32::try_from(max.as_millis()).unwrap_or(u32::MAX);
        self
    }

    /// Lets the game expire some time after the last visit, unless it belongs to an account.
    pub fn let_expire(&mut self) {
        self.may_expire = true;
    }

    /// Returns whether the game expires some time after the last visit: it has no seats, and was not begun under a name.
    pub fn expires(&self) -> bool {
        self.may_expire && self.has_game() && !self.has_seats() && self.accounts() == [None; 2]
    }

    /// Lets rematches begin in sessions of their own, which are to be saved with the change ([`Effects::opened`]). `draw_name` draws the
    /// name of each: 128 random bits, which follow from nothing that a client knows.
    pub fn open_sessions(&mut self, draw_name: fn() -> String) {
        self.draw_session_name = Some(draw_name);
    }

    /// Reads texts of other programs for clients, and writes such texts, by [`import::IMPORTER`](crate::import::IMPORTER). That is much
    /// code, which a page has in a module of its own.
    pub fn import_texts(&mut self, import: Importer) {
        self.import = Some(import);
    }

    /// Gives public and rated games the day on which they begin, whatever their makers say. `days` tells yesterday, today and tomorrow as
    /// records write them: somewhere on the earth it is each of these.
    pub fn know_days(&mut self, days: fn() -> [String; 3]) {
        self.days = Some(days);
    }

    /// Lets guests play under nicknames. `read` returns a nickname as it is shown, or `None` for one that is not allowed.
    pub fn allow_nicknames(&mut self, read: NicknameReader) {
        self.read_nickname = Some(read);
    }

    /// Carries out a request as it came over the wire. In any case the answer is at least one message, and a request
    /// that is refused changes nothing. `now` is the time since any fixed moment.
    pub fn handle_text(&mut self, client: ClientId, text: &str, now: Duration) -> Effects {
        match read_request(text) {
            Ok(request) => self.handle(client, request, now),
            Err((id, problem)) => self.refuse(client, id, problem),
        }
    }

    /// Carries out a request, see [`Conversation::handle_text`].
    pub fn handle(&mut self, client: ClientId, request: Request, now: Duration) -> Effects {
        self.handle_arrived(client, request, now, now)
    }

    /// Carries out a request that has `arrived` before and had to wait: a turn takes the time until it arrived, and that of the other
    /// side begins now.
    pub fn handle_arrived(
        &mut self,
        client: ClientId,
        request: Request,
        arrived: Duration,
        now: Duration,
    ) -> Effects {
        let Request { id, key, command } = request;
        let mut handler = self.handler(Some(Requester { client, id }), now);
        handler.arrived = arrived.min(now);
        handler.effects.re = Some(id);
        let event = match handler.command_once(key.as_ref(), command) {
            Ok(()) => Event::Done,
            Err(error) => Event::Error { error: *error },
        };
        handler.reply(event);
        handler.effects
    }

    /// Refuses what a client sent before it was read: it was too long, or no text.
    pub fn refuse(&self, client: ClientId, id: Option<u32>, error: Problem) -> Effects {
        let message = Message { seq: self.seq, re: id, more: false, event: Event::Error { error } };
        Effects { messages: vec![Envelope { to: Recipient::One(client), message }], ..Effects::default() }
    }

    /// Looks at the clock: if a side's time is up, or a claim against it is to be decided, the game is over; so is a challenge that
    /// nobody has answered in time.
    pub fn tick(&mut self, now: Duration) -> Effects {
        let mut handler = self.handler(None, now);
        handler.check_flag();
        handler.decide_claim();
        handler.end_challenge();
        handler.finish()
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

    /// Notes that no client is connected: the engine stops and the clock stands still until a client says `hello`; the clock of
    /// people who play elsewhere goes on.
    pub fn pause(&mut self, now: Duration) -> Effects {
        let is_played_by_clock = self.is_played_by_clock();
        let mut handler = self.handler(None, now);
        if is_played_by_clock {
            handler.cancel_jobs(|_| true);
        } else {
            handler.suspend(|_| true);
        }
        handler.effects
    }

    /// Forgets a job whose report has been taken back.
    pub fn forget(&mut self, job: JobId) {
        self.jobs.retain(|&(id, _)| id != job);
    }

    /// Returns the game itself, to be looked at where the conversation is in the same program as its client.
    pub fn session(&self) -> Option<&Session> {
        self.table.as_ref().map(|table| &table.session)
    }

    /// Returns the number of places that reviews have judged.
    pub(crate) fn scores(&self) -> usize {
        self.table.as_ref().map_or(0, |table| table.scores.len())
    }

    /// Returns whether there is a game: before it there is nothing to save.
    pub fn has_game(&self) -> bool {
        self.table.is_some()
    }

    /// Returns when [`Conversation::tick`] is to be called next, if ever.
    pub fn deadline(&self) -> Option<Duration> {
        [self.flag(), self.presence.claim_decided(), self.challenge_end()].into_iter().flatten().min()
    }

    /// Returns when the flag falls, if a clock runs.
    pub fn flag(&self) -> Option<Duration> {
        self.table.as_ref()?.clock.as_ref()?.deadline()
    }

    /// Returns the number of the last change.
    pub fn seq(&self) -> u32 {
        self.seq
    }

    fn handler(&mut self, requester: Option<Requester>, now: Duration) -> Handler<'_> {
        let before = self.clone();
        Handler { conversation: self, before, requester, now, arrived: now, effects: Effects::default() }
    }
}

/// Reads a request as it came over the wire.
///
/// # Errors
/// If it is none: what is wrong, with the id, which may be readable where the command is not.
pub fn read_request(text: &str) -> Result<Request, (Option<u32>, Problem)> {
    serde_json::from_str::<Request>(text).map_err(|error| {
        let mut problem = Problem::new(ProblemCode::Malformed, Phrase::verbatim(error.to_string()));
        problem.line = u32::try_from(error.line()).ok();
        problem.column = u32::try_from(error.column()).ok();
        (request_id(text), problem)
    })
}

/// Returns the id of a message that is a request but for its command.
pub fn request_id(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Numbered {
        id: u32,
    }
    serde_json::from_str::<Numbered>(text).ok().map(|numbered| numbered.id)
}

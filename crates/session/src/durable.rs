//! A conversation whose changes are saved before clients hear of them.
//!
//! It does no I/O: a [`UnsettledChange`] holds what is to be saved, and the owner of the conversation saves it, at once or later, and then
//! settles the change. A change that could not be saved is rolled back: its requester is refused, and all clients learn that
//! changes cannot be saved at present.

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::phrase;

use crate::account::AccountId;
use crate::conversation::{
    ClientId, Conversation, Effects, LetterKind, Listing, ListingChange, NicknameReader, OpenedSession, Post,
    RatedStep, Save, StoredConversation, Way,
};
use crate::event::{Problem, ProblemCode};
use crate::import::Importer;
use crate::job::JobId;
use crate::library::Library;
use crate::push_subscription::PushTerms;

/// The most that is saved of a session, in bytes. Turns, and what engines add to a session of that size, are saved all the same.
const MAX_SAVED_BYTES: usize = 1024 * 1024;

/// The memory that a node of the game tree takes, in bytes: its turn as text and as a value, with room for comments.
const PLACE_BYTES: usize = 400;

/// The memory that a score takes beside its saved text, in bytes: its fields, and the lists of its phrases' arguments.
const SCORE_BYTES: usize = 1_000;

/// A conversation with what is known of its saving.
#[derive(Debug)]
pub struct DurableConversation {
    conversation: Conversation,
    /// The size of what is kept.
    saved_bytes: usize,
}

/// The cause of a change.
#[derive(Clone, Copy, Debug)]
pub enum Cause {
    /// A request of a client.
    Request(ClientId),
    /// A report on a job.
    Report(JobId),
    /// The passing of time, or the coming and going of clients.
    Time,
}

/// A change that has been made in memory. It is to be settled before the next one is made.
#[derive(Debug)]
#[must_use]
pub struct UnsettledChange {
    cause: Cause,
    /// When it has been made: no time of a player passes while it is saved in vain.
    now: Duration,
    /// The conversation as it was.
    before: Conversation,
    effects: Effects,
    saving: Saving,
    listing: ListingChange,
    /// The record of a game of the archive, if it is a new one.
    record: Option<String>,
    /// Letters to the players that the change sends or withdraws.
    post: Vec<Post>,
    /// Whether the game becomes public, a player is challenged, a public rematch begins, or an address is asked to be confirmed.
    is_limited: bool,
    /// Whether a seat is taken that was offered publicly.
    takes_open_seat: bool,
    rated_step: Option<RatedStep>,
}

#[derive(Debug)]
enum Saving {
    /// There is nothing new to save.
    None,
    /// This is to be saved.
    Due(Save),
    /// It cannot be saved.
    Refused(SaveError),
}

/// Why a change is not saved.
#[derive(Debug)]
enum SaveError {
    TooLarge,
    Unsaved,
    TooMany,
    NoMemory,
    NoSpace,
    TooMuchKept,
    NameTaken,
    TooManySeats,
    TooManyAborted(Duration),
    NotChallenged(NotChallenged),
    Removed,
}

/// Why a player is not challenged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotChallenged {
    /// Nobody has this name.
    NoSuchPlayer,
    /// The player accepts no challenges.
    AcceptsNone,
    /// Too many challenges of the challenger wait.
    TooManyOwn,
    /// Too many challenges wait for the player.
    TooManyOthers,
}

impl UnsettledChange {
    /// Returns what is to be saved before the change is settled.
    pub fn to_save(&self) -> Option<&Save> {
        match &self.saving {
            Saving::Due(save) => Some(save),
            Saving::None | Saving::Refused(_) => None,
        }
    }

    /// Returns the change of the game's public listing.
    pub fn listing(&self) -> &ListingChange {
        &self.listing
    }

    /// Returns the record of a game of the archive, without the names of accounts, if it has changed with the game or the game has come
    /// to the archive.
    pub fn record(&self) -> Option<&str> {
        self.record.as_deref()
    }

    /// Returns the name of a player who is challenged with the change, to be saved together with it.
    pub fn challenged(&self) -> Option<&str> {
        self.effects.challenged.as_deref()
    }

    /// Returns what becomes of letters to the players, to be saved together with the change.
    pub fn post(&self) -> &[Post] {
        &self.post
    }

    /// Returns whether the game becomes public, a public rematch begins, or a letter asks for an address to be confirmed, which
    /// the owner of the conversation may refuse.
    pub fn is_limited(&self) -> bool {
        self.is_limited
    }

    /// Refuses the change: its requester has recently made too many games public, or asked for too many letters.
    pub fn refuse(&mut self) {
        self.saving = Saving::Refused(SaveError::TooMany);
    }

    /// Returns whether a publicly offered seat is taken, which the owner of the conversation may refuse.
    pub fn takes_open_seat(&self) -> bool {
        self.takes_open_seat
    }

    /// Returns the step in a rated game that the change makes, which the owner of the conversation may count and refuse.
    pub fn rated_step(&self) -> Option<RatedStep> {
        self.rated_step
    }

    /// Refuses the change: the player has aborted too many rated games, and has to wait for this long.
    pub fn refuse_rated(&mut self, pause: Duration) {
        self.saving = Saving::Refused(SaveError::TooManyAborted(pause));
    }

    /// Refuses the change: the player has too many other seats in games that have hardly begun.
    pub fn refuse_seat(&mut self) {
        self.saving = Saving::Refused(SaveError::TooManySeats);
    }

    /// Refuses the change, since there is no memory for a game of that size.
    pub fn refuse_for_memory(&mut self) {
        self.saving = Saving::Refused(SaveError::NoMemory);
    }

    /// Refuses the change, since there is no space for another session.
    pub fn refuse_for_space(&mut self) {
        self.saving = Saving::Refused(SaveError::NoSpace);
    }

    /// Refuses the change: the requester has recently had too many sessions, or too large ones, saved.
    pub fn refuse_more_kept(&mut self) {
        self.saving = Saving::Refused(SaveError::TooMuchKept);
    }

    /// Refuses the change, since there is a session already that has the name of the one that begins with it.
    pub fn refuse_name(&mut self) {
        self.saving = Saving::Refused(SaveError::NameTaken);
    }

    /// Refuses the change: the player whom it challenges is not challenged.
    pub fn refuse_challenge(&mut self, why: NotChallenged) {
        self.saving = Saving::Refused(SaveError::NotChallenged(why));
    }

    /// Returns the id of the game that begins with the change, if it has been read from a text: the owner of the conversation may have
    /// removed that text.
    pub fn begun(&self) -> Option<&str> {
        self.effects.begun.as_deref()
    }

    /// Refuses the change: the game that would begin has been removed.
    pub fn refuse_removed(&mut self) {
        self.saving = Saving::Refused(SaveError::Removed);
    }

    /// Returns the session that begins with the change, to be saved together with it.
    pub fn opened(&self) -> Option<&OpenedSession> {
        self.effects.opened.as_ref()
    }
}

impl DurableConversation {
    /// Begins a conversation about no game yet. Random choices follow from the seed.
    pub fn new(library: &Arc<Library>, seed: u64) -> DurableConversation {
        DurableConversation { conversation: Conversation::new(library, seed), saved_bytes: 0 }
    }

    /// Goes on with what was kept.
    ///
    /// # Errors
    /// If it cannot be read; see [`Conversation::restore`].
    pub fn restore(
        library: &Arc<Library>,
        seed: u64,
        kept: &StoredConversation,
    ) -> Result<DurableConversation, String> {
        let conversation = Conversation::restore_kept(library, seed, kept)?;
        let turns: usize = kept.turns.iter().map(String::len).sum();
        Ok(DurableConversation { conversation, saved_bytes: kept.snapshot.len() + turns })
    }

    /// Tells the names of the accounts that have seats; see [`Conversation::name_accounts`].
    pub fn name_accounts(&mut self, name: impl Fn(AccountId) -> Option<String>) {
        self.conversation.name_accounts(name);
    }

    /// Lets a clock run on that has run while the conversation was not in memory; see [`Conversation::resume_clock`].
    pub fn resume_clock(&mut self, deadline: Duration, now: Duration) {
        self.conversation.resume_clock(deadline, now);
    }

    /// Lets a challenge that waits end; see [`Conversation::end_challenge_at`].
    pub fn end_challenge_at(&mut self, end: Duration) {
        self.conversation.end_challenge_at(end);
    }

    /// Lets rematches begin in sessions of their own; see [`Conversation::open_sessions`].
    pub fn open_sessions(&mut self, draw_name: fn() -> String) {
        self.conversation.open_sessions(draw_name);
    }

    /// Reads texts of other programs; see [`Conversation::import_texts`].
    pub fn import_texts(&mut self, import: Importer) {
        self.conversation.import_texts(import);
    }

    /// Gives public and rated games their day; see [`Conversation::know_days`].
    pub fn know_days(&mut self, days: fn() -> [String; 3]) {
        self.conversation.know_days(days);
    }

    /// Lets guests play under nicknames; see [`Conversation::allow_nicknames`].
    pub fn allow_nicknames(&mut self, read: NicknameReader) {
        self.conversation.allow_nicknames(read);
    }

    /// Takes addresses of players; see [`Conversation::send_letters`].
    pub fn send_letters(&mut self, secret: [u8; 32]) {
        self.conversation.send_letters(secret);
    }

    /// See [`Conversation::send_pushes`].
    pub fn send_pushes(&mut self, terms: PushTerms) {
        self.conversation.send_pushes(terms);
    }

    /// Lets the game expire unless it belongs to an account; see [`Conversation::let_expire`].
    pub fn let_expire(&mut self) {
        self.conversation.let_expire();
    }

    /// Returns the bytes that are kept of the conversation.
    pub fn saved_bytes(&self) -> usize {
        self.saved_bytes
    }

    /// Returns the conversation.
    pub fn conversation(&self) -> &Conversation {
        &self.conversation
    }

    /// Returns about how much memory the conversation takes, in bytes, if a change that is not settled yet is made.
    pub fn memory_bytes(&self, change: Option<&UnsettledChange>) -> usize {
        let saved_bytes = match change.and_then(UnsettledChange::to_save) {
            Some(Save::Snapshot(text)) => text.len(),
            Some(Save::Append { .. }) | None => self.saved_bytes,
        };
        let places = self.conversation.session().map_or(0, |session| session.record().moves.places());
        saved_bytes + places * PLACE_BYTES + self.conversation.scores() * SCORE_BYTES
    }

    /// Makes a change, at a time since any fixed moment.
    pub fn change(
        &mut self,
        cause: Cause,
        now: Duration,
        change: impl FnOnce(&mut Conversation, Duration) -> Effects,
    ) -> UnsettledChange {
        let before = self.conversation.clone();
        let effects = change(&mut self.conversation, now);
        let saving = if !effects.changed {
            Saving::None
        } else if self.conversation.is_unsaved() {
            Saving::Refused(SaveError::Unsaved)
        } else {
            let save = self.conversation.save_since(&before, now);
            let is_large = |text: &String| text.len() > MAX_SAVED_BYTES && text.len() > self.saved_bytes;
            match (cause, &save) {
                (Cause::Request(_), Save::Snapshot(text)) if is_large(text) => {
                    Saving::Refused(SaveError::TooLarge)
                }
                _ => Saving::Due(save),
            }
        };
        let (mut listing, mut post, mut is_limited) = (ListingChange::None, Vec::new(), false);
        let mut record = None;
        if let Saving::Due(_) = saving {
            let known = before.listing();
            listing = ListingChange::between(known.as_ref(), self.conversation.listing());
            record = self.conversation.archived_record_since(&before);
            post = self.conversation.post_since(&before);
            // The letter that waits there goes with the address.
            if let Some(post) = post.iter_mut().find(|post| post.way == Way::Mail && post.letters.is_empty())
            {
                post.stops.clone_from(&effects.stopped);
            }
            let was_public = known.as_ref().is_some_and(Listing::is_public);
            let is_public = matches!(&listing, ListingChange::Listed(listing) if listing.is_public());
            let opened = effects.opened.as_ref().and_then(|opened| opened.listing.as_ref());
            let opens_public = opened.is_some_and(Listing::is_public);
            let asks = |post: &Post| post.letters.iter().any(|letter| letter.kind == LetterKind::Confirm);
            let is_challenge = effects.challenged.is_some();
            is_limited = is_public && !was_public || opens_public || is_challenge || post.iter().any(asks);
        }
        let rated_step = self.conversation.rated_step_since(&before);
        let takes_open_seat = self.conversation.takes_open_seat_since(&before);
        UnsettledChange {
            cause,
            now,
            before,
            effects,
            saving,
            listing,
            record,
            post,
            is_limited,
            takes_open_seat,
            rated_step,
        }
    }

    /// Ends a change; `is_saved` tells whether what it had to save has been saved. Returns what follows from it, in order.
    pub fn settle(&mut self, change: UnsettledChange, is_saved: bool) -> Vec<Effects> {
        let UnsettledChange { cause, now, before, effects, saving, .. } = change;
        let error = match saving {
            Saving::None => return vec![effects],
            Saving::Due(save) if is_saved => {
                self.note_saved(&save);
                return vec![effects];
            }
            Saving::Due(_) => SaveError::Unsaved,
            Saving::Refused(error) => error,
        };
        self.conversation = before;
        let mut outcome = Vec::new();
        if let Cause::Request(client) = cause {
            outcome.push(self.conversation.refuse(client, effects.re, error.problem()));
        }
        if let SaveError::Unsaved = error {
            outcome.extend(self.freeze(now));
        }
        if let Cause::Report(job) = cause {
            self.conversation.forget(job);
        }
        outcome
    }

    /// Suspends the game, since changes cannot be saved, unless that has been done.
    pub fn freeze(&mut self, now: Duration) -> Option<Effects> {
        (!self.conversation.is_unsaved()).then(|| self.conversation.set_unsaved(true, now))
    }

    /// Ends the engine's work and stops the clock; see [`Conversation::pause`].
    pub fn pause(&mut self, now: Duration) -> Effects {
        self.conversation.pause(now)
    }

    /// Returns the whole conversation as it is to be saved.
    pub fn snapshot(&self, now: Duration) -> String {
        self.conversation.save(now).text()
    }

    /// Notes what has been saved.
    pub fn note_saved(&mut self, save: &Save) {
        match save {
            Save::Snapshot(text) => self.saved_bytes = text.len(),
            Save::Append { turn, .. } => {
                self.saved_bytes += turn.as_ref().map_or(0, |turn| turn.text.len());
            }
        }
    }
}

impl NotChallenged {
    fn problem(self) -> Problem {
        let (code, message) = match self {
            NotChallenged::NoSuchPlayer => {
                (ProblemCode::Unknown, phrase!("There is no player of this name on this server"))
            }
            NotChallenged::AcceptsNone => {
                (ProblemCode::Forbidden, phrase!("This player accepts no challenges"))
            }
            NotChallenged::TooManyOwn => (
                ProblemCode::TooMany,
                phrase!("Too many challenges of yours wait for an answer: withdraw one of them first"),
            ),
            NotChallenged::TooManyOthers => {
                (ProblemCode::TooMany, phrase!("Too many challenges wait for this player: try again later"))
            }
        };
        Problem::new(code, message).in_field("opponent")
    }
}

impl SaveError {
    fn problem(&self) -> Problem {
        match self {
            SaveError::TooLarge => Problem::new(
                ProblemCode::TooLarge,
                phrase!(
                    "a session of more than {number} bytes is not saved: delete comments or variations",
                    number = MAX_SAVED_BYTES
                ),
            ),
            SaveError::TooMany => Problem::new(
                ProblemCode::TooMany,
                phrase!(
                    "You have made too many games public, or asked for too many letters, of late: wait a minute"
                ),
            ),
            SaveError::TooManyAborted(pause) => Problem::new(
                ProblemCode::TooMany,
                phrase!(
                    "You have aborted more than three rated games in a day: you may begin a rated one again in {number} minutes",
                    number = pause.as_secs().div_ceil(60)
                ),
            ),
            SaveError::TooManySeats => Problem::new(
                ProblemCode::TooMany,
                phrase!(
                    "You have taken other seats in games that have hardly begun: play a turn there, or wait until they are over"
                ),
            ),
            SaveError::NoMemory => Problem::new(
                ProblemCode::TooMany,
                phrase!("The server has no memory for a larger game at the moment: try again later"),
            ),
            SaveError::NoSpace => Problem::new(
                ProblemCode::TooMany,
                phrase!("The server has no space for new games at the moment: those that have begun go on"),
            ),
            SaveError::TooMuchKept => Problem::new(
                ProblemCode::TooMany,
                phrase!(
                    "Too many games, or too large ones, have begun at your address today: those that have begun go on, new ones have to wait"
                ),
            ),
            SaveError::NotChallenged(why) => why.problem(),
            SaveError::Removed => Problem::new(
                ProblemCode::Forbidden,
                phrase!("The owner of this server has removed this game: no game of it begins here any more"),
            ),
            SaveError::NameTaken => Problem::new(
                ProblemCode::Internal,
                phrase!("The server has found no name for the new game: ask once more"),
            ),
            SaveError::Unsaved => Problem::new(
                ProblemCode::Unsaved,
                phrase!(
                    "The change could not be saved, so it has not been made. The game goes on when saving works again."
                ),
            ),
        }
    }
}

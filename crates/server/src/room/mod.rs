//! One session in memory: a task with its conversation, its clients and its engine work.
//!
//! Work that takes time, such as loading a game or playing a turn, is done in one of the runtime's threads for blocking work: a
//! room has no thread while it waits for a message or for the disk. Heavy work has places of its own (`lane`).
//!
//! Clocks count the time at which a turn arrived, not the time at which the room read it: players neither gain nor lose time while
//! a room is busy.
//!
//! A change is saved before clients hear of it. A change that cannot be saved is undone: its request is refused, all clients are told
//! that the session is `unsaved`, and the room retries each second.

mod request;
mod save;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use beaufort_session::{
    Cause, Conversation, DurableConversation, Effects, JobCommand, JobId, JobReport, QueuedJob, import,
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::timeout;

use crate::block::block;
use crate::clients::Clients;
use crate::limits::AddressPlace;
use crate::memory::MemoryShare;
use crate::message::{Request, RoomMessage};
use crate::network::Bucket;
use crate::rooms::Need;
use crate::server_time::days;
use crate::services::Services;
use crate::session_name::{draw_session_name, log_tag};
use crate::store::{StoreError, Stored};
use crate::workers::Handle;
use save::{Frozen, Pending};

/// The most turns that are looked at to read a session which does not wait for a place for heavy work: 1,000 turns with 50 to choose from.
const MAX_LIGHT_READING: usize = 50_000;

/// A session in memory.
pub(crate) struct Room {
    pub(crate) name: String,
    services: Arc<Services>,
    /// Where engines report.
    messages: UnboundedSender<RoomMessage>,
    conversation: DurableConversation,
    /// The share of the session in the memory of all.
    memory: MemoryShare,
    /// The moment from which this room counts its time.
    start: Instant,
    clients: Clients,
    /// The engine's jobs.
    jobs: HashMap<JobId, Handle>,
    /// Set while the session cannot be saved.
    frozen: Option<Frozen>,
    /// Whether the last state could not be saved.
    is_lost: bool,
    /// Whether the store may have a session of this name: it had one when the session was loaded, or a save was tried since. Until
    /// then a save must not replace anything.
    may_be_kept: bool,
    /// The place of the address that has taken the open seat, until the game has begun.
    seat_place: Option<AddressPlace>,
    /// Whether another server has taken the session: here it ends, and nothing is saved or sent any more.
    is_superseded: bool,
}

impl Room {
    /// Loads a session from the store, or begins a new one. A long one waits for a place for heavy work, one at a time for each
    /// address that opens some.
    ///
    /// # Errors
    /// If what was saved cannot be read.
    pub(crate) async fn load(
        services: &Arc<Services>,
        name: &str,
        messages: UnboundedSender<RoomMessage>,
        opener: Option<[Bucket; 2]>,
    ) -> Result<Box<Room>, String> {
        let seed = fastrand::u64(..);
        let stored = services.load(name).await.map_err(|error| error.to_string())?;
        // From here on time is counted, however long the session has to wait: a turn that arrives meanwhile is in time.
        let start = Instant::now();
        let (mut may_be_kept, mut left, mut challenge_end) = (false, None, None);
        let mut conversation = DurableConversation::new(&services.library, seed);
        if let Some(Stored { kept, flag, challenge_left }) = stored {
            may_be_kept = true;
            // A challenge ends when the challenged player accepts none any more, or is gone.
            challenge_end = Some(challenge_left.unwrap_or_default());
            left = flag.map(|flag| flag.duration_since(services.time.now()).unwrap_or_default());
            let is_heavy = kept.turns_to_read() > MAX_LIGHT_READING;
            let library = Arc::clone(&services.library);
            let restore = move || DurableConversation::restore(&library, seed, &kept);
            conversation = match is_heavy {
                true => services.heavy.admit_always(opener.into_iter().flatten()).work(restore).await?,
                false => block(restore).await?,
            };
            services.name_accounts(&mut conversation).await.map_err(|error| error.to_string())?;
        }
        let (services, name) = (Arc::clone(services), name.to_owned());
        let room = block(move || {
            if let Some(left) = left {
                conversation.resume_clock(left, Duration::ZERO);
            }
            if let Some(end) = challenge_end {
                conversation.end_challenge_at(end);
            }
            conversation.open_sessions(draw_session_name);
            conversation.import_texts(import::IMPORTER);
            if services.has_expiry {
                conversation.let_expire();
            }
            conversation.know_days(days);
            conversation.allow_nicknames(services.read_nickname);
            if let Some(secret) = services.mail_secret {
                conversation.send_letters(secret);
            }
            services.push_terms.clone().into_iter().for_each(|terms| conversation.send_pushes(terms));
            let memory = services.memory.share(conversation.memory_bytes(None));
            Box::new(Room {
                name,
                memory,
                services,
                messages,
                conversation,
                start,
                clients: Clients::default(),
                jobs: HashMap::new(),
                frozen: None,
                is_lost: false,
                may_be_kept,
                seat_place: None,
                is_superseded: false,
            })
        });
        Ok(room.await)
    }

    /// Runs the conversation until another server takes it, or `try_close` returns `true`: it is called after every message, and
    /// with `true` when there has been no client for long.
    pub(crate) async fn run(
        mut self: Box<Room>,
        messages: &mut UnboundedReceiver<RoomMessage>,
        try_close: impl Fn(&Room, bool) -> bool,
    ) -> Box<Room> {
        // The number of messages that arrived before the fall of the flag was noticed, while there may be any.
        let mut earlier = None;
        loop {
            let mut is_idle = false;
            if self.is_retry_due() {
                self = self.work(|room| Some(room.save_again())).await;
            } else if self.has_flag_fallen() {
                // Messages that arrived before the flag fell come first; later ones come after it.
                let left = earlier.get_or_insert_with(|| messages.len());
                let next = if *left > 0 { messages.try_recv().ok() } else { None };
                match next.map(|message| (self.is_late(&message), message)) {
                    Some((false, message)) => {
                        *left -= 1;
                        self = self.take(message).await;
                    }
                    late => {
                        earlier = None;
                        self = self.work(|room| room.change(Cause::Time, Conversation::tick)).await;
                        if let Some((_, message)) = late {
                            self = self.take(message).await;
                        }
                    }
                }
            } else {
                earlier = None;
                match timeout(self.next_timeout(), messages.recv()).await {
                    Ok(Some(message)) => self = self.take(message).await,
                    Ok(None) | Err(_) => {
                        let is_due = self.is_retry_due() || self.has_flag_fallen();
                        is_idle = !is_due && self.clients.is_empty() && self.frozen.is_none();
                    }
                }
            }
            if self.is_superseded || try_close(&self, is_idle) {
                return self;
            }
        }
    }

    /// Handles a message.
    async fn take(mut self: Box<Room>, message: RoomMessage) -> Box<Room> {
        match message {
            RoomMessage::Request(request) => self.request(request).await,
            RoomMessage::RecheckAccounts => {
                self.recheck_accounts().await;
                self
            }
            message => self.work(|room| room.handle(message)).await,
        }
    }

    /// Returns whether a message arrived after the flag had fallen.
    fn is_late(&self, message: &RoomMessage) -> bool {
        let arrived = match message {
            RoomMessage::Request(Request { received, .. }) => *received,
            RoomMessage::Report(_, _, reported) => *reported,
            _ => return false,
        };
        let deadline = self.conversation.conversation().deadline();
        deadline.is_some_and(|deadline| arrived.saturating_duration_since(self.start) >= deadline)
    }

    /// Ends the engine's work and notes the time on the clock, which runs on if the session only `sleeps`. Returns whether
    /// everything is saved.
    pub(crate) async fn close(self: Box<Room>, sleeps: bool) -> bool {
        let room = self.work(move |room| room.end(sleeps)).await;
        let is_saved = !room.is_lost;
        if is_saved {
            tracing::debug!(session = log_tag(&room.name), "session closed");
        } else {
            log_limited!(
                error,
                session = log_tag(&room.name),
                "the last state of a session could not be saved"
            );
        }
        is_saved
    }

    /// Returns how much the session needs its place in memory.
    pub(crate) fn need(&self) -> Need {
        let conversation = self.conversation.conversation();
        match (conversation.has_game(), conversation.has_seats()) {
            (false, _) => Need::Empty,
            (true, false) => Need::Game,
            (true, true) if conversation.has_player() => Need::Player,
            (true, true) => Need::Seats,
        }
    }

    /// Returns whether there is no memory for the session, which has just been read.
    pub(crate) fn is_too_large(&self) -> bool {
        self.memory.is_too_much()
    }

    /// Returns whether another server has the session.
    pub(crate) fn is_superseded(&self) -> bool {
        self.is_superseded
    }

    /// Runs `work`, and saves the changes, until there is nothing left to save.
    async fn work(
        mut self: Box<Room>,
        work: impl FnOnce(&mut Room) -> Option<Pending> + Send + 'static,
    ) -> Box<Room> {
        let (room, pending) = block(move || {
            let pending = work(&mut self);
            (self, pending)
        })
        .await;
        room.save(pending).await
    }

    /// Saves changes, until there is nothing left to save.
    async fn save(self: Box<Room>, mut pending: Option<Pending>) -> Box<Room> {
        let mut room = self;
        while let Some(Pending { rows, then }) = pending {
            let saved = room.services.save(rows).await;
            let is_anothers = match &saved {
                Err(StoreError::Superseded(_)) => true,
                // The first row is the session of this room.
                Err(StoreError::NameTaken(places)) => places.contains(&0),
                _ => false,
            };
            if is_anothers {
                room.supersede();
                return room;
            }
            room.may_be_kept = true;
            (room, pending) = block(move || {
                let pending = room.go_on(then, &saved);
                (room, pending)
            })
            .await;
        }
        room
    }

    /// Disconnects clients that are signed in, which reconnect, and reads the names of the players again.
    async fn recheck_accounts(&mut self) {
        self.clients.end_signed_in();
        let services = Arc::clone(&self.services);
        // Names that cannot be read now are read when the session is loaded again.
        let _ = services.name_accounts(&mut self.conversation).await;
    }

    /// Ends all connections, since another server has taken the session or saved one of its name: the clients reconnect, and see
    /// that one.
    fn supersede(&mut self) {
        log_limited!(warn, session = log_tag(&self.name), "another server has taken the session");
        self.is_superseded = true;
        self.clients.clear();
        for (_, job) in self.jobs.drain() {
            self.services.workers.cancel(&job);
        }
    }

    /// Returns the longest wait for the next message.
    fn next_timeout(&self) -> Duration {
        let retry = self.frozen.as_ref().map(|frozen| frozen.retry.saturating_duration_since(Instant::now()));
        [self.time_left(), retry].into_iter().flatten().fold(self.services.idle, Duration::min)
    }

    /// Returns the time until the flag falls, if a clock runs and its fall can be saved.
    fn time_left(&self) -> Option<Duration> {
        if self.frozen.is_some() {
            return None;
        }
        let deadline = self.conversation.conversation().deadline()?;
        Some(deadline.saturating_sub(self.start.elapsed()))
    }

    /// Returns whether another attempt to save is due.
    fn is_retry_due(&self) -> bool {
        self.frozen.as_ref().is_some_and(|frozen| Instant::now() >= frozen.retry)
    }

    /// Returns whether the flag has fallen, or a claim is to be decided, unless a turn has arrived before.
    fn has_flag_fallen(&self) -> bool {
        self.time_left().is_some_and(|left| left.is_zero())
    }

    fn handle(&mut self, message: RoomMessage) -> Option<Pending> {
        match message {
            RoomMessage::Join(client) => {
                let (id, account) = (client.id, client.account().cloned());
                self.clients.insert(client);
                let account = account?;
                self.change(Cause::Time, |conversation, _| conversation.introduce(id, account))
            }
            RoomMessage::Leave(client) => {
                self.clients.remove(client);
                let is_deserted = self.clients.is_empty();
                self.change(Cause::Time, |conversation, now| {
                    let left = conversation.leave(client, now);
                    if is_deserted { left.and(conversation.pause(now)) } else { left }
                })
            }
            RoomMessage::Answered(answer) => self.tell_answer(*answer),
            RoomMessage::Report(job, report, reported) => {
                if !matches!(report, JobReport::Progress(_)) {
                    self.jobs.remove(&job);
                }
                let arrived = reported.saturating_duration_since(self.start);
                self.change(Cause::Report(job), |conversation, now| {
                    conversation.handle_report_arrived(job, report, arrived, now)
                })
            }
            RoomMessage::StoreGone => {
                if self.conversation.conversation().has_game() {
                    self.freeze();
                }
                None
            }
            RoomMessage::SignedOut(account, which) => {
                self.clients.sign_out(account, which);
                None
            }
            RoomMessage::AccountDeleted(account) => {
                self.change(Cause::Time, |conversation, now| conversation.forget_account(account, now))
            }
            RoomMessage::LeaseLost => {
                self.supersede();
                None
            }
            // A request is carried out by `request`, and accounts are named anew by `recheck_accounts`.
            RoomMessage::Request(_)
            | RoomMessage::RecheckAccounts
            | RoomMessage::FromOwner(..)
            | RoomMessage::Wake => None,
        }
    }

    fn apply(&mut self, effects: Effects) {
        if self.clients.deliver(&effects.messages) {
            log_limited!(warn, session = log_tag(&self.name), "a client that reads too slowly is cut off");
        }
        for command in effects.job_commands {
            match command {
                JobCommand::Start(job) => {
                    let messages = self.messages.clone();
                    // A room that has closed needs no reports.
                    let report = move |job, report| {
                        drop(messages.send(RoomMessage::Report(job, report, Instant::now())))
                    };
                    let handle = Handle::new(Box::new(report));
                    self.jobs.insert(job.id, handle.clone());
                    self.services.workers.add(QueuedJob { session: self.name.clone(), job, handle });
                }
                JobCommand::Cancel(id) => {
                    if let Some(handle) = self.jobs.remove(&id) {
                        self.services.workers.cancel(&handle);
                    }
                }
                JobCommand::Finish(id) => {
                    if let Some(handle) = self.jobs.get(&id) {
                        handle.finish();
                    }
                }
            }
        }
    }
}

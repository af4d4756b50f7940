//! One session in memory: a thread with its conversation, its clients and its engine work.
//!
//! What is told is saved. A change that cannot be saved is taken back before anybody hears of it: whoever asked for it is
//! refused, all are told that the session is `unsaved`, and the room tries again each second.

mod save;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use beaufort_session::event::Problem;
use beaufort_session::{
    Cause, ClientId, Conversation, DurableConversation, Effects, JobCommand, JobReport, QueuedJob,
};
use tokio::sync::OwnedSemaphorePermit;

use crate::client::Client;
use crate::clients::Clients;
use crate::lobby::{Lobby, log_tag};
use crate::workers::Handle;
use save::Frozen;

/// What is sent to a room.
pub(crate) enum RoomMessage {
    /// A client has come.
    Join(Client),
    /// A client has gone.
    Leave(ClientId),
    /// A client has sent something. The permit makes room for its next request.
    Request(ClientId, RawRequest, OwnedSemaphorePermit),
    /// An engine has found something out.
    Report(u64, JobReport),
    /// All that was saved is lost.
    StoreGone,
    /// The room is to look whether it has to close.
    Wake,
}

/// What a client has sent, before it is read.
pub(crate) enum RawRequest {
    /// A text.
    Text(String),
    /// Something that is not even read, with the id of the request if it is one.
    Unreadable(Option<u32>, Problem),
}

/// A session in memory.
pub(crate) struct Room {
    pub(crate) name: String,
    lobby: Arc<Lobby>,
    /// Where engines report.
    messages: Sender<RoomMessage>,
    conversation: DurableConversation,
    /// The moment from which this room counts its time.
    start: Instant,
    clients: Clients,
    /// The engine's jobs.
    jobs: HashMap<u64, Handle>,
    /// Set while the session cannot be saved.
    frozen: Option<Frozen>,
    /// Set while people play by the clock, who need not be there.
    is_pinned: Arc<AtomicBool>,
}

impl Room {
    /// Reads a session from the store, or begins one that is not there; a long one takes seconds.
    ///
    /// # Errors
    /// If what was saved cannot be read.
    pub(crate) fn load(
        lobby: &Arc<Lobby>,
        name: &str,
        messages: Sender<RoomMessage>,
        is_pinned: Arc<AtomicBool>,
    ) -> Result<Room, String> {
        let seed = fastrand::u64(..);
        let conversation = match lobby.load(name).map_err(|error| error.to_string())? {
            None => DurableConversation::new(&lobby.library, seed),
            Some(kept) => DurableConversation::restore(&lobby.library, seed, &kept)?,
        };
        Ok(Room {
            name: name.to_owned(),
            lobby: Arc::clone(lobby),
            messages,
            conversation,
            start: Instant::now(),
            clients: Clients::default(),
            jobs: HashMap::new(),
            frozen: None,
            is_pinned,
        })
    }

    /// Runs the conversation until `try_close` says that the room is over: it is asked after every message and, with
    /// `true`, when nobody has been there for long.
    pub(crate) fn run(&mut self, messages: &Receiver<RoomMessage>, try_close: impl Fn(bool) -> bool) {
        loop {
            let is_idle = match messages.recv_timeout(self.next_timeout()) {
                Ok(message) => {
                    self.handle(message);
                    false
                }
                Err(RecvTimeoutError::Timeout) => self.handle_timeout(),
                Err(RecvTimeoutError::Disconnected) => true,
            };
            let is_pinned = self.conversation.conversation().is_played_by_clock();
            self.is_pinned.store(is_pinned, Ordering::Relaxed);
            if try_close(is_idle) {
                return;
            }
        }
    }

    /// Ends the engine's work and notes the time on the clock. Returns whether everything is saved.
    pub(crate) fn close(&mut self) -> bool {
        let has_run = self.conversation.conversation().deadline().is_some();
        let now = self.start.elapsed();
        let effects = self.conversation.pause(now);
        self.apply(effects);
        self.clients.clear();
        let is_due = has_run || self.frozen.is_some();
        let is_saved = !is_due || self.write_all().is_ok();
        tracing::info!(session = log_tag(&self.name), is_saved, "session closed");
        is_saved
    }

    /// Returns how long to wait for a message.
    fn next_timeout(&self) -> Duration {
        let deadline = self
            .conversation
            .conversation()
            .deadline()
            .map(|deadline| deadline.saturating_sub(self.start.elapsed()));
        let retry = self.frozen.as_ref().map(|frozen| frozen.retry.saturating_duration_since(Instant::now()));
        [deadline, retry].into_iter().flatten().min().unwrap_or(self.lobby.idle)
    }

    /// Does what it is time for. Returns whether nobody has been there for long.
    fn handle_timeout(&mut self) -> bool {
        if self.frozen.as_ref().is_some_and(|frozen| Instant::now() >= frozen.retry) {
            self.save_again();
        } else if self.conversation.conversation().deadline().is_some() {
            self.change(Cause::Time, Conversation::tick);
        } else {
            return self.clients.is_empty() && self.frozen.is_none();
        }
        false
    }

    fn handle(&mut self, message: RoomMessage) {
        match message {
            RoomMessage::Join(client) => {
                self.clients.insert(client);
            }
            RoomMessage::Leave(client) => {
                self.clients.remove(client);
                let is_deserted = self.clients.is_empty();
                self.change(Cause::Time, |conversation, now| {
                    let left = conversation.leave(client, now);
                    if is_deserted { left.and(conversation.pause(now)) } else { left }
                });
            }
            // A client that has gone, or was cut off, hears no answer.
            RoomMessage::Request(client, ..) if !self.clients.is_connected(client) => {}
            RoomMessage::Request(client, RawRequest::Text(text), _permit) => {
                self.change(Cause::Request(client), |conversation, now| {
                    conversation.handle_text(client, &text, now)
                });
            }
            RoomMessage::Request(client, RawRequest::Unreadable(id, problem), _permit) => {
                let effects = self.conversation.conversation().refuse(client, id, problem);
                self.apply(effects);
            }
            RoomMessage::Report(job, report) => {
                if !matches!(report, JobReport::Progress(_)) {
                    self.jobs.remove(&job);
                }
                self.change(Cause::Report(job), |conversation, now| {
                    conversation.handle_report(job, report, now)
                });
            }
            RoomMessage::StoreGone => {
                if self.conversation.conversation().has_game() {
                    self.freeze();
                }
            }
            RoomMessage::Wake => {}
        }
    }

    fn apply(&mut self, effects: Effects) {
        if self.clients.deliver(&effects.messages) {
            tracing::warn!(session = log_tag(&self.name), "a client that reads too slowly is cut off");
        }
        for command in effects.job_commands {
            match command {
                JobCommand::Start(job) => {
                    let messages = self.messages.clone();
                    // A room that has closed needs no reports.
                    let report = move |job, report| drop(messages.send(RoomMessage::Report(job, report)));
                    let handle = Handle::new(Box::new(report));
                    self.jobs.insert(job.number, handle.clone());
                    self.lobby.workers.add(QueuedJob { session: self.name.clone(), job: *job, handle });
                }
                JobCommand::Cancel(number) => {
                    if let Some(handle) = self.jobs.remove(&number) {
                        self.lobby.workers.cancel(&handle);
                    }
                }
                JobCommand::Finish(number) => {
                    if let Some(handle) = self.jobs.get(&number) {
                        handle.finish();
                    }
                }
            }
        }
    }
}

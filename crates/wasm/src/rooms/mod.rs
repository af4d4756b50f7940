//! The conversations of the games that are open, and the jobs of their engines.
//!
//! A change of a conversation is made in two steps: [`Rooms::request`] and its like return what is to be saved, and when that
//! is done, [`Rooms::settle`] sends what follows. Between the two its owner makes no other change of the same conversation.

mod handle;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::phrase;

use beaufort_session::event::{Message, Problem, ProblemCode};
use beaufort_session::{
    Cause, ClientId, Conversation, Delivery, DurableConversation, Effects, JobCommand, JobHandle as _, JobId,
    JobQueue, JobReport, Library, QueuedJob, Save, StoredConversation, UnsettledChange, request_id,
    update_for,
};

use crate::to_json;
use handle::Handle;

/// The longest message of a client, in bytes.
const MAX_MESSAGE_BYTES: usize = 1024 * 1024;

/// Carries out the effects of a change.
pub trait Outside {
    /// Sends a text to a client.
    fn send(&self, client: ClientId, text: &str);
    /// Lets an engine begin with a job.
    fn start(&self, engine: usize, job: &str);
    /// Lets an engine end its job as soon as possible. Its next report is the last one; `needs_report` tells whether
    /// it has to report anything.
    fn stop(&self, engine: usize, needs_report: bool);
}

/// The conversations that are open.
#[derive(Debug)]
pub struct Rooms<O> {
    outside: O,
    library: Arc<Library>,
    rooms: HashMap<String, Room>,
    queue: JobQueue<Handle>,
    /// The job of each engine.
    engines: Vec<Option<QueuedJob<Handle>>>,
}

/// A conversation with its clients.
#[derive(Debug)]
struct Room {
    conversation: DurableConversation,
    clients: Vec<ClientId>,
    jobs: HashMap<JobId, Handle>,
    /// The change that is being saved.
    change: Option<UnsettledChange>,
}

impl<O: Outside> Rooms<O> {
    /// Returns no conversations yet, with `engines` engines.
    pub fn new(outside: O, engines: usize) -> Rooms<O> {
        Rooms {
            outside,
            library: Library::new(),
            rooms: HashMap::new(),
            queue: JobQueue::default(),
            engines: (0..engines).map(|_| None).collect(),
        }
    }

    /// Opens a conversation: a new one, or one that was saved. Its random choices follow from the seed.
    ///
    /// # Errors
    /// If what was saved cannot be read: why.
    pub fn open(&mut self, name: &str, seed: u64, saved: Option<&str>) -> Result<(), String> {
        let conversation = match saved {
            None => DurableConversation::new(&self.library, seed),
            Some(text) => {
                let kept = StoredConversation { snapshot: text.to_owned(), ..StoredConversation::default() };
                DurableConversation::restore(&self.library, seed, &kept)?
            }
        };
        let room = Room { conversation, clients: Vec::new(), jobs: HashMap::new(), change: None };
        self.rooms.insert(name.to_owned(), room);
        Ok(())
    }

    /// Returns whether a conversation is open.
    pub fn is_open(&self, name: &str) -> bool {
        self.rooms.contains_key(name)
    }

    /// Lets a client into an open conversation.
    pub fn join(&mut self, name: &str, client: ClientId) {
        if let Some(room) = self.rooms.get_mut(name) {
            room.clients.push(client);
        }
    }

    /// Carries out a request. Returns what is to be saved.
    pub fn request(&mut self, name: &str, client: ClientId, text: &str, now: Duration) -> Option<String> {
        self.change(name, Cause::Request(client), now, |conversation, now| {
            if text.len() <= MAX_MESSAGE_BYTES {
                return conversation.handle_text(client, text, now);
            }
            let message = phrase!("a message has at most {number} bytes", number = MAX_MESSAGE_BYTES);
            conversation.refuse(client, request_id(text), Problem::new(ProblemCode::TooLarge, message))
        })
    }

    /// Notes that a client has gone. Returns what is to be saved. With its last client a conversation is closed when that is
    /// settled.
    pub fn leave(&mut self, name: &str, client: ClientId, now: Duration) -> Option<String> {
        let room = self.rooms.get_mut(name)?;
        room.clients.retain(|&known| known != client);
        if !room.clients.is_empty() {
            return self.change(name, Cause::Time, now, |conversation, now| conversation.leave(client, now));
        }
        let has_run = room.conversation.conversation().deadline().is_some();
        self.change(name, Cause::Time, now, |conversation, now| {
            // The time left on the clock is saved, too.
            let effects = conversation.pause(now);
            Effects { changed: effects.changed || has_run, ..effects }
        })
    }

    /// Closes a conversation even if clients are connected, and saves nothing: the game is deleted. Reports of its engines are
    /// ignored.
    pub fn remove(&mut self, name: &str) {
        let Some(room) = self.rooms.remove(name) else { return };
        for handle in room.jobs.into_values() {
            handle.cancel();
            self.queue.remove(&handle);
        }
    }

    /// Looks at the clock of a game. Returns what is to be saved.
    pub fn tick(&mut self, name: &str, now: Duration) -> Option<String> {
        self.change(name, Cause::Time, now, Conversation::tick)
    }

    /// Returns when [`Rooms::tick`] is to be called for a conversation, if ever.
    pub fn deadline(&self, name: &str) -> Option<Duration> {
        self.rooms.get(name)?.conversation.conversation().deadline()
    }

    /// Returns whose job an engine works on.
    pub fn employer(&self, engine: usize) -> Option<&str> {
        Some(&self.engines.get(engine)?.as_ref()?.session)
    }

    /// Takes a report of an engine that goes on. Nothing is to be saved for it, but no change may be pending.
    pub fn progress(&mut self, engine: usize, text: &str, now: Duration) {
        let Some(queued) = self.engines.get(engine).and_then(Option::as_ref) else { return };
        if queued.handle.is_ended() {
            return;
        }
        let (name, id) = (queued.session.clone(), queued.job.id);
        if let Ok(report) = serde_json::from_str(text) {
            let unsaved = self.change(&name, Cause::Report(id), now, |conversation, now| {
                conversation.handle_report(id, report, now)
            });
            self.settle(&name, unsaved.is_none());
        }
    }

    /// Takes the last report of an engine, `None` if it has failed; of one that was ended by force that is what it had found
    /// before. Returns what is to be saved.
    pub fn done(&mut self, engine: usize, text: Option<&str>, now: Duration) -> Option<String> {
        let queued = self.engines.get_mut(engine)?.take()?;
        let failed = |error: serde_json::Error| JobReport::Failed(format!("the engine has failed: {error}"));
        let report = match text {
            Some(text) => match serde_json::from_str(text).unwrap_or_else(failed) {
                JobReport::Progress(found) => JobReport::Done(found),
                report => report,
            },
            None => JobReport::Failed("the engine has failed".to_owned()),
        };
        let handle = queued.handle.clone();
        let ended = self.queue.end(queued, &report, now);
        handle.reset();
        let queued = ended.filter(|queued| !queued.handle.is_cancelled())?;
        let id = queued.job.id;
        self.rooms.get_mut(&queued.session)?.jobs.remove(&id);
        self.change(&queued.session, Cause::Report(id), now, |conversation, now| {
            conversation.handle_report(id, report, now)
        })
    }

    /// Ends the change that is pending, which has been saved or could not be, and sends what follows.
    pub fn settle(&mut self, name: &str, is_saved: bool) {
        let Some(room) = self.rooms.get_mut(name) else { return };
        let Some(change) = room.change.take() else { return };
        for effects in room.conversation.settle(change, is_saved) {
            self.apply(name, effects);
        }
        if self.rooms.get(name).is_some_and(|room| room.clients.is_empty()) {
            self.rooms.remove(name);
        }
    }

    /// Gives idle engines work, and stops what has been worked on for long enough while others wait. Returns when to look again
    /// at the latest.
    pub fn schedule(&mut self, now: Duration) -> Option<Duration> {
        for (number, engine) in self.engines.iter_mut().enumerate() {
            if engine.is_none()
                && let Some(queued) = self.queue.take(now)
            {
                self.outside.start(number, &to_json(&queued.job));
                *engine = Some(queued);
            }
        }
        let next = self.queue.preempt(self.engines.len(), now);
        for (number, engine) in self.engines.iter().enumerate() {
            if let Some(queued) = engine
                && queued.handle.is_stopping()
            {
                self.outside.stop(number, !queued.handle.is_cancelled());
            }
        }
        next
    }

    fn change(
        &mut self,
        name: &str,
        cause: Cause,
        now: Duration,
        change: impl FnOnce(&mut Conversation, Duration) -> Effects,
    ) -> Option<String> {
        let room = self.rooms.get_mut(name)?;
        let change = room.change.insert(room.conversation.change(cause, now, change));
        // A browser keeps each game as one text.
        change.to_save().map(|save| match save {
            Save::Snapshot(snapshot) => snapshot.clone(),
            Save::Append { .. } => room.conversation.snapshot(now),
        })
    }

    fn apply(&mut self, name: &str, effects: Effects) {
        let Some(room) = self.rooms.get_mut(name) else { return };
        for &client in &room.clients {
            for Delivery { place, is_requester, more } in update_for(&effects.messages, client) {
                let Message { seq, re, ref event, .. } = effects.messages[place].message;
                let re = re.filter(|_| is_requester);
                self.outside.send(client, &to_json(&Message { seq, re, more, event: event.clone() }));
            }
        }
        for command in effects.job_commands {
            match command {
                JobCommand::Start(job) => {
                    let handle = Handle::default();
                    room.jobs.insert(job.id, handle.clone());
                    self.queue.push(QueuedJob { session: name.to_owned(), job, handle });
                }
                JobCommand::Cancel(id) => {
                    if let Some(handle) = room.jobs.remove(&id) {
                        handle.cancel();
                        self.queue.remove(&handle);
                    }
                }
                JobCommand::Finish(id) => {
                    if let Some(handle) = room.jobs.get(&id) {
                        handle.finish();
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;

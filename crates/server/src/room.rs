//! One session in memory: a thread with its conversation, its clients and its engine work.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use beaufort_session::event::{Message, Problem, ProblemCode};
use beaufort_session::{Audience, ClientId, Conversation, Order, Outcome, Report, Signal};
use tokio::sync::mpsc;

use crate::pool::{Pool, Task};
use crate::store::Store;

/// What a room hears.
pub(crate) enum Knock {
    /// A client has come; messages for it go there.
    Join(ClientId, mpsc::Sender<Arc<str>>),
    /// A client has gone.
    Leave(ClientId),
    /// A client has said something.
    Text(ClientId, String),
    /// A client has sent something that is not even read.
    Unreadable(ClientId, ProblemCode, &'static str),
    /// An engine has found something out.
    Report(u64, Report),
    /// The server ends.
    Close,
}

/// A session in memory.
pub(crate) struct Room {
    pub(crate) name: String,
    pub(crate) conversation: Conversation,
    pub(crate) store: Arc<Store>,
    pub(crate) pool: Arc<Pool>,
    pub(crate) idle: Duration,
    /// The moment from which this room counts its time.
    pub(crate) start: Instant,
    pub(crate) clients: HashMap<ClientId, mpsc::Sender<Arc<str>>>,
    /// The engine's jobs with what stops them.
    pub(crate) jobs: HashMap<u64, Arc<Signal>>,
    /// Where engines report.
    pub(crate) door: Sender<Knock>,
}

impl Room {
    /// Leads the conversation until the server ends, or nobody has been there for long.
    pub(crate) fn run(mut self, knocks: &Receiver<Knock>) {
        tracing::info!(session = self.name, "session opened");
        loop {
            let outcome = match knocks.recv_timeout(self.patience()) {
                Ok(Knock::Close) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(knock) => self.hear(knock),
                Err(RecvTimeoutError::Timeout) if self.is_deserted() => break,
                Err(RecvTimeoutError::Timeout) => self.conversation.tick(self.start.elapsed()),
            };
            self.carry_out(outcome);
        }
        self.jobs.values().for_each(|stop| stop.stop());
        self.save();
        tracing::info!(session = self.name, "session closed");
    }

    fn is_deserted(&self) -> bool {
        self.clients.is_empty() && !self.conversation.is_busy()
    }

    /// Returns how long to wait for a knock.
    fn patience(&self) -> Duration {
        let deadline = self.conversation.deadline();
        deadline.map_or(self.idle, |deadline| deadline.saturating_sub(self.start.elapsed()))
    }

    fn hear(&mut self, knock: Knock) -> Outcome {
        let now = self.start.elapsed();
        match knock {
            Knock::Join(client, to) => {
                self.clients.insert(client, to);
                Outcome::default()
            }
            Knock::Leave(client) => {
                self.clients.remove(&client);
                Outcome::default()
            }
            Knock::Text(client, text) => self.conversation.hear(client, &text, now),
            Knock::Unreadable(client, code, message) => {
                self.conversation.refuse(client, None, Problem::new(code, message))
            }
            Knock::Report(job, report) => {
                if !matches!(report, Report::Thought(_)) {
                    self.jobs.remove(&job);
                }
                self.conversation.report(job, report, now)
            }
            Knock::Close => Outcome::default(),
        }
    }

    fn carry_out(&mut self, outcome: Outcome) {
        // What is told is safe.
        if outcome.changed {
            self.save();
        }
        for addressed in &outcome.messages {
            self.send(addressed.to, &addressed.message);
        }
        for order in outcome.orders {
            match order {
                Order::Begin(job) => {
                    let stop = Arc::new(Signal::new());
                    self.jobs.insert(job.number, Arc::clone(&stop));
                    let door = self.door.clone();
                    // A room that has closed needs no reports.
                    let report = Box::new(move |job, report| drop(door.send(Knock::Report(job, report))));
                    self.pool.add(Task { job: *job, stop, report });
                }
                Order::Drop(number) => {
                    if let Some(stop) = self.jobs.remove(&number) {
                        stop.stop();
                    }
                }
                Order::Finish(number) => {
                    if let Some(stop) = self.jobs.get(&number) {
                        stop.stop();
                    }
                }
            }
        }
    }

    fn send(&mut self, to: Audience, message: &Message) {
        let (Audience::One(asker) | Audience::All(Some(asker))) = to else {
            let text = text(message);
            self.clients.retain(|_, client| client.try_send(Arc::clone(&text)).is_ok());
            return;
        };
        if let Some(client) = self.clients.get(&asker)
            && client.try_send(text(message)).is_err()
        {
            self.clients.remove(&asker);
        }
        if matches!(to, Audience::All(_)) && self.clients.keys().any(|&client| client != asker) {
            let text = text(&Message { re: None, ..message.clone() });
            self.clients.retain(|&client, to| client == asker || to.try_send(Arc::clone(&text)).is_ok());
        }
    }

    fn save(&self) {
        let saved = serde_json::to_string(&self.conversation.save(self.start.elapsed()));
        let result = saved
            .map_err(|error| error.to_string())
            .and_then(|saved| self.store.save(&self.name, &saved).map_err(|error| error.to_string()));
        if let Err(error) = result {
            tracing::error!(session = self.name, error, "cannot save the session");
        }
    }
}

fn text(message: &Message) -> Arc<str> {
    serde_json::to_string(message).expect("a message is made of lists, numbers and texts").into()
}

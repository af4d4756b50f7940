//! The terminal as a client of the conversation about the game, in one process: it sends the commands that a browser sends, and runs
//! the engine's jobs itself.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use beaufort_session::command::{Command, Request};
use beaufort_session::event::{Event, Problem};
use beaufort_session::view::Thought;
use beaufort_session::{ClientId, Conversation, Effects, Job, JobCommand, JobRunner, Library, Session};

use super::interrupt::Interrupt;
use super::strength::MAX_ENGINE_TIME;

/// The terminal is the only client.
const TERMINAL: ClientId = 0;

/// A conversation, with the work of its owner.
pub(super) struct LocalConversation {
    conversation: Conversation,
    runner: JobRunner,
    /// The pending jobs of the engine.
    jobs: VecDeque<Job>,
    /// The number of the last request.
    requests: u32,
    /// When the conversation began: its clock counts from there.
    begin: Instant,
    interrupt: Arc<Interrupt>,
}

impl LocalConversation {
    pub(super) fn new(
        library: &Arc<Library>,
        seed: u64,
        hash_mib: usize,
        interrupt: &Arc<Interrupt>,
    ) -> LocalConversation {
        LocalConversation {
            conversation: Conversation::new(library, seed).with_engine_time(MAX_ENGINE_TIME),
            runner: JobRunner::new(library, hash_mib),
            jobs: VecDeque::new(),
            requests: 0,
            begin: Instant::now(),
            interrupt: Arc::clone(interrupt),
        }
    }

    /// Returns the session.
    pub(super) fn session(&self) -> &Session {
        self.conversation.session().expect("a game is begun before anybody looks at it")
    }

    /// Returns whether the engine has a job.
    pub(super) fn has_work(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Sends a command and returns the events.
    ///
    /// # Errors
    /// If it is refused; then nothing has changed.
    pub(super) fn ask(&mut self, command: Command) -> Result<Vec<Event>, Problem> {
        self.requests += 1;
        let request = Request { id: self.requests, key: None, command };
        let effects = self.conversation.handle(TERMINAL, request, self.begin.elapsed());
        let mut events = self.take(effects);
        match events.pop() {
            Some(Event::Error { error }) => Err(error),
            _ => Ok(events),
        }
    }

    /// Runs the engine's next job to its end or to Ctrl-C, and returns the events after it. The events during it go to `tell`.
    pub(super) fn work(&mut self, mut tell: impl FnMut(&Thought)) -> Vec<Event> {
        let Some(job) = self.jobs.pop_front() else { return Vec::new() };
        let LocalConversation { conversation, runner, begin, interrupt, .. } = self;
        let last = runner.run(&job, interrupt.signal(), |report| {
            for envelope in conversation.handle_report(job.id, report, begin.elapsed()).messages {
                if let Event::Thinking { thought } = envelope.message.event {
                    tell(&thought);
                }
            }
        });
        let effects = self.conversation.handle_report(job.id, last, self.begin.elapsed());
        self.take(effects)
    }

    /// Stores the engine's jobs and returns the events.
    fn take(&mut self, effects: Effects) -> Vec<Event> {
        for command in effects.job_commands {
            match command {
                JobCommand::Start(job) => self.jobs.push_back(job),
                JobCommand::Cancel(id) => self.jobs.retain(|job| job.id != id),
                // Jobs run in the foreground: Ctrl-C ends them.
                JobCommand::Finish(_) => {}
            }
        }
        effects.messages.into_iter().map(|envelope| envelope.message.event).collect()
    }
}

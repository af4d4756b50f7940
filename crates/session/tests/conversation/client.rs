//! A client that leads a conversation.

use std::sync::Arc;
use std::time::Duration;

use beaufort_session::command::{Command, Request, Start, TurnChoice};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::{Player, PositionView, StateView};
use beaufort_session::{Conversation, Effects, Job, JobCommand, JobRunner, Library, Signal};

pub(crate) const NOW: Duration = Duration::ZERO;
pub(crate) const HINT: Command = Command::Hint { lines: None, ms: None, depth: None, nodes: None };

/// A client with a conversation of its own; engine work is done when it is waited for.
pub(crate) struct Client {
    pub(crate) library: Arc<Library>,
    pub(crate) conversation: Conversation,
    pub(crate) runner: JobRunner,
    pub(crate) jobs: Vec<Job>,
    pub(crate) id: u32,
    pub(crate) state: Option<StateView>,
    pub(crate) position: Option<PositionView>,
}

impl Client {
    pub(crate) fn new() -> Client {
        let library = Library::new();
        let conversation = Conversation::new(&library, 1);
        let runner = JobRunner::new(&library, 1);
        let mut client =
            Client { library, conversation, runner, jobs: Vec::new(), id: 0, state: None, position: None };
        client.ok(Command::HELLO);
        client
    }

    pub(crate) fn start(game: &str, players: Option<[Player; 2]>, from: Start) -> Client {
        let mut client = Client::new();
        client.ok(Command::Start {
            game: Some(game.to_owned()),
            players,
            clock: None,
            from: Some(from),
            date: None,
        });
        client
    }

    pub(crate) fn ask(&mut self, command: Command) -> Vec<Event> {
        self.id += 1;
        let request = Request { id: self.id, key: None, command };
        let text = serde_json::to_string(&request).unwrap();
        let effects = self.conversation.handle_text(7, &text, NOW);
        self.take(effects)
    }

    /// Asks and expects success.
    pub(crate) fn ok(&mut self, command: Command) -> Vec<Event> {
        let events = self.ask(command.clone());
        assert_eq!(events.last(), Some(&Event::Done), "{command:?}: {:?}", events.last());
        events
    }

    /// Asks and expects to be refused.
    pub(crate) fn refused(&mut self, command: Command) -> ProblemCode {
        let before = (self.conversation.seq(), self.conversation.save(NOW));
        let events = self.ask(command);
        let [Event::Error { error }] = events.as_slice() else { panic!("{events:?}") };
        assert_eq!((self.conversation.seq(), self.conversation.save(NOW)), before, "nothing has changed");
        error.code
    }

    pub(crate) fn take(&mut self, effects: Effects) -> Vec<Event> {
        for command in effects.job_commands {
            match command {
                JobCommand::Start(job) => self.jobs.push(job),
                JobCommand::Cancel(id) | JobCommand::Finish(id) => self.jobs.retain(|job| job.id != id),
            }
        }
        let events: Vec<Event> =
            effects.messages.into_iter().map(|envelope| envelope.message.event).collect();
        for event in &events {
            match event {
                Event::State { state } => self.state = Some((**state).clone()),
                Event::Position { position } => self.position = Some((**position).clone()),
                _ => {}
            }
        }
        events
    }

    /// Lets the engine work until it has nothing to do.
    pub(crate) fn work(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while !self.jobs.is_empty() {
            let job = self.jobs.remove(0);
            let mut reports = Vec::new();
            let last = self.runner.run(&job, &Signal::new(), |report| reports.push(report));
            for report in reports.into_iter().chain([last]) {
                let effects = self.conversation.handle_report(job.id, report, NOW);
                events.extend(self.take(effects));
            }
        }
        events
    }

    pub(crate) fn play(&mut self, text: &str) -> Vec<Event> {
        let node = self.state().node;
        self.ok(Command::Play { node, turn: TurnChoice::Typed { text: text.to_owned() } })
    }

    pub(crate) fn state(&self) -> &StateView {
        self.state.as_ref().unwrap()
    }

    pub(crate) fn position(&self) -> &PositionView {
        self.position.as_ref().unwrap()
    }
}

pub(crate) fn engine() -> Player {
    Player::Engine { level: "beginner".to_owned(), ms: 1_000, depth: None, nodes: None }
}

//! A game between two people elsewhere, with a watcher.

use std::sync::Arc;
use std::time::Duration;

use beaufort_session::command::{ClockRule, Command, Publicity, Request, SeatKey, Start, TurnChoice};
use beaufort_session::event::{Event, Problem, ProblemCode};
use beaufort_session::view::{ClockView, StateView};
use beaufort_session::{ClientId, Conversation, Library, Recipient};

pub(crate) const INVITATION: &str = "an-invitation-of-128-bits";
/// The players' keys: client 1 has the first seat, 2 the second, 3 watches.
pub(crate) const KEYS: [&str; 2] = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];

pub(crate) fn days(days: u64) -> Duration {
    Duration::from_secs(days * 86_400)
}

pub(crate) fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// A conversation at a time.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) library: Arc<Library>,
    pub(crate) conversation: Conversation,
    pub(crate) now: Duration,
}

impl Game {
    /// Begins a game of orthodox chess, with both seats taken.
    pub(crate) fn new(clock: Option<ClockRule>) -> Game {
        let library = Library::new();
        let mut conversation = Conversation::new(&library, 1);
        conversation.open_sessions(|| "a-name-that-was-drawn".to_owned());
        let mut game = Game { library, conversation, now: Duration::ZERO };
        for client in [1, 2, 3] {
            game.ok(client, Command::HELLO);
        }
        game.ok(1, start(clock));
        let [seat, other] = KEYS.map(SeatKey::from);
        let invitation = SeatKey::from(INVITATION);
        let public = Publicity::default();
        game.ok(
            1,
            Command::Invite {
                side: 0,
                seat,
                invitation: invitation.clone(),
                public,
                rated: false,
                opponent: None,
            },
        );
        game.ok(2, Command::Sit { seat: other, invitation: Some(invitation), if_present: false });
        game
    }

    /// Asks, and returns who hears what.
    pub(crate) fn hear(&mut self, client: ClientId, command: Command) -> Vec<(Recipient, Event)> {
        let effects = self.conversation.handle(client, Request { id: 1, key: None, command }, self.now);
        effects.messages.into_iter().map(|envelope| (envelope.to, envelope.message.event)).collect()
    }

    pub(crate) fn ok(&mut self, client: ClientId, command: Command) -> Vec<Event> {
        let events = self.hear(client, command.clone()).into_iter().map(|(_, event)| event);
        let events: Vec<Event> = events.collect();
        assert_eq!(events.last(), Some(&Event::Done), "{command:?}: {events:?}");
        events
    }

    pub(crate) fn problem(&mut self, client: ClientId, command: Command) -> Problem {
        let before = self.conversation.save(self.now);
        let last = self.hear(client, command.clone()).pop();
        assert_eq!(
            self.conversation.save(self.now),
            before,
            "a refused request changes nothing: {command:?}"
        );
        match last {
            Some((_, Event::Error { error })) => error,
            other => panic!("{command:?}: {other:?}"),
        }
    }

    pub(crate) fn refused(&mut self, client: ClientId, command: Command) -> ProblemCode {
        self.problem(client, command).code
    }

    /// Plays turns by hand, one side after the other, from the position shown.
    pub(crate) fn play(&mut self, texts: &str) {
        for text in texts.split_whitespace() {
            let node = self.state().node;
            let client = 1 + self.conversation.session().unwrap().position().side().index() as ClientId;
            self.ok(client, typed(node, text));
        }
    }

    /// The turns that have been played.
    pub(crate) fn turns(&self) -> String {
        let record = self.conversation.session().unwrap().record();
        let line = record.moves.line(beaufort_rules::record::Tree::ROOT);
        line.map(|node| record.moves.node(node).text()).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn state(&mut self) -> StateView {
        let events = self.ok(3, Command::HELLO);
        let state = events.into_iter().find_map(|event| match event {
            Event::State { state } => Some(*state),
            _ => None,
        });
        state.unwrap()
    }

    pub(crate) fn clock(&mut self) -> ClockView {
        self.state().clock.unwrap()
    }

    /// Lets time pass, and what follows from it happen.
    pub(crate) fn wait(&mut self, time: Duration) {
        self.now += time;
        drop(self.conversation.tick(self.now));
    }

    /// Reads the game again from what is saved.
    pub(crate) fn read_again(&mut self) {
        let saved = serde_json::to_string(&self.conversation.save(self.now)).unwrap();
        let saved = serde_json::from_str(&saved).unwrap();
        self.conversation = Conversation::restore(&self.library, 1, saved).unwrap();
    }
}

pub(crate) fn start(clock: Option<ClockRule>) -> Command {
    let game = Some("orthochess".to_owned());
    Command::Start { game, players: None, clock, from: Some(Start::Default), date: None }
}

pub(crate) fn sit(side: usize) -> Command {
    Command::Sit { seat: KEYS[side].into(), invitation: None, if_present: false }
}

pub(crate) fn typed(node: u32, text: &str) -> Command {
    Command::Play { node, turn: TurnChoice::Typed { text: text.to_owned() } }
}

//! A suspended conversation goes on unchanged: no client was connected, or nothing could be saved.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::time::Duration;

use beaufort_session::command::{ClockRule, Command, Request, Start, TurnChoice};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::{Player, StateView};
use beaufort_session::{Conversation, Effects, Job, JobCommand, JobRunner, Library, Signal};

const CLIENT: u64 = 7;

const HINT: Command = Command::Hint { lines: None, ms: None, depth: None, nodes: None };

/// A conversation with the jobs that its engine has.
struct Game {
    library: Arc<Library>,
    conversation: Conversation,
    jobs: Vec<Job>,
    state: Option<StateView>,
    now: Duration,
}

impl Game {
    fn start(players: [Player; 2], clock: Option<ClockRule>) -> Game {
        let library = Library::new();
        let conversation = Conversation::new(&library, 1);
        let mut game = Game { library, conversation, jobs: Vec::new(), state: None, now: Duration::ZERO };
        let from = Some(Start::Default);
        let start = Command::Start {
            game: Some("scirocco".to_owned()),
            players: Some(players),
            clock,
            from,
            date: None,
        };
        game.ask(start).unwrap();
        game
    }

    fn ask(&mut self, command: Command) -> Result<(), ProblemCode> {
        let effects = self.conversation.handle(CLIENT, Request { id: 1, key: None, command }, self.now);
        match self.take(effects).pop() {
            Some(Event::Done) => Ok(()),
            Some(Event::Error { error }) => Err(error.code),
            other => panic!("{other:?}"),
        }
    }

    fn play(&mut self, node: u32, text: &str) {
        self.ask(Command::Play { node, turn: TurnChoice::Typed { text: text.to_owned() } }).unwrap();
    }

    fn hello(&mut self) {
        self.ask(Command::HELLO).unwrap();
    }

    /// Does the first job, preempted once on the way, and returns the events of its end.
    fn work(&mut self) -> Vec<Event> {
        let mut job = self.jobs.remove(0);
        let mut runner = JobRunner::new(&self.library, 1);
        let stop = Signal::new();
        let first = runner.run(&job, &stop, |_| stop.stop());
        let last = match job.suspend(&first, Duration::from_millis(1)) {
            true => runner.run(&job, &Signal::new(), |_| {}),
            false => first,
        };
        let effects = self.conversation.handle_report(job.id, last, self.now);
        self.take(effects)
    }

    fn take(&mut self, effects: Effects) -> Vec<Event> {
        for command in effects.job_commands {
            match command {
                JobCommand::Start(job) => self.jobs.push(job),
                JobCommand::Cancel(id) | JobCommand::Finish(id) => self.jobs.retain(|job| job.id != id),
            }
        }
        let events: Vec<Event> = effects.messages.into_iter().map(|told| told.message.event).collect();
        for event in &events {
            if let Event::State { state } = event {
                self.state = Some((**state).clone());
            }
        }
        events
    }

    fn state(&self) -> &StateView {
        self.state.as_ref().unwrap()
    }

    /// Returns what the first side has left on its clock, in milliseconds.
    fn left(&mut self) -> u32 {
        self.hello();
        self.state().clock.as_ref().unwrap().left[0]
    }
}

fn engine() -> Player {
    Player::Engine { level: "beginner".to_owned(), ms: 1_000, depth: None, nodes: None }
}

#[test]
fn the_engine_ends_its_work_when_nobody_is_there_and_goes_on_with_the_next_hello() {
    let mut game = Game::start([Player::Person, engine()], None);
    game.play(0, "P-e4");
    game.ask(Command::Review { ms: 20 }).unwrap();
    game.ask(HINT).unwrap();
    assert_eq!(game.jobs.len(), 3);
    let effects = game.conversation.pause(game.now);
    game.take(effects);
    assert!(game.jobs.is_empty());
    game.hello();
    assert_eq!(game.jobs.len(), 2, "the hint has lost who asked for it");
    let mut judged = 0;
    while !game.jobs.is_empty() {
        judged += game.work().iter().filter(|event| matches!(event, Event::Review { .. })).count();
    }
    assert_eq!(judged, 2);
    assert_eq!((game.state().node, game.state().reviewing), (2, false));
}

#[test]
fn what_a_client_has_asked_the_engine_ends_with_it() {
    let mut game = Game::start([Player::Person, engine()], None);
    game.play(0, "P-e4");
    game.ask(HINT).unwrap();
    game.ask(Command::Worth { game: "scirocco".to_owned(), piece_type: None }).unwrap();
    let effects = game.conversation.leave(CLIENT, game.now);
    game.take(effects);
    assert_eq!(game.jobs.len(), 1, "the engine still thinks about its turn");
}

#[test]
fn an_offer_of_a_draw_is_answered_after_a_pause() {
    let mut game = Game::start([Player::Person, engine()], None);
    game.ask(Command::OfferDraw { side: 0 }).unwrap();
    let effects = game.conversation.pause(game.now);
    game.take(effects);
    game.hello();
    let told = game.work();
    let is_declined = told.iter().any(|event| matches!(event, Event::DrawDeclined { .. }));
    let is_answered = is_declined || game.state().result.is_some();
    assert!(is_answered, "{told:?}");
}

#[test]
fn while_nothing_can_be_saved_the_game_stands_still() {
    let clock = ClockRule::Fischer { initial: 60_000, increment: 0 };
    let mut game = Game::start([Player::Person, engine()], Some(clock));
    game.play(0, "P-e4");
    let seq = game.conversation.seq();
    let effects = game.conversation.set_unsaved(true, game.now);
    game.take(effects);
    assert!(game.state().unsaved && game.jobs.is_empty());
    assert_eq!(game.conversation.deadline(), None);
    game.hello();
    assert!(game.jobs.is_empty());
    let effects = game.conversation.set_unsaved(false, game.now);
    game.take(effects);
    assert!(!game.state().unsaved && game.state().thinking);
    assert_eq!((game.jobs.len(), game.conversation.seq()), (1, seq));
    game.work();
    assert_eq!(game.state().node, 2);
    // The clock of a person stands still in the same way.
    game.now += Duration::from_secs(10);
    let effects = game.conversation.set_unsaved(true, game.now);
    game.take(effects);
    game.now += Duration::from_secs(100);
    let effects = game.conversation.set_unsaved(false, game.now);
    game.take(effects);
    game.now += Duration::from_secs(10);
    assert_eq!(game.left(), 40_000);
}

#[test]
fn a_change_is_taken_back_by_a_copy() {
    let mut game = Game::start([Player::Person, engine()], None);
    let before = game.conversation.clone();
    let saved = before.save(game.now);
    game.play(0, "P-e4");
    assert_ne!(game.conversation.save(game.now), saved);
    game.conversation = before;
    assert_eq!(game.conversation.save(game.now), saved);
    game.play(0, "P-d4");
}

#[test]
fn a_session_orders_so_many_jobs_and_no_more() {
    let mut game = Game::start([Player::Person, engine()], None);
    let worth = || Command::Worth { game: "scirocco".to_owned(), piece_type: None };
    for _ in 0..16 {
        game.ask(worth()).unwrap();
    }
    assert_eq!(game.ask(worth()), Err(ProblemCode::Engine));
    game.play(0, "P-e4");
    assert_eq!(game.jobs.len(), 17, "the engine's turn is nobody's wish");
}

#[test]
fn a_game_has_so_many_places_and_no_more() {
    let mut game = Game::start([Player::Person, Player::Person], None);
    let mut import = |variations: usize| {
        let text = format!("[Variant \"scirocco\"]\n1. P-e4 {} *", "(1. P-d4) ".repeat(variations));
        let from = Some(Start::Record { text });
        game.ask(Command::Start { game: None, players: None, clock: None, from, date: None })
    };
    // The start and the turn are places, too.
    assert_eq!(import(9_999), Err(ProblemCode::TooLarge));
    assert_eq!(import(9_997), Ok(()));
    game.play(1, "P-f7");
    let node = game.state().node;
    let play = Command::Play { node, turn: TurnChoice::Typed { text: "P-d4".to_owned() } };
    assert_eq!(game.ask(play.clone()), Err(ProblemCode::TooLarge));
    // Turns that have been deleted count until the game is read again.
    game.ask(Command::Delete { node: 2 }).unwrap();
    assert_eq!(game.ask(play), Err(ProblemCode::TooLarge));
}

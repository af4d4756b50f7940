//! Conversations with an outside that records its calls, and an engine that works when the test says so.

use std::cell::RefCell;
use std::rc::Rc;

use beaufort_session::command::Command;
use beaufort_session::{Job, JobRunner, Signal};

use super::*;

const NOW: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
struct Told {
    messages: Vec<(ClientId, String)>,
    started: Vec<(usize, String)>,
    stopped: Vec<(usize, bool)>,
}

impl Outside for Rc<RefCell<Told>> {
    fn send(&self, client: ClientId, text: &str) {
        self.borrow_mut().messages.push((client, text.to_owned()));
    }

    fn start(&self, engine: usize, job: &str) {
        self.borrow_mut().started.push((engine, job.to_owned()));
    }

    fn stop(&self, engine: usize, needs_report: bool) {
        self.borrow_mut().stopped.push((engine, needs_report));
    }
}

struct Bench {
    told: Rc<RefCell<Told>>,
    rooms: Rooms<Rc<RefCell<Told>>>,
    saved: Option<String>,
}

impl Bench {
    fn new() -> Bench {
        let told: Rc<RefCell<Told>> = Rc::default();
        let mut rooms = Rooms::new(Rc::clone(&told), 1);
        rooms.open("a", 1, None).unwrap();
        rooms.join("a", 1);
        Bench { told, rooms, saved: None }
    }

    /// Gives a command as client 1, and returns the messages with their recipients.
    fn ask(&mut self, command: &str) -> Vec<(ClientId, String)> {
        let text = format!("{{\"id\":1,\"command\":{command}}}");
        let save = self.rooms.request("a", 1, &text, NOW);
        self.settle(save)
    }

    fn settle(&mut self, save: Option<String>) -> Vec<(ClientId, String)> {
        assert_eq!(self.told.borrow().messages, [], "nobody is told before it is saved");
        self.saved = save.or(self.saved.take());
        self.rooms.settle("a", true);
        self.rooms.schedule(NOW);
        std::mem::take(&mut self.told.borrow_mut().messages)
    }

    /// Lets the engine do the job that it was given last.
    fn work(&mut self) -> Vec<(ClientId, String)> {
        let (engine, text) = self.told.borrow_mut().started.pop().expect("the engine has work");
        let job = serde_json::from_str::<Job>(&text).unwrap();
        let last = JobRunner::new(&Library::new(), 1).run(&job, &Signal::new(), |_| {});
        let save = self.rooms.done(engine, Some(&to_json(&last)), NOW);
        self.settle(save)
    }
}

const START: &str = r#"{"type":"start","game":"scirocco","from":{"type":"default"},
    "players":[{"type":"person"},{"type":"engine","level":"full","ms":20,"depth":2}]}"#;
const PLAY: &str = r#"{"type":"play","node":0,"turn":{"type":"typed","text":"P-e4"}}"#;

fn tells(messages: &[(ClientId, String)], part: &str) -> bool {
    messages.iter().any(|(_, text)| text.contains(part))
}

#[test]
fn the_engine_answers_and_the_game_is_opened_again() {
    let mut bench = Bench::new();
    bench.ask(START);
    let told = bench.ask(PLAY);
    assert!(tells(&told, "\"thinking\":true"), "{told:?}");
    let told = bench.work();
    assert!(tells(&told, "\"number\":\"1...\""), "{told:?}");
    let saved = bench.saved.take().expect("the turn has been saved");
    let save = bench.rooms.leave("a", 1, NOW);
    assert_eq!(bench.settle(save), []);
    assert!(!bench.rooms.is_open("a"), "nobody is there");
    bench.rooms.open("a", 2, Some(&saved)).unwrap();
    bench.rooms.join("a", 1);
    let told = bench.ask(&serde_json::to_string(&Command::HELLO).unwrap());
    assert!(tells(&told, "\"number\":\"1...\""), "{told:?}");
}

#[test]
fn what_cannot_be_saved_is_taken_back() {
    let mut bench = Bench::new();
    bench.ask(START);
    let text = format!("{{\"id\":9,\"command\":{PLAY}}}");
    assert!(bench.rooms.request("a", 1, &text, NOW).is_some());
    bench.rooms.settle("a", false);
    let told = std::mem::take(&mut bench.told.borrow_mut().messages);
    assert!(tells(&told, "\"code\":\"unsaved\""), "{told:?}");
    assert!(tells(&told, "\"unsaved\":true"), "{told:?}");
}

#[test]
fn other_clients_hear_without_the_number_of_the_request() {
    let mut bench = Bench::new();
    bench.rooms.join("a", 2);
    let told = bench.ask(START);
    let of = |client| told.iter().filter(move |(to, _)| *to == client);
    assert!(of(1).all(|(_, text)| text.contains("\"re\":1")));
    assert!(of(2).count() > 0 && of(2).all(|(_, text)| !text.contains("\"re\"")));
}

#[test]
fn an_analysis_makes_room_for_a_hint_and_goes_on() {
    let mut bench = Bench::new();
    bench.ask(START);
    bench.ask(r#"{"type":"analyse","on":true,"lines":1}"#);
    let (engine, analysis) = bench.told.borrow_mut().started.pop().unwrap();
    bench.ask(r#"{"type":"hint","depth":1}"#);
    assert_eq!(bench.told.borrow().stopped, [(engine, true)]);
    let job = serde_json::from_str::<Job>(&analysis).unwrap();
    let stop = Signal::new();
    let last = JobRunner::new(&Library::new(), 1).run(&job, &stop, |_| stop.stop());
    assert_eq!(bench.rooms.done(engine, Some(&to_json(&last)), NOW), None, "it goes on later");
    bench.rooms.schedule(NOW);
    assert!(tells(&bench.work(), "\"type\":\"hint\""));
    assert!(bench.told.borrow().started.len() == 1, "the analysis goes on");
}

#[test]
fn an_engine_that_was_ended_by_force_has_reported_already() {
    let mut bench = Bench::new();
    bench.ask(START);
    bench.ask(PLAY);
    let (engine, text) = bench.told.borrow_mut().started.pop().unwrap();
    let job = serde_json::from_str::<Job>(&text).unwrap();
    let mut last = String::new();
    JobRunner::new(&Library::new(), 1).run(&job, &Signal::new(), |found| last = to_json(&found));
    assert!(last.contains("Progress"), "{last}");
    bench.ask(r#"{"type":"moveNow"}"#);
    assert_eq!(bench.told.borrow().stopped, [(engine, true)]);
    let save = bench.rooms.done(engine, Some(&last), NOW);
    assert!(tells(&bench.settle(save), "\"number\":\"1...\""));
}

#[test]
fn an_engine_that_fails_leaves_the_game_to_the_people() {
    let mut bench = Bench::new();
    bench.ask(START);
    bench.ask(PLAY);
    let save = bench.rooms.done(0, None, NOW);
    let told = bench.settle(save);
    assert!(tells(&told, "\"code\":\"engine\""), "{told:?}");
    assert!(tells(&told, "\"waiting\":true"), "{told:?}");
}

#[test]
fn a_game_that_is_removed_is_not_saved_and_its_engine_stops() {
    let mut bench = Bench::new();
    bench.ask(START);
    bench.ask(PLAY);
    let (engine, _) = bench.told.borrow_mut().started.pop().unwrap();
    bench.rooms.remove("a");
    assert_eq!(bench.rooms.request("a", 1, PLAY, NOW), None);
    assert_eq!(bench.rooms.leave("a", 1, NOW), None);
    bench.rooms.schedule(NOW);
    assert_eq!(bench.told.borrow().stopped, [(engine, false)]);
    // A client that is still connected begins anew, and reports for the old game are ignored.
    bench.rooms.open("a", 2, None).unwrap();
    bench.rooms.join("a", 1);
    assert_eq!(bench.rooms.done(engine, None, NOW), None);
    let told = bench.ask(r#"{"type":"summary"}"#);
    assert!(!tells(&told, "\"table\""), "{told:?}");
}

#[test]
fn what_was_saved_and_cannot_be_read_is_told() {
    let mut bench = Bench::new();
    assert!(bench.rooms.open("b", 1, Some("{\"seq\":")).unwrap_err().contains("line 1"));
    assert!(!bench.rooms.is_open("b"));
}

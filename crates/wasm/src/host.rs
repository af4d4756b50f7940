//! The interface of the conversations to JavaScript.
//!
//! Times are in milliseconds since any fixed moment. A client is a number of JavaScript's choice.

use std::time::Duration;

use beaufort_session::ClientId;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::rooms::{Outside, Rooms};

#[wasm_bindgen]
extern "C" {
    /// Carries out the effects of a change: an object with these methods. None of them may call the host.
    pub type HostOutside;

    /// Sends a text to a client.
    #[wasm_bindgen(method)]
    fn send(this: &HostOutside, client: f64, text: &str);

    /// Lets an engine begin with a job.
    #[wasm_bindgen(method)]
    fn start(this: &HostOutside, engine: usize, job: &str);

    /// Lets an engine end its job, with a report or without.
    #[wasm_bindgen(method)]
    fn stop(this: &HostOutside, engine: usize, needs_report: bool);
}

impl Outside for HostOutside {
    fn send(&self, client: ClientId, text: &str) {
        HostOutside::send(self, client as f64, text);
    }

    fn start(&self, engine: usize, job: &str) {
        HostOutside::start(self, engine, job);
    }

    fn stop(&self, engine: usize, needs_report: bool) {
        HostOutside::stop(self, engine, needs_report);
    }
}

/// The conversations of the games that are open; see [`Rooms`], whose methods these are.
#[wasm_bindgen]
#[allow(missing_debug_implementations, reason = "it holds an object of JavaScript")]
pub struct Host(Rooms<HostOutside>);

#[wasm_bindgen]
impl Host {
    /// Returns no conversations yet, with `engines` engines.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(outside: HostOutside, engines: usize) -> Host {
        Host(Rooms::new(outside, engines))
    }

    /// Opens a conversation: a new one, or one that was saved.
    ///
    /// # Errors
    /// If what was saved cannot be read: why.
    pub fn open(&mut self, name: &str, seed: u64, saved: Option<String>) -> Result<(), String> {
        self.0.open(name, seed, saved.as_deref())
    }

    /// Returns whether a conversation is open.
    #[wasm_bindgen(js_name = isOpen)]
    #[must_use]
    pub fn is_open(&self, name: &str) -> bool {
        self.0.is_open(name)
    }

    /// Lets a client into an open conversation.
    pub fn join(&mut self, name: &str, client: f64) {
        self.0.join(name, client as ClientId);
    }

    /// Notes that a client has gone. Returns what is to be saved.
    pub fn leave(&mut self, name: &str, client: f64, now: f64) -> Option<String> {
        self.0.leave(name, client as ClientId, time(now))
    }

    /// Closes a conversation even if clients are connected, and saves nothing.
    pub fn remove(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Carries out a request. Returns what is to be saved.
    pub fn request(&mut self, name: &str, client: f64, text: &str, now: f64) -> Option<String> {
        self.0.request(name, client as ClientId, text, time(now))
    }

    /// Looks at the clock of a game. Returns what is to be saved.
    pub fn tick(&mut self, name: &str, now: f64) -> Option<String> {
        self.0.tick(name, time(now))
    }

    /// Returns when the clock of a game is to be looked at, if ever.
    #[must_use]
    pub fn deadline(&self, name: &str) -> Option<f64> {
        self.0.deadline(name).map(milliseconds)
    }

    /// Returns whose job an engine works on.
    #[must_use]
    pub fn employer(&self, engine: usize) -> Option<String> {
        self.0.employer(engine).map(str::to_owned)
    }

    /// Takes a report of an engine that goes on.
    pub fn progress(&mut self, engine: usize, report: &str, now: f64) {
        self.0.progress(engine, report, time(now));
    }

    /// Takes the last report of an engine, none if it has failed. Returns what is to be saved.
    pub fn done(&mut self, engine: usize, report: Option<String>, now: f64) -> Option<String> {
        self.0.done(engine, report.as_deref(), time(now))
    }

    /// Ends the change that is pending, and sends what follows.
    pub fn settle(&mut self, name: &str, is_saved: bool) {
        self.0.settle(name, is_saved);
    }

    /// Gives the engines work. Returns after which time to call it again, if nothing else happens.
    pub fn schedule(&mut self, now: f64) -> Option<f64> {
        self.0.schedule(time(now)).map(milliseconds)
    }
}

fn time(ms: f64) -> Duration {
    Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default()
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

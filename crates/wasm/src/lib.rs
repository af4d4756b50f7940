//! The conversations and the engine for a browser, in WebAssembly.
//!
//! Two workers load the same module. One has a [`host::Host`]: the conversations of all games that are open, and the queue of
//! their jobs. Each of the others has an [`engine::Engine`], which does one job at a time, alone or together with those of other
//! workers. They talk in texts: requests and messages of the protocol, jobs and reports. Workers, files and clocks are the
//! business of the JavaScript around it (`web/src/offline/`).
//!
//! [`host`] and [`engine`] are the surface for JavaScript, [`rooms`] is what lies behind. [`mod@bench`] measures the engine.

pub mod bench;
pub mod engine;
pub mod host;
mod lent_memory;
pub mod rooms;

/// Returns a message, a job or a report as a text.
fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("all of them consist of lists, numbers and texts")
}

//! The engine for other programs, in [`uci`] and [`cecp`].
//!
//! One thread reads lines, one (the worker) searches, and the main thread waits for both: so it answers at once, even during a
//! search. Only the main thread writes. Input takes at most the memory of a few long lines.

pub mod cecp;
mod game_so_far;
mod mailbox;
mod output;
mod report;
mod settings;
pub mod uci;
mod worker;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use std::{io, thread};

use beaufort_engine::Evaluation;
use beaufort_rules::{Game, Position, builtin};

use crate::lines::{self, InputLine};
use mailbox::{Mailbox, MailboxEvent, QUIT_GRACE};
use report::WorkerReport;

/// The error of commands after an invalid position.
const NO_POSITION: &str = "no legal position is set up";

/// Returns the game of a name: the user's own or a built-in one.
fn game_named(own: Option<&Arc<Evaluation>>, id: &str) -> Option<Arc<Game>> {
    let own = own.map(|own| own.game()).filter(|game| game.definition().id == id);
    own.map(Arc::clone).or_else(|| builtin::game(id))
}

/// The services of the program around the engine. Errors are texts with a line for each mistake.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Reads a game file, with the weights or the net beside it.
    pub read_game: fn(&Path) -> Result<Arc<Evaluation>, String>,
    /// Reads a file of weights or a net for a game, by the name that the other program has sent.
    pub read_evaluation: fn(&Arc<Game>, &str) -> Result<Evaluation, String>,
    /// Returns whether the engine agrees to a draw in a position with this score for its side.
    pub agrees_to_draw: fn(&Position, i32) -> bool,
}

/// A conversation with another program, in one protocol.
trait Adapter {
    /// Handles a line; breaks to end the conversation.
    fn handle_line(&mut self, line: InputLine) -> ControlFlow<()>;

    /// Handles a report of the worker; breaks to end the conversation.
    fn handle_report(&mut self, report: WorkerReport) -> ControlFlow<()>;

    /// Returns whether the search ends so soon that lines wait for it.
    fn awaits_end(&self) -> bool;

    /// Returns whether a report will answer a question of the other program: the end of the conversation waits for it.
    fn owes_answer(&self) -> bool;

    /// Stops an unlimited search when something waits for its end, or no command can come that stops it.
    fn stop_endless(&mut self) {}
}

/// A new conversation: its mailbox, and the user's own game if there is one.
type Begun = (Arc<Mailbox>, Option<Arc<Evaluation>>);

/// Starts reading the standard input, and loads the user's own game meanwhile, which may take long: the values of its pieces are
/// computed. Returns `None` after `quit`.
fn listen<E: Send + 'static>(
    load: impl FnOnce() -> Result<Option<Arc<Evaluation>>, E> + Send + 'static,
) -> Result<Option<Begun>, E> {
    let mailbox = Arc::new(Mailbox::default());
    let reader = Arc::clone(&mailbox);
    // This thread ends with the program: a blocking read cannot be cancelled.
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(line)) = lines::read(&mut input) {
            reader.put_line(line);
        }
        reader.close();
    });
    let Some(own) = mailbox.wait_for(load) else { return Ok(None) };
    Ok(Some((mailbox, own?)))
}

/// Runs a conversation to its end.
fn run_adapter(mailbox: &Arc<Mailbox>, mut adapter: impl Adapter) {
    let mut is_hurried = false;
    loop {
        let event = if adapter.awaits_end() {
            Some(MailboxEvent::Report(mailbox.next_report()))
        } else {
            mailbox.next()
        };
        let flow = match event {
            Some(MailboxEvent::Line(line)) => {
                let flow = adapter.handle_line(line);
                is_hurried = flow.is_break();
                flow
            }
            Some(MailboxEvent::Report(report)) => match adapter.handle_report(report) {
                ControlFlow::Continue(()) => ControlFlow::Continue(()),
                // The engine has failed, or the output is closed.
                ControlFlow::Break(()) => return,
            },
            None => ControlFlow::Break(()),
        };
        if flow.is_break() {
            break;
        }
    }
    let deadline = Instant::now() + QUIT_GRACE;
    loop {
        adapter.stop_endless();
        if !adapter.owes_answer() {
            break;
        }
        let report = match is_hurried {
            true => mailbox.next_report_before(deadline),
            false => Some(mailbox.next_report()),
        };
        if report.is_none_or(|report| adapter.handle_report(report).is_break()) {
            break;
        }
    }
}

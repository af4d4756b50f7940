//! The protocols by which other programs play with the engine: [`uci`] and [`cecp`].
//!
//! A thread reads lines, a thread searches, and the thread that leads the conversation waits for either: it answers at
//! once, whatever the engine does. It alone writes. Nothing that comes in can take more memory than a few long lines.

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

/// Why nothing is played after a position that made no sense or could not be read.
const NO_POSITION: &str = "no legal position is set up";

/// Returns the game of a name: the user's own, or one that comes with the program.
fn game_named(own: Option<&Arc<Evaluation>>, id: &str) -> Option<Arc<Game>> {
    let own = own.map(|own| own.game()).filter(|game| game.definition().id == id);
    own.map(Arc::clone).or_else(|| builtin::game(id))
}

/// What the program around the engine does for it. Errors are texts, a line a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// Reads a game file, with what was learned about its game.
    pub read_game: fn(&Path) -> Result<Arc<Evaluation>, String>,
    /// Reads a file of weights or a net for a game, by its name as the other program gives it.
    pub read_evaluation: fn(&Arc<Game>, &str) -> Result<Evaluation, String>,
    /// Returns whether the engine agrees to a draw in a position with this score for its side.
    pub agrees_to_draw: fn(&Position, i32) -> bool,
}

/// One side of a conversation with another program.
trait Adapter {
    /// Answers a line, or ends the conversation.
    fn handle_line(&mut self, line: InputLine) -> ControlFlow<()>;

    /// Learns something from the engine, or ends the conversation.
    fn handle_report(&mut self, report: WorkerReport) -> ControlFlow<()>;

    /// Returns whether the engine is about to end its search, for which everything else waits.
    fn awaits_end(&self) -> bool;

    /// Returns whether a report is to come that answers a question of the other program, for which even the end waits.
    fn owes_answer(&self) -> bool;

    /// Stops what would go on for ever: something waits for its end, or nobody is there any more who could stop it.
    fn stop_endless(&mut self) {}
}

/// A conversation that begins: where the lines wait, and the user's own game if there is one.
type Begun = (Arc<Mailbox>, Option<Arc<Evaluation>>);

/// Starts reading the standard input, and loads the user's own game meanwhile, which may take long: the values of its pieces are
/// computed. Returns `None` after `quit`.
fn listen<E: Send + 'static>(
    load: impl FnOnce() -> Result<Option<Arc<Evaluation>>, E> + Send + 'static,
) -> Result<Option<Begun>, E> {
    let mailbox = Arc::new(Mailbox::default());
    let reader = Arc::clone(&mailbox);
    // This thread ends with the program: there is no way to stop it from waiting.
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

/// Leads a conversation over the standard input and output, to its end.
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
                // The engine has failed, or nobody listens.
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

//! Ctrl-C: it stops the engine's search, and never loses a game.
//!
//! At the prompt of a terminal, the line editor sees the key itself. While a line from elsewhere is awaited, the
//! program ends, but not while a record is being written. At any other time the key is noted: the engine plays the best
//! turn it has found, or waits if it plays both sides.

use std::sync::{Arc, Mutex, MutexGuard};

use beaufort_engine::Signal;

use crate::failure::{Failure, INTERRUPTED};
use crate::output;
use crate::stop::on_ctrl_c;

/// The effect of Ctrl-C.
#[derive(Debug)]
pub(super) struct Interrupt {
    /// Set by Ctrl-C until it is handled.
    pressed: Signal,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether the program waits for a line.
    is_waiting: bool,
    /// The line that is printed when the program ends.
    farewell: String,
}

impl Interrupt {
    /// Installs the handler of Ctrl-C.
    pub(super) fn install() -> Result<Arc<Interrupt>, Failure> {
        let interrupt = Arc::new(Interrupt { pressed: Signal::new(), state: Mutex::new(State::default()) });
        let handler = Arc::clone(&interrupt);
        on_ctrl_c(move || handler.press())?;
        Ok(interrupt)
    }

    fn press(&self) {
        self.pressed.stop();
        let state = self.state();
        if state.is_waiting {
            output::lines(&state.farewell);
            std::process::exit(INTERRUPTED.into());
        }
    }

    /// Waits for `work`; meanwhile Ctrl-C ends the program.
    pub(super) fn while_waiting<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.state().is_waiting = true;
        let awaited = wait();
        self.state().is_waiting = false;
        awaited
    }

    /// Returns the signal that Ctrl-C sets.
    pub(super) fn signal(&self) -> &Signal {
        &self.pressed
    }

    /// Runs work that Ctrl-C does not interrupt, and sets the line that is printed at the end from then on.
    pub(super) fn undisturbed<T>(&self, work: impl FnOnce(&mut String) -> T) -> T {
        work(&mut self.state().farewell)
    }

    /// Returns whether Ctrl-C has been pressed since this was asked last.
    pub(super) fn take(&self) -> bool {
        self.pressed.reset()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while it holds the lock")
    }
}

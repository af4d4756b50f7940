//! Ctrl-C: it stops the engine's thought, and it never loses anything.
//!
//! While the engine thinks, it plays the best turn it has found. At the prompt of a terminal, the line editor sees
//! the key itself. Where lines come from elsewhere, the program ends, but not while a record is being written.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::failure::Failure;
use crate::output;

/// The exit status of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// What Ctrl-C does now.
#[derive(Debug)]
pub(super) struct Interrupt {
    /// Set by Ctrl-C until the next prompt.
    pressed: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    is_thinking: bool,
    /// What to say before the program ends.
    farewell: String,
}

impl Interrupt {
    /// Takes care of Ctrl-C from now on.
    pub(super) fn install() -> Result<Arc<Interrupt>, Failure> {
        let interrupt =
            Arc::new(Interrupt { pressed: AtomicBool::new(false), state: Mutex::new(State::default()) });
        let has_prompt = io::stdin().is_terminal();
        let handler = Arc::clone(&interrupt);
        ctrlc::set_handler(move || handler.press(has_prompt))
            .map_err(|error| Failure::io("cannot watch for Ctrl-C")(io::Error::other(error)))?;
        Ok(interrupt)
    }

    fn press(&self, has_prompt: bool) {
        self.pressed.store(true, Ordering::Relaxed);
        let state = self.state();
        if !state.is_thinking && !has_prompt {
            output::note(&state.farewell);
            std::process::exit(INTERRUPTED);
        }
    }

    /// Thinks until it is done or Ctrl-C sets the flag.
    pub(super) fn while_thinking<T>(&self, think: impl FnOnce(&AtomicBool) -> T) -> T {
        self.state().is_thinking = true;
        let thought = think(&self.pressed);
        self.state().is_thinking = false;
        thought
    }

    /// Does something that Ctrl-C does not cut in two, and notes what to say at the end from then on.
    pub(super) fn undisturbed<T>(&self, work: impl FnOnce(&mut String) -> T) -> T {
        work(&mut self.state().farewell)
    }

    /// Returns whether Ctrl-C has been pressed since this was asked last.
    pub(super) fn take(&self) -> bool {
        self.pressed.swap(false, Ordering::Relaxed)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while it holds the lock")
    }
}

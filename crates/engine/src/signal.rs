//! The signal by which another thread controls a search.

use std::sync::atomic::{AtomicBool, Ordering};

/// Lets another thread stop a search, or tell it that its time counts from now on (ponder hit).
///
/// # Examples
/// ```
/// use beaufort_engine::Signal;
///
/// let signal = Signal::new();
/// assert!(!signal.is_stopped());
/// signal.stop();
/// assert!(signal.is_stopped());
/// ```
#[derive(Debug, Default)]
pub struct Signal {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// A further condition that ends the search.
    ask: Option<fn() -> bool>,
}

impl Signal {
    /// Returns a signal that is not stopped.
    pub const fn new() -> Signal {
        Signal { stopped: AtomicBool::new(false), pondering: AtomicBool::new(false), ask: None }
    }

    /// Returns a signal that also stops the search once `ask` returns `true`, for environments without another thread. It is
    /// called whenever the clock is checked.
    pub const fn asking(ask: fn() -> bool) -> Signal {
        Signal { ask: Some(ask), ..Signal::new() }
    }

    /// Stops the search as soon as possible.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Clears the stop, so that searches can run again, and returns whether it was set.
    pub fn reset(&self) -> bool {
        self.stopped.swap(false, Ordering::Relaxed)
    }

    /// Returns whether the search has to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.ask.is_some_and(|ask| ask())
    }

    /// Lets a search that begins now ponder, on the opponent's time: its time does not count until [`Signal::ponder_hit`].
    pub fn ponder(&self) {
        self.pondering.store(true, Ordering::Relaxed);
    }

    /// Starts counting the time: the opponent has played the expected turn.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Returns whether the engine ponders: its clock does not run yet.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_that_asks_ends_a_search() {
        assert!(!Signal::asking(|| false).is_stopped());
        let signal = Signal::asking(|| true);
        assert!(signal.is_stopped());
        assert!(!signal.reset(), "nobody has stopped it from outside");
    }
}

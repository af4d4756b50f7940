//! How a search is told to stop.

use std::sync::atomic::{AtomicBool, Ordering};

/// How another thread tells a search to stop, or that its time counts from now on.
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
    /// Asked, too, whether the search is to end.
    ask: Option<fn() -> bool>,
}

impl Signal {
    /// Returns a signal that lets a search go on.
    pub const fn new() -> Signal {
        Signal { stopped: AtomicBool::new(false), pondering: AtomicBool::new(false), ask: None }
    }

    /// Returns a signal that lets a search go on until `ask` says otherwise: for where no other thread can reach the signal. It
    /// is asked as often as the clock is looked at.
    pub const fn asking(ask: fn() -> bool) -> Signal {
        Signal { ask: Some(ask), ..Signal::new() }
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Lets searches go on again, and returns whether they were stopped.
    pub fn reset(&self) -> bool {
        self.stopped.swap(false, Ordering::Relaxed)
    }

    /// Returns whether the search is to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || self.ask.is_some_and(|ask| ask())
    }

    /// Lets a search that begins now go on without a limit until [`Signal::ponder_hit`] or [`Signal::stop`]: it is the
    /// opponent's time that it uses.
    pub fn ponder(&self) {
        self.pondering.store(true, Ordering::Relaxed);
    }

    /// Lets the limits count from now on: the opponent has played the turn that was expected.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Returns whether the limits do not count yet.
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

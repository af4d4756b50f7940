//! What takes the engine some time: a search or a computation, begun, stopped and told of.

use std::sync::Arc;

use beaufort_engine::{SearchResult, Signal};
use beaufort_rules::Position;

use super::go::Go;
use super::{Uci, answer, compute};
use crate::protocol::worker::{Computation, Progress, Search};
use crate::protocol::{shown, turns};

/// What the engine is doing.
#[derive(Debug)]
pub(super) struct Running {
    position: Position,
    signal: Arc<Signal>,
    ending: Ending,
    /// Whether the result has to wait for `stop` or `ponderhit`.
    is_held: bool,
    /// The result that waits.
    result: Option<SearchResult>,
}

/// When something that the engine does can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// When it is stopped.
    Any,
    /// In a moment, for which everything else waits.
    Soon,
    /// When it is done, however long that takes.
    Done,
}

impl Running {
    /// Returns whether the end is near enough to wait for.
    pub(super) fn is_ending(&self) -> bool {
        self.ending == Ending::Soon || self.signal.is_stopped()
    }
}

impl Uci {
    /// Begins a search.
    pub(super) fn go(&mut self, go: &Go) -> Result<(), String> {
        let position = self.so_far.position().clone();
        if let Some(depth) = go.perft {
            self.compute(Ending::Any, move |signal| compute::perft(position, depth, signal));
            return Ok(());
        }
        let read = |text: &String| {
            turns::read(&position, text).map_err(|error| format!("`{}`: {error}", shown(text)))
        };
        let only = go.only.iter().map(read).collect::<Result<_, _>>()?;
        let signal = Arc::new(Signal::new());
        if go.ponder {
            signal.ponder();
        }
        self.worker.search(Search {
            // There is one search at a time.
            number: 0,
            position: position.clone(),
            limits: go.limits(position.side(), self.overhead),
            lines: self.settings.lines,
            only,
            skill: self.settings.skill(),
            signal: Arc::clone(&signal),
        });
        self.running = Some(Running {
            position,
            signal,
            ending: Ending::Any,
            is_held: go.ponder || go.infinite,
            result: None,
        });
        Ok(())
    }

    /// Begins a computation, which may be told to stop.
    pub(super) fn compute(&mut self, ending: Ending, computation: impl FnOnce(Arc<Signal>) -> Computation) {
        let signal = Arc::new(Signal::new());
        let position = self.so_far.position().clone();
        self.worker.compute(position.game(), computation(Arc::clone(&signal)));
        self.running = Some(Running { position, signal, ending, is_held: false, result: None });
    }

    /// Ends what goes on, if it can end.
    pub(super) fn stop(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.ending == Ending::Any) {
            running.signal.stop();
            running.is_held = false;
            self.release();
        }
    }

    /// Lets the limits of a search on the opponent's time count.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.signal.is_pondering()) {
            running.signal.ponder_hit();
            running.is_held = false;
            self.release();
        }
    }

    /// Tells how a search goes.
    pub(super) fn progressed(&mut self, progress: &Progress) {
        if let Some(running) = &self.running {
            self.voice.say(answer::info(&running.position, progress));
        }
    }

    /// Notes what a search has found.
    pub(super) fn found(&mut self, result: SearchResult) {
        if let Some(running) = &mut self.running {
            running.result = Some(result);
            self.release();
        }
    }

    /// Tells the result of the search if there is one and it need not wait.
    fn release(&mut self) {
        let Some(running) = self.running.take_if(|running| !running.is_held && running.result.is_some())
        else {
            return;
        };
        if let Some(result) = &running.result {
            self.voice.say(answer::best_move(&running.position, result));
        }
    }
}

//! The running search or computation: its start, its end and its output.

use std::sync::Arc;

use beaufort_engine::{Limits, SearchResult, Signal};
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Position, Turn};

use super::{UciAdapter, answer, compute};
use crate::engine::NO_POSITION;
use crate::engine::report::SearchProgress;
use crate::engine::worker::{Computation, SearchRequest};
use crate::notation::coordinates;
use crate::uci::go::Go;

/// The running search or computation.
#[derive(Debug)]
pub(super) struct RunningTask {
    position: Position,
    signal: Arc<Signal>,
    ending: Completion,
    /// Whether the result is held back until `stop` or `ponderhit`.
    is_held: bool,
    /// Whether the search has no limits of its own.
    is_unlimited: bool,
    /// The result that is held back.
    result: Option<SearchResult>,
}

/// When a task ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completion {
    /// When it is stopped.
    Any,
    /// Very soon: everything else waits for it.
    Soon,
    /// When it is done: it cannot be stopped.
    Done,
}

impl RunningTask {
    /// Returns whether it ends so soon that everything else waits.
    pub(super) fn is_ending(&self) -> bool {
        self.ending == Completion::Soon || self.signal.is_stopped()
    }

    /// Returns whether only `stop` or `ponderhit` ends it.
    pub(super) fn is_endless(&self) -> bool {
        self.is_held || self.is_unlimited
    }
}

impl UciAdapter {
    /// Starts a search. If that is impossible, reports why and sends the `bestmove` that the other program waits for.
    pub(super) fn go(&mut self, go: &Go) {
        go.mistakes.iter().for_each(|mistake| self.report_go_error(mistake));
        let position = self.so_far.position().clone();
        if self.is_void {
            self.report_go_error(NO_POSITION);
            return self.output.send(answer::NO_MOVE);
        }
        if go.is_spoiled(position.side()) {
            return self.output.send(answer::NO_MOVE);
        }
        if let Some(depth) = go.perft {
            return self.compute(Completion::Any, move |signal| compute::perft(position, depth, signal));
        }
        let only = self.legal(&position, &go.only);
        if only.is_empty() && !go.only.is_empty() {
            return self.output.send(answer::NO_MOVE);
        }
        let signal = Arc::new(Signal::new());
        if go.ponder {
            signal.ponder();
        }
        let limits = go.limits(position.side(), self.overhead);
        self.worker.search(SearchRequest {
            // Only one search runs at a time.
            number: 0,
            position: position.clone(),
            limits,
            lines: self.settings.lines,
            only,
            // Analysis is always at full strength.
            skill: self.settings.skill().filter(|_| !go.infinite),
            signal: Arc::clone(&signal),
        });
        self.running = Some(RunningTask {
            position,
            signal,
            ending: Completion::Any,
            is_held: go.ponder || go.infinite,
            is_unlimited: limits == Limits::infinite(),
            result: None,
        });
    }

    /// Returns the legal turns among texts, and reports the others.
    fn legal(&mut self, position: &Position, texts: &[String]) -> Vec<Turn> {
        let mut legal = Vec::new();
        for text in texts {
            match coordinates::read(position, text) {
                Ok(turn) => legal.push(turn),
                Err(error) => self.report_go_error(&format!("`{}`: {error}", quoted(text))),
            }
        }
        legal
    }

    /// Reports an error in `go`, but not every one of a flood.
    fn report_go_error(&mut self, error: &str) {
        self.output.answer_invalid(format_args!("info string error: go: {error}"));
    }

    /// Starts a computation, with a signal that stops it.
    pub(super) fn compute(
        &mut self,
        ending: Completion,
        computation: impl FnOnce(Arc<Signal>) -> Computation,
    ) {
        let signal = Arc::new(Signal::new());
        let position = self.so_far.position().clone();
        self.worker.compute(position.game(), computation(Arc::clone(&signal)));
        self.running =
            Some(RunningTask { position, signal, ending, is_held: false, is_unlimited: false, result: None });
    }

    /// Stops the running task, if it can be stopped.
    pub(super) fn stop(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.ending == Completion::Any) {
            running.signal.stop();
            running.is_held = false;
            self.release();
        }
    }

    /// Stops the running task, or abandons it if it cannot be stopped.
    pub(super) fn leave(&mut self) {
        self.waiting.clear();
        self.stop();
        self.running.take_if(|running| running.ending == Completion::Done);
    }

    /// Handles `ponderhit`: the limits count from now on.
    pub(super) fn ponder_hit(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.signal.is_pondering()) {
            running.signal.ponder_hit();
            running.is_held = false;
            self.release();
        }
    }

    /// Sends the progress of a search.
    pub(super) fn progressed(&mut self, progress: &SearchProgress) {
        if let Some(running) = &self.running {
            self.output.send(answer::info(&running.position, progress));
        }
    }

    /// Stores the result of a search.
    pub(super) fn found(&mut self, result: SearchResult) {
        if let Some(running) = &mut self.running {
            running.result = Some(result);
            self.release();
        }
    }

    /// Sends the result of the search, unless it is missing or held back.
    fn release(&mut self) {
        let Some(running) = self.running.take_if(|running| !running.is_held && running.result.is_some())
        else {
            return;
        };
        if let Some(result) = &running.result {
            self.output.send(answer::best_move(&running.position, result));
        }
    }
}
